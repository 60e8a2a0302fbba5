import { decimalKey } from "../../../shared/decimal.ts";
import { type Facts, shownFacts } from "../../../shared/events.ts";
import { listText, pluralText } from "../../../shared/measures.ts";
import type { ComparedField } from "../../../shared/run.ts";
import { amountText, type Units, unitsOfEvent } from "../../../shared/text/amount-text.ts";
import { comparedValues, fieldText, hintNote } from "../../../shared/text/explain-tie.ts";
import { roleName, saidValues } from "../../text/explain-reading.ts";
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
  if (fields === null) return [...factRows(left, right, unitsOf), ...saidRows(left, right)];
  return fields.map((evidence): DifferenceRow => {
    const { field, state, hint } = evidence;
    const call = left.kind === "call" ? left : right;
    const { expected, actual } = comparedValues(evidence, unitsOfEvent(call.summary, unitsOf));
    const note = hintNote(hint);
    // A request says neither how it ends nor who signs what comes of it: that is asked of the webhook alone.
    const isAsked = field === "signature" || field === "outcome";
    const sent = [isAsked ? `expected: ${expected}` : expected];
    const came = actual === null ? [] : [actual, ...(note === null ? [] : [note])];
    const isLeft = left.kind === "call";
    const change = state === "absent" ? (isLeft ? "removed" : "added") : SIGNS[state];
    return { name: fieldText(field), change, left: isLeft ? sent : came, right: isLeft ? came : sent };
  });
}

/** How many rows say what, in the words of the rows. */
export function meaningText(rows: readonly DifferenceRow[]): string {
  const count = (wanted: DifferenceRow["change"]) => rows.filter(({ change }) => change === wanted).length;
  const part = (number: number, one: string, many: string) => (number === 0 ? [] : [pluralText(number, one, many)]);
  const parts = [
    ...part(count("changed"), "value differs", "values differ"),
    ...part(count("unclear"), "is not clear", "are not clear"),
    ...part(count("removed"), "stands only left", "stand only left"),
    ...part(count("added"), "stands only right", "stand only right"),
  ];
  const where = "By what the values mean, wherever they stand in the two bodies";
  return `${where}: ${parts.length === 0 ? "none differs" : listText(parts)}.`;
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

function factRows(left: Comparable, right: Comparable, unitsOf: Units): readonly DifferenceRow[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name): readonly DifferenceRow[] => {
    const [one, other] = [shownFacts(left.summary)[name], shownFacts(right.summary)[name]];
    if (one === undefined && other === undefined) return [];
    const texts = ({ summary }: Comparable, text: string | undefined) => {
      if (text === undefined) return [];
      if (name !== "amount") return [text];
      return [amountText(text, "", unitsOfEvent(summary, unitsOf), shownFacts(summary).amountMeant)];
    };
    const meant = ({ summary }: Comparable) => shownFacts(summary).amountMeant ?? shownFacts(summary).amount;
    const same = one === other || (name === "amount" && isSameNumber(meant(left), meant(right)));
    const change = one === undefined ? "added" : other === undefined ? "removed" : same ? "same" : "changed";
    return [{ name: NAMES[name], change, left: texts(left, one), right: texts(right, other) }];
  });
}

/** How two webhooks say that it ended, and which id each has: what a row does not carry. */
function saidRows(left: Comparable, right: Comparable): readonly DifferenceRow[] {
  if (left.kind === "call" || right.kind === "call") return [];
  const said = ({ says }: Comparable) => (says === null ? [] : saidValues(says));
  return (["outcome", "eventId"] as const).flatMap((role): readonly DifferenceRow[] => {
    const [one, other] = [left, right].map((side) => said(side).find((value) => value.role === role)?.value);
    if (one === undefined && other === undefined) return [];
    const change = one === undefined ? "added" : other === undefined ? "removed" : one === other ? "same" : "changed";
    // Every webhook has an id of its own: that two differ says nothing.
    return [
      {
        name: roleName(role).toLowerCase(),
        change: role === "eventId" && change === "changed" ? "own" : change,
        left: one === undefined ? [] : [one],
        right: other === undefined ? [] : [other],
      },
    ];
  });
}

function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  const key = decimalKey(one ?? "");
  return key !== null && key === decimalKey(other ?? "");
}
