import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedDay, askedReference, completeFilter, exactReference, type KnownValues, parseFilter } from "./index.ts";

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
  });

  it("replaces what is being typed and nothing else", () => {
    expect(take("abc -st| def", "status:")).toBe("abc -status: def");
    expect(take("kind:de| abc", "delivery")).toBe("kind:delivery abc");
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
    ['ref:="kind:call"', { text: "kind:call", exact: true, word: '"kind:call"' }, "<>"],
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
  ["ref_42 last tuesday", 'ref_42 since:"last tuesday" until:"last tuesday"'],
  ["Yesterday status:5xx", "since:Yesterday until:Yesterday status:5xx"],
  ['"tuesday last week"', 'since:"tuesday last week" until:"tuesday last week"'],
  ["17 Nov CUS-4711", 'since:"17 Nov" until:"17 Nov" CUS-4711'],
  ["Tue 17 Nov 2026", 'since:"Tue 17 Nov 2026" until:"Tue 17 Nov 2026"'],
  ["CUS-4711 2026-11-17", "CUS-4711 since:2026-11-17 until:2026-11-17"],
  ["17.11. CUS-4711", "since:17.11. until:17.11. CUS-4711"],
  ["31 Feb", null],
  ["since:tuesday", null],
  ['note:"call last tuesday again"', null],
  ["kilimani tue", null],
])("a day among the words of %s is meant as a day", (filter, meant) => {
  expect(askedDay(filter)?.filter ?? null).toBe(meant);
  if (meant !== null) expect(parseFilter(meant).ok).toBe(true);
});
