export { EventLog } from "./event-log.tsx";
export type { EventLogState } from "./event-log-state.ts";
export { eventLogStore } from "./event-log-store.ts";
export { selectedEvent, selectedEventStore, useSelectedEvent } from "./selected-event.ts";
