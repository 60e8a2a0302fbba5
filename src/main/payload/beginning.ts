import type { Payload } from "./layout.ts";
import { pathOf } from "./tree.ts";

/** Characters of a webhook's beginning that have room in a row of the log. */
const LONGEST = 120;

/**
 * The first values of a body in which nothing was found, with their names where it has any, on one line: what a row
 * says in place of the values that would tell it from others. "" for none, and for what is no text.
 */
export function beginningOf({ values, format }: Payload): string {
  const parts: string[] = [];
  let length = 0;
  for (const node of values) {
    if (length >= LONGEST) break;
    const path = pathOf(node);
    const text = node.text.slice(0, LONGEST).replace(/\s+/g, " ").trim();
    if (/[\p{Cc}\ufffd]/u.test(text)) return "";
    // What stands in the address is no part of the body.
    if (text === "" || path.startsWith("?")) continue;
    const part = format === "text" ? text : `${path}: ${text}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join(", ").slice(0, LONGEST).toWellFormed();
}
