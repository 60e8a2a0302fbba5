import { expect, test } from "vitest";
import { sampleDelivery } from "../../../../tests/journal/samples.ts";
import { readWebhook } from "../../payload/index.ts";
import { createRedactor } from "../../redactor/index.ts";
import type { Evidence } from "../evidence.ts";
import { openChosen } from "./chosen.ts";
import { createFindings } from "./findings.ts";
import { createMarks } from "./marks.ts";
import { createRedaction } from "./redact.ts";

test.each(["redacted", "without its secrets alone"])("a row's beginning of a body is left out, %s", async (how) => {
  const text = `note: for ${"x".repeat(90)} Adaobi Nwachukwu`;
  const { requestBody, answerBody: _, ...detail } = sampleDelivery(text);
  const reading = readWebhook({ body: Buffer.from(text), headers: [], target: "/webhooks" }, [], []);
  expect(reading.begins).toMatch(/Adao/);
  const event: Evidence = {
    detail: { ...detail, reading, summary: { ...detail.summary, id: 1, facts: { begins: reading.begins ?? "" } } },
    bodies: { request: requestBody, answer: null, forward: null },
    run: null,
    redacted: [],
  };
  const rules = { of: {}, otherwise: "" };
  const chosen = how === "redacted" ? openChosen(createFindings(createRedactor([]), rules).chosen(new Set())) : null;
  const marks = createMarks(new Uint8Array(32));
  const secrets = createRedactor(["whsec-Karibu-Sana-2026"]);
  const redact = createRedaction({ withReading: true, secrets, marks, rules, chosen });
  expect(JSON.stringify((await redact(event)).detail)).not.toContain("begins");
});
