import { basename } from "node:path";
import type { Readable } from "node:stream";
import { type Entry, open, type ZipFile } from "yauzl";
import { OPENED_FILE_LIMIT, OPENED_FILE_ROOM } from "../../../shared/case-file.ts";
import { errorText } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";

/** More than a case file has; what has more is none. */
const ENTRIES_AT_MOST = 50;

const FOLDER_OR_LINK = new Set([0o040000, 0o120000]);

/** The parts of a ZIP file, each to be read as a stream. Nothing is ever written under a name that stands in it. */
export type PackedParts = Awaited<ReturnType<typeof openPacked>>;

/** @throws Refusal `not-a-case` with the reason for whatever is not a ZIP file as we write them */
export async function openPacked(path: string) {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(refused(error));
    });
  });
  try {
    const entries = await entriesOf(zip);
    const find = (name: string): Entry => {
      const found = entries.get(name);
      if (found === undefined) throw new Refusal("not-a-case", `There is no ${name} in this file.`);
      return found;
    };
    const stream = (name: string): Promise<Readable> =>
      new Promise((resolve, reject) => {
        zip.openReadStream(find(name), (error, opened) => {
          if (error === null) resolve(opened);
          else reject(refused(error));
        });
      });
    return {
      names: [...entries.keys()],
      /** Declared; the stream fails where it is not true. */
      sizeOf: (name: string): number => find(name).uncompressedSize,
      stream,
      /** All of a small one. @throws Refusal `not-a-case` when it is larger */
      async small(name: string, limit: number): Promise<Buffer> {
        if (find(name).uncompressedSize > limit)
          throw new Refusal("not-a-case", `The part ${name} of this file is too large.`);
        const pieces: Buffer[] = [];
        try {
          for await (const piece of await stream(name)) pieces.push(piece as Buffer);
        } catch (error) {
          throw refused(error);
        }
        return Buffer.concat(pieces);
      },
      close: (): void => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let total = 0;
    zip.on("error", (error: Error) => reject(refused(error)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      const reason = objection(entry, entries);
      total += entry.uncompressedSize;
      if (reason !== null) reject(new Refusal("not-a-case", reason));
      else if (total > OPENED_FILE_LIMIT)
        reject(
          new Refusal("not-a-case", `Unpacked, this file would be larger than ${OPENED_FILE_ROOM}. It was not opened.`),
        );
      else {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      }
    });
    zip.readEntry();
  });
}

/** Why an entry is not one of ours; names with `..`, drives or slashes at their start the reader has refused already. */
function objection(entry: Entry, before: ReadonlyMap<string, Entry>): string | null {
  const name = entry.fileName;
  if (before.size >= ENTRIES_AT_MOST) return "This file has too many parts to be a case file of Linkdesk.";
  if (before.has(name)) return "This file has two parts of the same name.";
  if (basename(name) !== name) return "This file has folders in it: it is no case file of Linkdesk.";
  if (FOLDER_OR_LINK.has((entry.externalFileAttributes >>> 16) & 0o170000))
    return "This file has a link or a folder in it: it is no case file of Linkdesk.";
  return entry.isEncrypted() ? "This file is encrypted. Unpack it first." : null;
}

/** What the reader objects to is about the file, and is told in its words. */
export function refused(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const reason = errorText(error);
  return new Refusal("not-a-case", `This file is damaged or no ZIP file (${reason.slice(0, 200)}).`);
}
