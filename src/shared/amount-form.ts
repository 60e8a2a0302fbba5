/**
 * How the digits of an amount are written, whatever the digits are: `####`, `#.##`, `#,###.##`. The same number in
 * another form may be meant in another unit, so a confirmed reading knows the forms that it was confirmed for. A point
 * stands for whatever the reading says stands before decimals, a comma for the other one.
 */

/** A whole number below a thousand shows no groups, so that `#` may be the beginning of either. */
const SHORT = "#";
const LONG = "####";
const LONGEST = 400;

/**
 * @param mark what stands before the decimals of such amounts
 * @returns one or two decimals are one form, three another: behind them stands what may be a group of thousands
 */
export function amountForm(text: string, mark: "." | ","): string {
  const written = /[0-9](?:.*[0-9])?/s.exec(text.slice(0, LONGEST))?.[0] ?? "";
  const [digits = "", exponent] = written.split(/e[+-]?(?=[0-9]+$)/i);
  const at = digits.lastIndexOf(mark);
  const whole = at === -1 ? digits : digits.slice(0, at);
  const decimals = at === -1 ? 0 : digits.length - at - 1;
  const group = /[^0-9]/.exec(whole)?.[0];
  const ungrouped = whole.length < 4 ? SHORT : LONG;
  const fraction = decimals === 0 ? "" : `.${"#".repeat(Math.min(Math.max(decimals, 2), 4))}`;
  const grouped = group === undefined ? ungrouped : `#${group === "." ? "," : group.replace(/\s/, " ")}###`;
  return grouped + fraction + (exponent === undefined ? "" : "e#");
}

/**
 * Whether an amount is written in one of the forms that are known: as far as its length lets tell, the same.
 *
 * @param hasDecimals it is known to be written with decimals: then it matters only that they are no group of thousands
 */
export function isFormKnown(form: string, known: readonly string[], hasDecimals: boolean): boolean {
  if (known.includes(form)) return true;
  const [whole, rest] = partsOf(form);
  // Behind an exponent no decimal can be meant otherwise: as many are written as the number needs.
  const isScaled = (each: string) => each.endsWith("e#");
  const mayHave = (others: string) =>
    rest === others || (isScaled(rest) && isScaled(others)) || (hasDecimals && ["", ".##", ".####"].includes(rest));
  return known.some((each) => {
    const [knownWhole, knownRest] = partsOf(each);
    if (!mayHave(knownRest)) return false;
    if (whole === knownWhole || whole === SHORT) return true;
    // Groups that nobody has seen are groups only where decimals follow them: `1,000` may be one.
    return knownWhole === SHORT && (whole === LONG || rest !== "");
  });
}

/** The forms of a reading that no webhook has confirmed: how most services write an amount in its unit. */
export function usualForms(scale: number): readonly string[] {
  return [scale > 0 ? `${LONG}.##` : LONG];
}

function partsOf(form: string): readonly [whole: string, rest: string] {
  const [, whole = "", rest = ""] = /^(#[^#.]###|####|#)(.*)$/s.exec(form) ?? [];
  return [whole, rest];
}
