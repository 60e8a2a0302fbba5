import type { EventId } from "../../../shared/primitives.ts";
import { panelStore } from "../../core/panels.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { defineStore, type Stores } from "../../core/store.ts";
import { eventLogStore } from "../event-log/index.ts";

interface WantedState {
  /** Somebody has asked for the field for the dashboard's address, which is not in sight yet. */
  readonly isWanted: boolean;
  readonly setWanted: (isWanted: boolean) => void;
}

export const addressFieldStore = defineStore<WantedState>(({ set }) => ({
  isWanted: false,
  setWanted: (isWanted) => set({ isWanted }),
}));

/**
 * To the causes, with the field for the dashboard's address in sight.
 *
 * @param runId the simulation whose page has them; null: those of the listener's panel
 */
export function findAddress(stores: Stores, runId: EventId | null): void {
  stores.get(addressFieldStore).setWanted(true);
  if (runId === null) {
    stores.get(panelStore).open("listener");
    return;
  }
  const { values, change } = stores.get(preferencesStore);
  change({ inspectorTabs: { ...values.inspectorTabs, call: "overview" } });
  void stores.get(eventLogStore).show(runId);
}
