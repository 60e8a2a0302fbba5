import { mayBeId, type UnknownWord, VALUE_ROLES, type ValueRole } from "../../shared/correct-reading.ts";
import { BETWEEN, listText, pluralText } from "../../shared/measures.ts";
import type { Tone } from "../../shared/outcomes.ts";
import { assertNever } from "../../shared/primitives.ts";
import {
  entriesIn,
  type Incomplete,
  type NewWord,
  type OutcomeMeaning,
  PARTS,
  type PurposeMeaning,
  type ReadItem,
  type WebhookReading,
} from "../../shared/reading.ts";
import { amountText } from "../../shared/text/amount-text.ts";

/**
 * What a webhook says, in plain words, and where it says so. Values from outside are quoted as they came: whoever shows
 * them makes invisible characters visible.
 */

/** One value that is read in a webhook. */
export interface SaidValue {
  readonly role: ValueRole;
  /** What it says, such as `50 000` or `it went through`. */
  readonly value: string;
  /** The same within a sentence: `to ada_91`. */
  readonly words: string;
  readonly path: string;
  /** The value as it stands there. */
  readonly text: string;
  /** Nobody knows yet what it means. */
  readonly unknown: boolean;
}

const ROLE_NAMES: Readonly<Record<ValueRole, string>> = {
  amount: "Amount",
  currency: "Currency",
  user: "User",
  from: "Payer",
  to: "Payee",
  remark: "Remark",
  eventId: "Id",
  purpose: "Purpose",
  outcome: "Outcome",
};

/** "Amount", "Payer": for the legend and the menu. */
export function roleName(role: ValueRole): string {
  return ROLE_NAMES[role];
}

/** What can be said of a value in its menu: "This is the payer". */
export function pointingText(role: ValueRole): string {
  if (role === "eventId") return "This is the id of the event";
  return `This is the ${ROLE_NAMES[role].toLowerCase()}`;
}

/** All that is read in one movement of money, in the order in which people say it. */
export function saidValues(item: ReadItem, units: number | null = null): readonly SaidValue[] {
  return VALUE_ROLES.flatMap((role): readonly SaidValue[] => {
    if (role === "eventId")
      return item.ids
        .slice(0, 1)
        .map(({ text, path }) => ({ role, path, text, value: text, words: `id ${text}`, unknown: false }));
    const value = item[role];
    if (value === null) return [];
    const { text, path } = value;
    const unknown = "means" in value && value.means === null;
    const said = valueText(role, item, units);
    return [{ role, path, text, value: said, words: WORDS_BEFORE[role] + said, unknown }];
  });
}

const WORDS_BEFORE: Readonly<Record<ValueRole, string>> = {
  amount: "Amount ",
  currency: "",
  user: "for ",
  from: "from ",
  to: "to ",
  remark: "remark ",
  eventId: "id ",
  purpose: "",
  outcome: "",
};

function valueText(role: Exclude<ValueRole, "eventId">, item: ReadItem, units: number | null): string {
  const text = item[role]?.text ?? "";
  switch (role) {
    case "amount":
      return readAmountText(item, units);
    case "currency":
      return item.currency?.code ?? text;
    case "user":
    case "from":
    case "to":
      return text;
    case "remark":
      return `“${text}”`;
    case "purpose":
      return item.purpose === null || item.purpose.means === null ? openText(text) : purposeText(item.purpose.means);
    case "outcome":
      return item.outcome === null || item.outcome.means === null ? openText(text) : OUTCOMES[item.outcome.means];
    default:
      return assertNever(role);
  }
}

/** The words for a text that has no meaning yet, at any place: it need not be one that tells how the payment ended. */
function openText(text: string): string {
  const what = text === "" ? "it means that nothing stands there" : `“${text}” means here`;
  return `open: nobody said yet what ${what}`;
}

/**
 * What is worth knowing, too, where nothing says it: without it less can be told apart. Once it is known how such a
 * webhook is read, that is no doubt any more, but what its verdict goes by.
 */
export function noneText(role: "purpose" | "outcome", by: WebhookReading["by"]): string {
  if (role === "outcome") return "nothing says how it ended";
  return by === "known" || by === "confirmed"
    ? "nothing says for certain whether it is a credit or a charge"
    : "no known word says for certain whether it is a credit or a charge";
}

/**
 * What it means to confirm a reading that leaves purpose or outcome unchecked, told before that is done; null where it
 * leaves neither.
 */
export function yesText({ items, by, newWords }: WebhookReading): string | null {
  if (by !== "proposed" || newWords.length > 0) return null;
  const unread = TOLD_BY_WORDS.filter((role) => items.some((item) => item[role] === null));
  const compared = VALUE_ROLES.filter(
    (role) => role !== "eventId" && !unread.some((each) => each === role) && items.some((item) => item[role] !== null),
  );
  if (unread.length === 0 || compared.length === 0) return null;
  const named = (roles: readonly ValueRole[]) => listText(roles.map((role) => ROLE_NAMES[role].toLowerCase()));
  return `After a yes Linkdesk checks ${named(compared)}, but not ${named(unread)}.`;
}

const TOLD_BY_WORDS = ["purpose", "outcome"] as const;

/**
 * The amount in the units of the simulation, the money that it stands for, and how it is written where that differs.
 */
function readAmountText({ amount }: ReadItem, units: number | null): string {
  if (amount === null) return "";
  if (amount.units === null) return `“${amount.text}”, which is not one number`;
  const same = amount.text.replace(/[\s_'’]/g, "") === amount.units;
  return amountText(same ? amount.units : amount.text, "", units, amount.units);
}

const PURPOSES: Readonly<Record<PurposeMeaning, string>> = {
  credit: "a credit",
  charge: "a charge",
  neither: "neither a credit nor a charge",
  either: "a credit or a charge",
};

const OUTCOMES: Readonly<Record<OutcomeMeaning, string>> = {
  "went-through": "it went through",
  failed: "it failed",
  neither: "it is not over",
};

export function purposeText(means: PurposeMeaning): string {
  return PURPOSES[means];
}

/** Everything that is read of a webhook in one sentence: "Amount 50 000 from transaction.total · NGN · to ada_91". */
export function readingText(webhook: WebhookReading, units: number | null): string {
  return readingParts(webhook, units).join("");
}

/** The same with the path of the amount by itself, to be drawn as one. */
export function readingParts(
  { items, by }: WebhookReading,
  units: number | null,
): readonly [before: string, path: string, after: string] {
  const [first] = items;
  if (first === undefined) return ["Nothing that a simulation could be compared with.", "", ""];
  const said = saidValues(first, units).filter(({ role }) => role !== "eventId");
  const amount = said.find(({ role }) => role === "amount");
  const values = said.filter((each) => each !== amount).map(({ words }) => words);
  // Who is asked whether it is read correctly is told what is not.
  if (first.purpose === null && by === "proposed") values.push(noneText("purpose", by));
  if (first.outcome === null) values.push(noneText("outcome", by));
  const more = items.length > 1 ? `${BETWEEN}and ${items.length - 1} more in the same webhook` : "";
  const others = `${values.join(BETWEEN)}${more}`;
  if (amount === undefined) return [others, "", ""];
  return [`${amount.words} from `, amount.path, others === "" ? "" : `${values.length === 0 ? "" : BETWEEN}${others}`];
}

interface ReadBy {
  readonly label: string;
  readonly sentence: string;
  readonly tone: Tone;
}

const READ_BY: Readonly<Record<WebhookReading["by"], ReadBy>> = {
  known: { label: "reading known", sentence: "Linkdesk knows this kind of webhook.", tone: "good" },
  confirmed: { label: "reading confirmed", sentence: "You confirmed how this kind of webhook is read.", tone: "good" },
  proposed: {
    label: "reading proposed",
    sentence: "Nobody has confirmed yet how this kind of webhook is read.",
    tone: "odd",
  },
  nothing: { label: "not read", sentence: "Linkdesk could not find out what this webhook says.", tone: "neutral" },
};

/**
 * How sure it is, for a chip, which stands over a webhook of which nothing else is confirmed by that, and a sentence.
 */
export function readByText({ by, newWords }: Pick<WebhookReading, "by" | "newWords">): ReadBy {
  if (newWords.length > 0 && (by === "known" || by === "confirmed"))
    return {
      label: "something new",
      sentence: "This kind of webhook is known, and this one says something that was not seen in it before.",
      tone: "odd",
    };
  return READ_BY[by];
}

/** The question about a webhook, as a title: what it looks like and what is asked. */
export function questionTitle({ newWords, items }: WebhookReading, looks: "right" | "wrong" | null): string {
  const [word] = newWords;
  if (word !== undefined) return newWordParts(word, items).join("");
  if (looks === null) return "Is it read correctly?";
  return `A webhook came that looks ${looks}. Is it read correctly?`;
}

/**
 * What is asked about a new word, with the name of its place by itself, to be drawn as one.
 *
 * @param items what the webhook was read to say: an id asks for another reason than other words do
 */
export function newWordParts(
  word: NewWord,
  items: WebhookReading["items"],
): readonly [before: string, place: string, after: string] {
  const { about, text, path } = word;
  if (about === "amount")
    return [`The amount is written “${text}”, in another way than before. Is it read correctly?`, "", ""];
  const question = about === "outcome" ? "did it go through?" : "is it a credit or a charge?";
  const named = (after: string) => ["“", path, `${after}: ${question}`] as const;
  const { because } = word;
  if (because === "gone") return named("” is not there, and was before");
  if (because === "not-the-amount") return named(`” is ${text}, and no longer the amount`);
  if (because === "empty") return named("” is empty, and was not before");
  if (because === "not-there-before") return named(`: ${text}” was not there before`);
  const entries = entriesIn(text);
  if (entries !== null) return named(`” has ${pluralText(entries, "entry", "entries")}, which was not seen before`);
  if (text === PARTS) return named("” was not there before");
  // An id that is made otherwise, RF-17 for PAY-16, may be that of a refund.
  if (items.some(({ ids }) => ids.some((id) => id.path === path)))
    return ["Its id ", path, ` is made of other letters than before, “${text}”: ${question}`];
  return [`It says “${text}” at `, path, `, which was not seen in this kind of webhook before: ${question}`];
}

/** What a new word can be answered with: always in the same order, so that nobody presses the wrong one by habit. */
export function wordAnswers(
  word: UnknownWord,
): readonly { readonly means: OutcomeMeaning | PurposeMeaning; readonly label: string }[] {
  return word.about === "outcome"
    ? [
        { means: "went-through", label: "It went through" },
        { means: "failed", label: "It failed" },
        { means: "neither", label: "It is not over" },
      ]
    : [
        { means: "credit", label: "A credit" },
        { means: "charge", label: "A charge" },
        { means: "neither", label: "Neither" },
        ...(mayBeId(word) ? [{ means: "either", label: "An id, which says nothing of that" } as const] : []),
      ];
}

/**
 * The answer that the first new word suggests by itself. null for none, and for how a refund went: "refunded" is no
 * failure of it.
 */
export function suggestedAnswer({ items, newWords }: WebhookReading): NewWord["suggests"] {
  const [word] = newWords;
  const isOther =
    items.some(({ purpose }) => purpose?.means === "neither") ||
    newWords.some(({ about, suggests }) => about === "purpose" && suggests === "neither");
  return word === undefined || (word.about === "outcome" && isOther) ? null : word.suggests;
}

/** What was answered about a new word: "“DONE” says that it went through". */
export function answerText(
  { text, path, about, because }: UnknownWord,
  means: OutcomeMeaning | PurposeMeaning,
): string {
  // It is free from then on, whatever stands there.
  if (because === "not-there-before" && means === "went-through")
    return `“${path}” may be there, and says nothing of how it ended`;
  const said = text === PARTS || entriesIn(text) !== null ? `“${path}” like this` : `“${text}”`;
  if (about === "purpose" && means === "either") return `“${path}” is an id, and any may stand there`;
  if (about === "purpose")
    return `${text === "" ? `“${path}” without a word` : said} is about ${purposeText(means as PurposeMeaning)}`;
  const ended = OUTCOMES[means as OutcomeMeaning];
  return text === "" ? `Where nothing stands at “${path}”, ${ended}` : `${said} says that ${ended}`;
}

/** Why not all of a webhook was read. */
export const INCOMPLETE: Readonly<Record<Incomplete, string>> = {
  "too-long": "The body is longer than Linkdesk reads: something may stand behind that.",
  "too-many-values": "The body has more values than Linkdesk reads: something may stand behind them.",
  "too-deep": "The body is nested deeper than Linkdesk reads: something may stand further inside.",
  "not-decoded": "The body is encoded in a way that Linkdesk could not decode.",
};
