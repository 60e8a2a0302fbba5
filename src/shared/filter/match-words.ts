import type { Certainty, Role, VerdictCode, WrongSignature } from "../run.ts";

/** What a word after `match:` keeps: simulations by their verdict, webhooks by their part in one, both by certainty. */
interface Meaning {
  readonly verdicts?: readonly VerdictCode[];
  readonly roles?: readonly Role[];
  readonly certainties?: readonly Certainty[];
  /** Of these, only where nothing but the signature is wrong, in this way. */
  readonly wrongSignature?: WrongSignature;
}

export type MatchWord = keyof typeof MATCH_WORDS;

/** The words that rows show, so that what is read there can be asked for. */
export const MATCH_WORDS = {
  waiting: { verdicts: ["waiting"] },
  matched: { verdicts: ["matched"], roles: ["match"] },
  late: { verdicts: ["late"], roles: ["late"] },
  duplicate: { verdicts: ["duplicate"], roles: ["duplicate"] },
  retry: { roles: ["retry"] },
  mismatch: { verdicts: ["mismatch"], roles: ["mismatch"] },
  "bad-signature": { verdicts: ["mismatch"], roles: ["mismatch"], wrongSignature: "invalid" },
  "no-signature": { verdicts: ["mismatch"], roles: ["mismatch"], wrongSignature: "missing" },
  "unreadable-signature": { verdicts: ["mismatch"], roles: ["mismatch"], wrongSignature: "unreadable" },
  "unchecked-signature": { verdicts: ["mismatch"], roles: ["mismatch"], wrongSignature: "unchecked" },
  unconfirmed: { verdicts: ["unconfirmed"], roles: ["unconfirmed"] },
  missing: { verdicts: ["missing"] },
  unexpected: { verdicts: ["unexpected"] },
  extra: { roles: ["extra"] },
  "nothing-came": { verdicts: ["nothing-came"] },
  refused: { verdicts: ["refused"] },
  "not-seen": { verdicts: ["not-seen"] },
  "not-sure": { verdicts: ["not-sure"], roles: ["possible"], certainties: ["unsure"] },
  astray: { roles: ["astray"] },
  certain: { certainties: ["certain"] },
  likely: { certainties: ["likely"] },
  ambiguous: { certainties: ["ambiguous"] },
  "by-hand": { certainties: ["by-hand"] },
  /** Webhooks that belong to no simulation. */
  none: {},
} as const satisfies Readonly<Record<string, Meaning>>;

export const ALL_MATCH_WORDS = Object.keys(MATCH_WORDS) as readonly MatchWord[];

export function meaningOf(word: MatchWord): Meaning {
  return MATCH_WORDS[word];
}
