import { groupDigits } from "../../../shared/amounts.ts";
import { BETWEEN } from "../../../shared/measures.ts";
import {
  entriesIn,
  FILLED,
  type OutcomeMeaning,
  PARTS,
  type PurposeMeaning,
  type Reading,
  SAME,
} from "../../../shared/reading.ts";
import { purposeText, roleName } from "../../text/explain-reading.ts";

/**
 * Where a reading finds what it reads: "Amount transaction.amount · Currency always NGN · User customer.ref · Outcome state
 * (went through: paid; failed: denied)".
 */
export function placesText(reading: Reading): string {
  const parts: string[] = [];
  const { amount, currency, purpose, outcome } = reading;
  if (amount !== null) parts.push(`${roleName("amount")} ${amount.path}${unitText(amount.scale)}`);
  if (currency !== null)
    parts.push(`${roleName("currency")} ${"fixed" in currency ? `always ${currency.fixed}` : currency.path}`);
  for (const role of ["user", "from", "to", "remark", "eventId"] as const) {
    const place = reading[role];
    if (place !== null) parts.push(`${roleName(role)} ${place.path}`);
  }
  const purposes = purpose.places.map(placeText);
  if (purpose.always !== null) purposes.unshift(`always ${purposeText(purpose.always)}`);
  if (purposes.length > 0) parts.push(`${roleName("purpose")} ${purposes.join(", ")}`);
  if (outcome.places.length > 0) parts.push(`${roleName("outcome")} ${outcome.places.map(placeText).join(", ")}`);
  return parts.join(BETWEEN);
}

const WORDS_AT_MOST = 4;
const MEANINGS: Readonly<Record<OutcomeMeaning | PurposeMeaning, string>> = {
  "went-through": "went through",
  failed: "failed",
  neither: "neither",
  credit: "credit",
  charge: "charge",
  either: "either",
};

function isPlain(word: string): boolean {
  return word !== "" && word !== SAME && word !== PARTS && !word.includes(FILLED) && entriesIn(word) === null;
}

/** A place with the words that were explained there; the editor has those, too, that are no words to read. */
function placeText({ path, words }: Reading["purpose" | "outcome"]["places"][number]): string {
  const plain = words.filter(({ text }) => isPlain(text));
  const parts = Object.entries(MEANINGS).flatMap(([means, name]) => {
    const texts = plain.filter((word) => word.means === means).map(({ text }) => text);
    const more = texts.length > WORDS_AT_MOST ? " …" : "";
    return texts.length === 0 ? [] : [`${name}: ${texts.slice(0, WORDS_AT_MOST).join(", ")}${more}`];
  });
  return parts.length === 0 ? path : `${path} (${parts.join("; ")})`;
}

/** What 50 000 sent looks like in the webhook. */
export function exampleOf(scale: number): { readonly sent: string; readonly written: string } {
  const written = scale <= 0 ? `50000${"0".repeat(-scale)}` : (50_000 / 10 ** scale).toFixed(2);
  return { sent: groupDigits("50000"), written: groupDigits(written) };
}

function unitText(scale: number): string {
  const { sent, written } = exampleOf(scale);
  return scale === 0 ? "" : ` (${sent} sent is written ${written})`;
}
