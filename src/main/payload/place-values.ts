import { type PlaceStep, pathText, readPlace } from "../../shared/payload-path.ts";
import { type FoundAt, foundIn, type Payload } from "./layout.ts";
import { isValue, type PayloadNode } from "./tree.ts";

/** A place of a reading, ready to be looked up. */
export interface CompiledPlace {
  readonly source: "body" | "query" | "header";
  readonly steps: readonly PlaceStep[];
  /** For each `[*]` the path up to it: places that share it are of one item. */
  readonly lists: readonly string[];
  /** Texts of the payload decide what stands there. */
  readonly isByText: boolean;
}

/** A node at a place, and the items of lists on the way to it. */
export interface Found {
  readonly node: PayloadNode;
  readonly items: readonly PayloadNode[];
}

const FOUND_AT_MOST = 200;

const PLACES_KEPT = 2_000;
const places = new Map<string, CompiledPlace>();

/** Reads the path of a place; one that cannot be read is a place where nothing stands. */
export function compilePlace(path: string): CompiledPlace {
  const known = places.get(path);
  if (known !== undefined) return known;
  const place = readPlace(path) ?? { source: "header" as const, steps: [""] };
  const lists: string[] = [];
  let prefix = "";
  for (const step of place.steps) {
    prefix += typeof step === "object" ? JSON.stringify(step) : pathText([step]);
    if (typeof step === "object" && "any" in step) lists.push(prefix);
  }
  if (places.size >= PLACES_KEPT) places.clear();
  const isByText = place.steps.some((step) => typeof step === "object" && "name" in step);
  const made: CompiledPlace = { ...place, lists, isByText };
  places.set(path, made);
  return made;
}

/** What a place is called: by its key, or where that is the value of a pair by the name of the pair. */
export function nameAt({ steps }: CompiledPlace): string {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  if (typeof before === "object" && "is" in before) return before.is;
  return typeof last === "string" ? last : "";
}

/** All that stands at a place, in order. */
export function nodesAt(place: CompiledPlace, payload: Payload): readonly Found[] {
  if (place.isByText) return lookUp(place, payload);
  const found = foundIn(payload, place, () => lookUp(place, payload).map(foundAt));
  const at = (each: number) => payload.nodes[each] as PayloadNode;
  return found.map((each) => ({
    node: at(each.place),
    items: each.items.length === 0 ? NO_ITEMS : each.items.map(at),
  }));
}

const NO_ITEMS: readonly PayloadNode[] = [];

function foundAt({ node, items }: Found): FoundAt {
  return { place: node.place, items: items.map(({ place }) => place) };
}

/** Whether anything stands at a place. */
export function isThere(place: CompiledPlace, payload: Payload): boolean {
  if (place.isByText) return lookUp(place, payload).length > 0;
  return foundIn(payload, place, () => lookUp(place, payload).map(foundAt)).length > 0;
}

function lookUp({ source, steps }: CompiledPlace, payload: Payload): readonly Found[] {
  const root = source === "body" ? payload.body : source === "query" ? payload.query : payload.headers;
  const only = onlyNode(root, steps);
  if (only !== undefined) return only === null ? [] : [{ node: only, items: [] }];
  let found: readonly Found[] = [{ node: root, items: [] }];
  for (const step of steps) {
    if (found.length === 1) {
      const [only] = found as [Found];
      found = oneStep(only, step);
    } else found = found.flatMap((each) => oneStep(each, step)).slice(0, FOUND_AT_MOST);
    if (found.length === 0) break;
  }
  return found;
}

/** The usual case, without a list: one node or none; undefined where it has to be looked for properly. */
function onlyNode(root: PayloadNode, steps: readonly PlaceStep[]): PayloadNode | null | undefined {
  let node = root;
  for (const step of steps) {
    if (typeof step !== "string") return undefined;
    let next: PayloadNode | null = null;
    for (const child of node.children) {
      if (child.step !== step) continue;
      if (next !== null) return undefined;
      next = child;
    }
    if (next === null) return null;
    node = next;
  }
  return node;
}

function oneStep({ node, items }: Found, step: PlaceStep): readonly Found[] {
  const { children } = node;
  const next: Found[] = [];
  if (typeof step === "string") {
    for (const child of children) if (child.step === step) next.push({ node: child, items });
  } else if (typeof step === "number") {
    // A list of one element is no list in XML.
    if (node.kind !== "array") return step === 0 ? [{ node, items }] : [];
    for (const child of children) if (child.step === step) next.push({ node: child, items });
  } else {
    for (const child of node.kind === "array" ? children : [node]) {
      if (next.length === FOUND_AT_MOST) break;
      if ("any" in step) next.push({ node: child, items: [...items, child] });
      else if (child.children.some((member) => String(member.step) === step.name && member.text === step.is))
        next.push({ node: child, items });
    }
  }
  return next;
}

/**
 * Those of a place that belong to the same items as what was found at another.
 *
 * @param others what else was found there: what stands in an entry with none of them is about each
 */
export function sameItems(
  place: CompiledPlace,
  found: readonly Found[],
  other: CompiledPlace | null,
  item: Found | null,
  others: readonly Found[] | null = null,
): readonly Found[] {
  if (other === null || item === null || place.source !== other.source) return found;
  const isOfAnother = (entry: PayloadNode | undefined, at: number) =>
    others === null || others.some(({ items }) => items[at] === entry);
  return found.filter(({ items }) =>
    place.lists.every(
      (list, at) => other.lists[at] !== list || items[at] === item.items[at] || !isOfAnother(items[at], at),
    ),
  );
}

/** A value that stands at a place alone. `several`: more than one is there, and they are not the same. */
export function onlyValue(found: readonly Found[]): PayloadNode | null | "several" {
  const [first] = found;
  if (first === undefined || !isValue(first.node)) return null;
  return found.every(({ node }) => node.text === first.node.text) ? first.node : "several";
}
