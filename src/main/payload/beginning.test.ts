import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { readWebhook } from "./read.ts";

const factsIn = (body: string) =>
  factsOf(readWebhook({ body: Buffer.from(body), headers: [], target: "/webhooks?key=abc" }, [], []));

test.each([
  ["hello there,\n  nothing paid", "hello there, nothing paid"],
  ['{"note":{"by":"ada"},"seen":true,"list":[7]}', "note.by: ada, seen: true, list[0]: 7"],
  ["a=1&b=two", "a: 1, b: two"],
  ["x".repeat(500), "x".repeat(120)],
])("of %j, in which nothing is found, the row has the beginning", (body, begins) => {
  expect(factsIn(body)).toEqual({ begins });
});

test.each(["", "\u0000\u0001 PNG", '{"event":"ping","id":7}'])(
  "%j needs none: it is empty, no text, or says what it is",
  (body) => {
    expect(factsIn(body)).not.toHaveProperty("begins");
  },
);
