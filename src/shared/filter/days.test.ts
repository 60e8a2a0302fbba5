import { expect, it } from "vitest";
import { dayNamed, isDayFirst, withIsoDates, withIsoMoments } from "./days.ts";
import { parseFilter } from "./index.ts";

// A Sunday.
const NOW = new Date(2026, 10, 22, 12, 4);

it.each([
  ["today", new Date(2026, 10, 22)],
  ["Yesterday", new Date(2026, 10, 21)],
  ["sunday", new Date(2026, 10, 22)],
  ["tuesday", new Date(2026, 10, 17)],
  ["tue", new Date(2026, 10, 17)],
  ["monday", new Date(2026, 10, 16)],
  ["last tuesday", new Date(2026, 10, 17)],
  ["last sunday", new Date(2026, 10, 15)],
  ["tuesday last week", new Date(2026, 10, 10)],
  ["Sunday last week", new Date(2026, 10, 15)],
  ["today last week", null],
  ["m", null],
  ["17 Nov", new Date(2026, 10, 17)],
  ["24 Dec", new Date(2025, 11, 24)],
  ["Tue 17 Nov 2026", new Date(2026, 10, 17)],
  ["17.11.", new Date(2026, 10, 17)],
  ["November 17th, 2026", new Date(2026, 10, 17)],
  ["17. November", new Date(2026, 10, 17)],
  ["17/11", null],
  ["ada 17 Nov", null],
  ["31 Feb", null],
  ["17 foo", null],
  ["someday", null],
])("%s", (word, day) => {
  expect(dayNamed(word, NOW)).toEqual(day);
});

it("writes dates by numbers as everybody reads them, in the system's order where both would be one", () => {
  expect(withIsoDates("since:17/11/2026 until:3.4.2026", true)).toBe("since:2026-11-17 until:2026-04-03");
  expect(withIsoDates("since:4/3/2026", true)).toBe("since:2026-03-04");
  expect(withIsoDates("since:4/3/2026", false)).toBe("since:2026-04-03");
  expect(withIsoDates("since:17/11/2026", false)).toBe("since:2026-11-17");
  expect(withIsoDates("17-11-2026 9:15", false)).toBe("2026-11-17 9:15");
  // As a word it is looked for as it is typed.
  const now = new Date(2026, 10, 20);
  expect(withIsoMoments("17/11 since:17/11 on:24/12", true, false, now)).toBe("17/11 since:2026-11-17 on:2025-12-24");
  expect(withIsoMoments("since:17/11", true, true, now)).toBe("since:17/11");
  expect(withIsoMoments('17.11.2026 since:"17.11.2026"', true)).toBe('17.11.2026 since:"2026-11-17"');
  // Half a year, no date at all, and what is part of something longer.
  for (const text of ["since:17/11/20", "31/31/2026", "path:/1/17/11/2026/", "1.2.3.2026"])
    expect(withIsoDates(text, true)).toBe(text);
  expect([isDayFirst("en-GB"), isDayFirst("de-DE"), isDayFirst("en-US")]).toEqual([true, true, false]);
});

it("takes days by name in the filter, the whole of them", () => {
  expect(parseFilter('since:"tuesday last week"').ok).toBe(true);
  const result = parseFilter("since:yesterday until:yesterday");
  if (!result.ok) throw new Error(result.errors[0].message);
  const [from, to] = result.filter.terms.map(({ test }) =>
    "moment" in test && "at" in test.moment ? test.moment.at : 0,
  );
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() * 1_000;
  expect(to).toBe(midnight - 1);
  expect(new Date((from ?? 0) / 1_000).getDate()).toBe(new Date(midnight / 1_000 - 1).getDate());
});
