import { expect, test } from "vitest";
import { HOSTILE_BODIES } from "./bodies.ts";
import { sendBody } from "./bodies-send.ts";
import { doors } from "./doors.ts";

const [, relay] = doors();
/** The door's body cap. */
const LONGEST = 1_048_576;
const AT_ONCE = 25;

// At the listener it is the whole way to the window: round-trip.test.ts.
test("hostile bodies come to a relay's members byte for byte", { timeout: 120_000 }, async () => {
  const door = await relay?.[1]();
  if (door === undefined) throw new Error("no relay");
  const url = `http://127.0.0.1:${door.port}${door.path}?`;
  const sent = HOSTILE_BODIES.map(({ name, headers, bytes }) => ({ name, headers, body: bytes() })).filter(
    ({ body }) => body.length <= LONGEST,
  );
  expect(sent.length).toBeGreaterThan(HOSTILE_BODIES.length * 0.9);
  for (let from = 0; from < sent.length; from += AT_ONCE) {
    const some = sent.slice(from, from + AT_ONCE);
    const statuses = await Promise.all(
      some.map(({ headers, body }, place) => sendBody(url + (from + place), { headers, bytes: () => body })),
    );
    expect(statuses).toEqual(some.map(() => 200));
  }
  const kept = await door.kept(sent.length);
  expect(kept).toHaveLength(sent.length);
  const bodies = new Map(kept.map(({ target, body }) => [target, body]));
  const faults = sent.filter(({ body }, place) => bodies.get(`${door.path}?${place}`)?.equals(body) !== true);
  expect(faults.map(({ name }) => name)).toEqual([]);
});
