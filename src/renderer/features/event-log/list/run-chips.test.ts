import { describe, expect, it } from "vitest";
import { sampleRunLog } from "../../../../../tests/fakes/sample-runs.ts";
import type { DeliverySummary, EventSummary } from "../../../../shared/events.ts";
import { parseFilter } from "../../../../shared/filter/index.ts";
import type { RunSummary, TieSummary, WrongSignature } from "../../../../shared/run.ts";
import { rowText } from "./row-facts.ts";
import { tieChip, verdictChip } from "./run-chips.ts";

const { events, runs } = sampleRunLog(Date.UTC(2026, 10, 20) * 1_000);

function summaryOf(user: string): RunSummary {
  const run = runs.find(({ expectation }) => expectation.user === user);
  if (run === undefined) throw new Error(`There is no sample for ${user}.`);
  return run.summary;
}

function delivery(tie: Partial<TieSummary>): DeliverySummary {
  const found = events.map(({ detail }) => detail.summary).find(({ kind }) => kind === "delivery") as DeliverySummary;
  const whole = {
    deliveryId: found.id,
    runId: 1,
    role: "match",
    certainty: "likely",
    after: 410_000,
    byHand: false,
  } as const;
  return { ...found, tie: { ...whole, ...tie } };
}

describe("the chip of a simulation", () => {
  it.each([
    ["ref_matched", "matched in 0.41 s", "0.41 s", "good", null],
    ["ref_quick", "matched in 21 ms", "21 ms", "good", "ambiguous"],
    ["ref_late", "late, after 47.2 s", "late", "odd", null],
    ["ref_twice", "came twice", "2×", "odd", null],
    ["ref_wrong", "amount mismatch", "mismatch", "bad", null],
    ["ref_missing", "missing", "missing", "bad", null],
    ["ref_astray", "missing", "missing", "bad", null],
    ["ref_unexpected", "unexpected", "unexpected", "bad", null],
    ["ref_refused", "call failed", "call failed", "neutral", null],
    ["ref_unseen", "could not be seen", "not seen", "odd", null],
    ["ref_unsure", "not sure", "not sure", "odd", null],
    ["ref_waiting", "waiting", "waiting", "neutral", null],
  ] as const)("of %s says %s", (user, text, short, tone, mark) => {
    expect(verdictChip(summaryOf(user), null)).toMatchObject({ text, short, tone, mark });
  });

  it("says what the filter finds it by, after match:, in a narrow column too", () => {
    const kinds = runs.map(({ summary }) => verdictChip(summary, null));
    const said = kinds.flatMap(({ text, short, tone }) => (tone === "good" ? [text] : [text, short]));
    expect(said.length).toBeGreaterThan(20);
    for (const words of said) expect([words, parseFilter(`match:"${words}"`).ok]).toEqual([words, true]);
  });

  it("explains its mark", () => {
    expect(verdictChip(summaryOf("ref_quick"), null).title).toContain(
      "Of its webhook, ambiguous: Several simulations fit it equally.",
    );
    expect(verdictChip(summaryOf("ref_matched"), null).title).not.toContain("Of its webhook");
  });

  it("says in a narrow column, too, that nothing but the signature is wrong", () => {
    const signature = { field: "signature", state: "differs", expected: "valid", path: null, hint: null } as const;
    const chip = (actual: string) =>
      verdictChip(
        {
          ...summaryOf("ref_wrong"),
          verdict: { code: "mismatch", after: 1, fields: [{ ...signature, actual }] },
        },
        null,
      );
    const webhook = (wrongSignature: WrongSignature) => tieChip(delivery({ role: "mismatch", wrongSignature }), null);
    for (const [actual, words, sign, tone] of [
      ["invalid", "bad signature", "signature", "bad"],
      ["missing", "no signature", "signature", "bad"],
      ["unreadable", "unreadable signature", "unreadable", "odd"],
      ["unchecked", "signature not checked", "unreadable", "odd"],
    ] as const) {
      expect(chip(actual)).toMatchObject({ text: words, short: words, sign, tone });
      expect(webhook(actual)).toMatchObject({ text: words, short: words, sign, tone });
    }
  });
});

it("says in a narrow column, too, that what is to be confirmed looks wrong", () => {
  const chip = (looks: "right" | "wrong") =>
    verdictChip(
      {
        ...summaryOf("ref_matched"),
        verdict: { code: "unconfirmed", deliveryId: 1, because: "reading", looks, after: 1, fields: [] },
      },
      null,
    );
  expect(chip("right")).toMatchObject({ text: "looks right", short: "confirm?" });
  expect(chip("wrong")).toMatchObject({ text: "looks wrong", short: "wrong?" });
});

describe("the chip of a webhook", () => {
  it.each([
    [{}, "matched in 0.41 s", "good", null],
    [{ role: "possible", certainty: "unsure" }, "not sure", "odd", null],
    [{ certainty: "ambiguous" }, "matched in 0.41 s", "good", "ambiguous"],
    [{ certainty: "by-hand", byHand: true }, "matched in 0.41 s", "good", "by hand"],
    [{ role: "retry" }, "retry", "neutral", null],
    [{ role: "extra" }, "one too many", "bad", null],
  ] as const)("with %j says %s", (tie, text, tone, mark) => {
    expect(tieChip(delivery(tie), null)).toMatchObject({ text, tone, mark });
  });

  it("has the word of its mark in the tooltip, and says of a copy what is ambiguous about it", () => {
    const title = (tie: Partial<TieSummary>) => tieChip(delivery(tie), null)?.title;
    expect(title({ certainty: "ambiguous" })).toMatch(/: matched in 0.41 s, ambiguous\. Several simulations/);
    expect(title({ role: "duplicate", certainty: "ambiguous" })).toMatch(/: duplicate, ambiguous\. It repeats one/);
    expect(title({})).toMatch(/: matched in 0.41 s\. No simulation/);
  });

  it("is none for a webhook that belongs to nothing", () => {
    expect(tieChip(delivery({ runId: null, role: null }), null)).toBeNull();
  });

  it("is no good news where no webhook was to come", () => {
    expect(tieChip(delivery({}), summaryOf("ref_unexpected"))).toMatchObject({ text: "unexpected", tone: "bad" });
    expect(tieChip(delivery({}), summaryOf("ref_extra"))).toMatchObject({ tone: "good" });
  });

  it("stands in the copied line too, with its doubt", () => {
    const event: EventSummary = delivery({ certainty: "ambiguous" });
    expect(rowText(event)).toContain("[matched in 0.41 s (ambiguous), 200");
  });
});
