import type { Output } from "../../../shared/contract.ts";
import { pluralText, sizeText } from "../../../shared/measures.ts";
import type { RetentionSettings } from "../../../shared/retention.ts";

/**
 * What lower limits take away, a sentence for each; nothing when no limit is lower than it was or all of the log is
 * within them.
 *
 * @param stats the log as it is; null: not known
 * @param now milliseconds since the epoch
 */
export function lowered(
  before: RetentionSettings,
  after: RetentionSettings,
  stats: Output<"journal", "stats"> | null,
  now = Date.now(),
): readonly string[] {
  const isLower = (limit: keyof RetentionSettings): boolean =>
    after[limit] !== null && after[limit] < (before[limit] ?? Number.POSITIVE_INFINITY);
  const losses: string[] = [];
  const { maxEvents, maxBytes, maxAgeDays } = after;
  if (maxEvents !== null && isLower("maxEvents")) {
    const over = (stats?.events ?? Number.POSITIVE_INFINITY) - maxEvents;
    if (stats === null) losses.push("Events beyond the new number are removed.");
    else if (over > 0) losses.push(`${pluralText(over, "event is", "events are")} beyond the new number.`);
  }
  if (maxBytes !== null && isLower("maxBytes") && (stats === null || stats.bytesOnDisk > maxBytes))
    losses.push(`The log is to take up ${sizeText(maxBytes)} at most, and takes up more now.`);
  if (maxAgeDays !== null && isLower("maxAgeDays")) {
    const oldest = stats?.oldest ?? null;
    const limit = (now - maxAgeDays * 86_400_000) * 1_000;
    if (stats === null || (oldest !== null && oldest < limit))
      losses.push(`There are events older than ${pluralText(maxAgeDays, "day", "days")}.`);
  }
  return losses;
}
