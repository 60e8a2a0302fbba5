import { describe, expect, it } from "vitest";
import { callTimeline, deliveryTimeline } from "./timing-phases.ts";

describe("the timeline", () => {
  it("of a call has each step from the end of the one before", () => {
    const { phases, missing, total } = callTimeline(
      { connected: 1_000, sent: 1_200, answerStarted: 40_000, answerEnded: 41_500 },
      41_900,
    );
    expect(phases.map(({ name, from, until }) => [name, from, until])).toEqual([
      ["Connect", 0, 1_000],
      ["Send", 1_000, 1_200],
      ["Wait", 1_200, 40_000],
      ["Answer", 40_000, 41_500],
    ]);
    expect([missing, total]).toEqual([[], 41_900]);
  });

  it("of a call that got no answer says what is missing, to the scale of the whole", () => {
    const { phases, missing, total } = callTimeline(
      { connected: 2_000, sent: null, answerStarted: null, answerEnded: null },
      30_000_000,
    );
    expect(phases.length).toBe(1);
    expect([missing, total]).toEqual([["Send", "Wait", "Answer"], 30_000_000]);
  });

  it("never runs backwards, and never has no length", () => {
    const timing = { headersComplete: 50, bodyComplete: 40, committed: null, answerStarted: 60, answerEnded: 60 };
    const { phases } = deliveryTimeline(timing, null);
    for (const { from, until } of phases) expect(until).toBeGreaterThanOrEqual(from);
    expect(
      deliveryTimeline(
        { headersComplete: 0, bodyComplete: null, committed: null, answerStarted: null, answerEnded: null },
        null,
      ).total,
    ).toBe(1);
  });
});
