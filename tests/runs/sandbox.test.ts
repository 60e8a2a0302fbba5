import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRuns, expectationOf } from "../../src/main/runs/index.ts";
import { callBody } from "../../src/shared/call-body.ts";
import type { Action } from "../../src/shared/call-fields.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import { DEFAULT_RUN_SETTINGS, type RunDetail, type RunSettings, type VerdictCode } from "../../src/shared/run.ts";
import { tagsIn } from "../../src/shared/run-tag.ts";
import type { SandboxBehaviour } from "../../src/shared/sandbox.ts";
import { startTestSandbox } from "../support/sandboxes.ts";
import { createFakeLog, type FakeLog } from "./fake-log.ts";
import { reallyRead } from "./read.ts";
import { callEvent, deliveryEvent } from "./setup.ts";

type Fields = Extract<Action, { operation: "credit" | "charge" }>;

const credit = (amount = "50000", userReference = "ref_ada"): Fields => ({
  operation: "credit",
  body: { amount, currency: "NGN", userReference },
});
const charge = (amount = "50000", remark = "Chai ☕ \\/ lunch"): Fields => ({
  operation: "charge",
  body: { amount, currency: "KES", from: "ref_ada", to: "ref_wanjiru", remark },
});

/** A receiver that this project's listener has no part in: it writes down what comes and answers. */
async function startReceiver(log: FakeLog, answers: readonly number[]): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    const at = Date.now() * 1_000;
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => void record());
    async function record(): Promise<void> {
      const status = answers[Math.min(count, answers.length - 1)] ?? 200;
      count += 1;
      const headers = Object.entries(request.headersDistinct).map(([name, value]) => [name, String(value)] as const);
      const id = await log.journal.append(deliveryEvent(Buffer.concat(chunks).toString(), at, { headers, status }));
      response.writeHead(status).end();
      const end = { duration: 10, committed: 5, answerStarted: 6, answerEnded: 9 };
      await log.journal.finishDelivery(id, { answerState: "sent", ...end });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

interface Setting {
  readonly behaviour?: Partial<SandboxBehaviour>;
  readonly settings?: Partial<RunSettings>;
  readonly answers?: readonly number[];
}

/** Sends simulations to the real sandbox and resolves with their runs once all of them fit. */
async function simulate(
  { behaviour = {}, settings = {}, answers = [200] }: Setting,
  actions: readonly Fields[],
  isDone: (runs: readonly RunDetail[]) => boolean,
): Promise<readonly RunDetail[]> {
  const log = createFakeLog(undefined, ({ requestBody, request }) => reallyRead(requestBody, [], request.headers));
  const sandbox = await startTestSandbox(await startReceiver(log, answers));
  sandbox.bend(behaviour);
  const changes = new EventTarget();
  const runs = createRuns({
    journal: log.runs,
    clock: { now: () => Date.now() * 1_000 },
    timers: {
      after(milliseconds, action) {
        const timer = setTimeout(action, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: (below) => Math.floor(Math.random() * below),
    unrecorded: () => null,
    onChange: () => changes.dispatchEvent(new Event("change")),
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  await runs.start();
  onTestFinished(() => runs.close());
  const ids: EventId[] = [];
  for (const action of actions) {
    const body = callBody(action) ?? "";
    const expectation = expectationOf(
      action.operation,
      body,
      { ...DEFAULT_RUN_SETTINGS, ...settings },
      tagsIn(body)[0] ?? null,
    );
    const event = callEvent(action.operation, body, Date.now() * 1_000, expectation);
    const id = await log.journal.append(event);
    ids.push(id);
    const answer = await sandbox.post(`/test/${action.operation}`, body).catch(() => null);
    const duration = Date.now() * 1_000 - event.summary.at;
    const summary = { ...event.summary, outcome: outcomeOf(answer), status: answer?.status ?? null, duration };
    await log.journal.finishCall(id, { ...event, summary }, null);
  }
  for (;;) {
    const changed = once(changes, "change");
    const details = await Promise.all(ids.map((id) => runs.get(id)));
    if (isDone(details)) return details;
    await changed;
  }
}

function outcomeOf(answer: Response | null): Outcome {
  if (answer === null) return { code: "reset", sent: true, detail: "reset" };
  if (answer.ok) return { code: "success", message: null };
  const { status } = answer;
  return {
    code: "status",
    status,
    message: null,
    body: "json",
    credentials: "sent",
    errors: {},
    retryAfterSeconds: null,
  };
}

const codes =
  (...expected: readonly VerdictCode[]) =>
  (runs: readonly RunDetail[]) =>
    expected.every((code, place) => runs[place]?.summary.verdict.code === code);

describe("each shape", () => {
  it.each([
    ["transaction", credit(), { creditShape: "transaction" }],
    ["event", credit(), { creditShape: "event" }],
    ["charge", charge(), { chargeShape: "charge" }],
    ["charge with remark", charge(), { chargeShape: "charge-with-remark" }],
    ["event of a charge", charge(), { chargeShape: "event" }],
    ["an amount beyond every float", credit("9007199254740993123"), {}],
  ] as const)("is matched: %s", async (_, action, behaviour) => {
    const [run] = await simulate({ behaviour }, [action], codes("matched"));
    expect(run?.summary.certainty).toBe("likely");
    expect(run?.ties.map(({ role }) => role)).toEqual(["match"]);
  });

  it.each([
    ["transaction", credit(), { creditShape: "transaction" }, "transaction.amount"],
    ["event", credit(), { creditShape: "event" }, "transaction.amount"],
    ["charge", charge(), { chargeShape: "charge" }, "charge.amount"],
    ["charge with remark", charge(), { chargeShape: "charge-with-remark" }, "charge.amount"],
  ] as const)("with a wrong amount is a mismatch: %s", async (_, action, behaviour, path) => {
    const wrong = { ...behaviour, webhookFault: "wrong-amount" } as const;
    const [run] = await simulate({ behaviour: wrong }, [action], codes("mismatch"));
    expect(run?.summary.verdict).toMatchObject({
      fields: [{ field: "amount", expected: "50000", actual: "50001", path }],
    });
  });

  it.each([
    ["charge with remark", { chargeShape: "charge-with-remark" }, "certain"],
    ["charge", { chargeShape: "charge" }, "likely"],
  ] as const)("carries the tag or not: %s", async (_, behaviour, certainty) => {
    const [run] = await simulate({ behaviour }, [charge("50000", "Lunch [ld-7f3kq]")], codes("matched"));
    expect(run?.summary.certainty).toBe(certainty);
  });
});

describe("each fault", () => {
  const short = { limitMs: 300 };

  it("dropped: missing", async () => {
    await simulate({ behaviour: { webhookFault: "dropped" }, settings: short }, [credit()], codes("missing"));
  });

  it("dropped, and nothing expected: nothing came", async () => {
    const settings = { ...short, awaits: "nothing" } as const;
    await simulate({ behaviour: { webhookFault: "dropped" }, settings }, [credit()], codes("nothing-came"));
  });

  it("none, and nothing expected: unexpected", async () => {
    const [run] = await simulate({ settings: { awaits: "nothing" } }, [credit()], codes("unexpected"));
    expect(run?.summary.verdict).toMatchObject({ because: "nothing-awaited" });
  });

  it("late: late", async () => {
    const behaviour = { webhookFault: "late", lateDelayMs: 500 } as const;
    const [run] = await simulate({ behaviour, settings: short }, [credit()], codes("late"));
    expect(run?.ties.map(({ role }) => role)).toEqual(["late"]);
  });

  it("twice: duplicate", async () => {
    const [run] = await simulate({ behaviour: { webhookFault: "twice" } }, [charge()], codes("duplicate"));
    expect(run?.ties.map(({ role }) => role)).toEqual(["match", "duplicate"]);
  });

  it("out of order: each to its own, and marked where nothing tells them apart", async () => {
    // The first waits for the second for five of these, however long the machine takes for that one.
    const behaviour = { webhookFault: "out-of-order", retryIntervalMs: 10_000 } as const;
    const different = await simulate({ behaviour }, [credit("100"), credit("200")], codes("matched", "matched"));
    expect(different.map(({ summary }) => summary.certainty)).toEqual(["likely", "likely"]);
    const [first, second] = different.map(({ ties }) => ties[0]?.deliveryId ?? 0);
    expect(first).toBeGreaterThan(second ?? 0);
    const equal = await simulate({ behaviour }, [credit(), credit()], codes("matched", "matched"));
    expect(equal.map(({ summary }) => summary.certainty)).toEqual(["ambiguous", "ambiguous"]);
  });

  it.each(["wrong-signature", "no-signature"] as const)(
    "%s: matched, since that is another question",
    async (fault) => {
      await simulate({ behaviour: { webhookFault: fault } }, [credit()], codes("matched"));
    },
  );

  it("our answer 500, 500, then 200: matched, with two retries", async () => {
    const [run] = await simulate(
      { answers: [500, 500, 200] },
      [credit()],
      ([each]) => each?.summary.counts.retries === 2,
    );
    expect(run?.summary.verdict.code).toBe("matched");
    expect(run?.ties.map(({ role }) => role)).toEqual(["match", "retry", "retry"]);
  });

  it.each(["401", "404", "422"] as const)("answer %s: refused", async (answerFault) => {
    const [run] = await simulate({ behaviour: { answerFault } }, [credit()], codes("refused"));
    expect(run?.ties).toEqual([]);
  });

  it.each(["500", "503"] as const)("answer %s: nobody knows, so its webhook is waited for", async (answerFault) => {
    const [run] = await simulate(
      { behaviour: { answerFault }, settings: { limitMs: 300 } },
      [credit()],
      codes("missing"),
    );
    expect(run?.summary.verdict).toEqual({ code: "missing", call: "unclear" });
  });

  it("a refused one does not take the webhook of the next with the same values", async () => {
    const behaviour = { webhookDelayMs: 50 };
    const [run] = await simulate({ behaviour }, [credit("0"), credit()], codes("refused", "matched"));
    expect(run?.ties).toEqual([]);
  });
});

it("fifty in a row, all different, are each matched with their own", async () => {
  const actions = Array.from({ length: 50 }, (_, place) =>
    place % 2 === 0 ? credit(`${1_000 + place}`) : charge(`${2_000 + place}`),
  );
  const runs = await simulate({}, actions, (each) => each.every(({ summary }) => summary.verdict.code === "matched"));
  for (const [place, run] of runs.entries()) {
    const amount = run.ties[0]?.fields.find(({ field }) => field === "amount");
    expect(amount).toMatchObject({
      state: "agrees",
      actual: actions[place]?.body && Reflect.get(actions[place].body, "amount"),
    });
    expect(run.summary.certainty).toBe("likely");
  }
});
