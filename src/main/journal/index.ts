/** The event log's public face. */
export type {
  DeliveryEnd,
  DeliveryPayload,
  Journal,
  JournalChange,
  JournalFailureCode,
  JournalProblem,
  LogPlace,
  LogReader,
  NewEvent,
  NextPlace,
  OpenedJournal,
  Page,
  PageQuery,
  ProfileReadings,
  RelayPlace,
  WholeEvent,
} from "./api.ts";
export { createNotices } from "./notices.ts";
export { type JournalOptions, openJournal } from "./open.ts";
export { openLogReader } from "./worker/reader.ts";
