import { describe, expect, it } from "vitest";
import { callEvent, deliveryEvent } from "../../../../../tests/fakes/sample-events.ts";
import type { DeliverySummary, EventSummary } from "../../../../shared/events.ts";
import { whenText } from "../../../../shared/measures.ts";
import type { Outcome } from "../../../../shared/outcomes.ts";
import type { ForwardOutcome } from "../../../../shared/replay.ts";
import { eventTone, rowChips, rowDuration, rowText } from "./row-facts.ts";

const at = Date.UTC(2026, 10, 20, 13, 3, 7, 412) * 1_000 + 5;
const facts = { subject: "charge", amount: "50000", currency: "NGN" } as const;

function delivery(changes: Partial<DeliverySummary>): EventSummary {
  return { ...(deliveryEvent({ at, facts }).detail.summary as DeliverySummary), ...changes };
}

const chips = (event: EventSummary) => rowChips(event, null).map(({ text, tone }) => `${text} ${tone}`);

describe("the chips and the colour of a delivery", () => {
  it.each([
    [{}, ["200 good"], "good"],
    [{ status: 500 }, ["500 odd"], "odd"],
    [{ onPath: false, status: 404 }, ["404 neutral"], "neutral"],
    [{ completeness: "cut", status: 413 }, ["cut odd", "413 odd"], "odd"],
    [{ completeness: "aborted", status: null }, ["broken off odd"], "odd"],
    [{ completeness: "malformed", onPath: false, status: 400 }, ["not HTTP odd", "400 neutral"], "odd"],
    [{ answerState: "pending" }, ["200 good"], "neutral"],
    [{ answerState: "failed" }, ["no answer bad"], "bad"],
  ] as readonly (readonly [Partial<DeliverySummary>, readonly string[], string])[])("%j", (changes, expected, tone) => {
    expect(chips(delivery(changes))).toEqual(expected);
    expect(eventTone(delivery(changes))).toBe(tone);
  });
});

it("a webhook whose forward failed says so in words", () => {
  const forward = (outcome: ForwardOutcome, status: number | null = null) =>
    chips(delivery({ forward: { outcome, status, duration: 1 } }))[0];
  expect(forward({ code: "success", message: null }, 202)).toBe("→ 202 good");
  expect(forward({ code: "reset", sent: true, detail: "" }, 500)).toBe("→ failed 500 bad");
  expect(forward({ code: "refused", host: "127.0.0.1", port: "3000" })).toBe("→ failed bad");
  expect(forward({ code: "not-sent", because: "closed" })).toBe("→ not sent odd");
  const unsent = { outcome: { code: "not-sent", because: "closed" }, status: null, duration: 0 } as const;
  const again = (outcome: Outcome, status: number) =>
    chips(delivery({ forward: { ...unsent, again: { by: 9, outcome, status } } }))[0];
  expect(again({ code: "success", message: null }, 200)).toBe("→ 200 good");
  expect(again({ code: "reset", sent: true, detail: "" }, 500)).toBe("→ failed 500 bad");
});

it("a webhook that nothing but its signature speaks against says so once", () => {
  const tie = { deliveryId: 1, runId: 1, role: "mismatch", certainty: "likely", after: 1, byHand: false } as const;
  const forged = { signature: "invalid", tie: { ...tie, wrongSignature: "invalid" } } as const;
  expect(chips(delivery(forged))).toEqual(["bad signature bad", "200 good"]);
  expect(chips(delivery({ signature: "unreadable" }))).toEqual(["unreadable signature odd", "200 good"]);
  expect(chips(delivery({ signature: "invalid", tie }))).toEqual(["mismatch bad", "bad signature bad", "200 good"]);
});

it("a webhook that says it failed says so, unless its verdict does", () => {
  const said = (ended: "failed" | "not-over") => delivery({ facts: { ...facts, ended } });
  expect(chips(said("failed"))).toEqual(["says failed odd", "200 good"]);
  expect(chips(said("not-over"))).toEqual(["says not over odd", "200 good"]);
  const tie = { deliveryId: 1, runId: 1, role: "mismatch", certainty: "likely", after: 1, byHand: false } as const;
  expect(chips(delivery({ facts: { ...facts, ended: "failed" }, tie }))).toEqual(["mismatch bad", "200 good"]);
});

describe("the chips and the colour of a call", () => {
  it("wait for its end", () => {
    const { summary } = callEvent({ at, operation: "charge", facts, outcome: null }).detail;
    expect([chips(summary), eventTone(summary), rowDuration(summary)]).toEqual([[], "neutral", null]);
  });

  it("say how it ended", () => {
    const outcome = { code: "unexpected-message", message: "queued" } as const;
    const { summary } = callEvent({ at, operation: "charge", facts, outcome, status: 202 }).detail;
    expect([chips(summary), rowDuration(summary)]).toEqual([["202 odd"], "48 ms"]);
  });
});

describe("a row", () => {
  it("as a line of text has its moment, its sentence and its facts", () => {
    expect(rowText(delivery({})).replaceAll(/[\u202f\u00a0]/g, " ")).toBe(
      "2026-11-20T13:03:07.412Z  Webhook: charge of 50 000 NGN  [200, 2.3 ms]",
    );
  });

  it("shows the clock of today and the day of what is older", () => {
    expect(whenText(at, at + 3_600_000_000)).toMatch(/^\d\d:\d\d:07\.412$/);
    expect(whenText(at, at + 40 * 3_600_000_000)).toMatch(/^\d\d Nov \d\d:\d\d:07$/);
  });
});
