import { decimalKey } from "../../shared/decimal.ts";
import { type DecimalMark, readNumber, shifted } from "./numbers.ts";
import type { Awaited } from "./propose.ts";
import { type Payload, type PayloadNode } from "./tree.ts";

/** A value that can be read as a number. */
export interface NumberValue {
  readonly node: PayloadNode;
  readonly mark: DecimalMark;
  readonly decimal: string;
  readonly unit: string | null;
}

/** A payload's values, by what is looked for in them. */
export interface Candidates {
  readonly values: readonly PayloadNode[];
  readonly byText: ReadonlyMap<string, readonly PayloadNode[]>;
  readonly numbers: readonly NumberValue[];
  /** By `decimalKey`, without the sign. */
  readonly byNumber: ReadonlyMap<string, readonly NumberValue[]>;
  /** The numbers' digits, whatever their unit: most of what is awaited stands in no payload, and is ruled out by them. */
  readonly digits: ReadonlySet<string>;
}

const NUMBERS_AT_MOST = 2_000;

export function candidatesOf(payload: Payload): Candidates {
  const values = payload.values.filter(({ parent }) => parent !== payload.headers);
  const byText = new Map<string, PayloadNode[]>();
  const byNumber = new Map<string, NumberValue[]>();
  const numbers: NumberValue[] = [];
  const digits = new Set<string>();
  for (const node of values) {
    add(byText, node.text, node);
    if ((node.kind !== "string" && node.kind !== "number") || numbers.length >= NUMBERS_AT_MOST) continue;
    if (node.text.length > 60 || !/[0-9]/.test(node.text)) continue;
    for (const mark of [".", ","] as const) {
      const number = readNumber(node.text, mark);
      if (number === null || (mark === "," && (node.kind === "number" || !/[.,]/.test(node.text)))) continue;
      const value = { node, mark, ...number };
      numbers.push(value);
      digits.add(digitsOf(number.decimal));
      add(byNumber, decimalKey(number.decimal.replace(/^-/, "")) ?? "", value);
    }
  }
  return { values, byText, numbers, byNumber, digits };
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** The digits of a decimal text that do not depend on its unit. */
function digitsOf(decimal: string): string {
  let digits = "";
  for (let at = 0; at < decimal.length; at += 1) {
    const code = decimal.charCodeAt(at);
    if (code === 0x45 || code === 0x65) break;
    if (code >= 0x30 && code <= 0x39 && (code !== 0x30 || digits !== "")) digits += decimal[at];
  }
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}

/** Powers of ten by which services write an amount in another unit, the likeliest first. */
export const SCALES = [0, 2, -2, 3, -3] as const;

/** Where an awaited amount stands in one of the units that are thought of. */
export function amountsLike(
  { byNumber, digits }: Candidates,
  amount: string | null,
): readonly (NumberValue & { readonly scale: number })[] {
  if (amount === null || !digits.has(digitsOf(amount))) return [];
  return SCALES.flatMap((scale) => {
    const written = shifted(amount.replace(/^-/, ""), -scale);
    const key = written === null ? null : decimalKey(written);
    return (key === null || key === "0" ? [] : (byNumber.get(key) ?? [])).map((value) => ({ ...value, scale }));
  });
}

interface Chosen {
  readonly expected: Awaited | null;
  /** Its amount and a person or the remark of it stand in the payload. */
  readonly isStrong: boolean;
}

/** The simulation whose values a payload has; null for none. */
export function chooseAwaited(candidates: Candidates, awaited: readonly Awaited[]): Chosen {
  let best: Chosen & { readonly score: number } = { expected: null, isStrong: false, score: 1 };
  for (const expected of awaited) {
    const has = (text: string | null) => text !== null && text !== "" && candidates.byText.has(text);
    const people = [expected.user, expected.from, expected.to].filter(has).length;
    const [amount] = amountsLike(candidates, expected.amount);
    const money = amount === undefined ? 0 : amount.scale === 0 ? 4 : Math.abs(amount.scale) === 2 ? 3 : 2;
    const remark = has(expected.remark) ? 3 : 0;
    const score = people * 4 + money + remark + (has(expected.currency) ? 1 : 0);
    if (score > best.score) best = { expected, isStrong: money > 0 && people + remark > 0, score };
  }
  return best;
}
