import { Refusal } from "../refusal.ts";

/** Why the journal could not keep or read something; each has its own sentence for the user. */
export type JournalFailureCode =
  /** No space left on the disk, or a limit of the user's was reached. */
  | "journal-full"
  /** The folder or the file may not be written. */
  | "journal-read-only"
  /** The file was written by a later version of Linkdesk. */
  | "journal-newer"
  /** SQLite found the file itself to be broken. */
  | "journal-damaged"
  /** The disk failed, or the journal's thread ended. */
  | "journal-unavailable"
  /** Events come faster than the disk takes them, and the queue is full. */
  | "journal-overloaded"
  /** Linkdesk is shutting down. */
  | "journal-closed";

/**
 * Thrown by the journal when an event could not be kept (the listener answers 503 then) or read. It is a
 * refusal: its sentence says what to do, and carries nothing of the event.
 */
export class JournalFailure extends Refusal {
  declare readonly code: JournalFailureCode;

  constructor(code: JournalFailureCode, sentence: string) {
    super(code, sentence);
    this.name = "JournalFailure";
  }

  get sentence(): string {
    return this.message;
  }
}

/** A failure as it crosses from the journal's threads. */
export interface JournalProblem {
  readonly code: JournalFailureCode;
  readonly sentence: string;
}

const SENTENCES: Readonly<Record<JournalFailureCode, string>> = {
  "journal-full": "The event log cannot be written because the disk is full. Free some space; nothing else is needed.",
  "journal-read-only":
    "The event log cannot be written because its folder or file is read-only. Make it writable and start Linkdesk again.",
  "journal-newer":
    "The event log was written by a newer version of Linkdesk, or by a development build, and is left untouched. Install that version, or start with another data folder.",
  "journal-damaged":
    "The event log’s file is damaged. It is set aside and a new one is begun, where that can be written. Try again.",
  "journal-unavailable": "The event log cannot be reached because its disk or file does not respond.",
  "journal-overloaded": "Events arrive faster than the disk can keep them. Try again in a moment.",
  "journal-closed": "The event log is closed because Linkdesk is ending.",
};

/** `detail` is the technical text that helps to find the cause, such as SQLite's own message. */
export function problemOf(code: JournalFailureCode, detail?: string): JournalProblem {
  const sentence = SENTENCES[code];
  return { code, sentence: detail === undefined ? sentence : `${sentence} (${detail})` };
}

export function failureOf(problem: JournalProblem): JournalFailure {
  return new JournalFailure(problem.code, problem.sentence);
}
