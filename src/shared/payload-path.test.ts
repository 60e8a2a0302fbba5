import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathText, readPath } from "./payload-path.ts";

describe("paths in a payload", () => {
  it("are read back as they were written, whatever the keys", () => {
    const step = fc.oneof(fc.string({ unit: "binary" }), fc.nat(), fc.constantFrom("a.b", "[0]", '"', "'", "$", " "));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        expect(readPath(pathText(steps))).toEqual(steps);
      }),
    );
  });

  it.each([
    ["transaction.amount", ["transaction", "amount"]],
    ["$.transaction.amount", ["transaction", "amount"]],
    ["$", []],
    [" data[0].x ", ["data", 0, "x"]],
    ["[2]", [2]],
    ["$[2]", [2]],
    ["['odd key'].v", ["odd key", "v"]],
    ["$ref", ["$ref"]],
    ["montant-total.é", ["montant-total", "é"]],
  ])("%s", (text, steps) => {
    expect(readPath(text)).toEqual(steps);
  });

  it.each(["a..b", ".a", "a.", "a[", "a[x]", "a]", 'a["\\x"]', "a[0]b", "a[-1]"])("%s is none", (text) => {
    expect(readPath(text)).toBeNull();
  });
});
