import { decimalKey } from "../../../shared/decimal.ts";
import type { Facts } from "../../../shared/events.ts";
import type { ComparedField } from "../../../shared/run.ts";
import { amountText, type Units } from "../../../shared/text/amount-text.ts";
import { fieldText, hintNote } from "../../../shared/text/explain-tie.ts";
import type { Comparable } from "./compare-store.ts";
import type { DifferenceRow } from "./differences-table.tsx";

const SIGNS = { agrees: "same", differs: "changed", unclear: "unclear", absent: "same" } as const;

/**
 * Two events by what they mean and not by where it stands: 8300 beside 8301, however the two bodies are built.
 *
 * @param fields what the verdict rests on, where one is the webhook of the other: then that is what is shown
 */
export function meaningRows(
  left: Comparable,
  right: Comparable,
  fields: readonly ComparedField[] | null,
  unitsOf: Units,
): readonly DifferenceRow[] {
  const shown = (side: Comparable, text: string, isAmount: boolean) =>
    isAmount && /^\d+$/.test(text) ? amountText(text, "", unitsOf(side.summary.profile?.id)) : text;
  if (fields === null) return factRows(left, right, shown);
  return fields.map((evidence): DifferenceRow => {
    const { field, state, expected, actual, hint } = evidence;
    const note = hintNote(hint);
    // A request says neither how it ends nor who signs what comes of it: that is asked of the webhook alone.
    const isAsked = field === "signature" || field === "outcome";
    const sent = [isAsked ? `expected: ${expected}` : shown(left, expected, field === "amount")];
    const came = actual === null ? [] : [shown(right, actual, field === "amount"), ...(note === null ? [] : [note])];
    const isLeft = left.kind === "call";
    const change = state === "absent" ? (isLeft ? "removed" : "added") : SIGNS[state];
    return { name: fieldText(field), change, left: isLeft ? sent : came, right: isLeft ? came : sent };
  });
}

const NAMES = {
  subject: "purpose",
  amount: "amount",
  currency: "currency",
  userReference: "user reference",
  from: "reference in “from”",
  to: "reference in “to”",
  remark: "remark",
  linkId: "link",
} as const satisfies Partial<Record<keyof Facts, string>>;

function factRows(
  left: Comparable,
  right: Comparable,
  shown: (side: Comparable, text: string, isAmount: boolean) => string,
): readonly DifferenceRow[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name): readonly DifferenceRow[] => {
    const [one, other] = [left.summary.facts[name], right.summary.facts[name]];
    if (one === undefined && other === undefined) return [];
    const texts = (side: Comparable, text: string | undefined) =>
      text === undefined ? [] : [shown(side, text, name === "amount")];
    const same = one === other || (name === "amount" && isSameNumber(one, other));
    const change = one === undefined ? "added" : other === undefined ? "removed" : same ? "same" : "changed";
    return [{ name: NAMES[name], change, left: texts(left, one), right: texts(right, other) }];
  });
}

function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  const key = decimalKey(one ?? "");
  return key !== null && key === decimalKey(other ?? "");
}
