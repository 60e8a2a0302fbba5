import { describe, expect, it } from "vitest";
import { localTime, readMoment, relativeTime } from "./moment.ts";

describe("timestamps of the service", () => {
  it.each([
    ["2021-04-12T19:52:22.000000Z", Date.UTC(2021, 3, 12, 19, 52, 22)],
    ["2021-04-12T19:52:22.123456Z", Date.UTC(2021, 3, 12, 19, 52, 22, 123)],
    ["2021-04-12T19:52:22Z", Date.UTC(2021, 3, 12, 19, 52, 22)],
    ["2021-04-12T19:52:22.5+01:00", Date.UTC(2021, 3, 12, 18, 52, 22, 500)],
    ["2020-02-29T00:00:00.000000Z", Date.UTC(2020, 1, 29)],
  ])("%s can be read", (text, at) => {
    expect(readMoment(text)).toEqual({ at });
  });

  it.each([
    "",
    "yesterday",
    "2021-04-12",
    "2021-04-12T19:52:22.000000",
    "2021-04-12 19:52:22Z",
    "2021-02-31T00:00:00.000000Z",
    "2021-13-01T00:00:00.000000Z",
    "2021-04-12T25:00:00.000000Z",
    "1618257142",
    "2021-04-12T19:52:22.000000Z\u202e",
  ])("%j is shown as it is", (text) => {
    expect(readMoment(text)).toBeNull();
  });
});

describe("relative time", () => {
  const now = Date.UTC(2026, 10, 20, 12);
  it.each([
    [now, "just now"],
    [now - 900, "just now"],
    [now - 59_000, "59 seconds ago"],
    [now - 3_600_000, "1 hour ago"],
    [now - 47 * 3_600_000, "1 day ago"],
    [now + 120_000, "in 2 minutes"],
    [Date.UTC(2021, 3, 12), "5 years ago"],
  ])("of %i is %s", (at, text) => {
    expect(relativeTime(at, now)).toBe(text);
  });
});

it("tells the local time with its zone", () => {
  expect(localTime(Date.UTC(2021, 3, 12, 19, 52, 22), "Africa/Lagos")).toMatch(/^12 Apr 2021, 20:52:22 (GMT\+1|WAT)$/);
});
