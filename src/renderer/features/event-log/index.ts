export { EventLog } from "./event-log.tsx";
export { createEventLogSlice } from "./slice.ts";
export type { EventLogSlice } from "./state.ts";
