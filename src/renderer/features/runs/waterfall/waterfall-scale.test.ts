import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScale } from "./waterfall-scale.ts";

const MS = 1_000;
const SECOND = 1_000_000;

/** A call that was answered after 48 ms. */
const CALL = [
  { from: 0, until: 6 * MS },
  { from: 44 * MS, until: 48 * MS },
];

describe("the axis of a run", () => {
  it("cuts the quiet time up to a far limit, and says how long that is", () => {
    const scale = createScale([412 * MS, 30 * SECOND], CALL);
    expect(scale.stretches.map(({ from, until, cut }) => [from, until, cut])).toEqual([
      [0, 412 * MS, false],
      [412 * MS, 30 * SECOND, true],
    ]);
    expect(scale.place(48 * MS)).toBeGreaterThan(0.05);
    expect(scale.place(412 * MS)).toBeCloseTo(0.66);
    expect(scale.place(30 * SECOND)).toBeCloseTo(1);
    expect(scale.ticks.at(-1)).toMatchObject({ at: 30 * SECOND, text: "30 s" });
  });

  it("cuts no moment away: what stands alone between two quiet times has its place and its time between them", () => {
    const scale = createScale([1_520 * MS, 30 * SECOND], CALL);
    expect(scale.stretches.map(({ from, until, cut }) => [from, until, cut])).toEqual([
      [0, 48 * MS, false],
      [48 * MS, 1_520 * MS, true],
      [1_520 * MS, 30 * SECOND, true],
    ]);
    expect(scale.ticks.map(({ text }) => text)).toContain("1.52 s");
  });

  it("is even from end to end where nothing would be lost by it", () => {
    const scale = createScale([47_200 * MS, 30 * SECOND], CALL);
    expect(scale.stretches).toHaveLength(1);
    expect(scale.place(30 * SECOND)).toBeCloseTo(30 / 47.2);
    expect(scale.ticks.map(({ text }) => text)).toEqual(["0", "10 s", "20 s", "30 s", "40 s"]);
  });

  it("shows what follows after an hour at the same scale as what came at once", () => {
    const retry = { from: 3_600 * SECOND, until: 3_600 * SECOND + 20 * MS };
    const scale = createScale([30 * SECOND], [...CALL, { from: 60 * MS, until: 80 * MS }, retry]);
    const width = (span: { from: number; until: number }) => scale.place(span.until) - scale.place(span.from);
    expect(width(retry)).toBeCloseTo(width({ from: 60 * MS, until: 80 * MS }));
    expect(width(retry)).toBeGreaterThan(0.05);
  });

  it("never cuts through a bar, however long it is", () => {
    const scale = createScale(
      [],
      [
        { from: 0, until: 60 * SECOND },
        { from: 60 * SECOND, until: 60 * SECOND + 1 },
      ],
    );
    expect(scale.stretches.every(({ cut }) => !cut)).toBe(true);
  });

  it("says no time twice, however near to one another the moments are", () => {
    const scale = createScale([310_200, 314_900, 30 * SECOND], [{ from: 310_200, until: 314_900 }]);
    const texts = scale.ticks.map(({ text }) => text);
    expect(texts).toContain("0.31 s");
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("has a place for a run of which nothing is known yet", () => {
    const scale = createScale([], []);
    expect(scale.place(0)).toBe(0);
    expect(scale.ticks[0]).toMatchObject({ place: 0, text: "0" });
  });

  it("keeps the order of time, stays within the picture and leaves room between labels, whatever happens", () => {
    const moment = fc.oneof(fc.nat(1_000), fc.nat(60 * SECOND), fc.nat(86_400 * SECOND));
    const span = fc.tuple(moment, fc.nat(5 * SECOND)).map(([from, length]) => ({ from, until: from + length }));
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 20 }), fc.array(span, { maxLength: 10 }), (moments, solid) => {
        const scale = createScale(moments, solid);
        const ends = [...moments, ...solid.flatMap(({ from, until }) => [from, until])].sort((a, b) => a - b);
        const places = ends.map(scale.place);
        expect(places.every((place, index) => place >= (places[index - 1] ?? 0) - 1e-9 && place <= 1 + 1e-9)).toBe(
          true,
        );
        expect(new Set(scale.ticks.map(({ text }) => text)).size).toBe(scale.ticks.length);
        const labels = scale.ticks.map(({ place }) => place).sort((a, b) => a - b);
        expect(labels.every((place, index) => index === 0 || place - (labels[index - 1] ?? 0) >= 0.209)).toBe(true);
      }),
    );
  });
});
