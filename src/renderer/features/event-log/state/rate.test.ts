import { expect, it } from "vitest";
import { createRateMeter } from "./rate.ts";

it("tells how many arrived in a second, over the last two", () => {
  const meter = createRateMeter();
  meter.add(1_000, 300);
  meter.add(2_000, 100);
  meter.add(2_010, 200);
  expect(meter.read(2_100)).toBe(300);
});

it("forgets what is longer ago, also after a long silence", () => {
  const meter = createRateMeter();
  meter.add(1_000, 300);
  meter.add(2_900, 100);
  expect(meter.read(3_200)).toBe(50);
  expect(meter.read(9_000_000)).toBe(0);
  meter.add(9_000_100, 8);
  expect(meter.read(9_000_200)).toBe(4);
});
