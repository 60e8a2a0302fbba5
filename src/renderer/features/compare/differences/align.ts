/** Places of two lists that belong together; null where one of them has nothing. */
export type Pairing = readonly (readonly [left: number | null, right: number | null])[];

/** Cells of the table of the longest common subsequence: 4 MB, a few milliseconds. */
const MOST_CELLS = 1_000_000;

/**
 * Pairs the items of two lists: equal ones in their order (longest common subsequence), and what lies between them
 * one after the other. So one more at the beginning is one more, and not a difference in every item.
 *
 * @param left and right numbers of the items, the same for equal ones
 */
export function alignInOrder(left: readonly number[], right: readonly number[]): Pairing {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const pairs: (readonly [number | null, number | null])[] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  let lastLeft = start;
  let lastRight = start;
  const gap = (untilLeft: number, untilRight: number): void => {
    pairs.push(...inTurn(lastLeft, untilLeft, lastRight, untilRight));
  };
  for (const [atLeft, atRight] of commonItems(left, right, start, leftEnd, rightEnd)) {
    gap(atLeft, atRight);
    pairs.push([atLeft, atRight]);
    lastLeft = atLeft + 1;
    lastRight = atRight + 1;
  }
  gap(leftEnd, rightEnd);
  for (let at = 0; leftEnd + at < left.length; at += 1) pairs.push([leftEnd + at, rightEnd + at]);
  return pairs;
}

/** Pairs equal items wherever they stand, and the rest one after the other. */
export function alignAnyOrder(left: readonly number[], right: readonly number[]): Pairing {
  // Of equal items the first place stands last, where it costs nothing to take it from.
  const places = new Map<number, number[]>();
  for (let at = right.length - 1; at >= 0; at -= 1) {
    const number = right[at] as number;
    const known = places.get(number);
    if (known === undefined) places.set(number, [at]);
    else known.push(at);
  }
  const pairs: [number | null, number | null][] = [];
  const leftOver: number[] = [];
  const taken = new Set<number>();
  left.forEach((number, at) => {
    const found = places.get(number)?.pop();
    if (found === undefined) leftOver.push(at);
    else {
      taken.add(found);
      pairs.push([at, found]);
    }
  });
  const rightOver = right.map((_, at) => at).filter((at) => !taken.has(at));
  for (let at = 0; at < Math.max(leftOver.length, rightOver.length); at += 1)
    pairs.push([leftOver[at] ?? null, rightOver[at] ?? null]);
  return pairs;
}

function inTurn(fromLeft: number, toLeft: number, fromRight: number, toRight: number): Pairing {
  const length = Math.max(toLeft - fromLeft, toRight - fromRight);
  return Array.from({ length }, (_, at) => [
    fromLeft + at < toLeft ? fromLeft + at : null,
    fromRight + at < toRight ? fromRight + at : null,
  ]);
}

function commonItems(
  left: readonly number[],
  right: readonly number[],
  start: number,
  leftEnd: number,
  rightEnd: number,
): [number, number][] {
  const height = leftEnd - start;
  const width = rightEnd - start;
  if (height === 0 || width === 0 || (height + 1) * (width + 1) > MOST_CELLS) return [];
  // Cell (i, j): the length of the longest common subsequence of what begins there.
  const row = width + 1;
  const lengths = new Int32Array((height + 1) * row);
  const cell = (i: number, j: number): number => lengths[i * row + j] ?? 0;
  for (let i = height - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1)
      lengths[i * row + j] =
        left[start + i] === right[start + j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (left[start + i] === right[start + j]) {
      found.push([start + i, start + j]);
      i += 1;
      j += 1;
    } else if (cell(i + 1, j) >= cell(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}
