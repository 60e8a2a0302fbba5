import { afterEach, expect, it, vi } from "vitest";
import { createFakeBridge } from "../../../../../tests/fakes/bridge.ts";
import { createStores } from "../../../core/store.ts";
import { createToasts } from "../../../core/toasts.ts";
import { eventLogStore } from "./event-log-store.ts";
import { rememberLookedAt } from "./looked-at.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("keeps a selection at once, then where it rests, and the last one when the window closes", () => {
  vi.useFakeTimers();
  const fake = createFakeBridge();
  const stores = createStores(fake.bridge, createToasts());
  let leave: () => void = () => undefined;
  rememberLookedAt(stores, fake.bridge, (run) => (leave = run));
  const kept = () =>
    fake.calls.flatMap(({ method, input }) =>
      method === "set" ? [(input as { lookedAt: { selectedId: number } }).lookedAt.selectedId] : [],
    );
  const { select } = stores.get(eventLogStore);
  select(1);
  expect(kept()).toEqual([1]);
  for (const id of [2, 3, 4]) select(id);
  expect(kept()).toEqual([1]);
  vi.advanceTimersByTime(500);
  expect(kept()).toEqual([1, 4]);
  select(5);
  leave();
  expect(kept()).toEqual([1, 4, 5]);
  vi.advanceTimersByTime(2_000);
  expect(kept()).toEqual([1, 4, 5]);
});

it("keeps a filter at once, also one that went right after a selection: who was removed is not left in the settings", async () => {
  const fake = createFakeBridge();
  const stores = createStores(fake.bridge, createToasts());
  rememberLookedAt(stores, fake.bridge, () => undefined);
  const kept = () =>
    fake.calls.flatMap(({ method, input }) =>
      method === "set" ? [(input as { lookedAt: { filter: string } }).lookedAt.filter] : [],
    );
  const { select, setFilter } = stores.get(eventLogStore);
  select(1);
  await setFilter("ref:=ada");
  expect(kept().at(-1)).toBe("ref:=ada");
  await setFilter("");
  expect(kept().at(-1)).toBe("");
});
