import { StringDecoder } from "node:string_decoder";
import { evidenceLine } from "../../../shared/evidence.ts";
import { hasTooManyValues } from "../../../shared/json/parse.ts";
import { MEBIBYTE } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import type { Evidence } from "../evidence.ts";

/** Three bodies of 10 MiB as base64, and all else. */
const LONGEST_LINE = 64 * MEBIBYTE;

/** An event of a file, and what its bodies were committed to. */
export interface ReadLine {
  readonly event: Evidence;
  readonly commitments: Readonly<Record<string, string>>;
}

/** The events of an NDJSON file as `evidenceLine` documents it. @throws Refusal `not-readable` with the line */
export async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncIterable<ReadLine> {
  let number = 0;
  let last = 0;
  for await (const text of linesOf(pieces)) {
    number += 1;
    if (text.trim() === "") continue;
    const line = parsed(text, number);
    const { id } = line.event.detail.summary;
    if (id <= last) throw fault(`Line ${number} has event ${id}, which does not come after event ${last}.`);
    last = id;
    yield line;
  }
}

function parsed(text: string, number: number): ReadLine {
  if (hasTooManyValues(text)) throw fault(`Line ${number} has more values in it than any event.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(`Line ${number} is not JSON. The file may have been cut off.`);
  }
  const version = typeof value === "object" && value !== null && "linkdesk" in value ? value.linkdesk : null;
  if (typeof version === "number" && version > 1)
    throw new Refusal(
      "newer",
      "This file was written by a newer version of Linkdesk. Install that version to open it.",
    );
  const line = evidenceLine.safeParse(value);
  if (!line.success) {
    const where = line.error.issues[0]?.path.join(".") ?? "";
    throw fault(
      `Line ${number} is not an event as Linkdesk writes them${where === "" ? "" : ` (at ${where.slice(0, 100)})`}.`,
    );
  }
  const { event, bodies, run, redacted, commitments = {} } = line.data;
  const bytes = (body: string | null): Uint8Array | null => (body === null ? null : Buffer.from(body, "base64"));
  return {
    event: {
      detail: event,
      bodies: { request: bytes(bodies.request), answer: bytes(bodies.answer), forward: bytes(bodies.forward) },
      run,
      redacted,
    },
    commitments,
  };
}

/** Rows of a text that comes in pieces; one that never ends is not gathered without end. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new StringDecoder("utf8");
  let rest: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    const text = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      yield [...rest, text.slice(from, end)].join("");
      rest = [];
      length = 0;
      from = end + 1;
    }
    rest.push(text.slice(from));
    length += text.length - from;
    if (length > LONGEST_LINE) throw fault("A line of this file is longer than any event can be.");
  }
  const end = rest.join("") + decoder.end();
  if (end !== "") yield end;
}

function fault(sentence: string): Refusal {
  return new Refusal("not-readable", sentence);
}
