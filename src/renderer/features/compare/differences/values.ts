import { countValues, type JsonNode, type JsonResult, parseJson } from "../../../../shared/json/parse.ts";
import { pathStep } from "../../../../shared/payload-path.ts";
import { alignAnyOrder, alignInOrder } from "./align.ts";
import { type Canon, createCanon } from "./canonical.ts";
import { type DifferenceKind, kindOfValues } from "./kinds.ts";

export interface ValueDifference {
  /** As `pathText` writes it; of items that have moved, the place on the left. */
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly kind: DifferenceKind;
  /** The value as it stands in its text, cut when it is very long; null on the side that does not have it. */
  readonly left: string | null;
  readonly right: string | null;
}

export type ValuesComparison =
  | { readonly state: "same" }
  | {
      readonly state: "different";
      /** In the order of the left text. */
      readonly differences: readonly ValueDifference[];
      /** Found but not listed. */
      readonly more: number;
    }
  /** `side` cannot be compared by its values. */
  | { readonly state: "not-json"; readonly side: "left" | "right" | "both" }
  | { readonly state: "too-many"; readonly limit: number };

/** Values in one body, above which comparing them would take too much memory. */
export const MOST_VALUES = 200_000;
const MOST_DIFFERENCES = 2_000;
const LONGEST_VALUE = 2_000;

/**
 * Compares two JSON texts by their values: the order of members does not count, numbers are compared as decimals of
 * any length, arrays are aligned so that one item more is one difference.
 *
 * @param itemOrder whether the order of items in arrays counts
 */
export function compareValues(left: string, right: string, itemOrder: boolean): ValuesComparison {
  const sides = [left, right].map((text) => text.replace(/^\ufeff/, ""));
  const [a = "", b = ""] = sides;
  if (sides.some((text) => countValues(text, MOST_VALUES).values > MOST_VALUES))
    return { state: "too-many", limit: MOST_VALUES };
  const leftRead = parseJson(a);
  const rightRead = parseJson(b);
  if (!leftRead.ok || !rightRead.ok) return { state: "not-json", side: faultySide(leftRead, rightRead) };
  const canon = createCanon(itemOrder);
  canon.number(leftRead.root);
  canon.number(rightRead.root);
  if (canon.of(leftRead.root) === canon.of(rightRead.root)) return { state: "same" };
  const found = differencesBetween({ left: a, right: b, canon, itemOrder }, leftRead.root, rightRead.root);
  return { state: "different", ...found };
}

function faultySide(left: JsonResult, right: JsonResult): "left" | "right" | "both" {
  return left.ok ? "right" : right.ok ? "left" : "both";
}

interface Sides {
  readonly left: string;
  readonly right: string;
  readonly canon: Canon;
  readonly itemOrder: boolean;
}

/** What is still to be compared; null on the side that has nothing there. */
interface Pair {
  readonly path: string;
  /** The member's name, or that of the array it stands in. */
  readonly name: string | null;
  readonly left: JsonNode | null;
  readonly right: JsonNode | null;
}

function differencesBetween(
  sides: Sides,
  left: JsonNode,
  right: JsonNode,
): { readonly differences: readonly ValueDifference[]; readonly more: number } {
  const differences: ValueDifference[] = [];
  let more = 0;
  const waiting: Pair[] = [{ path: "", name: null, left, right }];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (pair.left !== null && pair.right !== null && sides.canon.of(pair.left) === sides.canon.of(pair.right)) continue;
    const inside = insideOf(sides, pair);
    // The last one is taken first, so they are put in from the end.
    if (inside !== null) for (const each of inside.toReversed()) waiting.push(each);
    else if (differences.length < MOST_DIFFERENCES) differences.push(differenceOf(sides, pair));
    else more += 1;
  }
  return { differences, more };
}

/** The pairs within two objects or two arrays; null for anything else. */
function insideOf(sides: Sides, { path, name, left, right }: Pair): readonly Pair[] | null {
  if (left?.kind === "object" && right?.kind === "object") {
    const rest = byName(right);
    const pairs: Pair[] = [];
    for (const { key, value } of left.members)
      pairs.push({ path: pathStep(path, key), name: key, left: value, right: rest.get(key)?.pop() ?? null });
    for (const [key, values] of rest)
      for (const value of values.toReversed())
        pairs.push({ path: pathStep(path, key), name: key, left: null, right: value });
    return pairs;
  }
  if (left?.kind !== "array" || right?.kind !== "array") return null;
  const align = sides.itemOrder ? alignInOrder : alignAnyOrder;
  return align(left.items.map(sides.canon.of), right.items.map(sides.canon.of)).map(([atLeft, atRight]) => ({
    path: pathStep(path, atLeft ?? atRight ?? 0),
    name,
    left: atLeft === null ? null : (left.items[atLeft] ?? null),
    right: atRight === null ? null : (right.items[atRight] ?? null),
  }));
}

/** The values of each name, the first one last, where it costs nothing to take it from: a name may stand there twice. */
function byName(node: Extract<JsonNode, { kind: "object" }>): Map<string, JsonNode[]> {
  const names = new Map<string, JsonNode[]>();
  for (const { key, value } of node.members.toReversed()) {
    const values = names.get(key);
    if (values === undefined) names.set(key, [value]);
    else values.push(value);
  }
  return names;
}

function differenceOf(sides: Sides, { path, name, left, right }: Pair): ValueDifference {
  return {
    path: path === "" ? "$" : path,
    change: left === null ? "added" : right === null ? "removed" : "changed",
    // Whether there is an id at all is a difference in shape, so only two that differ count as ids.
    kind: left === null || right === null ? "value" : kindOfValues(name, left, right),
    left: left === null ? null : written(sides.left, left),
    right: right === null ? null : written(sides.right, right),
  };
}

function written(text: string, { start, end }: JsonNode): string {
  return end - start <= LONGEST_VALUE ? text.slice(start, end) : `${text.slice(start, start + LONGEST_VALUE)}…`;
}
