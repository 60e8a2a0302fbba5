import { expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

const NOW = Date.UTC(2026, 10, 20, 12) * 1_000;
const HOUR = 3_600_000_000;

it.each([
  [NOW, "just now"],
  [NOW - 900_000, "just now"],
  [NOW - 59_999_999, "59 seconds ago"],
  [NOW - 60_000_000, "1 minute ago"],
  [NOW - 119_000_000, "1 minute ago"],
  [NOW - HOUR, "60 minutes ago"],
  [NOW - 119 * 60_000_000, "119 minutes ago"],
  [NOW - 2 * HOUR, "2 hours ago"],
  [NOW - 47 * HOUR, "47 hours ago"],
  [NOW - 13 * 24 * HOUR, "13 days ago"],
  [Date.UTC(2025, 0, 10) * 1_000, "22 months ago"],
  [Date.UTC(2024, 10, 10) * 1_000, "2 years ago"],
  [Date.UTC(2021, 3, 12) * 1_000, "5 years ago"],
  [NOW + 120_000_000, "in 2 minutes"],
])("%i is %s", (at, text) => {
  expect(relativeTime(at, NOW)).toBe(text);
});
