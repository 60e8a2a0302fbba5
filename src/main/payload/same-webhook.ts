import type { ReadValue } from "../../shared/reading.ts";

/**
 * What tells one webhook that is sent again from another, by the ids in both: the one rule of the answer script's
 * memory, of the list of attempts and of the verdicts. Ids may be given as digests.
 */

/** An id that stands at the same place with another value says that it is another event, or told in a new envelope. */
export function contradict(ids: readonly ReadValue[], others: readonly ReadValue[]): boolean {
  return ids.some(({ path, text }) => {
    const there = others.filter((other) => other.path === path);
    return there.length > 0 && !there.some((other) => other.text === text);
  });
}

/** An id is the same at the same place, and none contradicts it: the same event, whatever else has changed. */
export function isSameEvent(ids: readonly ReadValue[], others: readonly ReadValue[]): boolean {
  return ids.some((id) => isAmong(id, others)) && !contradict(ids, others);
}

/** Whether an id stands among others, at the same place. */
export function isAmong({ path, text }: ReadValue, others: readonly ReadValue[]): boolean {
  return others.some((other) => other.path === path && other.text === text);
}
