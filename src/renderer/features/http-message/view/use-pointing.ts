import { useEffect } from "react";
import type { EventId } from "../../../../shared/primitives.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { bodyViewStore } from "./body-view-store.ts";

/** Takes the focus where an event's values are pointed at, once somebody was led there. */
export function usePointing(id: EventId | null, focus: () => void): void {
  const stores = useStores();
  const awaited = useStore(bodyViewStore, (state) => id !== null && state.pointing === id);
  useEffect(() => {
    if (!awaited) return;
    focus();
    stores.get(bodyViewStore).pointed();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- who was led there is asked for, not how the focus is given
  }, [awaited, stores]);
}
