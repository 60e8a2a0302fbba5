import type { Incomplete, Reading } from "../../shared/reading.ts";
import { containersOf, type Format, type PayloadNode, pathOf } from "./tree.ts";

/** A webhook's values, in order. */
export interface Payload {
  readonly body: PayloadNode;
  /** Parameters of the request's target, and headers that may name the event. */
  readonly query: PayloadNode;
  readonly headers: PayloadNode;
  /** All values of headers, query and body, in this order. */
  readonly values: readonly PayloadNode[];
  /** Those, and the objects and lists, each at its `place`. */
  readonly nodes: readonly PayloadNode[];
  readonly layout: Layout;
  readonly format: Format;
  readonly incomplete: Incomplete | null;
}

/**
 * The names of a payload, and how they stand within each other. Thousands of webhooks have the same, so what follows
 * from names alone is worked out for the first and remembered; what their texts say is looked at in each.
 */
export interface Layout {
  readonly scores: Map<string, readonly number[]>;
  readonly paths: Map<number, string>;
  readonly patterns: Map<number, string>;
  /** What stands at a place of a reading, as far as no text decides it. The keys are compiled places. */
  readonly found: Map<object, readonly FoundAt[]>;
  /** Readings that were proposed, by all that they are made of. */
  readonly proposals: Map<string, Reading>;
}

/** A node, and the items of lists on the way to it, by their places. */
export interface FoundAt {
  readonly place: number;
  readonly items: readonly number[];
}

// Senders decide how many layouts there are, and how large they are.
const NODES_AT_MOST = 500;
const KEPT_BYTES = 16 * 1_048_576;
const NODE_BYTES = 100;
const SCORE_BYTES = 8;
const PROPOSAL_BYTES = 4_000;
const FOUND_BYTES = 100;

interface Kept {
  readonly layout: Layout;
  readonly nodes: readonly Pick<PayloadNode, "step" | "kind" | "words" | "isNamed">[];
  /** The place of each node's parent; -1 for none. */
  readonly parents: readonly number[];
}

const kept = new Map<number, Kept>();
let keptBytes = 0;

/** The layout of these nodes, remembered from an earlier payload or new. */
export function layoutOf(nodes: readonly PayloadNode[]): Layout {
  let hash = nodes.length;
  for (const { words, step, kind } of nodes)
    hash = (Math.imul(hash, 31) + words.id * 8 + kind.length + (typeof step === "number" ? step : 0)) | 0;
  const known = kept.get(hash);
  if (known !== undefined && isLike(known, nodes)) return known.layout;
  const layout: Layout = {
    scores: new Map(),
    paths: new Map(),
    patterns: new Map(),
    found: new Map(),
    proposals: new Map(),
  };
  if (nodes.length > NODES_AT_MOST) return layout;
  spend(nodes.length * NODE_BYTES);
  // Of two with the same hash the newer stays.
  kept.set(hash, {
    layout,
    // The nodes themselves hold the texts of the payload.
    nodes: nodes.map(({ step, kind, words, isNamed }) => ({ step, kind, words, isNamed })),
    parents: nodes.map(({ parent }) => parent?.place ?? -1),
  });
  return layout;
}

function isLike(known: Kept, nodes: readonly PayloadNode[]): boolean {
  if (known.nodes.length !== nodes.length) return false;
  for (let at = 0; at < nodes.length; at += 1) {
    const [one, other] = [known.nodes[at] as Kept["nodes"][number], nodes[at] as PayloadNode];
    // The value of a pair has the words of the pair's name, so that one with the same words has the same name.
    if (one.step !== other.step || one.kind !== other.kind || one.words !== other.words) return false;
    if (one.isNamed !== other.isNamed || known.parents[at] !== (other.parent?.place ?? -1)) return false;
  }
  return true;
}

/** Forgets everything once it is too much: what is still in use is made again. */
function spend(bytes: number): void {
  keptBytes += bytes;
  if (keptBytes <= KEPT_BYTES) return;
  kept.clear();
  keptBytes = bytes;
}

/**
 * What follows for each node from its name and from what stands around it, by `place`.
 *
 * @param from the node that it is seen from, such as the amount; part of what tells it from others
 * @param score looks at no text. `around`: the objects and lists around `from`
 */
export function scoresOf(
  { layout, nodes }: Payload,
  what: string,
  from: PayloadNode | null,
  score: (node: PayloadNode, around: ReadonlySet<PayloadNode>) => number,
): readonly number[] {
  const key = from === null ? what : `${what} ${from.place}`;
  const known = layout.scores.get(key);
  if (known !== undefined) return known;
  spend(nodes.length * SCORE_BYTES);
  const around = containersOf(from);
  const made = nodes.map((node) => score(node, around));
  layout.scores.set(key, made);
  return made;
}

/** The path of a node, as payload-path.ts writes it. */
export function pathIn({ layout }: Payload, node: PayloadNode): string {
  return layout.paths.get(node.place) ?? noted(layout.paths, node.place, pathOf(node));
}

/** Remembers what is written for the node at a place. */
export function noted(texts: Map<number, string>, place: number, text: string): string {
  spend(NODE_BYTES + text.length * 2);
  texts.set(place, text);
  return text;
}

/** What stands at a place of a reading, which `find` looks up the first time. */
export function foundIn(
  { layout }: Payload,
  compiledPlace: object,
  find: () => readonly FoundAt[],
): readonly FoundAt[] {
  const known = layout.found.get(compiledPlace);
  if (known !== undefined) return known;
  const found = find();
  spend(FOUND_BYTES * (1 + found.length));
  layout.found.set(compiledPlace, found);
  return found;
}

/** The reading that is proposed for a payload of this layout, made of `parts` and nothing else. */
export function proposalIn({ layout }: Payload, parts: string, make: () => Reading): Reading {
  const known = layout.proposals.get(parts);
  if (known !== undefined) return known;
  const made = make();
  spend(PROPOSAL_BYTES + parts.length * 2);
  layout.proposals.set(parts, made);
  return made;
}
