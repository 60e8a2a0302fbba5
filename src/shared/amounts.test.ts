import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountMeant, amountProblem, groupDigits, moneyValue, unitsOfMoney } from "./amounts.ts";

const digits = fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String);

describe("what may go out as an amount", () => {
  it.each(["0", "1", "50000", "9007199254740993", "-1", "-0", "1".repeat(60)])("takes %s", (text) => {
    expect(amountProblem(text)).toBeNull();
  });

  it.each([
    ["", "50000"],
    ["   ", "50000"],
    [" 50000", ": 50000."],
    ["+50000", ": 50000."],
    ["007", ": 7."],
    ["-007", ": -7."],
    ["000", ": 0."],
    ["50,000", ": 50000."],
    ["50 000", ": 50000."],
    ["1'234'567", ": 1234567."],
    ["50.000", ": 50000."],
    ["500.00", "no decimals"],
    ["0.5", "no decimals"],
    ["500,5", "no decimals"],
    ["1,2,3", "no decimals"],
    ["1e5", "exponent"],
    ["٥٠", "0 to 9"],
    ["₦500", "digits only"],
    ["ten", "digits only"],
    ["--1", "digits only"],
    ["0x10", "digits only"],
  ])("refuses %j and says how to write it", (text, part) => {
    expect(amountProblem(text)).toContain(part);
  });

  it("never suggests something that it would refuse again", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ +-]?[0-9]{1,6}([ ,.'_][0-9]{1,3}){0,3} ?$/), (text) => {
        const suggested = /^Leave out .*: (.+)\.$/.exec(amountProblem(text) ?? "")?.[1];
        expect(amountProblem(suggested ?? "1")).toBeNull();
      }),
    );
  });
});

describe("grouping digits", () => {
  it("puts narrow no-break spaces between thousands and changes no digit", () => {
    expect(groupDigits("50000")).toBe("50\u202f000");
    expect(groupDigits("-1234567.50")).toBe("-1\u202f234\u202f567.50");
    expect(groupDigits("100")).toBe("100");
    expect(groupDigits("1e5")).toBe("1e5");
    fc.assert(fc.property(digits, (text) => groupDigits(text).replaceAll("\u202f", "") === text));
  });
});

describe("the amount that is meant where its form is wrong", () => {
  it.each([
    ["7,500", "7500"],
    [" 50000", "50000"],
    ["+12", "12"],
    ["007", "7"],
    ["-1 250", "-1250"],
  ])("%j is %s, as the complaint says", (text, expected) => {
    expect(amountMeant(text)).toBe(expected);
    expect(amountProblem(text)).toContain(`: ${expected}.`);
  });

  it.each(["50000", "12,50", "1e3", "", "x", `+${"9".repeat(60)}`])("nobody offers anything for %j", (text) =>
    expect(amountMeant(text)).toBeNull(),
  );
});

describe("the units that are meant by money with decimals", () => {
  it.each([
    ["250.00", 100, "25000"],
    ["12,50", 100, "1250"],
    ["0.5", 100, "50"],
    [" 1 250.5 ", 100, "125050"],
    ["-3.25", 100, "-325"],
    ["1.25", 1_000, "1250"],
    ["0,00", 100, "0"],
  ])("%j at %d to one are %s", (text, units, expected) => expect(unitsOfMoney(text, units)).toBe(expected));

  it.each([
    ["250", 100],
    ["1.250", 1_000],
    ["1,250", 100],
    ["12.345", 100],
    ["12.5", 1],
    ["12.5", 240],
    ["1e3", 100],
    ["1.5.0", 100],
  ])("nobody can know of %j at %d to one", (text, units) => expect(unitsOfMoney(text, units)).toBeNull());
});

describe("the money an amount stands for", () => {
  it.each([
    ["50000", 100, "500.00"],
    ["5", 100, "0.05"],
    ["-5", 100, "-0.05"],
    ["0", 100, "0.00"],
    ["50000", 1, "50\u202f000"],
    ["9007199254740993", 100, "90\u202f071\u202f992\u202f547\u202f409.93"],
    ["7", 4, "1.75"],
    ["7", 20, "0.35"],
    ["10", 3, "≈ 3.3333"],
  ])("%s at %i is %s", (amount, units, expected) => {
    expect(moneyValue(amount, units)).toBe(expected);
  });

  it("has none for what is not a whole number", () => {
    for (const text of ["", "1.5", "x", "+1", "01"]) expect(moneyValue(text, 100)).toBeNull();
    expect(moneyValue("1", 0)).toBeNull();
  });

  it("is exact: multiplied back it gives the same units", () => {
    fc.assert(
      fc.property(digits, fc.constantFrom(10, 100, 1_000, 25, 8, 1_000_000_000), (amount, units) => {
        const [whole = "", fraction = ""] = (moneyValue(amount, units) ?? "").replaceAll("\u202f", "").split(".");
        const scale = 10n ** BigInt(fraction.length);
        expect((BigInt(whole + fraction) * BigInt(units)) / scale).toBe(BigInt(amount));
      }),
    );
  });
});
