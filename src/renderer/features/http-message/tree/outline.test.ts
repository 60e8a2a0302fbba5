import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, parseJson } from "../../../../shared/json/parse.ts";
import {
  type JsonOutline,
  nodeAncestors,
  nodeAt,
  nodeKey,
  nodeKind,
  nodePath,
  nodeText,
  outlineJson,
  position,
} from "./outline.ts";

function outlined(text: string): JsonOutline {
  const result = outlineJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.outline;
}

interface Row {
  readonly kind: string;
  readonly key: string | null;
  readonly text: string;
  readonly size: number;
  readonly depth: number;
}

/** The tree read from front to back: what an outline should say of every node. */
function rows(node: JsonNode, text: string, key: string | null = null, depth = 0): readonly Row[] {
  const children =
    node.kind === "object"
      ? node.members.map((each) => [each.key, each.value] as const)
      : node.kind === "array"
        ? node.items.map((each) => [null, each] as const)
        : [];
  return [
    { kind: node.kind, key, text: text.slice(node.start, node.end), size: children.length, depth },
    ...children.flatMap(([name, child]) => rows(child, text, name, depth + 1)),
  ];
}

describe("outlineJson", () => {
  it("says of every node what the tree says", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary", maxDepth: 5 }), (text) => {
        const outline = outlined(text);
        const parsed = parseJson(text);
        if (!parsed.ok) throw new Error(parsed.message);
        const said = Array.from({ length: outline.starts.length }, (_, node) => ({
          kind: nodeKind(outline, node),
          key: nodeKey(outline, text, node),
          text: nodeText(outline, text, node),
          size: outline.sizes[node],
          depth: nodeAncestors(outline, node).length,
        }));
        expect(said).toEqual(rows(parsed.root, text));
      }),
      { numRuns: 500 },
    );
  });

  it("jumps over everything inside a node", () => {
    const outline = outlined('{"a":[1,[2,3],{"b":4}],"c":5}');
    expect(Array.from(outline.nexts)).toEqual([9, 8, 3, 6, 5, 6, 8, 8, 9]);
  });

  it("refuses what parseJson refuses, with the same words", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\1.e-tn ') }), (text) => {
        const parsed = parseJson(text);
        const { ok, ...fault } = outlineJson(text);
        expect(ok).toBe(parsed.ok);
        if (!parsed.ok) expect({ ok: false, ...fault }).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });

  it("finds the node that an offset belongs to", () => {
    const text = '{"one":[10, 20],"two":"x"}';
    const outline = outlined(text);
    const at = (part: string) => nodeText(outline, text, nodeAt(outline, text.indexOf(part)));
    expect([at("one"), at("20"), at('"two'), at("x"), at("{")]).toEqual(["[10, 20]", "20", '"x"', '"x"', text]);
  });

  it("writes paths that can be followed", () => {
    const text = '{"a":{"b c":[[1],{"é\\"":2}]},"a_1":3}';
    const outline = outlined(text);
    expect(Array.from({ length: outline.starts.length }, (_, node) => nodePath(outline, text, node))).toEqual([
      "$",
      "$.a",
      '$.a["b c"]',
      '$.a["b c"][0]',
      '$.a["b c"][0][0]',
      '$.a["b c"][1]',
      '$.a["b c"][1]["é\\""]',
      "$.a_1",
    ]);
    expect(position(outline, 5)).toBe(1);
  });

  it("holds 100,000 nested brackets and two million items", () => {
    const deep = outlined("[".repeat(100_000) + "]".repeat(100_000));
    expect(nodeAncestors(deep, 99_999).length).toBe(99_999);
    const wide = outlined(`[${"0,".repeat(1_999_999)}0]`);
    expect(wide.sizes[0]).toBe(2_000_000);
  });
});
