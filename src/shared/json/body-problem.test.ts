import { describe, expect, it } from "vitest";
import { bodyProblem } from "./body-problem.ts";

describe("what is wrong with a body", () => {
  it("is nothing for valid JSON of any kind", () => {
    for (const text of ["{}", "[1]", "null", ' "x" ', '{"a":1,"a":2}']) expect(bodyProblem(text)).toBeNull();
  });

  it("says where", () => {
    expect(bodyProblem('{\n  "amount": 1,\n  oops\n}')).toMatchObject({ line: 3, column: 3 });
    expect(bodyProblem("")).toMatchObject({ line: 1, column: 1, message: "The body is empty." });
    expect(bodyProblem('{\n  "amount": 1\n  "currency": "NGN"\n}')).toEqual({
      line: 2,
      column: 14,
      message: "A comma is missing here.",
    });
    expect(bodyProblem('[{"a": 1}\n{"a": 2}]')).toMatchObject({ line: 1, column: 10 });
    expect(bodyProblem('{"amount": 1')).toMatchObject({ line: 1, column: 13 });
  });
});
