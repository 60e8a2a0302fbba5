/** The event log's public face. */
export type {
  DeliveryEnd,
  DeliveryPayload,
  Journal,
  JournalChange,
  LogPlace,
  LogReader,
  NewEvent,
  NextPlace,
  OpenedJournal,
  PageQuery,
  WholeEvent,
} from "./api.ts";
export { createNotices } from "./notices.ts";
export { type JournalOptions, openJournal } from "./open.ts";
export { openLogReader } from "./worker/reader.ts";
