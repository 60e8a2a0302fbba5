import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clockText,
  countText,
  dayText,
  durationText,
  exactClockText,
  exactDurationText,
  localMomentText,
  momentText,
  pluralText,
  roundDurationText,
  sizeText,
  unbroken,
  utcMomentText,
} from "./measures.ts";

const NARROW = "\u202f";

describe("counts and sizes", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1_240, `1${NARROW}240`],
    [1_000_000, `1${NARROW}000${NARROW}000`],
  ])("%i is %s", (count, text) => expect(countText(count)).toBe(text));

  it("agrees with its noun", () => {
    expect([0, 1, 1_200].map((count) => pluralText(count, "delivery", "deliveries"))).toEqual([
      "0 deliveries",
      "1 delivery",
      `1${NARROW}200 deliveries`,
    ]);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1.0 kB"],
    [1_299, "1.2 kB"],
    [99_999, "99.9 kB"],
    [100_000, "100 kB"],
    [999_999, "999 kB"],
    [4_500_000, "4.5 MB"],
    [10_485_760, "10.4 MB"],
    [3_000_000_000_000, "3.0 TB"],
    [3_000_000_000_000_000, "3000 TB"],
  ])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe("lengths of time", () => {
  it.each([
    [0, "0 µs"],
    [999, "999 µs"],
    [1_000, "1.0 ms"],
    [4_199, "4.1 ms"],
    [12_900, "12 ms"],
    [99_999, "99 ms"],
    [412_305, "0.41 s"],
    [9_999_999, "9.99 s"],
    [12_345_678, "12.3 s"],
    [59_999_999, "59.9 s"],
    [60_000_000, "1 min 00 s"],
    [125_000_000, "2 min 05 s"],
    [3_600_000_000, "1 h 00 min"],
    [86_400_000_000 * 2 + 3 * 3_600_000_000, "2 d 3 h"],
  ])("%i µs is %s", (length, text) => expect(durationText(length)).toBe(text));

  it.each([
    [0, "0.0 s", "0 s"],
    [399_999, "0.3 s", "0 s"],
    [59_999_999, "59.9 s", "59 s"],
    [65_400_000, "1 min 05 s", "1 min 05 s"],
  ])("%i µs is %s to the tenth and %s to the second", (length, tenths, seconds) =>
    expect([durationText(length, "tenths"), durationText(length, "seconds")]).toEqual([tenths, seconds]),
  );

  it.each([
    [0, "0 s"],
    [20_000, "20 ms"],
    [4_000, "4 ms"],
    [500_000, "0.5 s"],
    [30_000_000, "30 s"],
    [120_000_000, "2 min"],
    [432_000_000, "7 min 12 s"],
    [3_600_000_000, "1 h"],
    [1_500_000, "1.5 s"],
  ])("%i µs, round, is %s", (length, text) => expect(roundDurationText(length)).toBe(text));

  it("never loses a microsecond where it promises all of them", () => {
    expect(exactDurationText(9_007_199_254_740_991)).toBe(
      "9 007 199 254 740.991 ms".replaceAll(/(?<=\d) (?=\d)/g, NARROW),
    );
  });
});

describe("moments", () => {
  const at = Date.UTC(2026, 10, 20, 13, 3, 7, 412) * 1_000 + 5;

  it("keep their microseconds", () => {
    expect(utcMomentText(at)).toBe("2026-11-20T13:03:07.412005Z");
    expect(exactClockText(at)).toMatch(/^\d\d:03:07\.412005$|^\d\d:33:07\.412005$/);
    expect(clockText(at)).toBe(exactClockText(at).slice(0, 12));
    expect(localMomentText(at).startsWith(momentText(at))).toBe(true);
    expect(momentText(at)).toMatch(/ 2026, \d\d:[03]3:07$/);
    expect(localMomentText(at)).toContain(`${dayText(at)}, ${clockText(at)} `);
  });

  it("in UTC can be read back exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_000_000_000_000_000 }), (moment) => {
        const text = utcMomentText(moment);
        expect(Date.parse(`${text.slice(0, 19)}Z`) * 1_000 + Number(text.slice(20, 26))).toBe(moment);
      }),
    );
  });
});

it("breaks a sentence anywhere but between a number and its unit of time", () => {
  expect(unbroken("Within 30.0 s none of 3 came; 2 min 05 s later 1 did.")).toBe(
    "Within 30.0\u00a0s none of 3 came; 2\u00a0min 05\u00a0s later 1 did.",
  );
});
