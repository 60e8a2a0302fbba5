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
  return found?.[0] ?? (isSvg(bytes) ? "image/svg+xml" : null);
}

/** How much may stand before the root element of an SVG: some programs write long comments. */
const PROLOGUE = 65_536;

function isSvg(bytes: Uint8Array): boolean {
  let rest = new TextDecoder().decode(bytes.subarray(0, PROLOGUE)).trimStart();
  for (;;) {
    const end = rest.startsWith("<!--") ? "-->" : rest.startsWith("<?") ? "?>" : /^<!doctype/i.test(rest) ? ">" : null;
    if (end === null) return /^<(?:svg:)?svg[\s>/]/.test(rest);
    const at = rest.indexOf(end);
    if (at === -1) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
}
