import { lastUpTo } from "../../../core/binary-search.ts";
import type { JsonOutline } from "./outline.ts";

/** The rows of a tree that are in sight when all is scrolled through: one number each in flat arrays. */
export interface TreeRows {
  readonly nodes: Int32Array;
  readonly depths: Int32Array;
  /** Which child of its parent each is, from 0. */
  readonly positions: Int32Array;
}

/** Up to so many nodes a tree opens whole. */
const OPEN_WHOLE = 400;

/** Which nodes begin open: 1 for each that does. */
export function initiallyOpen(outline: JsonOutline): Uint8Array {
  const open = new Uint8Array(outline.kinds.length);
  if (open.length <= OPEN_WHOLE) return open.fill(1);
  open[0] = 1;
  // The first levels, while they stay short.
  const level = childrenOf(outline, 0, OPEN_WHOLE);
  if (level.length < OPEN_WHOLE / 10) for (const node of level) if ((outline.sizes[node] ?? 0) <= 20) open[node] = 1;
  return open;
}

function childrenOf(outline: JsonOutline, parent: number, most: number): readonly number[] {
  const children: number[] = [];
  const end = outline.nexts[parent] ?? 0;
  for (let node = parent + 1; node < end && children.length < most; node = outline.nexts[node] ?? end)
    children.push(node);
  return children;
}

/** Lists the rows: every node whose ancestors are all open. */
export function treeRows(outline: JsonOutline, open: Uint8Array): TreeRows {
  const { nexts, sizes } = outline;
  const total = outline.kinds.length;
  let capacity = Math.min(total, 1_024);
  let nodes = new Int32Array(capacity);
  let depths = new Int32Array(capacity);
  let positions = new Int32Array(capacity);
  // Around the present node: where the innermost open subtree ends, and how many of its children were passed. What
  // lies further out waits on the stack; five million siblings must not touch it.
  const outer: { readonly end: number; readonly passed: number }[] = [];
  let end = total;
  let passed = 0;
  let count = 0;
  for (let node = 0; node < total; ) {
    while (node >= end) ({ end, passed } = outer.pop() ?? { end: total, passed: 0 });
    if (count === capacity) {
      capacity = Math.min(total, capacity * 2);
      [nodes, depths, positions] = [grown(nodes, capacity), grown(depths, capacity), grown(positions, capacity)];
    }
    nodes[count] = node;
    depths[count] = outer.length;
    positions[count] = passed;
    count += 1;
    passed += 1;
    const next = nexts[node] as number;
    if (open[node] === 1 && (sizes[node] as number) > 0) {
      outer.push({ end, passed });
      end = next;
      passed = 0;
      node += 1;
    } else node = next;
  }
  return {
    nodes: nodes.subarray(0, count),
    depths: depths.subarray(0, count),
    positions: positions.subarray(0, count),
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(numbers);
  return larger;
}

/** The row of a node, or of the closed ancestor that hides it: nodes ascend from row to row. */
export function rowOf({ nodes }: TreeRows, node: number): number {
  return Math.max(
    0,
    lastUpTo(nodes.length, (row) => nodes[row] ?? 0, node),
  );
}
