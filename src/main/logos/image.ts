/** Kinds of images that a logo may be. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/svg+xml";

const MAGIC: readonly (readonly [ImageType, RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
];

/**
 * What an image is by its first bytes (WHATWG MIME Sniffing, section 6.1), whatever it was declared to be; null for
 * anything else. An SVG is one by its root element, after what XML allows before it.
 */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const found = MAGIC.find(([, pattern]) => pattern.test(start));
  if (found !== undefined) return found[0];
  return isSvg(rootOf(new TextDecoder().decode(bytes.subarray(0, PROLOGUE)))) ? "image/svg+xml" : null;
}

/** How much may stand before the root element of an SVG: some programs write long comments. */
const PROLOGUE = 65_536;

function isSvg(text: string | null): boolean {
  return text !== null && /^<(?:svg:)?svg[\s>/]/.test(text);
}

/** The text from its root element on; null when there is none. */
function rootOf(text: string): string | null {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith("<!--") ? "-->" : rest.startsWith("<?") ? "?>" : /^<!doctype/i.test(rest) ? ">" : null;
    if (end === null) return rest;
    const at = rest.indexOf(end);
    if (at === -1) return null;
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** Pixels along a side: drawn, an image takes four bytes for each pixel, however few it takes as a file. */
export const LONGEST_SIDE = 2_048;
export const SVG_BYTES = 65_536;
export const SVG_ELEMENTS = 1_000;
export const SVG_DEPTH = 32;

/** Why an image is not drawn, since it would take more memory or time than a logo may; null when it is. */
export function drawingProblem(bytes: Uint8Array, type: ImageType): string | null {
  if (type === "image/svg+xml") return svgProblem(bytes);
  const size = sizeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type);
  if (size === null) return "its size in pixels cannot be read.";
  return Math.max(...size) > LONGEST_SIDE ? `it is larger than ${LONGEST_SIDE} pixels along a side.` : null;
}

function sizeOf(bytes: Buffer, type: Exclude<ImageType, "image/svg+xml">): readonly [number, number] | null {
  try {
    switch (type) {
      case "image/png":
        return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      case "image/gif":
        return gifSize(bytes);
      case "image/jpeg":
        return jpegSize(bytes);
      case "image/webp":
        return webpSize(bytes);
    }
  } catch {
    // It ends before its size.
    return null;
  }
}

/** The screen's, or that of the first image if it is larger: browsers take that one then (GIF89a, sections 18 and 20). */
function gifSize(bytes: Buffer): readonly [number, number] | null {
  const flags = bytes.readUInt8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes.readUInt8(at) === 0x21) {
    at += 2;
    for (let length = bytes.readUInt8(at); length !== 0; length = bytes.readUInt8(at)) at += 1 + length;
    at += 1;
  }
  if (bytes.readUInt8(at) !== 0x2c) return null;
  const [left, top, width, height] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  return [Math.max(bytes.readUInt16LE(6), left + width), Math.max(bytes.readUInt16LE(8), top + height)];
}

/** From the frame header (ITU T.81, section B.2.2), whichever of its kinds it is. */
function jpegSize(bytes: Buffer): readonly [number, number] {
  for (let at = 2; ; ) {
    while (bytes.readUInt8(at) === 0xff) at += 1;
    const marker = bytes.readUInt8(at);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 6), bytes.readUInt16BE(at + 4)];
    at += 1 + bytes.readUInt16BE(at + 1);
  }
}

/** RFC 9649: extended, lossless, lossy. */
function webpSize(bytes: Buffer): readonly [number, number] | null {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
    }
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return null;
  }
}

/** What is drawn once where it stands. Whatever repeats something (`use`, `pattern`, `filter`) can repeat repetitions. */
const SVG_NAMES = new Set(
  "svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop title desc".split(" "),
);
const SVG_ATTRIBUTES =
  /^(?:xmlns(?::\w+)?|version|viewBox|width|height|preserveAspectRatio|id|d|points|[xyr][12xy]?|c[xy]|f[xyr]|offset|opacity|transform|gradient(?:Units|Transform)|spreadMethod|color|stop-(?:color|opacity)|(?:fill|clip)-rule|fill(?:-opacity)?|stroke(?:-(?:width|opacity|linecap|linejoin|miterlimit))?|role|aria-\w+|xml:space)$/;

function svgProblem(bytes: Uint8Array): string | null {
  const refused = "it is a drawing with more in it than plain shapes.";
  const long = `it is a drawing of more than ${SVG_BYTES / 1_024} KiB, ${SVG_ELEMENTS} shapes or ${SVG_DEPTH} levels.`;
  if (bytes.length > SVG_BYTES) return long;
  const text = rootOf(new TextDecoder().decode(bytes));
  if (text === null) return refused;
  const [before, ...tags] = withoutComments(text).split("<");
  if (before !== "") return refused;
  let depth = 0;
  let elements = 0;
  for (const each of tags) {
    const tag = each.slice(0, each.indexOf(">"));
    if (tag.startsWith("/")) {
      depth -= 1;
      continue;
    }
    const isEmpty = tag.endsWith("/");
    const [name = "", ...attributes] = partsOf(isEmpty ? tag.slice(0, -1) : tag);
    if (!SVG_NAMES.has(name) || !attributes.every((attribute) => SVG_ATTRIBUTES.test(attribute))) return refused;
    elements += 1;
    if (!isEmpty) depth += 1;
    if (elements > SVG_ELEMENTS || depth > SVG_DEPTH) return long;
  }
  return null;
}

/** The name of an element and those of its attributes. */
function partsOf(tag: string): readonly string[] {
  // Values first: there is no quote in a name.
  const names = tag.replace(/"[^"]*"|'[^']*'/g, " ").split(/[\s=]+/);
  return names.filter((name) => name !== "");
}

function withoutComments(text: string): string {
  return text
    .split("<!--")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("-->") + 3)))
    .join("");
}
