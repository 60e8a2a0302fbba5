import { expect, it, onTestFinished } from "vitest";
import { startForeignService } from "../../../tests/support/foreign-service.ts";
import { startProgram } from "../../../tests/support/program.ts";
import { type CallStep, type PlaybookExpectation } from "../../shared/playbook.ts";
import { countsOf, stateOf } from "../../shared/playbook-result.ts";
import type { EventId } from "../../shared/primitives.ts";
import { NEW_PROFILE, SANDBOX_PROFILE_ID } from "../../shared/profile.ts";
import type { SandboxBehaviour } from "../../shared/sandbox.ts";
import { type CallFacts, factsOfCall } from "./call-facts.ts";
import { evaluate } from "./evaluate.ts";

/** Long beside what a webhook takes on a machine that is busy with other tests, and shorter than a late one. */
const LIMIT_MS = 4_500;

/** What is true of a call to a service with this fault, by what the fault is; null: nobody can know. */
interface Truth {
  readonly fault: string;
  readonly outcome: "success" | "failure" | null;
  readonly status: number | null;
  readonly webhooks: number;
  readonly retries: number;
  readonly verdict: string | null;
  readonly signature: "valid" | "invalid" | "missing" | null;
  readonly amount: "right" | "wrong" | null;
}

const fine: Omit<Truth, "fault"> = {
  outcome: "success",
  status: 200,
  webhooks: 1,
  retries: 0,
  verdict: "matched",
  signature: "valid",
  amount: "right",
};
const silent = { webhooks: 0, signature: null, amount: null } as const;
const refusedBy = (status: number) => ({ ...fine, ...silent, outcome: "failure", status, verdict: "refused" }) as const;
const unclearBy = (status: number) => ({ ...refusedBy(status), verdict: "missing" }) as const;

const CASES: readonly (readonly [Partial<SandboxBehaviour>, Omit<Truth, "fault">])[] = [
  [{}, fine],
  [{ webhookFault: "dropped" }, { ...fine, ...silent, verdict: "missing" }],
  [
    { webhookFault: "late", lateDelayMs: 7_000 },
    { ...fine, webhooks: 0, verdict: "late" },
  ],
  [{ webhookFault: "twice" }, { ...fine, webhooks: 2, verdict: "duplicate" }],
  [{ webhookFault: "wrong-signature" }, { ...fine, signature: "invalid", verdict: "mismatch" }],
  [{ webhookFault: "no-signature" }, { ...fine, signature: "missing", verdict: "mismatch" }],
  [{ webhookFault: "wrong-amount" }, { ...fine, amount: "wrong", verdict: "mismatch" }],
  ...([401, 403, 404, 406, 422, 429] as const).map(
    (status) => [{ answerFault: `${status}` } as const, refusedBy(status)] as const,
  ),
  ...([500, 503] as const).map((status) => [{ answerFault: `${status}` } as const, unclearBy(status)] as const),
  [{ answerFault: "malformed-json" }, { ...fine, outcome: null, status: null, ...silent, verdict: null }],
  [{ answerFault: "other-shape" }, { ...fine, outcome: null }],
  [{ answerFault: "other-message" }, { ...fine, outcome: null }],
  [{ answerFault: "reset" }, { ...unclearBy(0), outcome: null, status: null }],
];

/** Only what is true by the table may be green; what it leaves open may not. */
function isTrue(expected: PlaybookExpectation, truth: Truth): boolean {
  switch (expected.about) {
    case "outcome":
      return truth.outcome === expected.is;
    case "status":
      return truth.status !== null && expected.oneOf.includes(truth.status);
    case "webhooks":
      return expected.how === "exactly" ? truth.webhooks === expected.count : truth.webhooks >= expected.count;
    case "verdict":
      return truth.verdict === expected.is;
    case "signature":
      return truth.signature === expected.is;
    case "said":
      return truth.amount === "right"
        ? expected.check.is === "equals"
        : truth.amount === "wrong" && expected.check.is === "any";
    case "retries":
      return truth.retries === expected.count;
    default:
      return false;
  }
}

/** The same numbers each time (Park and Miller's generator). */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function anyExpectation(dice: (below: number) => number, amount: string): PlaybookExpectation {
  const pick = <Value>(...values: readonly Value[]): Value => values[dice(values.length)] as Value;
  switch (dice(7)) {
    case 0:
      return { about: "outcome", is: pick("success", "failure") };
    case 1:
      return { about: "status", oneOf: [pick(200, 401, 404, 422, 429, 500)] };
    case 2:
      return { about: "webhooks", how: "exactly", count: dice(4), withinMs: LIMIT_MS };
    case 3:
      return {
        about: "verdict",
        is: pick("matched", "mismatch", "missing", "late", "duplicate", "refused", "unexpected"),
      };
    case 4:
      return { about: "signature", is: pick("valid", "invalid", "missing") };
    case 5:
      return { about: "retries", count: 1 + dice(3), afterMs: 0, withinMs: LIMIT_MS };
    default:
      return { about: "said", value: "amount", check: { is: "equals", value: amount } };
  }
}

function stateFor(expect: readonly PlaybookExpectation[], facts: CallFacts) {
  const action = { operation: "credit", body: { raw: "" } } as const;
  const step: CallStep = { does: "call", id: "s", off: false, action, expect };
  const { lines, waitsUntil } = evaluate(step, facts, null);
  expect_(waitsUntil);
  return stateOf(countsOf([{ lines: [...lines] }]));
}

function expect_(waitsUntil: number | null): void {
  if (waitsUntil !== null) throw new Error("It is over and still waited for.");
}

it("of 1,500 random expectations against each fault of the sandbox none is green that is not true", async () => {
  const { parts, settings, journal } = await startProgram();
  const { id: _, ...draft } = settings.profiles.selected();
  await settings.profiles.update(SANDBOX_PROFILE_ID, { ...draft, runs: { ...draft.runs, limitMs: LIMIT_MS } });
  const made: { readonly id: EventId; readonly truth: Truth; readonly amount: string }[] = [];
  for (const [place, [behaviour, truth]] of CASES.entries()) {
    parts.sandbox.bend({ webhookDelayMs: 50, ...behaviour });
    const amount = String(7_000 + 13 * place);
    // A wrong amount is the call's own beyond doubt only where nobody else waits for that person's.
    const userReference = behaviour.webhookFault === "wrong-amount" ? "ref_mai" : "ref_ada";
    const { summary } = await parts.service.send({
      requestId: `r${place}`,
      profileId: SANDBOX_PROFILE_ID,
      action: { operation: "credit", body: { amount, currency: "NGN", userReference } },
    });
    made.push({ id: summary.id, truth: { ...truth, fault: JSON.stringify(behaviour) }, amount });
  }
  const late = made[2]?.id ?? 0;
  await expect.poll(async () => (await parts.runs.get(late)).summary.verdict.code).toBe("late");
  await expect
    .poll(
      async () =>
        (await Promise.all(made.map(({ id }) => parts.runs.get(id)))).map(({ summary }) => summary.verdict.code),
      {
        timeout: 20_000,
      },
    )
    .not.toContain("waiting");
  const dice = createDice(20_261_123);
  const seen = { green: 0, other: 0 };
  const wrong: unknown[] = [];
  for (const { id, truth, amount } of made) {
    const facts = await factsOfCall(id, Number.POSITIVE_INFINITY, { journal, runs: parts.runs });
    if (facts === null) throw new Error("The call has gone.");
    // Everything that is true by the table is green, one by one: a table that says nothing would prove nothing.
    if (truth.outcome !== null && truth.status !== null)
      expect([
        truth.fault,
        stateFor(
          [
            { about: "outcome", is: truth.outcome },
            { about: "status", oneOf: [truth.status] },
          ],
          facts,
        ),
      ]).toEqual(
        [truth.fault, "passed"].map((each, index) => (index === 1 && truth.verdict === "mismatch" ? "unsure" : each)),
      );
    for (let round = 0; round < 85; round += 1) {
      const chosen = Array.from({ length: 1 + dice(3) }, () => anyExpectation(dice, amount));
      const state = stateFor(chosen, facts);
      seen[state === "passed" ? "green" : "other"] += 1;
      if (state === "passed" && !chosen.every((each) => isTrue(each, truth))) wrong.push({ truth, chosen });
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.green).toBeGreaterThan(50);
  expect(seen.other).toBeGreaterThan(500);
});

it("a webhook of a kind that nobody has confirmed how to read is never green", async () => {
  const { parts, settings, run } = await startProgram();
  const foreign = await startForeignService();
  onTestFinished(() => foreign.close());
  const profile = await settings.profiles.create({
    ...NEW_PROFILE,
    name: "Foreign",
    mode: "test",
    baseUrl: foreign.origin,
    authentication: { scheme: "none" },
  });
  settings.profiles.select(profile.profile.id);
  const url = parts.listener.status().url ?? "";
  const webhook = (amount: string): string =>
    JSON.stringify({
      kind: "wallet.topped_up",
      payload: { holder: "U/1", sum: { value: amount, code: "NGN" }, state: "done" },
    });
  foreign.answerWith((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"message":"test complete"}');
    void foreign.sendWebhook(url, webhook("900"));
  });
  const step: CallStep = {
    does: "call",
    id: "s",
    off: false,
    action: { operation: "credit", body: { amount: "900", currency: "NGN", userReference: "U/1" } },
    expect: [
      { about: "outcome", is: "success" },
      { about: "webhooks", how: "exactly", count: 1, withinMs: 4_000 },
    ],
  };
  const playbook = {
    format: "linkdesk-playbook",
    version: 1,
    name: "F",
    about: "",
    parameters: [],
    steps: [step],
  } as const;
  const before = await run(playbook);
  expect(before.steps[0]?.lines).toMatchObject([
    { state: "passed" },
    { state: "unsure", because: "A webhook came of a kind that nobody has confirmed how to read." },
  ]);
});
