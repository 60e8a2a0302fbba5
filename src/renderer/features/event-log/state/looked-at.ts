import type { Bridge } from "../../../../shared/contract.ts";
import { settle } from "../../../core/bridge.ts";
import type { Stores } from "../../../core/store.ts";
import { eventLogStore } from "./event-log-store.ts";

/** A selection that goes through the rows by key is kept where it rests. */
const KEEP_AFTER_MS = 500;

/** Keeps filter and selection for the next start; what hinders it takes nothing away from what is in sight. */
export function rememberLookedAt(stores: Stores, bridge: Bridge): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  stores.of(eventLogStore).subscribe((now, before) => {
    if (now.filter === before.filter && now.selectedId === before.selectedId) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { filter, selectedId } = stores.get(eventLogStore);
      if (filter.length <= 2_000) void settle(bridge.preferences.set({ lookedAt: { filter, selectedId } }));
    }, KEEP_AFTER_MS);
  });
}
