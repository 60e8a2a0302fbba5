import { expect, test } from "vitest";
import { type HarPiece, harPieces } from "./har-entries.ts";

const ENTRIES = [{ a: '\\"{[}' }, { "\\": ["\\\\", "ä\u{1F642}"] }, {}, { deep: [[{ "]": '"' }]] }];
const FILE = Buffer.from(
  JSON.stringify({ log: { 'x"entries': [{ no: 1 }], creator: { name: 'a\\"b' }, entries: ENTRIES, "z\\": {} } }),
);

async function* inPieces(size: number, file = FILE): AsyncIterable<Uint8Array> {
  for (let from = 0; from < file.length; from += size) yield file.subarray(from, from + size);
}

test.each([1, 2, 3, 5, 7, 1_000])("entries are cut out of a file that comes in pieces of %d bytes", async (size) => {
  const found: HarPiece[] = [];
  for await (const piece of harPieces(inPieces(size))) found.push(piece);
  expect(found.map(({ is, json }) => [is, JSON.parse(json)])).toEqual([
    ["creator", { name: 'a\\"b' }],
    ...ENTRIES.map((entry) => ["entry", entry]),
  ]);
});

test("of a file that was never meant as one it is said what can be opened", async () => {
  const read = async () => {
    for await (const _ of harPieces(inPieces(1_000, Buffer.from('{"orders":[]}'))));
  };
  await expect(read()).rejects.toThrow(
    /^This is none of the files that Linkdesk reads: .* What can be opened: case files/,
  );
});
