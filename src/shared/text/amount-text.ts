import { groupDigits, moneyValue } from "../amounts.ts";
import type { EventSummary } from "../events.ts";

/** How many units make one of the currency, as an event's profile says now; null where it does not. */
export type Units = (profileId: string | undefined) => number | null;

/** Those of an event's profile. */
export function unitsOfEvent(event: EventSummary, unitsOf: Units): number | null {
  return event.kind === "notice" ? null : unitsOf(event.profile?.id);
}

/** Those in which an event's own amount is written; null where its reading says that it is in another unit. */
export function unitsOfAmount(event: EventSummary, unitsOf: Units): number | null {
  return event.kind !== "notice" && event.facts.amountUnit === "other" ? null : unitsOfEvent(event, unitsOf);
}

export const NO_UNITS: Units = () => null;

/** What an amount stands for, "= 2 500.00"; null where that is not known or says nothing new. */
export function moneyText(amount: string, units: number | null): string | null {
  const value = units === null ? null : moneyValue(amount, units);
  if (value === null || value === groupDigits(amount)) return null;
  return value.startsWith("≈") ? value : `= ${value}`;
}

/** An amount from outside, which may be no number, as it is shown within a sentence: one that is none in quotes. */
export function quotedAmount(amount: string, units: number | null): string {
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(amount) ? amountText(amount, "", units) : `“${amount}”`;
}

/**
 * An amount as it is shown everywhere: the digits as sent, and the money they stand for where the unit is known.
 * "250 000 NGN", or "250 000 = 2 500.00 NGN".
 */
export function amountText(amount: string, currency: string, units: number | null): string {
  const money = moneyText(amount, units);
  const text = money === null ? groupDigits(amount) : `${groupDigits(amount)} ${money}`;
  return currency === "" ? text : `${text}\u00a0${currency}`;
}
