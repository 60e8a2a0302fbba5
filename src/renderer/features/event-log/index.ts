export { EventLog } from "./event-log.tsx";
export { createEventLogSlice, type EventLogSlice } from "./slice.ts";
