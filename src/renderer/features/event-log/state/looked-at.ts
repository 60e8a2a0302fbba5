import type { Bridge } from "../../../../shared/contract.ts";
import { settle } from "../../../core/bridge.ts";
import type { Stores } from "../../../core/store.ts";
import { eventLogStore } from "./event-log-store.ts";

/** A selection that goes through the rows by key is kept where it begins and where it rests, and not at every row. */
const KEEP_EVERY_MS = 500;

/**
 * Keeps filter and selection for the next start; what hinders it takes nothing away from what is in sight. At once: who
 * closes the window right after choosing an event finds it again.
 *
 * @param onLeave is handed what is to be done when the window closes
 */
export function rememberLookedAt(stores: Stores, bridge: Bridge, onLeave: (leave: () => void) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function keep(): void {
    if (!isDue) return;
    isDue = false;
    const { filter, selectedId } = stores.get(eventLogStore);
    if (filter.length <= 2_000) void settle(bridge.preferences.set({ lookedAt: { filter, selectedId } }));
  }

  function rested(): void {
    timer = undefined;
    if (isDue) keepAndRest();
  }

  function keepAndRest(): void {
    keep();
    timer = setTimeout(rested, KEEP_EVERY_MS);
  }

  stores.of(eventLogStore).subscribe((now, before) => {
    if (now.filter === before.filter && now.selectedId === before.selectedId) return;
    isDue = true;
    // A filter that went with a customer who was removed is not left in the settings for a moment.
    if (now.filter !== before.filter) keep();
    else if (timer === undefined) keepAndRest();
  });
  onLeave(keep);
}
