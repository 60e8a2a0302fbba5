/** The event log's public face. */
export type { JournalFailureCode, JournalProblem } from "./failure.ts";
export type { DeliveryEnd, Journal, JournalChange, NewEvent, OpenedJournal, Page, PageQuery } from "./journal.ts";
export { type JournalOptions, openJournal } from "./open.ts";
