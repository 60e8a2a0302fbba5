import type { Certainty, Role, RunField, VerdictCode } from "../run.ts";

/** What a word after `match:` keeps: simulations by their verdict, webhooks by their part in one, both by certainty. */
interface Meaning {
  /** As chips say it: these are offered, all of them are read. Left out: the word itself. */
  readonly chips?: readonly string[];
  readonly verdicts?: readonly VerdictCode[];
  /** Keeps of these verdicts only those with this value in this field. */
  readonly saying?: Readonly<Partial<Record<"because" | "looks" | "call", string>>>;
  readonly roles?: readonly Role[];
  readonly certainties?: readonly Certainty[];
  /** Keeps of these only those in which one of these fields differs. */
  readonly differs?: readonly RunField[];
  /** Keeps of these only those in which this field alone differs, and has the value `actual` where it is given. */
  readonly only?: { readonly field: "signature" | "outcome"; readonly actual?: string };
}

const MISMATCH = { verdicts: ["mismatch"], roles: ["mismatch"] } as const;

/** The one table of what a verdict is called after `match:`: what is read in a row can be asked for. */
const MATCH_WORDS = {
  waiting: { chips: ["waiting", "none can be seen now"], verdicts: ["waiting"] },
  matched: { verdicts: ["matched"], roles: ["match"] },
  late: { verdicts: ["late"], roles: ["late"] },
  duplicate: { chips: ["came twice", "duplicate"], verdicts: ["duplicate"], roles: ["duplicate"] },
  retry: { roles: ["retry"] },
  mismatch: MISMATCH,
  "amount-mismatch": { chips: ["amount mismatch"], ...MISMATCH, differs: ["amount"] },
  "currency-mismatch": { chips: ["currency mismatch"], ...MISMATCH, differs: ["currency"] },
  "reference-mismatch": { chips: ["user reference mismatch"], ...MISMATCH, differs: ["user", "from", "to"] },
  "remark-mismatch": { chips: ["remark mismatch"], ...MISMATCH, differs: ["remark"] },
  failed: { ...MISMATCH, only: { field: "outcome" } },
  "bad-signature": { chips: ["bad signature"], ...MISMATCH, only: { field: "signature", actual: "invalid" } },
  "no-signature": { chips: ["no signature"], ...MISMATCH, only: { field: "signature", actual: "missing" } },
  "unreadable-signature": {
    chips: ["unreadable signature"],
    ...MISMATCH,
    only: { field: "signature", actual: "unreadable" },
  },
  "unchecked-signature": {
    chips: ["signature not checked"],
    ...MISMATCH,
    only: { field: "signature", actual: "unchecked" },
  },
  unconfirmed: { chips: ["to be confirmed"], verdicts: ["unconfirmed"], roles: ["unconfirmed"] },
  "looks-right": {
    chips: ["looks right"],
    verdicts: ["unconfirmed"],
    saying: { looks: "right", because: "reading" },
  },
  "looks-wrong": { chips: ["looks wrong"], verdicts: ["unconfirmed"], saying: { looks: "wrong" } },
  "new-word": {
    chips: ["says something new"],
    verdicts: ["unconfirmed"],
    saying: { looks: "right", because: "new-word" },
  },
  missing: { verdicts: ["missing"] },
  "none-came": { chips: ["none came"], verdicts: ["missing"], saying: { call: "unclear" } },
  unexpected: { verdicts: ["unexpected"] },
  extra: { chips: ["one too many"], verdicts: ["unexpected"], saying: { because: "extra" }, roles: ["extra"] },
  "nothing-came": { chips: ["nothing came"], verdicts: ["nothing-came"] },
  refused: { chips: ["call failed"], verdicts: ["refused"] },
  "not-seen": { chips: ["could not be seen"], verdicts: ["not-seen"] },
  "not-sure": { chips: ["not sure"], verdicts: ["not-sure"], roles: ["possible"], certainties: ["unsure"] },
  "not-over": { chips: ["not over yet"], verdicts: ["not-sure"], saying: { because: "not-over" } },
  astray: { chips: ["went astray"], roles: ["astray"] },
  certain: { certainties: ["certain"] },
  likely: { certainties: ["likely"] },
  ambiguous: { certainties: ["ambiguous"] },
  "by-hand": { chips: ["by hand"], certainties: ["by-hand"] },
  /** Webhooks that belong to no simulation. */
  none: {},
} as const satisfies Readonly<Record<string, Meaning>>;

export type MatchWord = keyof typeof MATCH_WORDS;

const ALL = Object.keys(MATCH_WORDS) as readonly MatchWord[];

export function meaningOf(word: MatchWord): Meaning {
  return MATCH_WORDS[word];
}

/** As chips say them. */
export const MATCH_OFFERS = ALL.flatMap((word): readonly string[] => meaningOf(word).chips ?? [word]);

/** As the chips of a narrow log and people put it. */
const ALIASES: Readonly<Record<string, MatchWord>> = {
  match: "matched",
  wrong: "mismatch",
  "wrong?": "looks-wrong",
  "confirm?": "unconfirmed",
  twice: "duplicate",
  unseen: "waiting",
  nothing: "nothing-came",
  unsure: "not-sure",
  possible: "not-sure",
  "may belong to a simulation": "not-sure",
  hand: "by-hand",
  unmatched: "none",
};

/** Chips with a number or a value in them. */
const FORMS: readonly (readonly [RegExp, MatchWord])[] = [
  [/^matched in /, "matched"],
  [/^late, after /, "late"],
  [/^came \d+ times$|^\d+×$/, "duplicate"],
  [/^reference in “(?:from|to)” mismatch$/, "reference-mismatch"],
  // Of several values, or of what the webhook is about.
  [/^mismatch\b|\bmismatch$/, "mismatch"],
];

/** The word that is meant, written with spaces or hyphens; null for none. */
export function readMatchWord(part: string): MatchWord | null {
  const text = part.toLowerCase().replaceAll("-", " ");
  return (
    ALL.find((word) => word.replaceAll("-", " ") === text || (meaningOf(word).chips ?? []).includes(text)) ??
    (Object.hasOwn(ALIASES, text) ? ALIASES[text] : undefined) ??
    FORMS.find(([form]) => form.test(text))?.[1] ??
    null
  );
}
