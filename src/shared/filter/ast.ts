import type { EventSummary, Facts } from "../events.ts";
import type { Instant, Microseconds } from "../primitives.ts";
import type { OutcomeMeaning } from "../reading.ts";
import type { SignatureState } from "../signature-check.ts";
import type { MatchWord } from "./match-words.ts";
import type { QualityWord } from "./quality-words.ts";

/** A place in the filter's text, in UTF-16 code units; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A moment as written: so long ago, or a fixed one. */
export type Moment = { readonly ago: Microseconds } | { readonly at: Instant };

/** From and to, both included; null: open on that side. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** As `Range` for amounts, which are decimal numbers of any length, with either end left out when `…Open`. */
export interface AmountRange {
  readonly from: string | null;
  readonly fromOpen: boolean;
  readonly to: string | null;
  readonly toOpen: boolean;
}

/** What one term asks of an event. An event without that field does not have what is asked. */
export type Test =
  /** The text occurs in the path, in a header line or in a body; `otherwise`: or as one of these, for a number or a piece of JSON. */
  | { readonly field: "text"; readonly text: string; readonly otherwise?: readonly string[] }
  | { readonly field: "kind"; readonly values: readonly EventSummary["kind"][] }
  | { readonly field: "about"; readonly values: readonly NonNullable<Facts["subject"]>[] }
  | { readonly field: "is"; readonly values: readonly QualityWord[] }
  /** What a webhook is read to say of how it went. */
  | { readonly field: "outcome"; readonly values: readonly OutcomeMeaning[] }
  /** Of a delivery. */
  | { readonly field: "signature"; readonly values: readonly SignatureState[] }
  /** What a simulation has come to, or what a webhook is to one. */
  | { readonly field: "match"; readonly values: readonly MatchWord[] }
  /** Lower case, compared without regard to case. */
  | { readonly field: "method" | "currency"; readonly values: readonly string[] }
  /** The answer's status; `none`: no answer (yet). */
  | { readonly field: "status"; readonly ranges: readonly Range[]; readonly none: boolean }
  | { readonly field: "amount"; readonly ranges: readonly AmountRange[] }
  /** The text occurs in any of these, and not as a part of a longer word. */
  | { readonly field: "word"; readonly text: string }
  /** The text occurs in a header, written as `name: value`. */
  | { readonly field: "header"; readonly text: string }
  /** The text occurs in it. */
  | { readonly field: "path" | "event" | "remark" | "profile" | "note" | "tag"; readonly text: string }
  /** The text occurs in a user reference, sender, recipient or link id; `exact`: it is one, to the letter. */
  | { readonly field: "ref"; readonly text: string; readonly exact?: true }
  | { readonly field: "since" | "until"; readonly moment: Moment }
  /** Within one day: from its first to its last moment. */
  | { readonly field: "on"; readonly from: Instant; readonly to: Instant }
  /** In microseconds. */
  | { readonly field: "duration"; readonly ranges: readonly Range[] };

/** A field that asks for a text. */
export type TextField = Extract<Test, { readonly text: string }>["field"];

export interface Term {
  readonly span: TextRange;
  readonly negated: boolean;
  readonly test: Test;
}

/** All terms must hold. No terms: every event. */
export interface Filter {
  readonly terms: readonly Term[];
}

/** Something that is not understood: where, and a whole sentence for the user. */
export interface FilterError extends TextRange {
  readonly message: string;
  /** Set where the text ends before the value of a field: it is still being typed. */
  readonly unfinished?: true;
  /** What to write in its place where a text was meant. */
  readonly instead?: string;
}

export type FilterResult =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly errors: readonly [FilterError, ...FilterError[]] };
