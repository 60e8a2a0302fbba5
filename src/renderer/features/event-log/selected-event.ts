import type { EventSummary } from "../../../shared/events.ts";
import { useStore } from "../../core/environment.ts";
import type { Stores } from "../../core/store.ts";
import type { EventLogState } from "./event-log-state.ts";
import { eventLogStore } from "./event-log-store.ts";
import { rowWithId } from "./rows.ts";
import { type SelectedEventState, selectedEventStore } from "./selected-event-store.ts";

/** The selected event as the window knows it best: as it was read whole, else its row. */
export function selectedEvent(stores: Stores): EventSummary | null {
  return best(stores.get(eventLogStore), stores.get(selectedEventStore));
}

/** The same, followed. */
export function useSelectedEvent(): EventSummary | null {
  const selectedId = useStore(eventLogStore, (state) => state.selectedId);
  const window = useStore(eventLogStore, (state) => state.window);
  const shown = useStore(selectedEventStore, (state) => state.shown);
  return best({ selectedId, window }, { shown });
}

function best(
  { selectedId, window }: Pick<EventLogState, "selectedId" | "window">,
  { shown }: Pick<SelectedEventState, "shown">,
): EventSummary | null {
  if (shown.state === "ready" && shown.id === selectedId) return shown.detail.summary;
  return rowWithId(window.rows, selectedId);
}
