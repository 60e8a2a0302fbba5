import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyText } from "../../payload/index.ts";
import { fold } from "./haystack.ts";
import { createTrigramSet, trigramQuery } from "./trigrams.ts";

describe("trigrams", () => {
  it("of a text are among those of every text that contains it", () => {
    const text = fc.string({ unit: "binary" });
    const set = createTrigramSet();
    fc.assert(
      fc.property(text, fc.string({ unit: "binary", minLength: 3 }), text, (before, wanted, after) => {
        set.add(fold(before + wanted + after));
        const all = new Set(set.take().split(" "));
        const query = trigramQuery([fold(wanted)]);
        // Folding looks at neighbours (a final sigma), so what is searched for is folded as a part of the whole.
        if (!fold(before + wanted + after).includes(fold(wanted))) return;
        for (const token of query.split(" ")) expect(all.has(token.slice(1, -1)), token).toBe(true);
      }),
    );
  });

  it("leave nothing behind for the next text", () => {
    const set = createTrigramSet();
    set.add("abcabcabc");
    expect(set.take().trim().split(" ").sort()).toEqual(["abc", "bca", "cab"]);
    set.add("ab");
    expect(set.take()).toBe("");
    set.add("xyz");
    expect(set.take().trim()).toBe("xyz");
  });

  it("take no new memory for each text", () => {
    const set = createTrigramSet();
    const text = Array.from({ length: 5_000 }, (_, place) => (place * 7_919).toString(36)).join("");
    set.add(text);
    expect(set.take().length).toBeGreaterThan(16_000);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 400; count += 1) {
      set.add(text);
      set.take();
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_048_576);
  });

  it("are asked for in a bounded number, from the whole of a long text", () => {
    const long = Array.from({ length: 500 }, (_, place) => place.toString(36)).join("");
    expect(trigramQuery([long]).split(" ").length).toBeLessThanOrEqual(12);
  });
});

describe("fold", () => {
  it.each([
    ["ẸBÙN", "ẹbùn"],
    ["ΟΔΟΣ", "οδοσα".slice(0, 4)],
    ["Größe", "GRÖßE"],
  ])("makes %s and %s equal", (left, right) => {
    expect(fold(left)).toBe(fold(right));
  });
});

describe("bodyText", () => {
  it("reads any bytes under any headers", () => {
    const header = fc.tuple(
      fc.constantFrom("content-type", "content-encoding", "x"),
      fc.oneof(
        fc.string(),
        fc.constantFrom("gzip", "text/plain; charset=utf-16le", "a; charset=nonsense", 'a;charset="'),
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(header), (body, headers) => {
        expect(typeof bodyText(body, headers, 1_000_000).text).toBe("string");
      }),
    );
  });
});
