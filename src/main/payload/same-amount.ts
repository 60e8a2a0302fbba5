import type { Payload } from "./layout.ts";
import { numbersIn, shifted } from "./numbers.ts";
import { containersOf, type PayloadNode } from "./tree.ts";
import { isMeta, SAYS, wordSet } from "./words.ts";

/**
 * Numbers that say the amount once more, and part from it where only a part was paid: `"authorizedAmount": 1.50`. What
 * they are called does not matter, but for fees, balances and the like, which are no part of it.
 */

/** What stands under such a name is no number of money. */
const NO_NUMBER = SAYS.currency | SAYS.person | SAYS.prose | SAYS.remark | SAYS.reference | SAYS.kind;
/** Numbers that may well be another one than the amount: in a test there is no fee, and the first balance is the amount. */
const MAY_DIFFER = SAYS.otherNumber | SAYS.before | SAYS.otherThing | SAYS.contrary | SAYS.failure | SAYS.decimals;
const OF_SENDER = wordSet("requested original expected received tendered settled settle settlement");

/** Whether a number says the amount once more, whatever it is called: `authorizedAmount`, `P_AMT`, `paid`. */
export function isEcho(node: PayloadNode, amount: PayloadNode | null): boolean {
  const { says, words } = node.words;
  const isMoney = (says & (SAYS.amount | SAYS.someAmount)) !== 0;
  if (amount === null || (!isMoney && (!/^[^.,]{3,}|[.,]/.test(node.text) || (says & NO_NUMBER) !== 0))) return false;
  // What was paid is no other number, whatever it is called besides: `target_amount_paid`.
  const mayDiffer = says & ((says & SAYS.success) === 0 ? MAY_DIFFER : MAY_DIFFER & ~SAYS.otherNumber);
  return (mayDiffer === 0 || words.some((word) => OF_SENDER.has(word))) && isSameNumber(node, amount);
}

const UNITS = [0, 2, -2];

/** Whether two values are the same number, in whole units or in hundredths. */
export function isSameNumber(one: PayloadNode, other: PayloadNode): boolean {
  // Nearly always it is written alike, and reading numbers takes longer than all else.
  if (one.text === other.text && /^[0-9.]+$/.test(one.text) && /[1-9]/.test(one.text)) return true;
  const decimals = (node: PayloadNode) => numbersIn(node).map(({ decimal }) => decimal.replace(/^-/, ""));
  const others = new Set(decimals(other));
  return decimals(one).some(
    (decimal) => decimal !== "0" && UNITS.some((scale) => others.has(shifted(decimal, scale) ?? "")),
  );
}

/**
 * The objects that nobody has said anything of, and that tell of the same movement, since they say its amount:
 * `"qrCode": {"amount": 500, "status": "PAID"}`.
 */
export function twinsOf({ values }: Payload, amount: PayloadNode | null): readonly PayloadNode[] {
  const around = containersOf(amount);
  return values.flatMap((node) => {
    const { parent } = node;
    if (parent === null || around.has(parent) || (node.words.says & SAYS.amount) === 0 || !isEcho(node, amount))
      return [];
    return isOfAnother(node, around) ? [] : [parent];
  });
}

/** Whether something around a number makes it one of something else: a balance's, an earlier transaction's. */
export function isOfAnother({ parent }: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  if (parent === null) return false;
  return [parent, ...containersOf(parent)].some(
    (at) =>
      !around.has(at) && !isMeta(at.words) && (at.words.says & (SAYS.otherThing | SAYS.before | SAYS.contrary)) !== 0,
  );
}
