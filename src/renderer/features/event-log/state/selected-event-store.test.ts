import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../../tests/fakes/bridge.ts";
import { callEvent, deliveryEvent } from "../../../../../tests/fakes/sample-events.ts";
import { createStores } from "../../../core/store.ts";
import { createToasts } from "../../../core/toasts.ts";
import { selectedEventStore } from "./selected-event.ts";

function setUp() {
  const fake = createFakeBridge({
    events: [deliveryEvent({ at: 1, facts: {} }), callEvent({ at: 2, operation: "link", facts: {}, outcome: null })],
  });
  const stores = createStores(fake.bridge, createToasts());
  return { fake, state: () => stores.get(selectedEventStore) };
}

describe("the selected event", () => {
  it("shows the event asked for last, however the answers cross", async () => {
    const { fake, state } = setUp();
    let answerFirst: () => void = () => undefined;
    const { detail } = fake.bridge.journal;
    const second = await detail({ id: 2 });
    const first = await detail({ id: 1 });
    fake.handle("journal", "detail", async ({ id }) => {
      if (id === 1) await new Promise<void>((resolve) => (answerFirst = resolve));
      const result = id === 1 ? first : second;
      if (!result.ok) throw new Error(result.message);
      return result.value;
    });
    const slow = state().show(1);
    await state().show(2);
    answerFirst();
    await slow;
    expect(state().shown).toMatchObject({ state: "ready", id: 2 });
  });

  it("asks again when the event has gone on, and only then", async () => {
    const { fake, state } = setUp();
    await state().show(2);
    const before = state().shown;
    const changed = fake.next("journal", "detail");
    const found = await fake.bridge.journal.page({ limit: 10, filter: "" });
    if (!found.ok) throw new Error(found.message);
    const [delivery, call] = found.value.events;
    fake.push("journal.changed", {
      appended: [],
      amended: delivery === undefined ? [] : [delivery],
      reset: false,
      skipped: 0,
    });
    expect(state().shown).toBe(before);
    fake.push("journal.changed", { appended: [], amended: call === undefined ? [] : [call], reset: false, skipped: 0 });
    expect(await changed).toEqual({ id: 2 });
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(state().shown).toMatchObject({ state: "ready", id: 2 });
    expect(state().shown).not.toBe(before);
    const again = fake.next("journal", "detail");
    fake.push("journal.changed", { appended: [], amended: [], reset: false, skipped: 0, outdated: [2] });
    expect(await again).toEqual({ id: 2 });
  });

  it("takes what is told of a tie over a detail that was read before it", async () => {
    const { fake, state } = setUp();
    const opening = state().show(1);
    const tie = { deliveryId: 1, runId: 9, role: "late", certainty: "likely", after: 5, byHand: false } as const;
    fake.push("runs.changed", { runs: [], ties: [tie] });
    await opening;
    expect(state().shown).toMatchObject({ detail: { summary: { tie: { runId: 9 } } } });
    fake.push("runs.changed", { runs: [], ties: [{ ...tie, runId: null, role: null }] });
    expect(state().shown).toMatchObject({ detail: { summary: { tie: { runId: null } } } });
  });

  it("says why an event cannot be shown, and shows nothing when nothing is selected", async () => {
    const { state } = setUp();
    await state().show(99);
    expect(state().shown).toEqual({
      state: "failed",
      id: 99,
      message: "This event is no longer in the log.",
      cleared: false,
    });
    await state().show(null);
    expect(state().shown).toEqual({ state: "nothing" });
  });
});
