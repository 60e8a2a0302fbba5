import { expect, it, vi } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { callEvent } from "../../../../tests/fakes/sample-events.ts";
import type { Verdict } from "../../../shared/run.ts";
import { createStores } from "../../core/store.ts";
import type { Offer } from "../../core/toasts.ts";
import { profilesStore } from "../profiles/index.ts";
import { beforeAndAfterText, doubtText, repeatStore } from "./repeat-in-order.ts";

function linkCall(at: number, linkId = ["one", "two", "three"][at - 1] ?? "") {
  return callEvent({ at, operation: "link", facts: { linkId }, outcome: { code: "success", message: null } });
}

function setUp(events = [1, 2, 3].map((at) => linkCall(at))) {
  const fake = createFakeBridge({ events, latencyMs: 0 });
  const said: string[] = [];
  const last: { tone?: string | undefined } = {};
  const stores = createStores(fake.bridge, {
    offer(title: string, { label }: Offer, tone?: string) {
      said.push(`${title} (${label})`);
      last.tone = tone;
    },
    failed: (title: string) => void said.push(title),
    outcome: () => undefined,
  } as never);
  const use = (id: string) => stores.get(profilesStore).select(id);
  void use("sandbox");
  const sent = () =>
    fake.calls.flatMap(({ method, input }) =>
      method === "send" ? [(input as { readonly action: { readonly linkId: string } }).action.linkId] : [],
    );
  return { fake, said, last, sent, use, state: () => stores.get(repeatStore) };
}

it("sends calls again one after the other, as what they repeat", async () => {
  const { fake, said, sent, state } = setUp();
  const sending = state().sendAll([1, 2, 3]);
  expect(state().progress).toEqual({ done: 0, of: 3, awaiting: false });
  await sending;
  expect(sent()).toEqual(["one", "two", "three"]);
  expect(fake.calls.filter(({ method }) => method === "send")).toMatchObject([
    { input: { repeatOf: 1 } },
    { input: { repeatOf: 2 } },
    { input: { repeatOf: 3 } },
  ]);
  expect(said).toEqual(["3 calls sent again: all ended as before (Show them)"]);
});

it("says by which profile, where it is not the one in use", async () => {
  const { said, state, use } = setUp();
  await use("acme-test");
  await state().sendAll([1]);
  expect(said).toEqual(["1 call sent again with the profile “Sandbox”: ended as before (Show them)"]);
});

it("waits for each webhook before the next call, and says what became of them once the last is known", async () => {
  const credit = callEvent({
    at: 1,
    operation: "credit",
    facts: { subject: "credit", amount: "500", currency: "NGN", userReference: "ref_ada" },
    outcome: { code: "success", message: null },
    requestBody: '{"amount":500,"currency":"NGN","user_reference":"ref_ada"}',
  });
  const { fake, said, last, state } = setUp([credit, { ...credit }]);
  const sending = state().sendAll([1, 2]);
  const judge = async (id: number, verdict: Verdict) => {
    const run = await fake.bridge.runs.get({ id });
    if (run.ok) fake.push("runs.changed", { runs: [{ ...run.value.summary, verdict }], ties: [] });
  };
  await vi.waitFor(() => expect(state().progress).toEqual({ done: 1, of: 2, awaiting: true }));
  const [first] = state().series;
  await judge(first?.sent ?? 0, { code: "matched", after: 400_000 });
  await vi.waitFor(() => expect(state().series).toHaveLength(2));
  await sending;
  expect(said).toEqual(["2 calls sent again, verdicts follow (Show them)"]);
  await judge(state().series[1]?.sent ?? 0, { code: "missing", call: "accepted" });
  expect(said.at(-1)).toBe(
    "2 calls sent again: 1 matched and 1 missing; 1 ended as before and 1 differently (Show what differs)",
  );
  expect(state().series).toMatchObject([
    { from: 1, before: { words: "missing" }, after: { words: "matched" } },
    { from: 2, before: { words: "missing" }, after: { words: "missing" } },
  ]);
  // Neither of them ended worse than before.
  expect(last.tone).toBe("neutral");
});

it("awaits a call whose answer was an error as long as its run waits", async () => {
  const message = "The given data was invalid.";
  const credit = callEvent({
    at: 1,
    operation: "credit",
    facts: { subject: "credit" },
    outcome: {
      code: "status",
      status: 422,
      message,
      body: "json",
      credentials: "sent",
      errors: {},
      retryAfterSeconds: null,
    },
    requestBody: "no JSON",
  });
  const { fake, said, state } = setUp([credit, linkCall(2)]);
  const run = await fake.bridge.runs.get({ id: 1 });
  if (!run.ok) throw new Error(run.message);
  const { summary } = run.value;
  const waiting: Verdict = { code: "waiting", until: summary.deadline, downtime: null };
  fake.handle("runs", "get", ({ id }) => ({ ...run.value, summary: { ...summary, id, verdict: waiting } }));
  // The last one holds nobody up.
  await state().sendAll([2, 1]);
  expect(said).toEqual(["2 calls sent again, verdicts follow (Show them)"]);
  expect(beforeAndAfterText(state().series)).toBe("1 ended as before, 1 still awaited");
  const id = state().series[1]?.sent ?? 0;
  fake.push("runs.changed", { runs: [{ ...summary, id, verdict: { code: "missing", call: "unclear" } }], ties: [] });
  expect(said.at(-1)).toBe("2 calls sent again: 1 answered and 1 failed; all ended as before (Show them)");
});

it("awaits nothing of calls that failed, and is not green above them", async () => {
  const { said, last, state } = setUp([linkCall(1, "missing"), linkCall(2, "missing"), linkCall(3)]);
  await state().sendAll([1, 2, 3]);
  expect(said).toEqual([
    "3 calls sent again: 2 not found and 1 answered; 1 ended as before and 2 differently (Show what differs)",
  ]);
  expect(last.tone).toBe("bad");
  expect(state().last).toEqual({ calls: [1, 2, 3], sent: [4, 5, 6] });
});

it("says how many are still awaited, and of none that this one has ended differently", () => {
  const ended = { name: "matched", words: "matched", tone: "good" } as const;
  const series = [
    { from: 1, sent: 3, before: ended, after: ended },
    { from: 2, sent: 4, before: ended, after: null },
  ];
  expect(beforeAndAfterText(series)).toBe("1 ended as before, 1 still awaited");
});

it("says why one is in doubt that was not before", () => {
  const wrong = { name: "amount mismatch", words: "amount mismatch", tone: "bad" } as const;
  const unsure = { name: "not sure", words: "not sure", tone: "odd" } as const;
  const as = (before: typeof wrong | typeof unsure, after: typeof wrong | typeof unsure) =>
    doubtText([1, 2].map((from) => ({ from, sent: from + 2, before, after })));
  expect(as(wrong, unsure)).toContain("may fit two of them");
  expect(as(unsure, unsure)).toBeNull();
  expect(as(unsure, wrong)).toBeNull();
});

it("stops when told, and at the first that cannot be sent", async () => {
  const told = setUp();
  const sending = told.state().sendAll([1, 2, 3]);
  told.state().stop();
  await sending;
  expect(told.sent()).toEqual(["one"]);
  expect(told.said).toEqual(["Stopped: 1 call sent again of 3: ended as before (Show them)"]);

  const refused = setUp();
  refused.fake.failNext("calls", "send", "live", "This profile is live.");
  await refused.state().sendAll([1, 2]);
  expect(refused.sent()).toEqual(["one"]);
  expect(refused.said).toEqual(["Stopped after 0 calls sent again"]);
});
