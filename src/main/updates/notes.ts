import { NOTES_LIMIT } from "../../shared/updates.ts";

/** Tags that end a line where they begin or end. */
const BLOCK = /<\/?(?:p|div|h[1-6]|ul|ol|li|br|tr|table|pre|blockquote|hr|section)\b[^>]*>/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** Before anything is searched: somebody else's text of any length is not to keep the program busy. */
const READ_AT_MOST = 2 * NOTES_LIMIT;

/**
 * Release notes as plain text. They come as HTML (GitHub), as text, or as a list of either, one for each version. The
 * window shows text as text, so this is for the eye, not for safety.
 */
export function plainNotes(value: unknown): string {
  const parts = Array.isArray(value) ? value.map((each: unknown) => noteOf(each)) : [noteOf(value)];
  const text = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, READ_AT_MOST)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/<li\b[^>]*>/gi, "\n• ")
    .replaceAll(BLOCK, "\n")
    .replaceAll(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, "")
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,5});/gi, entity)
    .replaceAll(/(?<![ \t])[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text.length <= NOTES_LIMIT ? text : `${text.slice(0, NOTES_LIMIT - 1)}…`;
}

function noteOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || !("note" in value)) return "";
  return typeof value.note === "string" ? value.note : "";
}

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
