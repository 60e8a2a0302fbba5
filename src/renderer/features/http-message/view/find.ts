/** Where a query stands in a text: ascending offsets, as many as were asked for at most. */
export interface Findings {
  readonly starts: readonly number[];
  readonly length: number;
  /** There are more than were collected. */
  readonly more: boolean;
}

export const NOTHING_FOUND: Findings = { starts: [], length: 0, more: false };
const MOST = 5_000;
/** Searched at a stretch before the window gets its turn: about 2 ms. */
const STRETCH = 1_000_000;
/** Searching for a longer text may compare nearly all of it at every place, so that less is searched at once. */
const USUAL_QUERY = 50;
/** Longer ones are nothing to look for, and no expression can be made of the longest. */
export const LONGEST_QUERY = 1_000;

/**
 * Finds every place of a query, without regard to case, in stretches: `pause` is awaited between them, so that a
 * body of 10 MiB holds nothing up.
 *
 * @returns null when `cancelled` said so on the way
 */
export async function findAll(
  text: string,
  query: string,
  pause: () => Promise<void>,
  cancelled: () => boolean,
): Promise<Findings | null> {
  if (query === "") return NOTHING_FOUND;
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  const stretchLength = Math.ceil(STRETCH / Math.max(1, query.length / USUAL_QUERY));
  const starts: number[] = [];
  let done = 0;
  for (let from = 0; from < text.length; from += stretchLength) {
    if (from > 0) await pause();
    if (cancelled()) return null;
    // Stretches overlap by the query, so that nothing is lost between two of them.
    const stretch = text.slice(from, from + stretchLength + query.length - 1);
    pattern.lastIndex = Math.max(0, done - from);
    for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
      if (match.index >= stretchLength) break;
      if (starts.length === MOST) return { starts, length: query.length, more: true };
      starts.push(from + match.index);
      done = from + match.index + match[0].length;
    }
  }
  return { starts, length: query.length, more: false };
}
