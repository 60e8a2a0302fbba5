import type { FileCheck } from "../../../shared/case-file.ts";
import type { BodyPart } from "../../../shared/events.ts";
import type {
  ExportFormat,
  ExportPreview,
  ExportScope,
  Foreign,
  Paper,
  Redaction,
  TicketFormat,
} from "../../../shared/evidence.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { RedactionRules } from "../../../shared/redaction-rules.ts";
import type { RunDetail } from "../../../shared/run.ts";
import type { LogPlace } from "../../journal/index.ts";
import type { ExportContext, Part } from "../formats/context.ts";
import type { FilledLog } from "../opening/fill-log.ts";
import type { Source } from "../opening/source.ts";
import type { ChosenValues } from "../redaction/chosen.ts";

/** What an export says besides the events, as it is at that moment. */
export interface Setting {
  readonly version: string;
  readonly now: Instant;
  /** The known secrets that no text has in it by chance. */
  readonly secrets: readonly string[];
  /** How many units make one of the currency, by the id of the profile. */
  readonly units: Readonly<Record<string, number>>;
  readonly paper: Paper;
}

/** What is left out of an export, and how, as plain data. */
export interface Leaving {
  readonly rules: RedactionRules;
  readonly secrets: Setting["secrets"];
  readonly marksKey: Uint8Array;
  /** null: only secrets are left out. */
  readonly values: ChosenValues | null;
}

/** All that making parts of an export takes, as plain data: whoever is given it makes the same of the same events. */
export interface PartSetup {
  readonly log: LogPlace;
  readonly form: Extract<ExportFormat, "har" | "ndjson">;
  readonly leaving: Leaving;
  readonly context: Omit<ExportContext, "unitsOf">;
  readonly units: Setting["units"];
  /** In a case file, what redacted bodies are committed to. */
  readonly committing: { readonly caseId: string; readonly key: string } | null;
}

interface Written {
  readonly token: string;
  readonly redaction: Redaction;
  readonly setting: Setting;
}

/** What the thread does, each with what it is given and what comes of it. */
export interface Tasks {
  readonly prepare: {
    readonly ask: {
      readonly scope: ExportScope;
      readonly log: LogPlace;
      /** The events are not of one's own log, but of a file. */
      readonly foreign: Foreign | null;
      readonly secrets: readonly string[];
      readonly rules: RedactionRules;
    };
    readonly answer: ExportPreview;
  };
  readonly ticket: { readonly ask: Written & { readonly format: TicketFormat }; readonly answer: string };
  /** The report as one text, for printing. */
  readonly report: { readonly ask: Written; readonly answer: string };
  /** `key`: of this installation, for case files. Answers with the file's size. */
  readonly write: {
    readonly ask: Written & {
      readonly format: ExportFormat;
      readonly path: string;
      readonly beside: string;
      readonly key: string | null;
    };
    readonly answer: number;
  };
  /** A second thread makes parts of an export beside the first, which gives it what to make them with. */
  readonly assist: { readonly ask: PartSetup; readonly answer: null };
  readonly part: { readonly ask: { readonly ids: readonly EventId[] }; readonly answer: Part };
  readonly drop: { readonly ask: { readonly token: string }; readonly answer: null };
  readonly check: {
    readonly ask: {
      readonly source: Source;
      readonly own: string | null;
      readonly known: readonly { readonly fingerprint: string; readonly name: string }[];
    };
    readonly answer: FileCheck;
  };
  readonly fill: {
    readonly ask: { readonly source: Source; readonly folder: string; readonly journalThread: string };
    readonly answer: FilledLog;
  };
}

/** What the thread has to ask for while it does something. */
export interface Questions {
  /** null: of this simulation nothing is known any more. */
  readonly run: { readonly ask: EventId; readonly answer: RunDetail | null };
  /** The bytes of a body of one's own log; null where it is not there any more. */
  readonly original: {
    readonly ask: { readonly id: EventId; readonly part: BodyPart };
    readonly answer: Uint8Array | null;
  };
}

export type Task = { [Name in keyof Tasks]: { readonly name: Name; readonly ask: Tasks[Name]["ask"] } }[keyof Tasks];
export type Question = {
  [Name in keyof Questions]: { readonly name: Name; readonly ask: Questions[Name]["ask"] };
}[keyof Questions];

export type ToThread =
  | { readonly type: "do"; readonly number: number; readonly task: Task }
  | { readonly type: "cancel"; readonly number: number }
  | { readonly type: "told"; readonly number: number; readonly value: unknown };

export type FromThread =
  | { readonly type: "done"; readonly number: number; readonly value: unknown }
  | { readonly type: "refused"; readonly number: number; readonly code: string; readonly message: string }
  /** It ended with an error that is no `Refusal`. */
  | { readonly type: "failed"; readonly number: number; readonly name: string; readonly frames: string }
  | { readonly type: "progress"; readonly number: number; readonly done: number; readonly of: number }
  /** Asked while `task` is done; answered by `told` under its own number. */
  | { readonly type: "ask"; readonly number: number; readonly task: number; readonly question: Question };
