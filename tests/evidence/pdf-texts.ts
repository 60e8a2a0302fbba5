import { inflateSync } from "node:zlib";

/**
 * What a PDF says beside its pages: the values of its information dictionary, the titles of its outline and every other
 * text of it, as readable text. Streams are unpacked; what pages draw are numbers of letters, and no text.
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
