import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDecimals } from "./index.ts";

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
