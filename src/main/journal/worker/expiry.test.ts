import { expect, test } from "vitest";
import type { State } from "../file/state.ts";
import { openExpiry } from "./expiry.ts";

const MINUTE = 60_000_000;

/** The numbers of the file, without the file. */
function numbers(): State {
  const values = new Map<string, number>();
  return { get: (name) => values.get(name) ?? 0, set: (name, value) => void values.set(name, value) };
}

test("what the limits remove is told, gathered, and once an hour at most, also over a restart", () => {
  const state = numbers();
  let now = 1_700_000_000_000_000;
  const expiry = openExpiry(state);
  expect(expiry.due(now)).toBeNull();
  expiry.removed(30, "age");
  expiry.removed(10, "events");
  expect(expiry.due(now)).toBeNull();
  now += 2 * MINUTE;
  const first = { code: "events-expired", count: 2, from: 10, until: 30, limits: ["events", "age"] };
  expect(expiry.due(now)).toEqual(first);
  expect(expiry.due(now)).toBeNull();
  expiry.removed(50, "bytes");
  expect(expiry.due((now += 2 * MINUTE))).toBeNull();
  expect(expiry.due((now += 2 * MINUTE))).toBeNull();
  const later = openExpiry(state);
  later.removed(40, "bytes");
  expect(later.due((now += 60 * MINUTE))).toEqual({ ...first, from: 40, until: 50, limits: ["bytes"] });
});

test("a clock that is set back does not silence it", () => {
  const state = numbers();
  const expiry = openExpiry(state);
  expiry.removed(1, "age");
  expect(expiry.due(1_700_000_000_000_000)).toBeNull();
  expect(expiry.due(1_600_000_000_000_000)).toMatchObject({ count: 1 });
});
