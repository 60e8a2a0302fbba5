import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";

type Layer = readonly [how: string, content: Buffer];

const LIMIT = { maxOutputLength: 16_777_216 };
const ATTEMPTS = 200;
/** Larger ones are not taken for a single packed text. */
const WHOLE_AT_MOST = 1_048_576;

/**
 * What unpacks from any place in the bytes that looks like the beginning of gzip, zlib or zstd, or from the whole (deflate and
 * Brotli have no beginning that could be known); also where it was written in Base64 or hexadecimal.
 */
export function unpacked(bytes: Buffer): readonly Layer[] {
  const direct = unpackedOnce(bytes, bytes.length < WHOLE_AT_MOST);
  const written = packedTexts(bytes).flatMap(([how, content]) =>
    unpackedOnce(content, true).map(([inner, unpacked]): Layer => [` (${how})${inner}`, unpacked]),
  );
  return [...direct, ...written];
}

function unpackedOnce(bytes: Buffer, asWhole: boolean): readonly Layer[] {
  const found: Layer[] = [];
  const tryOut = (how: string, unpack: () => Buffer): void => {
    try {
      found.push([` (${how})`, unpack()]);
    } catch {
      // It only looked like it.
    }
  };
  for (const at of placesOf(bytes, [0x1f, 0x8b, 0x08]))
    tryOut(`gzip at ${at}`, () => gunzipSync(bytes.subarray(at), LIMIT));
  for (const level of [0x01, 0x5e, 0x9c, 0xda])
    for (const at of placesOf(bytes, [0x78, level]))
      tryOut(`zlib at ${at}`, () => inflateSync(bytes.subarray(at), LIMIT));
  for (const at of placesOf(bytes, [0x28, 0xb5, 0x2f, 0xfd]))
    tryOut(`zstd at ${at}`, () => zstdDecompressSync(bytes.subarray(at), LIMIT));
  if (bytes.length > 0 && asWhole) {
    tryOut("deflate", () => inflateRawSync(bytes, LIMIT));
    tryOut("Brotli", () => brotliDecompressSync(bytes, LIMIT));
  }
  return found;
}

/** Texts in the bytes that stand for packed ones: gzip and zlib have a beginning in Base64 and in hexadecimal too. */
function packedTexts(bytes: Buffer): readonly Layer[] {
  const found: Layer[] = [];
  for (const start of ["H4sI", "eJ", "eN", "eA", "KLUv"])
    for (const at of placesOf(bytes, [...Buffer.from(start)])) {
      const text = wordAt(bytes, at, /^[A-Za-z0-9+/_-]{16,}/);
      if (text !== null) found.push([`Base64 at ${at}`, Buffer.from(text, "base64url")]);
    }
  for (const start of ["1f8b08", "789c", "1F8B08", "789C"])
    for (const at of placesOf(bytes, [...Buffer.from(start)])) {
      const text = wordAt(bytes, at, /^[0-9A-Fa-f]{32,}/);
      if (text !== null) found.push([`hex at ${at}`, Buffer.from(text, "hex")]);
    }
  return found;
}

/** A first look at the beginning spares most places the long one. */
function wordAt(bytes: Buffer, at: number, word: RegExp): string | null {
  if (!word.test(bytes.toString("latin1", at, at + 64))) return null;
  return word.exec(bytes.toString("latin1", at, at + WHOLE_AT_MOST))?.[0] ?? null;
}

function placesOf(bytes: Buffer, beginning: readonly number[]): readonly number[] {
  const places: number[] = [];
  const needle = Buffer.from(beginning);
  for (let at = bytes.indexOf(needle); at !== -1 && places.length < ATTEMPTS; at = bytes.indexOf(needle, at + 1))
    places.push(at);
  return places;
}
