import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Instant } from "../../src/shared/primitives.ts";

// The two nights of the year on which the clocks are changed, in a zone that does so. Events carry moments, which know
// nothing of it; what is shown and what is typed are by the clock on the wall.

const former = process.env["TZ"];
let measures: typeof import("../../src/shared/measures.ts");
let typed: typeof import("../../src/renderer/features/event-log/filter/typed-moment.ts");
let values: typeof import("../../src/shared/filter/values.ts");

beforeAll(async () => {
  process.env["TZ"] = "Europe/Berlin";
  // Only now: formatters take the zone when they are made.
  measures = await import("../../src/shared/measures.ts");
  typed = await import("../../src/renderer/features/event-log/filter/typed-moment.ts");
  values = await import("../../src/shared/filter/values.ts");
});
afterAll(() => {
  if (former === undefined) delete process.env["TZ"];
  else process.env["TZ"] = former;
});

const at = (text: string): Instant => Date.parse(text) * 1_000;
const HOUR = 3_600_000_000;

function read(text: string, endOfDay = false): Instant {
  const moment = values.readMoment(text, endOfDay);
  if (moment === null || !("at" in moment)) throw new Error(`${text} is not understood.`);
  return moment.at;
}

describe("the night that has one hour twice", () => {
  const first = at("2026-10-25T00:30:00Z");
  const second = at("2026-10-25T01:30:00Z");

  test("shows both with the same clock, and tells them apart by zone and in UTC", () => {
    expect(measures.clockText(first)).toBe(measures.clockText(second));
    expect(measures.localMomentText(first)).toBe("25 Oct 2026, 02:30:00.000 CEST");
    expect(measures.localMomentText(second)).toBe("25 Oct 2026, 02:30:00.000 CET");
    expect(measures.utcMomentText(first) < measures.utcMomentText(second)).toBe(true);
    expect(measures.durationText(second - first)).toBe("1 h 00 min");
  });

  test("is the day before for who asks for yesterday, at the clock of then", () => {
    expect(typed.readTypedMoment("yesterday 12:00", at("2026-10-26T08:00:00Z"))).toMatchObject({
      ok: true,
      at: at("2026-10-25T11:00:00Z"),
    });
    expect(typed.readTypedMoment("yesterday 12:00", at("2026-10-25T08:00:00Z"))).toMatchObject({
      ok: true,
      at: at("2026-10-24T10:00:00Z"),
    });
  });

  test("has a day of 25 hours for who asks for that day", () => {
    expect(read("2026-10-25", true) + 1 - read("2026-10-25")).toBe(25 * HOUR);
  });
});

describe("the night that lacks an hour", () => {
  test("has a day of 23 hours, and an hour that was not is read as one beside it", () => {
    expect(read("2026-03-29", true) + 1 - read("2026-03-29")).toBe(23 * HOUR);
    const moment = read("2026-03-29T02:30");
    expect(Math.abs(moment - at("2026-03-29T01:00:00Z"))).toBeLessThanOrEqual(HOUR);
  });
});
