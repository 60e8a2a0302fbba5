import { describe, expect, it } from "vitest";
import { otherDayText, readTypedMoment } from "./typed-moment.ts";

const local = (year: number, month: number, day: number, hours = 0, minutes = 0, seconds = 0): number =>
  new Date(year, month - 1, day, hours, minutes, seconds).getTime() * 1_000;
const NOW = local(2026, 11, 20, 12, 0, 0);
const read = (text: string): number | string => {
  const moment = readTypedMoment(text, NOW, true);
  return moment.ok ? moment.at : moment.message;
};

describe("a moment as people type it", () => {
  it.each([
    ["9:05", local(2026, 11, 20, 9, 5)],
    ["09:05:07", local(2026, 11, 20, 9, 5, 7)],
    ["9:05:07.25", local(2026, 11, 20, 9, 5, 7) + 250_000],
    ["  today   9:05 ", local(2026, 11, 20, 9, 5)],
    ["Yesterday 9:00", local(2026, 11, 19, 9)],
    ["yesterday", local(2026, 11, 19)],
    ["wednesday 9:00", local(2026, 11, 18, 9)],
    ["last tuesday 14:05", local(2026, 11, 17, 14, 5)],
    ["tuesday last week 14:00", local(2026, 11, 10, 14)],
    ["last friday", local(2026, 11, 13)],
    ["fri", local(2026, 11, 20)],
    ["17/11/2026", local(2026, 11, 17)],
    ["17/11/2026 9:15", local(2026, 11, 17, 9, 15)],
    ["2026-11-17 9:15:30", local(2026, 11, 17, 9, 15, 30)],
    ["17.11.2026 14:32", local(2026, 11, 17, 14, 32)],
    ["23:50", local(2026, 11, 19, 23, 50)],
    ["19 Nov", local(2026, 11, 19)],
    ["19 November 14:32", local(2026, 11, 19, 14, 32)],
    ["24 dec 18:00", local(2025, 12, 24, 18)],
    ["Nov 19", local(2026, 11, 19)],
    ["19th November, 9:05", local(2026, 11, 19, 9, 5)],
    ["19/11 9:05", local(2026, 11, 19, 9, 5)],
    ["20 Nov 2026, 11:03:07.412305", local(2026, 11, 20, 11, 3, 7) + 412_305],
    ["2026-11-20", local(2026, 11, 20)],
    ["2026-11-20T09:00", local(2026, 11, 20, 9)],
    ["2026-11-20 09:00:30", local(2026, 11, 20, 9, 0, 30)],
    ["2026-11-19T09:00:00Z", Date.UTC(2026, 10, 19, 9) * 1_000],
    ["10m ago", NOW - 600_000_000],
    ["10m", NOW - 600_000_000],
    ["2 hours ago", NOW - 7_200_000_000],
    ["1 day ago", NOW - 86_400_000_000],
    ["1763600000", 1_763_600_000_000_000],
    ["1763600000.5", 1_763_600_000_500_000],
    ["1763600000123", 1_763_600_000_123_000],
    ["1763600000123456", 1_763_600_000_123_456],
  ])("%s", (text, at) => {
    expect(read(text)).toBe(at);
  });

  it.each([
    "",
    "soon",
    "25:00",
    "12:60",
    "31 Feb",
    "1 foo",
    "2026-02-31",
    "14.32",
    "10 parsecs ago",
    "123",
    "today today",
  ])("%j is none, and what would be one is said", (text) => {
    expect(read(text)).toMatch(/^Type a time such as 14:32, .*\.$/);
  });

  it.each(["2027-01-01", "2999999999", "today 13:00"])("%s is still to come", (text) => {
    expect(read(text)).toMatch(/still to come/);
  });
});

it("says that the event it went to is of another day than the one that was asked for", () => {
  const [tuesday, friday] = [local(2026, 11, 24), local(2026, 11, 27, 9)];
  const at = (found: number | null) => ({ found, isEmpty: false });
  expect(otherDayText(tuesday, at(friday), false)).toBe(
    "No event on Tue 24 Nov 2026. This is the next one, of Fri 27 Nov 2026.",
  );
  expect(otherDayText(local(2026, 11, 24, 14, 30), at(friday), true)).toMatch(
    /^No event on Tue 24 Nov 2026 from 14:30 on that the filter shows\. This/,
  );
  expect(otherDayText(tuesday, at(local(2026, 11, 24, 23)), false)).toBeNull();
  expect(otherDayText(friday, at(null), false)).toMatch(/^Nothing happened .* This is the newest event\.$/);
});

it("says of what a filter hides neither that it happened nor that it did not", () => {
  expect(otherDayText(NOW, { found: null, isEmpty: false }, true)).toBe(
    "The filter shows no event at or after that time. This is the newest one that it shows.",
  );
  // Where no row is shown, there is no "this".
  expect(otherDayText(NOW, { found: null, isEmpty: true }, true)).toBe(
    "The filter shows no event, of that time or any other.",
  );
});
