export { EventLog } from "./event-log.tsx";
export type { EventLogState } from "./state/event-log-state.ts";
export { eventLogStore } from "./state/event-log-store.ts";
export { isSelectedHidden, useHiddenSelection } from "./state/hidden-selection.ts";
export { rememberLookedAt } from "./state/looked-at.ts";
export { rowWithId } from "./state/rows.ts";
export { selectedEvent, selectedEventStore, useSelectedEvent } from "./state/selected-event.ts";
