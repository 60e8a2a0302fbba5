import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callBody, linkSegment, operationPath } from "./call-body.ts";
import { FIELD_AT_MOST, fieldOfServiceName, fieldProblems, fieldRefusalCode, refusedField } from "./call-fields.ts";

const anyText = fc.string({ unit: "binary" });

describe("checks before a call", () => {
  it("lets a full form go, whatever its references hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const charge = { amount: "1", currency: text, from: text, to: text, remark: text };
        expect(fieldProblems({ operation: "charge", body: charge })).toEqual({});
        expect(fieldProblems({ operation: "link", linkId: text })).toEqual({});
      }),
    );
  });

  it("names each field that keeps it back", () => {
    const empty = { amount: "1.5", currency: "", from: "", to: "", remark: "" };
    expect(Object.keys(fieldProblems({ operation: "charge", body: empty }))).toEqual(Object.keys(empty));
    expect(
      Object.keys(fieldProblems({ operation: "credit", body: { amount: "1", currency: "", userReference: "" } })),
    ).toEqual(["currency", "userReference"]);
    expect(fieldProblems({ operation: "link", linkId: "" })).toHaveProperty("linkId");
  });

  it("refuses half a surrogate pair where it would have to become bytes, and only there", () => {
    expect(fieldProblems({ operation: "link", linkId: "a\ud83d" })).toHaveProperty("linkId");
    expect(fieldProblems({ operation: "credit", body: { raw: '"\udc00"' } })).toHaveProperty("raw");
    const credit = { amount: "1", currency: "NGN", userReference: "\ud83d" };
    expect(fieldProblems({ operation: "credit", body: credit })).toEqual({});
    expect(callBody({ operation: "credit", body: credit })).toContain('"\\ud83d"');
  });

  it("lets any body of the user's own go", () => {
    expect(fieldProblems({ operation: "credit", body: { raw: "{ not json" } })).toEqual({});
    expect(fieldProblems({ operation: "charge", body: { raw: "" } })).toEqual({});
  });

  it("carries the field's name in the code and back", () => {
    expect(refusedField(fieldRefusalCode("userReference"))).toBe("userReference");
    expect(refusedField("field:constructor")).toBeNull();
    expect(refusedField("mode")).toBeNull();
    expect(fieldOfServiceName("user_reference")).toBe("userReference");
    expect(fieldOfServiceName("__proto__")).toBeNull();
  });
});

describe("what goes out", () => {
  it("has the fields in the order of the specification, and the digits as typed", () => {
    expect(
      callBody({ operation: "credit", body: { amount: "9007199254740993123", currency: "NGN", userReference: "a" } }),
    ).toBe('{"amount":9007199254740993123,"currency":"NGN","user_reference":"a"}');
    const charge = { amount: "-0", currency: "NGN", from: "a", to: "b", remark: 'say "hi"\n' };
    expect(callBody({ operation: "charge", body: charge })).toBe(
      '{"amount":-0,"currency":"NGN","from":"a","to":"b","remark":"say \\"hi\\"\\n"}',
    );
    expect(callBody({ operation: "link", linkId: "x" })).toBeNull();
  });

  it("is JSON that reads back to every text typed", () => {
    fc.assert(
      fc.property(anyText, anyText, (from, amount) => {
        const text = callBody({ operation: "charge", body: { amount, currency: "", from, to: "", remark: from } });
        expect(JSON.parse(text ?? "")).toMatchObject({ from, remark: from });
      }),
    );
  });

  it("passes a body of the user's own untouched", () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        expect(callBody({ operation: "credit", body: { raw } })).toBe(raw);
      }),
    );
  });

  it("makes one segment of any id, which is no dot segment to a URL parser and decodes to the same id", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[./%?#a ]{1,4}$/)), (id) => {
        fc.pre(id.isWellFormed());
        const segment = linkSegment(id);
        expect(segment).not.toMatch(/[/?#\s]|^\.{1,2}$/);
        expect(decodeURIComponent(segment)).toBe(id);
      }),
    );
    expect(operationPath({ operation: "link", linkId: "a/b" })).toBe("/link/a%2Fb");
  });
});

describe("a field that text is pasted into", () => {
  it("takes up to its bound, and beyond it says so beside the field", () => {
    const text = "x".repeat(FIELD_AT_MOST);
    expect(fieldProblems({ operation: "link", linkId: text })).toEqual({});
    expect(fieldProblems({ operation: "link", linkId: `${text}x` })).toEqual({
      linkId: expect.stringContaining("At most"),
    });
    expect(fieldProblems({ operation: "credit", body: { raw: text } })).toEqual({});
    expect(fieldProblems({ operation: "credit", body: { raw: `${text}x` } })).toHaveProperty("raw");
    const charge = { amount: "1", currency: "NGN", from: "a", to: "b", remark: "c" };
    expect(fieldProblems({ operation: "charge", body: { ...charge, remark: `${text}x` } })).toHaveProperty("remark");
  });
});
