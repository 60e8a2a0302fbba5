import { expect, test } from "vitest";
import type { Part } from "../formats/context.ts";
import { inParts } from "./in-parts.ts";

const ids = Array.from({ length: 950 }, (_, index) => index + 1);
const partOf = (given: readonly number[]): Part => ({
  bytes: Buffer.from(given.join(" ")),
  first: null,
  through: given.length,
  events: given.length,
  span: null,
});
async function* pages() {
  yield ids.slice(0, 500);
  yield ids.slice(500);
}
/** The numbers that came, in their order. */
async function gathered(parts: AsyncIterable<Part>): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const { bytes } of parts) found.push(...Buffer.from(bytes).toString().split(" ").map(Number));
  return found;
}
const { signal } = new AbortController();

test("parts come in their order, whoever is done first, and others make them too", async () => {
  const by = { own: 0, other: 0 };
  // Each of the other thread is held until three more have been made here, or there is nothing more to make.
  const held: (() => void)[] = [];
  const own = async (given: readonly number[]) => {
    by.own += 1;
    if (by.own % 3 === 0 || by.own + by.other >= 10) for (const go of held.splice(0)) go();
    return partOf(given);
  };
  const other = async (given: readonly number[]) => {
    by.other += 1;
    if (by.own + by.other < 10) await new Promise<void>((resolve) => held.push(resolve));
    return partOf(given);
  };
  const done: number[] = [];
  const parts = inParts(pages(), { own, others: Promise.resolve([other, other]) }, signal, (each) =>
    done.push(...each),
  );
  expect(await gathered(parts)).toEqual(ids);
  expect(done).toEqual(ids);
  expect(by.other).toBeGreaterThan(0);
  expect(by.own).toBeGreaterThan(0);
});

test("what was too large for one part follows it before the next one", async () => {
  const some = async (given: readonly number[]): Promise<Part> => partOf(given.slice(0, 30));
  expect(
    await gathered(inParts(pages(), { own: some, others: Promise.resolve([some]) }, signal, () => undefined)),
  ).toEqual(ids);
});

test("not more is made ahead than two parts for each maker", async () => {
  let made = 0;
  const make = async (given: readonly number[]) => {
    made += 1;
    return partOf(given);
  };
  const parts = inParts(pages(), { own: make, others: Promise.resolve([]) }, signal, () => undefined)[
    Symbol.asyncIterator
  ]();
  await parts.next();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(made).toBeLessThanOrEqual(3);
  await parts.return?.(undefined);
});

test("a maker that fails, or a signal, ends it", async () => {
  const own = async (given: readonly number[]) => partOf(given);
  const fails = () => Promise.reject(new Error("no memory"));
  await expect(
    gathered(inParts(pages(), { own, others: Promise.resolve([fails]) }, signal, () => undefined)),
  ).rejects.toThrow("no memory");
  const abort = new AbortController();
  const parts = inParts(pages(), { own, others: Promise.resolve([]) }, abort.signal, () => abort.abort());
  await expect(gathered(parts)).rejects.toThrow(/abort/i);
});

test("others that take long to begin are not waited for, and one that cannot begin ends it", async () => {
  const own = async (given: readonly number[]) => partOf(given);
  let begin = (): void => undefined;
  const late = new Promise<readonly (typeof own)[]>((resolve) => {
    begin = () => resolve([own]);
  });
  expect(await gathered(inParts(pages(), { own, others: late }, signal, () => undefined))).toEqual(ids);
  begin();
  const never = Promise.reject(new Error("no thread"));
  await expect(gathered(inParts(pages(), { own, others: never }, signal, () => undefined))).rejects.toThrow(
    "no thread",
  );
});
