/** Ways to write a secret in which it would still be one. */
export interface Spelling {
  readonly encoding: string;
  readonly bytes: Buffer;
}

type Write = (text: string) => string;

/** The usual ways to write one text within another. */
const WAYS: Readonly<Record<string, Write>> = {
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  URL: encodeURIComponent,
  "URL in small letters": (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  form: (text) => new URLSearchParams({ "": text }).toString().slice(1),
  HTML: (text) => named(text).replaceAll('"', "&quot;"),
  "HTML text": named,
  "HTML with numbers": (text) => text.replace(/[&<>"'/=%\\+]/g, (each) => `&#${each.charCodeAt(0)};`),
  shell: (text) => text.replaceAll("'", "'\\''"),
  "shell, double quotes": (text) => text.replace(/["\\$`]/g, "\\$&"),
};

/** Every character or byte, be it plain or not. */
const WHOLE: Readonly<Record<string, Write>> = {
  reversed: (text) => [...text].toReversed().join(""),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex with spaces": (text) => eachByte(text, (hex) => `${hex} `).trimEnd(),
  "URL, every byte": (text) => eachByte(text, (hex) => `%${hex}`),
  "URL, every byte in capitals": (text) => eachByte(text, (hex) => `%${hex.toUpperCase()}`),
  "JSON, every character": (text) => eachCharacter(text, (code) => `\\u${code.toString(16).padStart(4, "0")}`),
  "HTML, every character": (text) => eachCharacter(text, (code) => `&#${code};`),
  "HTML, every character in hex": (text) => eachCharacter(text, (code) => `&#x${code.toString(16)};`),
  "octal, every byte": (text) => eachByte(text, (hex) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, "0")}`),
  // What is written by `printf` in a command of ours: plain letters as they are.
  "octal in a shell": (text) =>
    text.replace(/[^A-Za-z0-9 :;,._-]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, "0")}`),
};

/**
 * The spellings of a text that are looked for: each way, each way within another (JSON in JSON, in HTML, in Base64 …),
 * and UTF-16. Of a text that stands in something longer; Base64 so looks different for each place that it can begin at.
 */
export function spellingsOf(secret: string): readonly Spelling[] {
  const once: Readonly<Record<string, string>> = { plain: secret, ...through(WAYS, secret), ...through(WHOLE, secret) };
  const texts = new Map<string, string>();
  for (const [inner, text] of Object.entries(once)) {
    add(texts, text, inner);
    for (const [outer, written] of Object.entries(through(WAYS, text))) add(texts, written, `${inner} in ${outer}`);
    for (const [outer, written] of base64Texts(Buffer.from(text))) {
      add(texts, written, `${inner} in ${outer}`);
      add(texts, encodeURIComponent(written), `${inner} in ${outer} in URL`);
    }
  }
  const wide = Buffer.from(secret, "utf16le");
  for (const [outer, written] of base64Texts(wide)) add(texts, written, `UTF-16 in ${outer}`);
  return [
    ...[...texts].map(([text, encoding]) => ({ encoding, bytes: Buffer.from(text) })),
    { encoding: "UTF-16 LE", bytes: wide },
    { encoding: "UTF-16 BE", bytes: Buffer.from(wide).swap16() },
    { encoding: "UTF-16 LE of JSON", bytes: Buffer.from(once["JSON"] ?? secret, "utf16le") },
  ];
}

function add(texts: Map<string, string>, text: string, encoding: string): void {
  if (!texts.has(text)) texts.set(text, encoding);
}

function through(ways: Readonly<Record<string, Write>>, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ways).map(([name, write]) => [name, write(text)]));
}

function named(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function eachByte(text: string, write: (hex: string) => string): string {
  return [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, "0"))).join("");
}

function eachCharacter(text: string, write: (code: number) => string): string {
  return Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join("");
}

function base64Texts(plain: Buffer): readonly (readonly [string, string])[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), plain]).toString("base64");
    // Without the characters that what stands before and behind it has a part in.
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + plain.length) * 8) / 6));
    return [
      [`Base64 at ${offset}`, own],
      [`Base64 for URLs at ${offset}`, own.replaceAll("+", "-").replaceAll("/", "_")],
    ] as const;
  });
}
