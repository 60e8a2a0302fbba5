import { inflateSync } from "node:zlib";

/**
 * What a PDF says beside its pages: the values of its information dictionary, the titles of its outline and every other
 * text of it, as readable text. Streams are unpacked; what pages draw are numbers of letters: see `pdfPages`.
 */
export function pdfTexts(pdf: Uint8Array): { readonly information: ReadonlyMap<string, string>; readonly all: string } {
  const file = Buffer.from(pdf).toString("latin1");
  const streams = [...file.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].flatMap(([, content = ""]) => {
    try {
      return [inflateSync(Buffer.from(content, "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
  const plain = [file, ...streams].join("\n");
  const strings = [...plain.matchAll(/<([0-9A-Fa-f\s]{4,})>|\(((?:[^()\\]|\\[^])*)\)/g)].map(([, hex, literal]) =>
    hex === undefined ? (literal ?? "").replaceAll(/\\([^])/g, "$1") : ofHex(hex),
  );
  const information = new Map<string, string>();
  const [dictionary = ""] = /<<(?:(?!>>)[^])*\/Producer[^]*?>>/.exec(file) ?? [];
  for (const [, name = "", hex, literal] of dictionary.matchAll(
    /\/(\w+)\s*(?:<([0-9A-Fa-f]*)>|\(((?:[^()\\]|\\[^])*)\))/g,
  ))
    information.set(name, hex === undefined ? (literal ?? "") : ofHex(hex));
  return { information, all: [plain, Buffer.from(plain, "latin1").toString("utf8"), ...strings].join("\n") };
}

/** UTF-16 where its mark says so, else a byte a character. */
function ofHex(hex: string): string {
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
  const isUtf16 = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0;
  return isUtf16 ? Buffer.from(bytes.subarray(2)).swap16().toString("utf16le") : bytes.toString("latin1");
}

interface PdfPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** What is drawn on it, in the order in which it is: what stands in its margins comes first. */
  readonly text: string;
}

/** The pages of a PDF that Chromium has written, with what is to be read on them. */
export function pdfPages(pdf: Uint8Array): readonly PdfPage[] {
  const file = Buffer.from(pdf).toString("latin1");
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj/gm)].map(([, id, text = ""]) => [id, text]));
  const streamOf = (id: string | undefined): string => {
    const content = /stream\r?\n([^]*)\r?\nendstream/.exec(objects.get(id) ?? "")?.[1] ?? "";
    return inflateSync(Buffer.from(content, "latin1")).toString("latin1");
  };
  return [...objects.values()]
    .filter((text) => text.startsWith("<</Type /Page\n"))
    .map((page) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? [];
      const fonts = new Map(
        [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name,
          lettersOf(streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1])),
        ]),
      );
      let font: ReadonlyMap<number, string> | undefined;
      const drawn = [...streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]).matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)];
      let text = "";
      for (const [, name, glyphs = ""] of drawn) {
        if (name !== undefined) font = fonts.get(name);
        for (const glyph of numbersIn(glyphs)) text += font?.get(glyph) ?? "?";
      }
      return { width: Number(width), height: Number(height), text };
    });
}

/** Which letter each number of a font's letters is, by the map that it has for those who copy from it. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const ranges = [...map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>/g)].flatMap((range) => {
    const [from = 0, until = 0, letter = 0] = range.slice(1).map((each) => Number.parseInt(each, 16));
    return Array.from({ length: until - from + 1 }, (_, at): [number, string] => [
      from + at,
      String.fromCharCode(letter + at),
    ]);
  });
  const single = [...map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].map(
    ([, glyph = "", letter = ""]) =>
      [Number.parseInt(glyph, 16), String.fromCharCode(Number.parseInt(letter, 16))] as const,
  );
  return new Map([...ranges, ...single]);
}

function numbersIn(hex: string): number[] {
  return (hex.match(/.{4}/g) ?? []).map((each) => Number.parseInt(each, 16));
}
