import type { Certainty, Role, VerdictCode, WrongSignature } from "../run.ts";

/** What a word after `match:` keeps: simulations by their verdict, webhooks by their part in one, both by certainty. */
interface Meaning {
  /** After "whose match is". */
  readonly text: string;
  readonly verdicts?: readonly VerdictCode[];
  readonly roles?: readonly Role[];
  readonly certainties?: readonly Certainty[];
  /** Of these, only where nothing but the signature is wrong, in this way. */
  readonly wrongSignature?: WrongSignature;
}

export type MatchWord = keyof typeof MATCH_WORDS;

/** The words that rows show, so that what is read there can be asked for. */
export const MATCH_WORDS = {
  waiting: { text: "waited for", verdicts: ["waiting"] },
  matched: { text: "right", verdicts: ["matched"], roles: ["match"] },
  late: { text: "late", verdicts: ["late"], roles: ["late"] },
  duplicate: { text: "a duplicate", verdicts: ["duplicate"], roles: ["duplicate"] },
  retry: { text: "a retry", roles: ["retry"] },
  mismatch: { text: "wrong", verdicts: ["mismatch"], roles: ["mismatch"] },
  "bad-signature": {
    text: "wrong by a bad signature alone",
    verdicts: ["mismatch"],
    roles: ["mismatch"],
    wrongSignature: "invalid",
  },
  "no-signature": {
    text: "wrong for want of a signature alone",
    verdicts: ["mismatch"],
    roles: ["mismatch"],
    wrongSignature: "missing",
  },
  "unreadable-signature": {
    text: "wrong by an unreadable signature alone",
    verdicts: ["mismatch"],
    roles: ["mismatch"],
    wrongSignature: "unreadable",
  },
  "unchecked-signature": {
    text: "wrong only in that its signature was not checked",
    verdicts: ["mismatch"],
    roles: ["mismatch"],
    wrongSignature: "unchecked",
  },
  unconfirmed: { text: "to be confirmed", verdicts: ["unconfirmed"], roles: ["unconfirmed"] },
  missing: { text: "missing", verdicts: ["missing"] },
  unexpected: { text: "unexpected", verdicts: ["unexpected"] },
  extra: { text: "one too many", roles: ["extra"] },
  "nothing-came": { text: "rightly not there", verdicts: ["nothing-came"] },
  refused: { text: "not due, since the call failed", verdicts: ["refused"] },
  "not-seen": { text: "not to be seen", verdicts: ["not-seen"] },
  "not-sure": { text: "not sure", verdicts: ["not-sure"], roles: ["possible"], certainties: ["unsure"] },
  astray: { text: "astray", roles: ["astray"] },
  certain: { text: "certain", certainties: ["certain"] },
  likely: { text: "likely", certainties: ["likely"] },
  ambiguous: { text: "ambiguous", certainties: ["ambiguous"] },
  "by-hand": { text: "by hand", certainties: ["by-hand"] },
  /** Webhooks that belong to no simulation. */
  none: { text: "none" },
} as const satisfies Readonly<Record<string, Meaning>>;

export const ALL_MATCH_WORDS = Object.keys(MATCH_WORDS) as readonly MatchWord[];

export function meaningOf(word: MatchWord): Meaning {
  return MATCH_WORDS[word];
}
