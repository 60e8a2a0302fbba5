import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/** A way to write a secret in which it would still be one. */
interface Spelling {
  readonly encoding: string;
  readonly bytes: Buffer;
}

/** The spellings of a secret that are looked for. It has to be of some length, or chance would find it. */
export function spellingsOf(secret: string): readonly Spelling[] {
  const plain = Buffer.from(secret);
  const hex = plain.toString("hex");
  const percent = [...plain].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const texts: Readonly<Record<string, string>> = {
    plain: secret,
    reversed: [...secret].toReversed().join(""),
    hex,
    "hex in capitals": hex.toUpperCase(),
    "URL-encoded": encodeURIComponent(secret),
    "URL-encoded as a form": new URLSearchParams({ "": secret }).toString().slice(1),
    "URL-encoded, every byte": percent,
    "in JSON": JSON.stringify(secret).slice(1, -1),
    "in JSON in JSON": JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    "in JSON, every character": [...secret].map((each) => `\\u${hexOf(each)}`).join(""),
    "in HTML": secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
    "in a shell": secret.replaceAll("'", "'\\''"),
    ...base64Texts(plain),
  };
  const utf16 = Buffer.from(secret, "utf16le");
  return [
    ...Object.entries(texts).map(([encoding, text]) => ({ encoding, bytes: Buffer.from(text) })),
    { encoding: "UTF-16 LE", bytes: utf16 },
    { encoding: "UTF-16 BE", bytes: Buffer.from(utf16).swap16() },
  ];
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}

/** Base64 of a secret within a text looks different for each of the three places that it can begin at. */
function base64Texts(plain: Buffer): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), plain]).toString("base64");
    // Without the characters that what stands before and behind it has a part in.
    const own = encoded.replace(/=+$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
    texts[`Base64 at ${offset}`] = own;
    texts[`Base64 for URLs at ${offset}`] = own.replaceAll("+", "-").replaceAll("/", "_");
  }
  return texts;
}

/** Where secrets stand in some bytes, as they are and unpacked: "name: which secret, in which encoding". */
export function tracesIn(place: string, bytes: Buffer, secrets: Readonly<Record<string, string>>): readonly string[] {
  const traces: string[] = [];
  for (const [layer, content] of [["", bytes] as const, ...unpacked(bytes)])
    for (const [name, secret] of Object.entries(secrets))
      for (const { encoding, bytes: needle } of spellingsOf(secret))
        if (content.includes(needle)) traces.push(`${place}${layer}: ${name}, ${encoding}`);
  return traces;
}

/** The same for every file below a folder. */
export function tracesBelow(folder: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return tracesIn(file.slice(folder.length), readFileSync(file), secrets);
    });
}

const LIMIT = { maxOutputLength: 16_777_216 };
const ATTEMPTS = 200;

/** What unpacks from any place in the bytes that looks like the beginning of gzip or zlib, or from the whole. */
function unpacked(bytes: Buffer): (readonly [string, Buffer])[] {
  const found: (readonly [string, Buffer])[] = [];
  const tryOut = (how: string, unpack: () => Buffer): void => {
    try {
      found.push([` (${how})`, unpack()]);
    } catch {
      // It only looked like it.
    }
  };
  const starts = (magic: readonly number[]): number[] => {
    const places: number[] = [];
    const needle = Buffer.from(magic);
    for (let at = bytes.indexOf(needle); at !== -1 && places.length < ATTEMPTS; at = bytes.indexOf(needle, at + 1))
      places.push(at);
    return places;
  };
  for (const at of starts([0x1f, 0x8b, 0x08])) tryOut(`gzip at ${at}`, () => gunzipSync(bytes.subarray(at), LIMIT));
  for (const level of [0x01, 0x5e, 0x9c, 0xda])
    for (const at of starts([0x78, level])) tryOut(`zlib at ${at}`, () => inflateSync(bytes.subarray(at), LIMIT));
  if (bytes.length > 0 && bytes.length < 1_048_576) {
    tryOut("deflate", () => inflateRawSync(bytes, LIMIT));
    tryOut("brotli", () => brotliDecompressSync(bytes, LIMIT));
  }
  return found;
}
