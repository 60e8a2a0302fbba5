import { textParts } from "../../../../shared/visible-text.ts";

/**
 * What a field's text has that its eyes cannot see: a reference copied with a space at its end is sent with it, and
 * not found. null when there is nothing of the kind.
 */
export function unseenNote(text: string): string | null {
  const marks = textParts(text).filter((part) => part.kind === "mark");
  const [first, ...more] = marks;
  if (first !== undefined) {
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    return `Has a character that cannot be seen, ${first.title}${others}. It is sent as it is.`;
  }
  if (/^\s+$/u.test(text)) return "Has nothing but spaces. They are sent.";
  if (/^\s.*\s$/su.test(text)) return "Starts and ends with a space. Both are sent too.";
  if (/^\s/u.test(text)) return "Starts with a space. It is sent too.";
  if (/\s$/u.test(text)) return "Ends with a space. It is sent too.";
  return null;
}
