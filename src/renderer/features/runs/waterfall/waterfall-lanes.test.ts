import { describe, expect, it } from "vitest";
import { sampleRunLog } from "../../../../../tests/fakes/sample-runs.ts";
import type { CallDetail, DeliveryDetail } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { type Waterfall, waterfallOf } from "./waterfall-lanes.ts";

const { events, runs } = sampleRunLog(Date.UTC(2026, 10, 20) * 1_000);

/** The picture of a sample; with its deliveries, unless they could not be read. */
function pictureOf(user: string, readable = true): Waterfall {
  const run = runs.find(({ expectation }) => expectation.user === user);
  const call = events[(run?.summary.id ?? 0) - 1]?.detail;
  if (run === undefined || call?.kind !== "call") throw new Error(`There is no sample for ${user}.`);
  const deliveries = new Map<EventId, DeliveryDetail>();
  for (const { deliveryId } of run.ties) {
    const detail = events[deliveryId - 1]?.detail;
    if (readable && detail?.kind === "delivery") deliveries.set(deliveryId, detail);
  }
  return waterfallOf(call satisfies CallDetail, run, deliveries);
}

const said = (picture: Waterfall) => picture.lanes.map(({ name, words }) => `${name}: ${words}`);

describe("the lanes of a run", () => {
  it("tell its course from the request to our answers", () => {
    expect(said(pictureOf("ref_retried"))).toEqual([
      "Request: Sent 6.7 ms after the start.",
      "Answer 200: Here 48 ms after the start.",
      "Webhook due: The webhook was to come within 30 s.",
      "Webhook → 500: Arrived 0.35 s after the start. Answered 500, 2.3 ms later.",
      "Retry → 500: Arrived 1.36 s after the start. Answered 500, 2.3 ms later.",
      "Retry → 503: Arrived 3.39 s after the start. Answered 503, 2.3 ms later.",
      "Retry → 200: Arrived 7.40 s after the start. Answered 200, 2.3 ms later.",
    ]);
  });

  it("say what has not come yet, and leave its end open", () => {
    const picture = pictureOf("ref_underway");
    expect(said(picture).slice(0, 2)).toEqual(["Request: On its way.", "Answer: Not here yet."]);
    expect(picture.lanes[0]?.bars).toMatchObject([{ from: 0, until: null }]);
  });

  it("say that nothing was to come where nothing was awaited, or the call failed", () => {
    expect(said(pictureOf("ref_nothing"))[2]).toBe("None expected: No webhook was to come within 30 s.");
    expect(said(pictureOf("ref_refused"))[2]).toContain("None expected");
  });

  it("show the times in which nothing could be seen, within the limit", () => {
    const [, , due] = pictureOf("ref_unseen").lanes;
    expect(due?.bars.filter(({ look }) => look === "unseen")).toMatchObject([
      { from: 4_000_000, until: 12_000_000 },
      { from: 20_000_000, until: 30_000_000 },
    ]);
  });

  it("are there for a webhook that could not be read too", () => {
    expect(said(pictureOf("ref_matched", false))[3]).toBe("Webhook: Arrived 0.41 s after the start.");
  });

  it("are few, however many webhooks there are, and say how many more", () => {
    const picture = pictureOf("ref_many");
    expect([picture.lanes.length, picture.more]).toEqual([15, 49]);
  });
});
