import { groupDigits } from "../../shared/amounts.ts";
import type { Expectation } from "../../shared/run.ts";

/** Which simulation a run is, in the words of its row: "Credit of 50 000 NGN to ref_ada". */
export function simulationText({ operation, amount, currency, user, from, to }: Expectation): string {
  const digits = amount === null ? "" : ` of ${/^\d+$/.test(amount) ? groupDigits(amount) : amount}`;
  const money = currency === null || amount === null ? digits : `${digits} ${currency}`;
  const people = operation === "credit" ? part("to", user) : `${part("from", from)}${part("to", to)}`;
  return `${operation === "credit" ? "Credit" : "Charge"}${money}${people}`;
}

function part(word: string, reference: string | null): string {
  return reference === null ? "" : ` ${word} ${reference}`;
}
