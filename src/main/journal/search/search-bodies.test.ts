import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytes, createJournals, indexed, quoted, sampleDelivery } from "../../../../tests/journal/samples.ts";
import type { Journal } from "../index.ts";
import { haystackOf } from "./haystack.ts";

const pieces = (text: string): readonly string[] => [
  ...haystackOf({ kind: 1, rest: "{}", request_body: Buffer.from(text), path: "/" }),
];

describe("searching in hostile and in encoded bodies", () => {
  const journals = createJournals();
  let journal: Journal;
  beforeAll(async () => {
    journal = await journals.open();
  });
  afterAll(() => journals.dispose());

  const JSON_TYPE: [string, string] = ["Content-Type", "application/json"];
  const LONE = "\\ud800";
  it.each<[name: string, body: Uint8Array, headers: [string, string][], wanted: string]>([
    ["after a NUL", bytes("abc\u0000needle one"), [], "needle one"],
    [
      "between invalid UTF-8",
      Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0]), bytes("needle two"), Buffer.from([0x80])]),
      [],
      "needle two",
    ],
    ["behind a byte order mark", bytes("\ufeffneedle three"), [], "needle three"],
    ["in JSON escapes", bytes(`{"a":"n\\u0065edle\\/four${LONE}"}`), [JSON_TYPE], "needle/four"],
    ["as JSON escapes", bytes(`{"a":"n\\u0065edle\\/five${LONE}"}`), [JSON_TYPE], "edle\\/five"],
    [
      "in another charset",
      Buffer.from("né\u00e9dle six", "latin1"),
      [["content-type", "text/plain; charset=ISO-8859-1"]],
      "néédle six",
    ],
    ["in gzip", gzipSync("needle seven"), [["Content-Encoding", "gzip"]], "needle seven"],
    ["in what claims to be gzip", bytes("needle eight"), [["Content-Encoding", "gzip"]], "needle eight"],
    ["at the end of two megabytes", bytes(`${"x ".repeat(1_000_000)}needle nine`), [], "needle nine"],
    ["regardless of case, beyond ASCII too", bytes("NEÉDLE ΤΈΛΟΣ"), [], "neédle τέλος"],
    ["deep in brackets", bytes(`${"[".repeat(100_000)}"needle ten"`), [JSON_TYPE], "needle ten"],
    ["in UTF-8 in a header", bytes(""), [["X-Name", Buffer.from("needle élf").toString("latin1")]], "needle élf"],
  ])("finds a text %s, before and after it is indexed", async (_, body, headers, wanted) => {
    const id = await journal.append(sampleDelivery(body, {}, headers));
    const search = async () =>
      (await journal.page({ limit: 500, filter: quoted(wanted) })).events.map((event) => event.id);
    expect(await search()).toEqual([id]);
    await Promise.all(Array.from({ length: 4 }, () => journal.append(sampleDelivery("filler"))));
    await indexed(journal);
    expect(await search()).toEqual([id]);
  });

  it("makes a text of nothing but escapes searchable without an object for each of them", async () => {
    const source = `import { haystackOf } from ${JSON.stringify(new URL("./haystack.ts", import.meta.url).href)};
      const request_body = Buffer.from("\\\\".repeat(4_000_000) + "\\u0041");
      const found = [...haystackOf({ kind: 1, rest: "{}", request_body, path: "/" })].at(-1);
      if (!found.endsWith("\\a")) throw new Error("read as " + found.slice(-10));`;
    // A list of two million matches takes more than twice this.
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      resourceLimits: { maxOldGenerationSizeMb: 96 },
    });
    const [code] = (await once(thread, "exit")) as [number];
    expect(code).toBe(0);
  });

  it("hands a body out in pieces, and nothing that lies across two of them is lost", () => {
    const most = Math.max(...pieces(`\u0100${"A\\\\".repeat(1_000_000)}`).map(({ length }) => length));
    expect(most).toBeLessThan(300_000);
    const longest = "Ä".repeat(2_000);
    // Of a text as it was sent and as it was meant, wherever in a piece the text begins.
    for (const filling of [".", "\\\\"])
      for (let before = most - 4_500; before < most + 500; before += 250) {
        const text = filling.repeat(before) + longest + filling.repeat(most);
        expect(pieces(text).some((piece) => piece.includes(longest.toLowerCase()))).toBe(true);
      }
  });

  it("looks for many texts at once, found and not to be found, in bodies of several pieces", async () => {
    const filling = "f".repeat(400_000);
    const one = await journal.append(sampleDelivery(`first of them ${filling} ${filling}`));
    const both = await journal.append(sampleDelivery(`first of them ${filling} ${filling} last of them`));
    const search = async (filter: string) =>
      (await journal.page({ limit: 500, filter })).events.map((event) => event.id);
    expect(await search('"first of them" "last of them"')).toEqual([both]);
    expect(await search('"first of them" -"last of them"')).toEqual([one]);
    expect(await search('"first of them" "last of them" -"first of them"')).toEqual([]);
    expect(await search('"first of them" header:x-twice -header:x-thrice')).toEqual([one, both]);
  });

  it("finds a path as it was sent and as it was meant", async () => {
    const id = await journal.append(sampleDelivery("", { path: "/a%20b/caf%C3%A9?q=%zz" }));
    const other = await journal.append(sampleDelivery("", { path: "/a%20b/caf%C3%A9" }));
    const search = async (text: string) =>
      (await journal.page({ limit: 10, filter: quoted(text) })).events.map((event) => event.id);
    expect(await search("caf%c3%a9")).toEqual([id, other]);
    expect(await search("a b/café")).toEqual([other]);
  });
});
