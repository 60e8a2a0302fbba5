import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFilter, type Test } from "./index.ts";

function tests(text: string): readonly (Test & { readonly negated?: true })[] {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(result.errors[0].message);
  return result.filter.terms.map(({ test, negated }) => (negated ? { ...test, negated } : test));
}

function errors(text: string): readonly string[] {
  const result = parseFilter(text);
  return result.ok ? [] : result.errors.map(({ start, end, message }) => `${text.slice(start, end)} | ${message}`);
}

describe("words", () => {
  it("are searched for as they stand, in quotation marks with their spaces", () => {
    expect(tests('ref_123 "two words" "say \\"hi\\" \\\\ \\n"')).toEqual([
      { field: "text", text: "ref_123" },
      { field: "text", text: "two words" },
      { field: "text", text: 'say "hi" \\ \\n' },
    ]);
  });

  it("are what a field that there is none of offers to search for, if its value is long enough", () => {
    const instead = (text: string) => {
      const result = parseFilter(text);
      return result.ok ? undefined : result.errors[0].instead;
    };
    expect(instead("kind:call body:zq21")).toBe('"zq21"');
    expect(instead('body:"a \\"b\\""')).toBe('"a \\"b\\""');
    expect(instead("body:zq")).toBeUndefined();
    expect(instead("kind:thing")).toBeUndefined();
  });

  it("are numbers in any spelling, grouped as in the rows or as people write them", () => {
    const number = (text: string, ...otherwise: readonly string[]) => ({ field: "text", text, otherwise });
    expect(tests('471\u202f133 4,711.33 "471 133" 4 711.33 1\u202f000\u202f000')).toEqual([
      number("471\u202f133", "471133"),
      number("4,711.33", "4711.33", "471133"),
      number("471 133", "471133"),
      number("4 711.33", "4711.33", "471133"),
      number("1\u202f000\u202f000", "1000000"),
    ]);
    expect(tests("4711.33")).toEqual([number("4711.33", "471133")]);
    // Two words, a number as it is, and what no three digits narrow.
    expect(tests("404 500 471133 10.50 471.331")).toEqual(
      ["404", "500", "471133", "10.50", "471.331"].map((text) => ({ field: "text", text })),
    );
  });

  it("may be addresses and pieces of JSON", () => {
    expect(tests('https://a.test:80/x {"amount":50000}')).toEqual([
      { field: "text", text: "https://a.test:80/x" },
      { field: "text", text: '{"amount":50000}' },
    ]);
  });

  it("are pieces of JSON as they are pasted, with the spaces in their texts, and with and without one after a colon", () => {
    const piece = (text: string, ...otherwise: readonly string[]) => ({ field: "text", text, otherwise });
    expect(tests('"seq":4000')).toEqual([piece('"seq":4000', '"seq": 4000')]);
    expect(tests('"seq": 4000, kind:call')).toEqual([
      piece('"seq": 4000,', '"seq":4000,'),
      { field: "kind", values: ["call"] },
    ]);
    expect(tests('-"a":"b c","d \\" e":"f: g"')).toEqual([
      { ...piece('"a":"b c","d \\" e":"f: g"', '"a": "b c","d \\" e": "f: g"'), negated: true },
    ]);
    expect(tests('"seq":')).toEqual([{ field: "text", text: '"seq":' }]);
    expect(errors('"seq":"40')).toEqual(['"40 | The closing " is missing.']);
  });

  it("of fewer than three characters are looked for where a longer one stands beside them", () => {
    expect(tests("asked by the bank")).toEqual(["asked", "by", "the", "bank"].map((text) => ({ field: "text", text })));
    expect(errors("-asked by kind:call")).toEqual(["by | A word needs at least three characters."]);
    expect(errors('asked ""')).toEqual(['"" | A word needs at least three characters.']);
  });

  it("of fewer than three characters alone are refused, quoted or not", () => {
    expect(errors('ab "ab" kind:call "" -x')).toEqual([
      "ab | A word needs at least three characters.",
      '"ab" | A word needs at least three characters.',
      '"" | A word needs at least three characters.',
      "-x | A word needs at least three characters.",
    ]);
  });
});

describe("negation", () => {
  it("is a minus sign or not, and two of them cancel out", () => {
    expect(tests("-abc not kind:call not -abc -status:5xx")).toEqual([
      { field: "text", text: "abc", negated: true },
      { field: "kind", values: ["call"], negated: true },
      { field: "text", text: "abc" },
      { field: "status", ranges: [{ from: 500, to: 599 }], none: false, negated: true },
    ]);
  });

  it("leaves a quoted not alone, and asks for what should follow", () => {
    expect(tests('"not"')).toEqual([{ field: "text", text: "not" }]);
    expect(errors("abc not")).toEqual(["not | Write what is not wanted after not."]);
    expect(tests("not not")).toEqual([{ field: "text", text: "not", negated: true }]);
  });

  it("covers the whole term in its span", () => {
    const result = parseFilter("  not kind:call");
    expect(result.ok && result.filter.terms[0]?.span).toEqual({ start: 2, end: 15 });
  });
});

describe("fields", () => {
  it("read what a simulation came to, in the words of the rows and in others", () => {
    expect(tests("match:Late,by-hand -match:none")).toEqual([
      { field: "match", values: ["late", "by-hand"] },
      { field: "match", values: ["none"], negated: true },
    ]);
    expect(tests("outcome:Open,failed outcome:paid")).toEqual([
      { field: "outcome", values: ["neither", "failed"] },
      { field: "outcome", values: ["went-through"] },
    ]);
    // What a row calls failed is a webhook that says so, and no call.
    expect(tests('match:failed match:call-failed match:"CAME TWICE"')).toEqual([
      { field: "match", values: ["failed"] },
      { field: "match", values: ["refused"] },
      { field: "match", values: ["duplicate"] },
    ]);
    expect(tests("match:wrong,unsure")).toEqual([{ field: "match", values: ["mismatch", "not-sure"] }]);
    expect(tests('match:"bad signature" signature:bad,no')).toEqual([
      { field: "match", values: ["bad-signature"] },
      { field: "signature", values: ["invalid", "missing"] },
    ]);
  });

  it("read lists, groups, comparisons and ranges", () => {
    expect(tests("kind:call,webhook")).toEqual([{ field: "kind", values: ["call", "delivery"] }]);
    expect(tests("STATUS:404,5XX,none")).toEqual([
      {
        field: "status",
        ranges: [
          { from: 404, to: 404 },
          { from: 500, to: 599 },
        ],
        none: true,
      },
    ]);
    expect(tests("status:>=400 status:<300 status:200..299")).toEqual([
      { field: "status", ranges: [{ from: 400, to: null }], none: false },
      { field: "status", ranges: [{ from: null, to: 299 }], none: false },
      { field: "status", ranges: [{ from: 200, to: 299 }], none: false },
    ]);
    expect(tests("duration:>500ms duration:1.5s..2s duration:<20")).toEqual([
      { field: "duration", ranges: [{ from: 500_001, to: null }] },
      { field: "duration", ranges: [{ from: 1_500_000, to: 2_000_000 }] },
      { field: "duration", ranges: [{ from: null, to: 19_999 }] },
    ]);
    expect(tests("amount:50000 amount:>9007199254740993123")).toEqual([
      { field: "amount", ranges: [{ from: "50000", fromOpen: false, to: "50000", toOpen: false }] },
      { field: "amount", ranges: [{ from: "9007199254740993123", fromOpen: true, to: null, toOpen: false }] },
    ]);
    expect(tests('method:post,Get currency:ngn path:/web header:"a: b" ref:x')).toEqual([
      { field: "method", values: ["post", "get"] },
      { field: "currency", values: ["ngn"] },
      { field: "path", text: "/web" },
      { field: "header", text: "a: b" },
      { field: "ref", text: "x" },
    ]);
  });

  it("read amounts as rows show them and people write them, money with two decimals also in units", () => {
    const is = (text: string) => ({ from: text, fromOpen: false, to: text, toOpen: false });
    const amount = (...ranges: readonly object[]) => ({ field: "amount", ranges });
    expect(tests('amount:471 133 amount:471\u202f133 amount:"471 133" AMOUNT:1 000 000 kind:call')).toEqual([
      amount(is("471133")),
      amount(is("471133")),
      amount(is("471133")),
      amount(is("1000000")),
      { field: "kind", values: ["call"] },
    ]);
    expect(tests('amount:4,711.33 amount:"4 711.33" amount:4711.33')).toEqual(
      [1, 2, 3].map(() => amount(is("4711.33"), is("471133"))),
    );
    expect(tests("amount:>4,711.33 amount:471 133..500 000 -amount:0.50")).toEqual([
      amount({ from: "4711.33", fromOpen: true, to: null, toOpen: false }),
      amount({ from: "471133", fromOpen: false, to: "500000", toOpen: false }),
      { ...amount(is("0.50"), is("50")), negated: true },
    ]);
    // Two amounts as well as one; what is no group of three digits is a word of its own.
    expect(tests("amount:100,200 amount:1,000,000 amount:5000 404")).toEqual([
      amount(is("100"), is("200"), is("100200")),
      amount(is("1000000")),
      amount(is("5000")),
      { field: "text", text: "404" },
    ]);
  });

  it("ask for a whole reference after an equals sign, which means nothing elsewhere", () => {
    expect(tests('ref:=CUS-77 -ref:="a \\"b\\", c" ref:"=x" ref:==x note:=x')).toEqual([
      { field: "ref", text: "CUS-77", exact: true },
      { field: "ref", text: 'a "b", c', exact: true, negated: true },
      { field: "ref", text: "=x" },
      { field: "ref", text: "=x", exact: true },
      { field: "note", text: "=x" },
    ]);
    expect(errors("ref:= amount:=5 ")).toHaveLength(2);
  });

  it("read times, relative and absolute", () => {
    expect(tests("since:10m until:2h since:1d")).toEqual([
      { field: "since", moment: { ago: 600_000_000 } },
      { field: "until", moment: { ago: 7_200_000_000 } },
      { field: "since", moment: { ago: 86_400_000_000 } },
    ]);
    const at = Date.UTC(2026, 10, 20, 14, 30, 5) * 1_000;
    expect(tests("since:2026-11-20T14:30:05Z since:2026-11-20T15:30:05.000123+01:00")).toEqual([
      { field: "since", moment: { at } },
      { field: "since", moment: { at: at + 123 } },
    ]);
  });

  it("take a date alone from its first to its last moment, in local time", () => {
    const start = new Date(2026, 10, 20).getTime() * 1_000;
    const end = new Date(2026, 10, 21).getTime() * 1_000 - 1;
    expect(tests("since:2026-11-20 until:2026-11-20")).toEqual([
      { field: "since", moment: { at: start } },
      { field: "until", moment: { at: end } },
    ]);
    expect(tests("on:2026-11-20")).toEqual([{ field: "on", from: start, to: end }]);
  });

  it.each([
    ["status:6", "6 |"],
    ["status:abc", "abc | After status: write a number"],
    ["status:200,,300", "200,,300 | After status: write"],
    ["on:10m", "10m | After on: write a day"],
    ["on:2026-11-20T14:30", "2026-11-20T14:30 | After on: write a day"],
    ["kind:thing", "thing | After kind: write call, webhook or notice."],
    ["amount:lots", "lots | After amount: write a number"],
    ["amount:..", ".. | After amount:"],
    ["since:2026-02-31", "2026-02-31 | After since: write how long ago, such as"],
    ["since:someday", "someday | After since: write how long ago, such as"],
    ["duration:>fast", ">fast | After duration: write"],
    ["order:12", "order:12 | There is no field “order”. To search for the text, put it in quotation marks."],
    [
      "date:tuesday",
      "date:tuesday | There is no field “date”. Use on:, since: or until: instead. To search for the text, put",
    ],
    ["dir:in", "dir:in | There is no field “dir”. Use kind:webhook or kind:call instead. To search for the text, put"],
    ["type:webhook", "type:webhook | There is no field “type”. Use kind: instead. To search for the text, put"],
    [
      "forward:failed",
      "forward:failed | There is no field “forward”. Use is:forwarded, is:forward-failed or is:not-forwarded instead.",
    ],
    ["amount>800000", "amount>800000 | Put a colon after the field: amount:>800000"],
    ["Status>=500", "Status>=500 | Put a colon after the field: status:>=500"],
    ["constructor:12", "constructor:12 | There is no field “constructor”. To"],
    ["match:maybe", "maybe | After match: write one of waiting, none can be seen now, matched,"],
    ["signature:odd", "odd | After signature: write valid, invalid, missing, unreadable or unchecked"],
    ["status:", "status: | Write a value after status:"],
    ['"open', '"open | The closing " is missing.'],
    ['"one"two', 'two | Put a space after the closing ".'],
  ])("%s says where and what is wrong", (text, start) => {
    expect(errors(text)[0]).toMatch(new RegExp(`^${start.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  });

  it("knows the value of a field that is not typed yet from one that is left out", () => {
    const unfinished = (text: string) => {
      const result = parseFilter(text);
      return result.ok ? null : result.errors.map((error) => error.unfinished === true);
    };
    for (const text of ["kind:call ref:", "ref:=", "amount:>", "kind:web", "kind:call,No"])
      expect(unfinished(text)).toEqual([true]);
    for (const text of ["ref: ada", "ref: ", 'ref:"', "order:", "kind:calls", "kind:web ", "since:24/1x"])
      expect(unfinished(text)).toEqual([false]);
  });

  it("reports every fault, not only the first", () => {
    expect(errors("ab status:x kind:y")).toHaveLength(3);
  });
});

describe("any text at all", () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      "kind:",
      "status:",
      "amount:",
      "since:",
      "-",
      '"',
      "\\",
      "not ",
      ",",
      "..",
      ">=",
      " ",
      "5xx",
      "10m",
    ),
    fc.string({ unit: "binary" }),
  );
  const anything = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));

  it("is understood or refused with places inside the text and whole sentences", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = parseFilter(text);
        const spans = result.ok ? result.filter.terms.map((term) => term.span) : result.errors;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        if (!result.ok) for (const { message } of result.errors) expect(message).toMatch(/^.+[.]$/s);
      }),
      { numRuns: 1_000 },
    );
  });

  it("of three characters or more can be searched for in quotation marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 3 }), (wanted) => {
        const quoted = `"${wanted.replaceAll(/[\\"]/g, "\\$&")}"`;
        expect(tests(quoted)).toEqual([{ field: "text", text: wanted }]);
      }),
    );
  });
});
