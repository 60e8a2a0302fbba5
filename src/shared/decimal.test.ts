import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDecimals, decimalKey, decimalShift } from "./decimal.ts";

describe("compareDecimals", () => {
  it.each([
    ["10", "10.00", 0],
    ["1e1", "10", 0],
    ["0", "-0.000", 0],
    ["9007199254740992", "9007199254740993", -1],
    ["1E400", "1E399", 1],
    ["0.1", "0.09", 1],
    ["-2", "-10", 1],
    ["-1", "1", -1],
    ["007", "7", 0],
    ["100e-2", "1", 0],
  ])("%s against %s", (left, right, expected) => {
    expect(Math.sign(compareDecimals(left, right) ?? Number.NaN)).toBe(expected);
    expect(Math.sign(compareDecimals(right, left) ?? Number.NaN)).toBe(expected === 0 ? 0 : -expected);
  });

  it.each(["", "abc", "1.", ".5", "1,000", "0x10", "1e", "NaN", " 1"])("knows that %j is no decimal", (text) => {
    expect(compareDecimals(text, "1")).toBeNull();
    expect(compareDecimals("1", text)).toBeNull();
  });

  it("agrees with exact integer arithmetic", () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 30 }));
    const write = ([digits, places]: readonly [bigint, number]): string => {
      const size = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
      const text = places === 0 ? size : `${size.slice(0, -places)}.${size.slice(-places)}`;
      return digits < 0n ? `-${text}` : text;
    };
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const a = left[0] * 10n ** BigInt(30 - left[1]);
        const b = right[0] * 10n ** BigInt(30 - right[1]);
        expect(Math.sign(compareDecimals(write(left), write(right)) ?? Number.NaN)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});

describe("decimalKey", () => {
  it("is the same for equal numbers and only for those", () => {
    const number = fc.constantFrom(
      "0",
      "-0",
      "0.0",
      "5",
      "5.00",
      "05",
      "50e-1",
      "50",
      "5e1",
      "-5",
      "0.5",
      "5E400",
      "500",
    );
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(decimalKey(left) === decimalKey(right)).toBe(compareDecimals(left, right) === 0);
      }),
    );
    expect(decimalKey("1,000")).toBeNull();
  });
});

describe("decimalShift", () => {
  it.each([
    ["50000", "500", 2],
    ["500.00", "50000", -2],
    ["50000", "50000.0", 0],
    ["50000", "-500", null],
    ["50001", "500", null],
    ["0", "0", null],
    ["x", "500", null],
  ])("%s against %s", (left, right, places) => {
    expect(decimalShift(left, right)).toBe(places);
  });
});
