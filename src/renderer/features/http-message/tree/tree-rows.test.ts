import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonOutline, nodeAncestors, outlineJson, position } from "./outline.ts";
import { initiallyOpen, rowOf, treeRows } from "./tree-rows.ts";

function outlined(text: string): JsonOutline {
  const result = outlineJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.outline;
}

describe("the rows of a tree", () => {
  it("are the nodes whose ancestors are all open, each at its depth and place", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.infiniteStream(fc.boolean()), (text, coin) => {
        const outline = outlined(text);
        const open = Uint8Array.from(outline.kinds, () => (coin.next().value === true ? 1 : 0));
        const expected = Array.from(outline.kinds.keys()).filter((node) =>
          nodeAncestors(outline, node).every((ancestor) => open[ancestor] === 1),
        );
        const rows = treeRows(outline, open);
        expect(Array.from(rows.nodes)).toEqual(expected);
        expect(Array.from(rows.depths)).toEqual(expected.map((node) => nodeAncestors(outline, node).length));
        expect(Array.from(rows.positions)).toEqual(expected.map((node) => position(outline, node)));
        for (const [row, node] of expected.entries()) expect(rowOf(rows, node)).toBe(row);
      }),
      { numRuns: 400 },
    );
  });

  it("lead to the closed ancestor of a node that is hidden", () => {
    const outline = outlined('{"a":[1,2],"b":3}');
    const rows = treeRows(outline, Uint8Array.of(1, 0, 0, 0, 0));
    expect(rowOf(rows, 3)).toBe(1);
  });

  it("begin whole for a small text, and at the first levels for a large one", () => {
    expect(Array.from(initiallyOpen(outlined("[[1],[2]]")))).toEqual([1, 1, 1, 1, 1]);
    const large = outlined(`{"items":[${"0,".repeat(2_000)}0],"meta":{"a":1}}`);
    expect(treeRows(large, initiallyOpen(large)).nodes.length).toBe(4);
  });

  it("of two million nodes are listed at once", () => {
    const outline = outlined(`[${"0,".repeat(1_999_999)}0]`);
    expect(treeRows(outline, initiallyOpen(outline)).nodes.length).toBe(2_000_001);
  });
});
