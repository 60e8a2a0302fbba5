import { expect, test } from "vitest";
import { integer, text } from "./codec.ts";
import { defineColumns, type EventRow, field } from "./column.ts";
import { END_NAMES, type EndRow, endRow, eventColumns, keptFact, keptFacts } from "./event-columns.ts";
import type { runColumns } from "./run-columns.ts";

const END = { answerState: "sent", duration: 5, committed: 1, answerStarted: 2, answerEnded: 3 } as const;

// What this proves is proved by the compiler: an expected error that is none is an error.
test("columns of the same type cannot be exchanged without the compiler saying so", () => {
  const right: EndRow = eventColumns.writeSome(END_NAMES, END);
  const swapped = ["answerState", "duration", "answerStarted", "committed", "answerEnded"] as const;
  // @ts-expect-error two of them have changed places
  const wrong: EndRow = eventColumns.writeSome(swapped, END);
  // @ts-expect-error put together by hand, in whatever order
  const byHand: EndRow = [1, 5, 1, 2, 3];
  // @ts-expect-error a row is made by its columns alone
  const row: EventRow = [...right];
  // @ts-expect-error the values of one table are not those of another
  const run: ReturnType<typeof runColumns.write> = endRow(END);
  void [wrong, byHand, row, run];
});

test("a column without its field, or with another kind of value, is refused by the compiler", () => {
  defineColumns({
    at: field("summary", ["call", "delivery", "notice"], integer),
    path: field("summary", ["call"], text),
  });
  // @ts-expect-error there is no such field
  defineColumns({ colour: field("summary", ["call"], integer) });
  // @ts-expect-error a notice has none
  defineColumns({ path: field("summary", ["call", "notice"], text) });
  // @ts-expect-error it is a text
  defineColumns({ path: field("summary", ["call"], integer) });
});

test("a fact of a batch is that of each of its items, and what is damaged has none", () => {
  const stored = keptFacts.write({ userReference: "ref_zed", others: [{ userReference: "ref_ada" }, {}] }) ?? "";
  expect(keptFact(stored, "userReference")).toEqual(["ref_zed", "ref_ada"]);
  for (const others of ["[null,7]", "7", "{}"])
    expect(keptFact(stored.replace(/\[\{.*\]/, `${others}]`), "userReference")).toEqual(["ref_zed"]);
});
