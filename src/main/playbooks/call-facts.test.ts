import { expect, test } from "vitest";
import { type FactSources, factsOfCall, valuesAt } from "./call-facts.ts";

test("an answer of objects within each other is gone through in proportion to its length", async () => {
  const depth = 60_000;
  const body = Buffer.from(`{"link":${'{"a":'.repeat(depth)}{}${"}".repeat(depth)}}`);
  const call = { kind: "call", summary: { id: 1 }, answer: { headers: [], cut: false } };
  const sources = { journal: { detail: async () => call, body: async () => body } } as unknown as FactSources;
  const facts = await factsOfCall(1, 0, sources);
  const answer = facts?.answer;
  if (answer == null) throw new Error("There is no answer.");
  expect(valuesAt(answer, "link.a.a").isThere).toBe(true);
  expect(valuesAt(answer, "link.b").isThere).toBe(false);
  // Once its path had a step for each level; and each of them took a list of all that are around it.
  expect(answer.hollow.map(({ length }) => length)).toEqual([504]);
});
