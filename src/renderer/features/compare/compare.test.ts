import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { callEvent, deliveryEvent, noticeEvent } from "../../../../tests/fakes/sample-events.ts";
import type { EventSummary } from "../../../shared/events.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { bodyFinding } from "./bodies/body-finding.ts";
import { compareBodies } from "./bodies/compare-bodies.ts";
import { compareStore } from "./compare-store.ts";

async function setUp() {
  const fake = createFakeBridge({
    events: [
      deliveryEvent({ at: 1, facts: {} }),
      callEvent({ at: 2, operation: "link", facts: {}, outcome: null }),
      noticeEvent(3, { code: "secrets-unprotected" }),
    ],
  });
  const stores = createStores(fake.bridge, createToasts());
  const page = await fake.bridge.journal.page({ limit: 10, filter: "" });
  if (!page.ok) throw new Error(page.message);
  return {
    fake,
    state: () => stores.get(compareStore),
    events: page.value.events as readonly [EventSummary, EventSummary, EventSummary],
  };
}

describe("choosing two events", () => {
  it("marks one, then compares it with another", async () => {
    const { state, events } = await setUp();
    await state().next(events[0], "own");
    expect(state().marked?.summary.id).toBe(1);
    await state().next(events[0], "own");
    expect(state().comparison.state).toBe("closed");
    await state().next(events[1], "own");
    expect(state().marked).toBeNull();
    expect(state().comparison).toMatchObject({ left: { kind: "delivery" }, right: { kind: "call" } });
    state().swap();
    expect(state().comparison).toMatchObject({ left: { kind: "call" }, right: { kind: "delivery" } });
  });

  it("has nothing to do with notices, and says when one is gone", async () => {
    const { fake, state, events } = await setUp();
    await state().next(events[2], "own");
    expect(state().marked).toBeNull();
    await state().next(events[0], "own");
    fake.failNext("journal", "detail", "event-unknown", "This event is not in the log any more.");
    await state().next(events[1], "own");
    expect(state().comparison).toEqual({ state: "failed", message: "This event is not in the log any more." });
  });

  it("does not open again after it was closed while reading", async () => {
    const { state, events } = await setUp();
    await state().next(events[0], "own");
    const reading = state().next(events[1], "own");
    state().close();
    await reading;
    expect(state().comparison.state).toBe("closed");
  });
});

describe("what comparing two bodies comes to", () => {
  const side = (text: string) => ({ bytes: new TextEncoder().encode(text), text });
  const finding = (left: string, right: string) => {
    const result = compareBodies({ left: side(left), right: side(right), itemOrder: true });
    const counted =
      result.values?.state === "different"
        ? { shown: result.values.differences.filter(({ kind }) => kind === "value"), ignored: 1 }
        : null;
    return bodyFinding(result, [left.length, right.length], counted);
  };

  it.each([
    ['{"a":1}', '{"a":1}', "Identical, byte for byte", ""],
    ['{"a":1}', '{"a":1.0}', "Same values, other bytes", "They part at byte 6."],
    ['{"id":1}', '{"id":2}', "Same values but for ids and times", "1 difference in ids"],
    ['{"a":1}', '{"a":2}', "1 value differs", ""],
    ["{", '{"a":2}', "Other text", "The left one is not JSON"],
  ])("%s and %s: %s", (left, right, title, part) => {
    const found = finding(left, right);
    expect(found.title).toBe(title);
    expect(found.sentence).toContain(part);
  });

  it("of what is no text only the bytes", () => {
    const bytes = (text: string) => ({ ...side(text), text: null });
    const result = compareBodies({ left: bytes("ab"), right: bytes("acd"), itemOrder: true });
    expect(bodyFinding(result, [2, 3], null).sentence).toBe(
      "They part at byte 1. One has 2 bytes, the other 3. At least one is not text.",
    );
  });
});
