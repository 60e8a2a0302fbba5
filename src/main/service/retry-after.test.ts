import { expect, it } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const NOW = Date.UTC(2026, 9, 21, 7, 28, 0);

it.each([
  ["0", 0],
  [" 120 ", 120],
  ["9999999999", 9_999_999_999],
  ["Wed, 21 Oct 2026 07:28:30 GMT", 30],
  ["Wednesday, 21-Oct-26 07:29:00 GMT", 60],
  ["Wed Oct 21 07:28:01 2026", 1],
  ["Sun Nov  1 07:28:00 2026", 11 * 24 * 3_600],
  ["Wed, 21 Oct 2020 07:28:30 GMT", 0],
  ["-1", null],
  ["1.5", null],
  ["soon", null],
  ["Wed, 21 Foo 2026 07:28:30 GMT", null],
  ["2026-10-21T07:28:30Z", null],
])("%j means %s seconds", (value, seconds) => {
  expect(retryAfterSeconds(value, null, NOW)).toBe(seconds);
});

it("takes the service's clock where it tells its time", () => {
  const date = "Wed, 21 Oct 2026 08:28:00 GMT";
  expect(retryAfterSeconds("Wed, 21 Oct 2026 08:28:05 GMT", date, NOW)).toBe(5);
  expect(retryAfterSeconds("Wed, 21 Oct 2026 07:28:05 GMT", "no date", NOW)).toBe(5);
  expect(retryAfterSeconds("7", date, NOW)).toBe(7);
});

it("is nothing when nothing was sent", () => {
  expect(retryAfterSeconds(null, null, NOW)).toBeNull();
});
