import type { CallSummary } from "../../../shared/events.ts";
import { countText } from "../../../shared/measures.ts";

/**
 * That the webhooks of simulations that are alike cannot be told apart when these go out right after one another; null
 * where none are.
 *
 * @param tagsRemarks whether a profile gives each charge a remark of its own, by which its webhook is known
 */
export function alikeText(
  calls: readonly Pick<CallSummary, "operation" | "profile" | "facts">[],
  tagsRemarks: (profileId: string) => boolean,
): string | null {
  const counts = new Map<string, number>();
  for (const { operation, profile, facts } of calls) {
    if (operation !== "credit" && operation !== "charge") continue;
    if (operation === "charge" && tagsRemarks(profile.id)) continue;
    const { amount, currency, userReference, from, to, remark } = facts;
    const key = JSON.stringify([profile.id, operation, amount, currency, userReference, from, to, remark]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const alike = [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  if (alike === 0) return null;
  const which = alike === calls.length ? "These calls" : `${countText(alike)} of these calls`;
  return `${which} are alike. Sent right after one another, their webhooks may not be told apart; a playbook (“Make a playbook”) waits for each.`;
}
