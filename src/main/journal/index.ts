/** The event log's public face. */
export type {
  DeliveryEnd,
  Journal,
  JournalChange,
  NewEvent,
  OpenedJournal,
  Page,
  PageQuery,
  ProfileReadings,
} from "./api.ts";
export type { JournalFailureCode, JournalProblem } from "./failure.ts";
export { createNotices } from "./notices.ts";
export { type JournalOptions, openJournal } from "./open.ts";
