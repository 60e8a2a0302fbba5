/** Canonical bytes of a text, each with where it stood: `start` and `end` are offsets into the text. */
export type Emit = (byte: number, start: number, end: number) => void;

const [NUL, TAB, LF, CR, SPACE] = [0x00, 0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, PERCENT, AMPERSAND, SLASH, SEMICOLON, EQUALS, BACKSLASH] = [0x22, 0x25, 0x26, 0x2f, 0x3b, 0x3d, 0x5c];
const [HASH, LETTER_N, LETTER_R, LETTER_U] = [0x23, 0x6e, 0x72, 0x75];

/** Longest reference to a character, from `&` on, that is read as one: `&#x0010FFFF;` less its semicolon. */
const LONGEST_REFERENCE = 11;
/** Bytes that are held while they may be an escape. */
const LONGEST_HELD = LONGEST_REFERENCE + 1;

const NAMED: ReadonlyMap<string, number> = new Map([
  ["&amp", AMPERSAND],
  ["&lt", 0x3c],
  ["&gt", 0x3e],
  ["&quot", QUOTE],
  ["&apos", 0x27],
]);

/** What the same text may be written with: a space as `+` in forms, and both alphabets of base64 (RFC 4648). */
export const SAME = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [byte, as] of [
  ["+", " "],
  ["-", " "],
  ["_", "/"],
] as const)
  SAME[byte.charCodeAt(0)] = as.charCodeAt(0);

/**
 * Undoes, in one pass and in whatever mixture, the ways in which a text is written into another one: percent-encoding
 * (RFC 3986), escapes of JSON (RFC 8259, section 7) with any number of backslashes, references of HTML and XML, each of
 * them several times over; UTF-16; and lines that were wrapped. Of two texts that come out the same, one is a way to
 * write the other. What a text is put into does not matter, so every byte is looked at once.
 */
export function createUnescaper(emit: Emit) {
  /** What the bytes that are held began like. */
  let like: "nothing" | "backslashes" | "unicode" | "percent" | "reference" | "wrap" = "nothing";
  // An object for each byte that is held would cost more than all else that is done here.
  const bytes = new Uint8Array(LONGEST_HELD);
  const starts = new Uint32Array(LONGEST_HELD);
  const ends = new Uint32Array(LONGEST_HELD);
  let held = 0;
  let runStart = 0;
  let afterBreak = false;

  function hold(kind: typeof like, byte: number, start: number, end: number): void {
    like = kind;
    bytes[held] = byte;
    starts[held] = start;
    ends[held] = end;
    held += 1;
  }
  /** It was no escape: the bytes stand for themselves. */
  function release(): void {
    like = "nothing";
    const count = held;
    held = 0;
    for (let at = 0; at < count; at += 1) {
      const byte = bytes[at] ?? 0;
      emit(SAME[byte] ?? byte, starts[at] ?? 0, ends[at] ?? 0);
    }
  }
  /** It was one: its character is read as if it had stood there, since it may itself begin another. */
  function decoded(code: number, start: number, end: number): void {
    like = "nothing";
    held = 0;
    if (code < 0x80) return feed(code, start, end);
    for (const byte of utf8(code)) emit(SAME[byte] ?? byte, start, end);
  }

  /** Whether the byte goes on with what is held; if not, that has been given out. */
  function goesOn(byte: number, start: number, end: number): boolean {
    const from = held === 0 ? start : (starts[0] ?? start);
    switch (like) {
      case "backslashes":
        if (byte === BACKSLASH) return true;
        like = "nothing";
        if (byte === LETTER_U) hold("unicode", byte, runStart, end);
        else if (byte === LETTER_N || byte === LETTER_R) afterBreak = true;
        else if (byte === QUOTE || byte === SLASH) emit(byte, runStart, end);
        else return false;
        return true;
      case "percent":
        // `%u00e9` is what `escape` of JavaScript makes.
        if (byte === LETTER_U && held === 1) hold("unicode", byte, start, end);
        else if (!isHex(byte)) break;
        else if (held < 2) hold("percent", byte, start, end);
        else decoded(Number.parseInt(textOf(1) + String.fromCharCode(byte), 16), from, end);
        return true;
      case "unicode": {
        const before = bytes[0] === PERCENT ? 2 : 1;
        if (!isHex(byte)) break;
        if (held < before + 3) hold("unicode", byte, start, end);
        else decoded(Number.parseInt(textOf(before) + String.fromCharCode(byte), 16), from, end);
        return true;
      }
      case "reference": {
        if (byte !== SEMICOLON) {
          if (held > LONGEST_REFERENCE || !(isAlphanumeric(byte) || byte === HASH)) break;
          hold("reference", byte, start, end);
          return true;
        }
        const code = referenced(textOf(0));
        if (code === null) break;
        decoded(code, from, end);
        return true;
      }
      case "wrap":
        if (byte !== CR && byte !== LF) break;
        like = "nothing";
        held = 0;
        return false;
      case "nothing":
        return false;
    }
    release();
    return false;
  }

  function textOf(from: number): string {
    let text = "";
    for (let at = from; at < held; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
    return text;
  }

  function feed(byte: number, start: number, end: number): void {
    if (byte === NUL || (like !== "nothing" && goesOn(byte, start, end))) return;
    if (byte === CR || byte === LF) {
      afterBreak = true;
      return;
    }
    if (afterBreak && (byte === SPACE || byte === TAB)) return;
    afterBreak = false;
    if (byte === BACKSLASH) {
      like = "backslashes";
      runStart = start;
    } else if (byte === PERCENT) hold("percent", byte, start, end);
    else if (byte === AMPERSAND) hold("reference", byte, start, end);
    else if (byte === EQUALS) hold("wrap", byte, start, end);
    else emit(SAME[byte] ?? byte, start, end);
  }

  return {
    /** The next byte of the text. */
    feed,
    /** Gives out what began like an escape and ended with the text. */
    end: release,
  };
}

/** Whether a byte begins something that `createUnescaper` undoes; in most texts none does. */
export const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  [NUL, LF, CR, PERCENT, AMPERSAND, BACKSLASH].includes(byte) ? 1 : 0,
);

/** The text without its escapes, as bytes. */
export function unescaped(bytes: Uint8Array): Uint8Array {
  // No escape is shorter than what it stands for, but a byte of Latin-1 that is written as one becomes two of UTF-8.
  let out = Buffer.allocUnsafe(bytes.length + 16);
  let length = 0;
  const unescaper = createUnescaper((byte) => {
    if (length === out.length) out = Buffer.concat([out], 2 * out.length);
    out[length] = byte;
    length += 1;
  });
  for (let at = 0; at < bytes.length; at += 1) unescaper.feed(bytes[at] ?? 0, at, at + 1);
  unescaper.end();
  return out.subarray(0, length);
}

function referenced(text: string): number | null {
  const named = NAMED.get(text);
  if (named !== undefined) return named;
  const digits = /^&#(?:([0-9]+)|[xX]([0-9a-fA-F]+))$/.exec(text);
  if (digits === null) return null;
  const code = digits[1] === undefined ? Number.parseInt(digits[2] ?? "", 16) : Number(digits[1]);
  return code <= 0x10ffff ? code : null;
}

/** UTF-8; halves of a surrogate pair by themselves, as escapes of JSON have them. */
function utf8(code: number): readonly number[] {
  const last = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return [0xc0 | (code >> 6), last(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), last(6), last(0)];
  return [0xf0 | (code >> 18), last(12), last(6), last(0)];
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Shorter parts of base64 stand in any text by chance. */
const SHORTEST_BASE64 = 8;

/** The bytes in which a secret stands in a text that repeats it, each of them possibly escaped once more. */
export function formsOf(secret: string): readonly Uint8Array[] {
  const bytes = Buffer.from(secret, "utf8");
  const halves = Array.from(secret, (each) => (each.length === 1 ? [...Buffer.from(each)] : surrogates(each))).flat();
  const forms: Uint8Array[] = [
    bytes,
    // Bytes that were taken for Latin-1 on the way, as those of a header are.
    Buffer.from(bytes.toString("latin1"), "utf8"),
    Buffer.from(secret, "latin1"),
    Uint8Array.from(halves),
    Buffer.from(secret.replaceAll(" ", "+"), "utf8"),
    Buffer.from(bytes.toString("hex")),
    Buffer.from(bytes.toString("hex").toUpperCase()),
    ...base64Forms(bytes).map((form) => Buffer.from(form)),
  ];
  return /^[\0-\xff]*$/.test(secret) ? forms : forms.filter((_, index) => index !== 2);
}

function surrogates(character: string): readonly number[] {
  return [...utf8(character.charCodeAt(0)), ...utf8(character.charCodeAt(1))];
}

/**
 * Base64 (RFC 4648, both alphabets): whole, and at each of the three positions within something longer that was
 * encoded, less the characters that depend on the neighbours.
 */
function base64Forms(bytes: Buffer): string[] {
  const within = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const telling = within.filter((part) => part.length >= SHORTEST_BASE64);
  return [bytes.toString("base64"), ...telling].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}
