/** A place in a text as people count: from 1. `column` counts code points. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset in UTF-16 code units. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end === -1 || end >= offset) break;
    line += 1;
    start = end + 1;
  }
  // One long line must not become one long array.
  let column = 1;
  for (let at = start; at < offset; column += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return { line, column };
}
