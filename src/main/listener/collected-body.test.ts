import fc from "fast-check";
import { expect, test } from "vitest";
import { addToBody, createMemoryBudget, emptyBody, releaseBody, takeBody } from "./collected-body.ts";

const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 30 });

test("chunks of any sizes come together in order, up to the limit and not beyond", () => {
  fc.assert(
    fc.property(chunks, fc.nat(600), (pieces, limit) => {
      const budget = createMemoryBudget(1_000_000);
      const body = emptyBody(limit);
      const all = Buffer.concat(pieces);
      let isFull = false;
      for (const piece of pieces) {
        if (!isFull) isFull = addToBody(body, Uint8Array.from(piece), budget) === "over-cap";
      }
      expect(isFull).toBe(all.length > limit);
      const taken = takeBody(body);
      expect(Buffer.from(taken).equals(all.subarray(0, limit))).toBe(true);
      expect(taken.buffer.byteLength).toBe(taken.byteLength);
      releaseBody(body, budget);
      expect(budget.used()).toBe(0);
    }),
  );
});

test("what is held never exceeds the budget, and what does not fit is not half kept", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 8, max: 400 }), (pieces, room) => {
      const budget = createMemoryBudget(room);
      const body = emptyBody(1_000_000);
      const kept: Uint8Array[] = [];
      for (const piece of pieces) {
        if (addToBody(body, Uint8Array.from(piece), budget) === "no-room") break;
        kept.push(piece);
        expect(budget.used()).toBeGreaterThanOrEqual(body.size);
      }
      expect(budget.used()).toBeLessThanOrEqual(room);
      expect(Buffer.from(takeBody(body)).equals(Buffer.concat(kept))).toBe(true);
    }),
  );
});

test("a chunk that shares its buffer with others is not handed over with them", () => {
  const body = emptyBody(100);
  const shared = new Uint8Array(64).fill(7);
  addToBody(body, shared.subarray(8, 16), createMemoryBudget(100));
  const taken = takeBody(body);
  expect(taken).toEqual(new Uint8Array(8).fill(7));
  expect(taken.buffer.byteLength).toBe(8);
});

test("the last eighth of a budget is for refusals only", () => {
  const budget = createMemoryBudget(800);
  expect(budget.reserve(700, "small")).toBe(true);
  expect(budget.reserve(1, "small")).toBe(false);
  expect(budget.reserve(100, "refusal")).toBe(true);
  expect(budget.reserve(1, "refusal")).toBe(false);
  budget.release(800);
  expect(budget.reserve(700, "small")).toBe(true);
});
