/** A table of texts with the names of its columns, as spreadsheets save it (RFC 4180; `;` and tabs too). */
export type Table =
  | { readonly ok: true; readonly rows: readonly Readonly<Record<string, string>>[] }
  | { readonly ok: false; readonly message: string };

/** Reads a table whose first row has the names. Every value stays text: no zero in front is lost. */
export function readTable(content: string): Table {
  const text = content.startsWith("\uFEFF") ? content.slice(1) : content;
  const [head = ""] = text.split("\n", 1);
  const separator = [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ",";
  const cells = readCells(text, separator);
  if (cells === null) return { ok: false, message: "A value begins with a quotation mark that is never closed." };
  const rows = cells.filter((row) => row.some((cell) => cell !== ""));
  const [names, ...values] = rows;
  if (names === undefined || values.length === 0)
    return {
      ok: false,
      message: "The table needs a first row with the names of the parameters, and one more row at least.",
    };
  const trimmed = names.map((name) => name.trim());
  const double = trimmed.find((name, place) => trimmed.indexOf(name) !== place);
  if (double !== undefined) return { ok: false, message: `Two columns are called “${double}”.` };
  const wrong = values.findIndex((row) => row.length !== trimmed.length);
  if (wrong >= 0)
    return {
      ok: false,
      message: `Row ${wrong + 2} has ${values[wrong]?.length ?? 0} values; the first row names ${trimmed.length}.`,
    };
  return {
    ok: true,
    rows: values.map((row) => Object.fromEntries(trimmed.map((name, place) => [name, row[place] ?? ""]))),
  };
}

/** null where a quotation mark is never closed. */
function readCells(text: string, separator: string): string[][] | null {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
    wasQuoted = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === "" && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") {
      endCell();
      rows.push([]);
    } else if (character !== "\r") cell += character;
  }
  if (quoted) return null;
  endCell();
  return rows;
}
