import { expect, it } from "vitest";
import type { State } from "../file/state.ts";
import { createClockTrust } from "./clock-trust.ts";

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
const START = 1_750_000_000_000_000;

function memory(): State {
  const values = new Map<string, number>();
  return { get: (name) => values.get(name) ?? 0, set: (name, value) => void values.set(name, value) };
}

/** A machine whose clock can be set: time passes on both clocks, and the wall's may jump. */
function machine(state = memory()) {
  let elapsed = 0;
  let wall = START;
  let isTrusted = createClockTrust(state, () => elapsed);
  return {
    pass(by: number): boolean {
      elapsed += by;
      wall += by;
      return isTrusted(wall);
    },
    set(by: number): boolean {
      wall += by;
      return isTrusted(wall);
    },
    restart(offFor: number): boolean {
      wall += offFor;
      elapsed = 0;
      isTrusted = createClockTrust(state, () => elapsed);
      return isTrusted(wall);
    },
  };
}

it("trusts a clock that goes on evenly, through nights and weekends", () => {
  const { pass, set, restart } = machine();
  expect(pass(HOUR)).toBe(true);
  expect(set(10 * HOUR)).toBe(true);
  expect(restart(60 * HOUR)).toBe(true);
});

it.each([400 * DAY, -100 * DAY])(
  "deletes nothing by age after a jump of %d, until the clock has gone on for a day",
  (jump) => {
    const { pass, set, restart } = machine();
    pass(HOUR);
    expect(set(jump)).toBe(false);
    expect(pass(20 * HOUR)).toBe(false);
    // Set right again is another jump.
    expect(set(-jump)).toBe(false);
    expect(pass(20 * HOUR)).toBe(false);
    expect(restart(HOUR)).toBe(false);
    expect(pass(5 * HOUR)).toBe(true);
  },
);

it("notices a jump between two starts", () => {
  const { pass, restart } = machine();
  pass(HOUR);
  expect(restart(400 * DAY)).toBe(false);
});
