import { MEBIBYTE } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";

/** Said of a file that is nothing of the kind. */
export const OPENABLE =
  "What can be opened: case files and NDJSON of Linkdesk, HAR, and playbooks. An export of profiles is imported in the profiles.";

/** The largest entry that is read: bodies of both directions as base64, and all else. */
const LARGEST_ENTRY = 64 * MEBIBYTE;
const LARGEST_CREATOR = 65_536;
const LONGEST_NAME = 100;

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COLON] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a];

/** A piece of a HAR file, as JSON: the program that has written it, or one entry. */
export interface HarPiece {
  readonly is: "creator" | "entry";
  readonly json: string;
}

/**
 * Cuts the entries out of a HAR file as its bytes come, without ever having more than one of them: files of browsers have
 * hundreds of megabytes. It only follows braces and quotes; what is between them is for `JSON.parse`, entry by entry.
 *
 * @throws Refusal `not-readable` when there is no list of entries, or the file breaks off
 */
export async function* harPieces(pieces: AsyncIterable<Uint8Array>): AsyncIterable<HarPiece> {
  /** The names on the way to where it is: of the first two levels, which is all that matters. */
  const names: string[] = [];
  let depth = 0;
  let inText = false;
  /** The first byte of the next piece is escaped. */
  let escaped = false;
  let name = "";
  let hasEntries = false;
  let entries = 0;
  /** What is being gathered, the depth that it ends at, and its pieces before this one. */
  let taken: {
    readonly is: HarPiece["is"];
    readonly depth: number;
    readonly before: Uint8Array[];
    size: number;
  } | null = null;

  const within = (): boolean => depth === 3 && names[0] === "log" && names[1] === "entries";

  for await (const piece of pieces) {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      if (inText) {
        const from = at;
        at = endOfText(piece, escaped ? at + 1 : at);
        inText = at >= piece.length;
        escaped = at > piece.length;
        if (taken === null && name.length < LONGEST_NAME)
          name += latin1(piece, from, Math.min(at, from + LONGEST_NAME));
        continue;
      }
      const byte = piece[at];
      switch (byte) {
        case QUOTE:
          inText = true;
          if (taken === null) name = "";
          break;
        case COLON:
          if (taken === null && depth > 0 && depth < 3) names[depth - 1] = name;
          break;
        case OPEN:
        case OPEN_LIST:
          if (taken === null) {
            const isEntry = byte === OPEN && within();
            const isCreator = byte === OPEN && depth === 2 && names[0] === "log" && names[1] === "creator";
            if (isEntry || isCreator) {
              taken = { is: isEntry ? "entry" : "creator", depth, before: [], size: 0 };
              start = at;
            }
          }
          depth += 1;
          if (byte === OPEN_LIST && taken === null && within()) hasEntries = true;
          break;
        case CLOSE:
        case CLOSE_LIST:
          depth -= 1;
          if (taken === null || depth !== taken.depth) break;
          if (taken.is === "entry") entries += 1;
          yield {
            is: taken.is,
            json: Buffer.concat([...taken.before, piece.subarray(start, at + 1)]).toString("utf8"),
          };
          taken = null;
          break;
        default:
      }
    }
    if (taken === null) continue;
    // A copy: who hands out pieces may use their memory again.
    const part = Buffer.from(piece.subarray(start));
    taken.before.push(part);
    taken.size += part.byteLength;
    if (taken.size > (taken.is === "entry" ? LARGEST_ENTRY : LARGEST_CREATOR))
      throw new Refusal("not-readable", `Entry ${entries + 1} of this file is larger than 64 MB.`);
  }
  if (!hasEntries)
    throw new Refusal(
      "not-readable",
      `This is none of the files that Linkdesk reads: it is no HAR file either, since it has no list of entries. ${OPENABLE}`,
    );
  if (depth !== 0 || inText)
    throw new Refusal("not-readable", `This HAR file breaks off after entry ${entries}. Export it once more.`);
}

/** Where the quote is that ends a text: behind the piece where it is in another one, and one further where that begins escaped. */
function endOfText(piece: Uint8Array, from: number): number {
  let at = from;
  for (; at < piece.length; at += 1) {
    const byte = piece[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}

function latin1(piece: Uint8Array, from: number, until: number): string {
  return Buffer.from(piece.buffer, piece.byteOffset + from, Math.min(until, piece.length) - from).toString("latin1");
}
