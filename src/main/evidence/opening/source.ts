import { createReadStream } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";
import { type FileCheck, OPENED_FILE_LIMIT, OPENED_FILE_ROOM } from "../../../shared/case-file.ts";
import { Refusal } from "../../refusal.ts";
import { type Acquaintance, checkCase, EVENTS_PART } from "../case/check-case.ts";
import { openPacked, refused } from "../case/read-zip.ts";
import type { Evidence } from "../evidence.ts";
import { harPieces, OPENABLE } from "./har-entries.ts";
import { harCreator } from "./har-entry.ts";
import { readLines } from "./lines.ts";
import { readHar } from "./read-har.ts";

/** A file that somebody wants to look at. */
export interface Source {
  readonly path: string;
  /** What it is called; the path may be one of ours. */
  readonly name: string;
}

export type Form = FileCheck["is"];

export interface Steps {
  readonly signal: AbortSignal;
  readonly progress: (done: number, of: number) => void;
}

const HEAD_BYTES = 4_096;

/**
 * What a file is, by its first bytes and not by its name.
 *
 * @throws Refusal `not-readable` for what is no file, too large or nothing that can be read
 */
export async function formOf({ path }: Source): Promise<{ readonly form: Form; readonly size: number }> {
  // A pipe would be waited for without end.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(notThere);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Refusal("not-readable", "This is not a file.");
    if (stat.size > OPENED_FILE_LIMIT)
      throw new Refusal("not-readable", `This file is larger than ${OPENED_FILE_ROOM}.`);
    return { form: formIn(await headOf(handle)), size: stat.size };
  } finally {
    await handle.close();
  }
}

async function headOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

function formIn(head: Buffer): Form {
  if (head.length === 0) throw new Refusal("not-readable", "This file is empty.");
  if (head.subarray(0, 2).toString("latin1") === "PK") return "case";
  const text = head.toString("utf8").replace(/^\ufeff/, "");
  if (/^\s*\{\s*"linkdesk"\s*:/.test(text)) return "ndjson";
  if (/^\s*\{/.test(text)) return "har";
  throw new Refusal("not-readable", `This is none of the files that Linkdesk reads. ${OPENABLE}`);
}

function notThere(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  const why =
    code === "ENOENT"
      ? "It is not there any more."
      : code === "EACCES" || code === "EPERM"
        ? "Linkdesk may not read it."
        : `The system refused it (${code}).`;
  throw new Refusal("not-readable", `This file could not be read. ${why}`);
}

/**
 * Looks at a file without opening it as a log: whole, altered, left out, signed by whom. The window and a command line ask
 * the same.
 *
 * @throws Refusal `not-readable`, `not-a-case`, `newer`
 */
export async function checkFile(source: Source, acquaintance: Acquaintance, steps: Steps): Promise<FileCheck> {
  const { form, size } = await formOf(source);
  const file = source.name;
  if (form === "case") return checkCase({ ...source, size }, acquaintance, steps);
  if (form === "ndjson") return { is: form, file, size, by: "Linkdesk" };
  return { is: form, file, size, by: await creatorOf(source, steps) };
}

/** As it names itself at the beginning of the file; a file that is no HAR is found out here. */
async function creatorOf({ path }: Source, { signal }: Steps): Promise<string> {
  for await (const { is, json } of harPieces(piecesOf(path, signal))) {
    if (is === "entry") return "";
    const creator = harCreator.safeParse(JSON.parse(json)).data;
    return creator === undefined ? "" : `${creator.name} ${creator.version}`.trim().slice(0, 200);
  }
  return "";
}

/** The events of a file, whatever it is, in their order. @throws Refusal as `checkFile`, with the place */
export async function* eventsOf(source: Source, { signal, progress }: Steps): AsyncIterable<Evidence> {
  const { form, size } = await formOf(source);
  let done = 0;
  async function* followed(pieces: AsyncIterable<Uint8Array>, of: number): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      yield piece;
      done += piece.byteLength;
      progress(Math.min(done, of), of);
    }
  }
  if (form === "har") yield* readHar(followed(piecesOf(source.path, signal), size));
  else if (form === "ndjson") yield* eventsIn(readLines(followed(piecesOf(source.path, signal), size)));
  else {
    const packed = await openPacked(source.path);
    try {
      yield* eventsIn(readLines(followed(await packed.stream(EVENTS_PART), packed.sizeOf(EVENTS_PART))));
    } catch (error) {
      signal.throwIfAborted();
      throw refused(error);
    } finally {
      packed.close();
    }
  }
}

async function* eventsIn(lines: ReturnType<typeof readLines>): AsyncIterable<Evidence> {
  for await (const { event } of lines) yield event;
}

async function* piecesOf(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 262_144, signal })) yield piece as Buffer;
}
