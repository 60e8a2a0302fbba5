import { decimalKey } from "../../shared/decimal.ts";
import type { Expectation } from "../../shared/run.ts";
import { withoutEnd } from "../../shared/text-ends.ts";
import type { Payload } from "./layout.ts";
import { mayBeNumber, type NumberValue, numbersIn, shifted } from "./numbers.ts";
import type { PayloadNode } from "./tree.ts";

/** What simulations before a webhook are waiting for, the newest first: it only weighs a proposal. */
export type Awaited = Pick<Expectation, "operation" | "amount" | "currency" | "user" | "from" | "to" | "remark">;

/** A payload's values, by what is looked for in them. */
export interface Candidates {
  readonly payload: Payload;
  /** Without headers. */
  readonly values: readonly PayloadNode[];
  readonly byText: ReadonlyMap<string, readonly PayloadNode[]>;
  /** What stands in them behind what it is of: `ref_ada` of `user:ref_ada` and of `/users/ref_ada`. */
  readonly behind: ReadonlySet<string>;
  /** By `decimalKey`, without the sign. */
  readonly byNumber: ReadonlyMap<string, readonly NumberValue[]>;
  /**
   * The numbers' digits, whatever their unit: most of what is awaited stands in no payload, and is ruled out by them.
   */
  readonly digits: ReadonlySet<string>;
}

const NUMBERS_AT_MOST = 2_000;

export function candidatesOf(payload: Payload): Candidates {
  const named = payload.headers.children.length;
  const values = named === 0 ? payload.values : payload.values.slice(named);
  // Made only when they are asked for: where nothing is awaited they are not.
  const byText = once(() => grouped(values, ({ text }) => text));
  const behind = once(() => new Set(values.flatMap(({ text }) => behindKind(text) ?? [])));
  const byNumber = once(() => {
    const numbers = values.filter(mayBeNumber).slice(0, NUMBERS_AT_MOST).flatMap(numbersIn);
    return grouped(numbers, ({ decimal }) => decimalKey(decimal.replace(/^-/, "")) ?? "");
  });
  const digits = once(() => new Set(values.filter(mayBeNumber).slice(0, NUMBERS_AT_MOST).flatMap(digitsIn)));
  return {
    payload,
    values,
    get byText() {
      return byText();
    },
    get behind() {
      return behind();
    },
    get byNumber() {
      return byNumber();
    },
    get digits() {
      return digits();
    },
  };
}

/**
 * A reference right behind what it is of, which is as telling as the reference alone: `user:ref_ada`, `/users/ref_ada`;
 * null where a text is nothing of the kind.
 */
export function behindKind(text: string): string | null {
  return /^\/?(?:[\p{L}_-]{1,40}[:/]){1,9}([^:/\s]{1,200})$/u.exec(text)?.[1] ?? null;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function grouped<Value>(values: readonly Value[], keyOf: (value: Value) => string): ReadonlyMap<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}

/** The digits of a text that may be a number. */
function digitsIn({ text }: PayloadNode): readonly string[] {
  const power = /^[^eE]*[0-9](?=[eE][-+0-9])/.exec(text)?.[0];
  return power === undefined ? [digitsOf(text)] : [digitsOf(text), digitsOf(power)];
}

/** The digits that do not depend on the unit. */
function digitsOf(text: string): string {
  let digits = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39 && (code !== 0x30 || digits !== "")) digits += text[at];
  }
  return withoutEnd(digits, "0");
}

/** Powers of ten by which services write an amount in another unit, the likeliest first. */
export const SCALES = [0, 2, -2, 3, -3] as const;

/** Where an awaited amount stands in one of the units that are thought of. */
export function amountsLike(
  candidates: Candidates,
  amount: string | null,
): readonly (NumberValue & { readonly scale: number })[] {
  if (amount === null || !candidates.digits.has(digitsOf(amount))) return [];
  const { byNumber } = candidates;
  return SCALES.flatMap((scale) => {
    const written = shifted(amount.replace(/^-/, ""), -scale);
    const key = written === null ? null : decimalKey(written);
    return (key === null || key === "0" ? [] : (byNumber.get(key) ?? [])).map((value) => ({ ...value, scale }));
  });
}

/** Whether a remark says whose it is by itself: "test" or "Lunch" are everybody's. */
export function tellsWhose(remark: string): boolean {
  return remark.length >= 12 || (remark.length >= 8 && /[0-9]/.test(remark));
}

interface Chosen {
  readonly expected: Awaited | null;
  /** The payload has the awaited amount, and with it an awaited person or remark. */
  readonly isStrong: boolean;
}

/** The simulation whose values a payload has; null for none. */
export function chooseAwaited(candidates: Candidates, awaited: readonly Awaited[]): Chosen {
  let best: Chosen & { readonly score: number } = { expected: null, isStrong: false, score: 1 };
  for (const expected of awaited) {
    const has = (text: string | null) => text !== null && text !== "" && candidates.byText.has(text);
    const names = (text: string | null) => has(text) || (text !== null && candidates.behind.has(text));
    const people = [expected.user, expected.from, expected.to].filter(names).length;
    const [amount] = amountsLike(candidates, expected.amount);
    const money = amount === undefined ? 0 : amount.scale === 0 ? 4 : Math.abs(amount.scale) === 2 ? 3 : 2;
    const remark = has(expected.remark) ? 3 : 0;
    // A remark such as "Lunch" is everybody's, and a currency too.
    if (people === 0 && money === 0 && !tellsWhose(expected.remark ?? "")) continue;
    const score = people * 4 + money + remark + (has(expected.currency) ? 1 : 0);
    if (score > best.score) best = { expected, isStrong: money > 0 && people + remark > 0, score };
  }
  return best;
}
