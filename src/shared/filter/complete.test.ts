import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  askedAmount,
  askedPlace,
  askedReference,
  askedTime,
  completeFilter,
  exactReference,
  isOver,
  type KnownValues,
  namedDays,
  narrowedTo,
  parseFilter,
} from "./index.ts";

/** Completes where the `|` stands and takes the suggestion with that label. */
function take(marked: string, label: string, known?: KnownValues): string {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { start, end, suggestions } = completeFilter(text, cursor, known);
  const chosen = suggestions.find((each) => each.label === label);
  if (chosen === undefined) throw new Error(`not offered: ${suggestions.map((each) => each.label).join(" ")}`);
  return text.slice(0, start) + chosen.insert + text.slice(end);
}

const labels = (marked: string, known?: KnownValues) =>
  completeFilter(marked.replace("|", ""), marked.indexOf("|"), known).suggestions.map((each) => each.label);

describe("completeFilter", () => {
  it("offers every field where a term can begin, and those that fit while one is typed", () => {
    expect(labels("|").length).toBeGreaterThan(10);
    expect(labels("abc |").length).toBeGreaterThan(10);
    expect(labels("st|")).toEqual(["status:"]);
    expect(labels("-ST|")).toEqual(["status:"]);
    expect(labels('"st|')).toEqual([]);
    expect(labels("zzz|")).toEqual([]);
    // Names that people try lead to those that there are.
    expect(labels("forward|")).toEqual(["is:forwarded", "is:forward-failed", "is:not-forwarded"]);
    expect(take("abc forwarding|", "is:not-forwarded")).toBe("abc is:not-forwarded");
    expect(labels("ref|")).toEqual(["ref:"]);
    expect(labels("to|")).toEqual([]);
  });

  it("replaces what is being typed and nothing else", () => {
    expect(take("abc -st| def", "status:")).toBe("abc -status: def");
    expect(take("kind:we| abc", "webhook")).toBe("kind:webhook abc");
    expect(take("status:4xx,5| abc", "5xx")).toBe("status:4xx,5xx abc");
    expect(take("status:|,404", "2xx")).toBe("status:2xx,404");
    expect(take("ki|nd:call", "kind:")).toBe("kind:call");
  });

  it("offers what the program knows, quoted where it has to be", () => {
    expect(take("profile:|", "My shop", { profile: ["My shop"] })).toBe('profile:"My shop"');
    expect(take('profile:"My|', 'My "one"', { profile: ['My "one"'] })).toBe('profile:"My \\"one\\""');
  });

  it("offers references as the whole of one, however far they are typed", () => {
    const known = { ref: ["CUS-77", "a b"] };
    expect(labels("ref:|", known)).toEqual(["=CUS-77", "=a b"]);
    expect(take("ref:cus|", "=CUS-77", known)).toBe("ref:=CUS-77");
    expect(take("ref:=CUS|", "=CUS-77", known)).toBe("ref:=CUS-77");
    expect(take('ref:="a|', "=a b", known)).toBe('ref:="a b"');
  });

  it("offers the amount that is typed as rows show it, in groups", () => {
    for (const text of ["103 456", "103\u202f456 "])
      expect(completeFilter(text, text.length)).toMatchObject({
        start: 0,
        end: text.length,
        suggestions: [{ insert: "amount:103456" }],
      });
    expect(askedAmount("4 711.33")?.filter).toBe("amount:4711.33");
    for (const text of ["103456", "103 45", "1034 567", "ada 103 456", "103 456 kind:call"])
      expect(askedAmount(text)).toBeNull();
  });

  it("offers a plain number first as an amount, and as a reference where one has it", () => {
    const known = { ref: ["cust-10003"] };
    expect(labels("kind:call 10003|")).toEqual(["amount:10003"]);
    expect(labels("10003|", known)).toEqual(["amount:10003", "ref:10003"]);
    expect(take("-4,711.33| abc", "amount:4,711.33", known)).toBe("-amount:4,711.33 abc");
    for (const text of ['"10003|', "10003x|", "status:10003|"]) expect(labels(text, known)).toEqual([]);
  });

  it("offers nothing that is then refused, and no place outside of any text", () => {
    const text = fc.array(fc.constantFrom("kind:", "since:", "a", '"', " ", ",", "-", "profile:", "status:4"));
    fc.assert(
      fc.property(text, fc.integer({ min: -5, max: 60 }), (parts, cursor) => {
        const all = parts.join("");
        const { start, end } = completeFilter(all, cursor, { profile: ["x y"] });
        expect(0 <= start && start <= end && end <= all.length).toBe(true);
      }),
    );
    for (const field of labels("|"))
      for (const { insert } of completeFilter(field, field.length).suggestions)
        expect(parseFilter(`${field}${insert}`).ok, `${field}${insert}`).toBe(true);
  });
});

describe("the reference that a filter asks for", () => {
  it.each([
    ["kind:call ref:CUS-77 x.y", { text: "CUS-77", exact: false, word: "CUS-77" }, "kind:call <> x.y"],
    ['ref:="kind:call"', { text: "kind:call", exact: true, word: "word:kind:call" }, "<>"],
    ['ref:"a \\"b"', { text: 'a "b', exact: false, word: '"a \\"b"' }, "<>"],
    ["ref:not", { text: "not", exact: false, word: '"not"' }, "<>"],
    ["ref:ab", { text: "ab", exact: false, word: null }, "<>"],
  ])("%s", (filter, asked, replaced) => {
    const { withTerm, ...rest } = askedReference(filter) ?? { withTerm: String };
    expect(rest).toEqual(asked);
    expect(withTerm("<>")).toBe(replaced);
  });

  it("is none where there are several, none, or only one that is not wanted", () => {
    for (const filter of ["ref:a ref:b", "CUS-77", "-ref:CUS-77", "ref:"]) expect(askedReference(filter)).toBeNull();
  });

  it("is written so that it is found to the letter", () => {
    const exact = (text: string) => parseFilter(exactReference(text));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const result = exact(text);
        expect(result.ok && result.filter.terms.map(({ test }) => test)).toEqual([{ field: "ref", text, exact: true }]);
      }),
    );
  });
});

it.each([
  ["ada-01", "ada-01", "ref:=ada-01"],
  ["kind:call ada-01", "ada-010", "kind:call ref:=ada-010"],
  ["ref:ada-01 is:pinned", "ada-01", "ref:=ada-01 is:pinned"],
  ["ref:ada-01", "ngozi-2", "ref:ada-01 ref:=ngozi-2"],
  ["kind:call", "ada-01", "kind:call ref:=ada-01"],
])("%s narrowed to %s alone", (filter, name, narrowed) => {
  expect(narrowedTo(filter, name)).toBe(narrowed);
});

it.each([
  ["data.sum.value:13737", "data.sum.value", "13737"],
  ["$.data.sum.value:13737", "$.data.sum.value", "13737"],
  ["kind:webhook $.sum:500", "$.sum", "kind:webhook 500"],
  ["items[0].ref:cust-1", "items[0].ref", "cust-1"],
  ["data.name:kind:call", "data.name", '"kind:call"'],
  ['data.note:"word"', "data.note", "word"],
  ['kind:webhook data.note:"two words" is:pinned', "data.note", 'kind:webhook "two words" is:pinned'],
])("%s asks for a place in bodies", (filter, place, meant) => {
  const asked = askedPlace(filter);
  expect([asked?.place, asked?.word && asked.withTerm(asked.word)]).toEqual([place, meant]);
});

it.each(["ref:a.b", "http://a.b:80", "a.b:", "sum", "a.b:500 c.d:500", "Ada.: 500", 'a.b:"c d" e', 'a.b:" "'])(
  "%s asks for none",
  (filter) => {
    expect(askedPlace(filter)).toBeNull();
  },
);

// A Friday.
const NOW = new Date(2026, 10, 27, 12, 4);
const ON = "on:2026-11-27";

it.each([
  ["ref_42 last tuesday", "last tuesday", 'ref_42 on:"last tuesday"'],
  ["Yesterday status:5xx", "Yesterday", "on:Yesterday status:5xx"],
  ['"tuesday last week"', "tuesday last week", 'on:"tuesday last week"'],
  ["17 Nov CUS-4711", "17 Nov", "on:2026-11-17 CUS-4711"],
  ["ada Tue 17 Nov 2026", "Tue 17 Nov 2026", "ada on:2026-11-17"],
  ["CUS-4711 2026-11-17", "2026-11-17", "CUS-4711 on:2026-11-17"],
  ["17.11. CUS-4711", "17.11.", "on:2026-11-17 CUS-4711"],
  ["on 27 November 2026", "27 November 2026", ON],
  ["at the 27th of November", "27th of November", ON],
  ["since 27 Nov ada", "27 Nov", "since:2026-11-27 ada"],
  ["Nov 27", "Nov 27", ON],
  ["27. November", "27. November", ON],
  ["27th November", "27th November", ON],
  ["November 27, 2026", "November 27, 2026", ON],
  ["27.11.2026", "27.11.2026", ON],
  ["27/11", "27/11", ON],
  ["28/11", "28/11", "on:2025-11-28"],
  ["27-11-2026", "27-11-2026", ON],
  ["this week", "this week", "since:monday"],
  ["last week ada", "last week", 'since:"monday last week" until:"sunday last week" ada'],
  ["this morning", "this morning", "since:today until:2026-11-27T12:00"],
  ["in the last 10 minutes", "last 10 minutes", "since:10m"],
  ["last hour", "last hour", "since:1h"],
])("a time among the words of %s is meant as one", (filter, words, meant) => {
  const asked = askedTime(filter, NOW, true);
  expect([asked?.words, asked?.filter]).toEqual([words, meant]);
  expect(parseFilter(meant).ok).toBe(true);
});

it.each([
  "31 Feb",
  "31/31",
  "since:tuesday",
  'note:"call last tuesday again"',
  "kilimani tue",
  "kilimani 10",
  "/webhooks/27/11",
  // What would be left is no filter.
  "ab 27 November",
])("no time is offered for %s", (filter) => {
  expect(askedTime(filter, NOW, true)).toBeNull();
});

it.each([
  ["kind:delivery on:2026-11-25", true],
  ["not since:2026-11-25", true],
  ["since:2026-11-25", false],
  ["on:2026-11-25", true],
  ["on:2026-11-27", false],
  ["not on:2026-11-25", false],
  ["until:2026-11-27", false],
  ["not until:2026-11-25", false],
  // It moves on with the clock.
  ["until:10m", false],
  ["until:", false],
])("says whether what %s asks for is over", (filter, over) => {
  expect(isOver(filter, NOW)).toBe(over);
});

it("says how a time is searched, and which day a word for one is", () => {
  expect(askedTime("today", NOW, true)?.searched).toBe("“today” is searched as a word.");
  expect(askedTime("last tuesday", NOW, true)?.searched).toBe("“last tuesday” is searched as words.");
  const [said, ...others] = namedDays('ref_joel on:"last tuesday"', NOW);
  expect(said).toMatch(/^“last tuesday” is Tue\S* \d+ \S+ \d{4}\.$/);
  expect(others).toEqual([]);
  expect(namedDays("yesterday since:2026-11-17 until:10m", NOW)).toEqual([]);
});
