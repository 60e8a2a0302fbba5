import { fingerprintText } from "../../../shared/case-file.ts";
import type { Foreign, Paper } from "../../../shared/evidence.ts";
import { localMomentText } from "../../../shared/measures.ts";
import type { Instant } from "../../../shared/primitives.ts";
import type { Units } from "../../../shared/text/amount-text.ts";
import { visibleText } from "../../../shared/visible-text.ts";

/** What the head of an export says, whatever its form. */
export interface ExportContext {
  readonly version: string;
  readonly now: Instant;
  readonly isRedacted: boolean;
  /** "the simulation of call No. 12", "3 events". */
  readonly subject: string;
  readonly unitsOf: Units;
  readonly paper: Paper;
  /** The events are of a file of somebody else's. */
  readonly foreign: Foreign | null;
  /** In a case file, the fingerprint of the key that it is signed with. */
  readonly signer?: string;
}

/** Some events of an export as they stand in its file, made by one of those who make it. */
export interface Part {
  readonly bytes: Uint8Array;
  /** When the first of them came; null where nothing of these events has a place in the file. */
  readonly first: Instant | null;
  /** How many of the ids that were asked for have been gone through: the others were too large to go with them. */
  readonly through: number;
  readonly events: number;
  /** The earliest and the latest moment; null without events. */
  readonly span: readonly [from: Instant, until: Instant] | null;
}

/** Where it is from, and what was left out: at the end of a ticket, in the head of a report. */
export function originText({ version, now, isRedacted, signer, foreign }: ExportContext): string {
  const left = isRedacted
    ? "Secrets and personal values were left out; equal marks stand for equal values."
    : "Secrets were left out, personal values were not.";
  const signed = signer === undefined ? "" : ` The case file is signed with the key ${fingerprintText(signer)}.`;
  const from =
    foreign === null ? `Recorded by Linkdesk ${version}` : `${foreignText(foreign)} Read by Linkdesk ${version}`;
  return `${from}, exported ${localMomentText(now)}. ${left}${signed}`;
}

/** Says that the events are from a file, and were not recorded by who exports them. */
export function foreignText({ file, signedBy }: Foreign): string {
  const by = signedBy === null ? "which nobody vouches for" : `signed with the key ${fingerprintText(signedBy)}`;
  return `Not recorded here, but taken from the file ${visibleText(file)}, ${by}.`;
}
