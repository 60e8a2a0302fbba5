import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { sampleDelivery } from "../../../../tests/journal/samples.ts";
import { createRedactor } from "../../redactor/index.ts";
import type { Evidence } from "../evidence.ts";
import { openChosen } from "./chosen.ts";
import { createFindings } from "./findings.ts";
import { createMarks } from "./marks.ts";
import { createRedaction } from "./redact.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const MEGABYTE = 1_000_000;
const BODIES = 20;

/** A webhook of a megabyte with an address, a moment and a name of a member that no other one has. */
function large(number: number): Evidence {
  const body = {
    customer_email: `ada.obi.${number}@example.ng`,
    created_at: new Date(1_750_000_000_000 + number).toISOString(),
    [`quite_a_long_name_${number}`]: "kept",
  };
  const { requestBody, answerBody: _, ...detail } = sampleDelivery(JSON.stringify(body).padEnd(MEGABYTE));
  const summary = { ...detail.summary, id: number };
  return {
    detail: { ...detail, summary },
    bodies: { request: requestBody, answer: null, forward: null },
    run: null,
    redacted: [],
  };
}

async function held(work: () => Promise<void>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  await work();
  collect();
  return process.memoryUsage().heapUsed - before;
}

// A text that is cut out of another one is a place in it: each value that was kept held the whole of its body.
test("what is found in bodies, and put in the place of it, holds none of them in memory", async () => {
  const rules = { of: {}, otherwise: "" };
  const findings = createFindings(createRedactor([]), rules);
  const looking = await held(async () => {
    for (let number = 1; number <= BODIES; number += 1) await findings.add(large(number));
  });
  expect(findings.groups().find(({ kind }) => kind === "email")).toMatchObject({ times: BODIES, values: BODIES });
  expect(looking).toBeLessThan((BODIES / 2) * MEGABYTE);

  const chosen = openChosen(findings.chosen(new Set()));
  const marks = createMarks(new Uint8Array(32));
  const redact = createRedaction({ withReading: true, secrets: createRedactor([]), marks, rules, chosen });
  const writing = await held(async () => {
    for (let number = 1_001; number <= 1_000 + BODIES; number += 1) {
      const { bodies } = await redact(large(number));
      expect(
        Buffer.from(bodies.request ?? [])
          .subarray(0, 60)
          .toString(),
      ).toMatch(/^\{"customer_email":"email~/);
    }
  });
  expect(writing).toBeLessThan((BODIES / 2) * MEGABYTE);
});
