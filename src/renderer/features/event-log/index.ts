export { EventLog } from "./event-log.tsx";
export type { EventLogState } from "./event-log-state.ts";
export { eventLogStore } from "./event-log-store.ts";
export { selectedEvent, useSelectedEvent } from "./selected-event.ts";
export { selectedEventStore } from "./selected-event-store.ts";
