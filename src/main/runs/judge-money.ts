import { decimalKey, decimalShift } from "../../shared/filter/decimal.ts";
import type { Evidence, Expectation } from "../../shared/run.ts";
import { currencyInName, currencySays, isCurrencyCode } from "./currencies.ts";
import { evidence } from "./judge.ts";
import type { Amount, PayloadValues } from "./values.ts";
import { UNIT_NAMES } from "./vocabulary.ts";
import type { Value } from "./walk.ts";

/** The amount: equal as a decimal, never as a float. In another unit it is another amount. */
export function judgeAmount(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.amount;
  const wanted = expected === null ? null : decimalKey(expected);
  if (expected === null || wanted === null) return null;
  const agrees = (amount: Amount) => amount.keys[0] === wanted && !amount.doubtful;
  const say = (state: Evidence["state"], amount: Amount): Evidence => {
    const hint = state === "differs" ? hintFor(amount, expected) : null;
    // Who is charged loses it: some services write that with a minus.
    const isCharged = hint === "other-sign" && expectation.operation === "charge";
    return evidence("amount", isCharged ? "unclear" : state, expected, amount.value, hint);
  };
  const wherever = values.amounts.filter(({ keys }) => keys.includes(wanted));
  const perhaps = wherever.find(({ value }) => value.sense.money !== "unlikely") ?? wherever[0];
  const [first] = values.deciding;
  if (first !== undefined) {
    const agreeing = values.deciding.filter(agrees);
    const [one] = agreeing;
    if (one !== undefined) {
      const all = agreeing.length === values.deciding.length && !areSeveral(values.deciding);
      return say(all ? "agrees" : "unclear", one);
    }
    // Under the name of a fee it is a fee; under another one it may be the amount after all.
    const other = perhaps === undefined || perhaps.value.sense.money === "unlikely";
    return other ? say("differs", first) : say("unclear", perhaps);
  }
  if (perhaps === undefined) return evidence("amount", "absent", expected, null);
  const others = values.amounts.filter(({ value }) => value.sense.money === "other");
  const [lone] = others;
  // What calls itself something else may count anything.
  const alone = lone !== undefined && others.every(agrees) && !areSeveral(others) && !values.purpose.isStrange;
  return alone ? say("agrees", lone) : say("unclear", perhaps);
}

/** The same place in several items of a list: several movements in one webhook, and nobody knows which is meant. */
function areSeveral(amounts: readonly Amount[]): boolean {
  const paths = new Set(amounts.map(({ value }) => value.path));
  return new Set([...paths].map((path) => path.replaceAll(/\[[0-9]+\]/g, "[]"))).size < paths.size;
}

function hintFor(amount: Amount, expected: string): Evidence["hint"] {
  const unsigned = amount.digits.replace(/^-/, "");
  if (unsigned !== amount.digits && decimalKey(unsigned) === decimalKey(expected)) return "other-sign";
  const shift = decimalShift(amount.digits, expected);
  return shift === 2 ? "hundred-times" : shift === -2 ? "hundredth" : null;
}

/** The currency: a code in any case, a sign, or a part of the amount's name. What stands nearest to the amount decides. */
export function judgeCurrency(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.currency;
  if (expected === null || expected === "") return null;
  const same = (text: string) => text.toLowerCase() === expected.toLowerCase();
  const places = values.deciding.length > 0 ? values.deciding : values.amounts.filter(isLikely);
  const said: { readonly says: "agrees" | "differs" | "perhaps"; readonly value: Value }[] = [];
  for (const value of nearest(values.named.currency.filter(isCurrency), places)) {
    const says = /^[0-9]{3}$/.test(value.text) ? "perhaps" : currencySays(value.text, expected);
    if (says !== null) said.push({ says, value });
  }
  for (const { value, currency } of places) {
    const says = currency === null ? null : currencySays(currency, expected);
    if (says === "agrees" || says === "differs") said.push({ says, value });
    const code = currencyInName(value.key.words);
    if (code !== null) said.push({ says: same(code) ? "agrees" : "differs", value });
  }
  const [first] = said;
  if (first !== undefined) {
    const isUnanimous = first.says !== "perhaps" && said.every(({ says }) => says === first.says);
    return evidence("currency", isUnanimous ? first.says : "unclear", expected, first.value);
  }
  const anywhere = values.byText.get(expected)?.[0];
  const another = values.codes.find(({ text }) => !same(text));
  const state = another !== undefined ? "unclear" : anywhere === undefined ? "absent" : "agrees";
  return evidence("currency", state, expected, anywhere ?? another ?? null);
}

function isLikely({ value }: Amount): boolean {
  return value.sense.money !== "unlikely";
}

/** A unit may be a currency, and may be pieces. */
function isCurrency({ key, text }: Value): boolean {
  return !UNIT_NAMES.has(key.name) || isCurrencyCode(text.toUpperCase());
}

/** Of several currencies those in the same object as the amount, else in the next one around it, else all. */
function nearest(currencies: readonly Value[], [amount]: readonly Amount[]): readonly Value[] {
  if (amount === undefined || currencies.length < 2) return currencies;
  for (const container of amount.value.around.toReversed()) {
    const found = currencies.filter((currency) => scopeOf(currency) === container);
    if (found.length > 0) return found;
  }
  return currencies;
}

/** The object that a currency stands in; of `currency.code` the one around `currency`. */
function scopeOf({ around, levels, sense, key }: Value): string | undefined {
  const isPart = sense.meaning === "currency" && levels.length > 0 && around.length > 1 && isPartName(key.name);
  return around.at(isPart ? -2 : -1);
}

function isPartName(name: string): boolean {
  return /^(code|iso|isocode|alpha|alphabetic|alphacode|numeric|id|symbol|short)$/.test(name);
}
