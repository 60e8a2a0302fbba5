import { groupDigits, moneyValue } from "../amounts.ts";
import type { EventSummary } from "../events.ts";

/** How many units make one of the currency, as an event's profile says now; null where it does not. */
export type Units = (profileId: string | undefined) => number | null;

/** Those of an event's profile. */
export function unitsOfEvent(event: EventSummary, unitsOf: Units): number | null {
  return event.kind === "notice" ? null : unitsOf(event.profile?.id);
}

export const NO_UNITS: Units = () => null;

/** What an amount stands for, "= 2 500.00"; null where that is not known or says nothing new. */
export function moneyText(amount: string, units: number | null): string | null {
  const value = units === null ? null : moneyValue(amount, units);
  if (value === null || value === groupDigits(amount)) return null;
  return value.startsWith("≈") ? value : `= ${value}`;
}

/** An amount from outside, which may be no number, as it is shown within a sentence: one that is none in quotes. */
export function quotedAmount(amount: string, units: number | null, meant?: string): string {
  const isNumber = meant !== undefined || /^-?[0-9]+(?:\.[0-9]+)?$/.test(amount);
  return isNumber ? amountText(amount, "", units, meant) : `“${amount}”`;
}

/**
 * An amount as it is shown everywhere: the digits as sent, and the money they stand for where the unit is known.
 * "250 000 NGN", or "250 000 = 2 500.00 NGN". Of one that is written in another unit than simulations first what it means
 * in theirs, so that it can be held against them: "250 EUR, written 25 000".
 *
 * @param units how many units of the simulation make one of the currency; null where the profile does not say
 * @param meant the amount in the units of the simulation, where it is written in others
 */
export function amountText(amount: string, currency: string, units: number | null, meant: string = amount): string {
  const money = moneyText(meant, units);
  const written = groupDigits(amount);
  const text = money === null ? groupDigits(meant) : `${groupDigits(meant)} ${money}`;
  const whole = currency === "" ? text : `${text}\u00a0${currency}`;
  return meant === amount || money === `= ${written}` ? whole : `${whole}, written ${written}`;
}
