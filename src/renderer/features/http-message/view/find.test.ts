import { expect, test } from "vitest";
import { findAll, LONGEST_QUERY } from "./find.ts";

const soon = (): Promise<void> => Promise.resolve();

test("finds what stands on the border of two stretches, in any letter case", async () => {
  const query = `needle ${"x".repeat(80)}`;
  const text = `${"hay ".repeat(156_240)}${query.toUpperCase()}${"hay ".repeat(400_000)}${query}`;
  const found = await findAll(text, query, soon, () => false);
  expect(found).toEqual({ starts: [624_960, text.length - query.length], length: query.length, more: false });
});

test("gives the window its turn while a long query nearly fits everywhere", async () => {
  let turns = 0;
  const pause = (): Promise<void> => {
    turns += 1;
    return soon();
  };
  const text = "a".repeat(400_000);
  const found = await findAll(text, `${"a".repeat(LONGEST_QUERY - 1)}b`, pause, () => false);
  expect(found?.starts).toEqual([]);
  // In one stretch it took seconds; a paste of a megabyte is one expression too many for the browser.
  expect(turns).toBeGreaterThan(5);
});
