import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlacePath, pathText, readPath, readPlace } from "./payload-path.ts";

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

  it.each([
    ["items[*].amount", { source: "body", steps: ["items", { any: true }, "amount"] }],
    ['Item[Name="Amount"].Value', { source: "body", steps: ["Item", { name: "Name", is: "Amount" }, "Value"] }],
    ['field[@name="a \\"b\\""]', { source: "body", steps: ["field", { name: "@name", is: 'a "b"' }] }],
    ["?user.reference", { source: "query", steps: ["user", "reference"] }],
    ["header Webhook-Id", { source: "header", steps: ["webhook-id"] }],
  ])("of a reading: %s", (text, place) => {
    expect(readPlace(text)).toEqual(place);
    expect(readPath(text)).toBeNull();
  });

  it.each(["a..b", ".a", "a.", "a[", "a[x]", "a]", 'a["\\x"]', "a[0]b", "a[-1]", "a[*]b", "a[x=y]", '[="x"]'])(
    "%s is none",
    (text) => {
      expect(readPath(text)).toBeNull();
      expect(isPlacePath(text)).toBe(false);
    },
  );
});
