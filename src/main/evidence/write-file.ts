import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../refusal.ts";

const CHUNK_BYTES = 262_144;

/** Where a file is written before it is whole: hidden, and named so that it is known for what it is. */
export function besideOf(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`);
}

/**
 * Writes a file from its parts: beside its place first, and there only when all of it is on disk. Whatever ends it before,
 * a former file of that name stays as it was and nothing is left behind.
 *
 * @param beside where it is written first, in the same folder
 * @returns its size in bytes
 * @throws Refusal `not-written` with the reason; whatever the parts or the signal end with
 */
export async function writeWhole(
  path: string,
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  beside: string = besideOf(path),
): Promise<number> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(beside, "wx", 0o600).catch(refuse);
    const size = await writeParts(handle, parts, signal);
    await handle.sync().catch(refuse);
    await handle.close();
    handle = null;
    signal.throwIfAborted();
    await rename(beside, path).catch(refuse);
    return size;
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeParts(
  handle: FileHandle,
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let size = 0;
  const flush = async (): Promise<void> => {
    for (let rest = Buffer.concat(waiting); rest.length > 0; ) {
      const { bytesWritten } = await handle.write(rest).catch(refuse);
      rest = rest.subarray(bytesWritten);
    }
    size += length;
    waiting = [];
    length = 0;
  };
  for await (const part of parts) {
    signal.throwIfAborted();
    const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part;
    waiting.push(bytes);
    length += bytes.byteLength;
    if (length >= CHUNK_BYTES) await flush();
  }
  await flush();
  return size;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full.",
  EACCES: "Linkdesk may not write there.",
  EPERM: "Linkdesk may not write there.",
  EROFS: "That place is read-only.",
  ENOENT: "That folder is not there any more.",
};

function refuse(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  throw new Refusal("not-written", `The file was not written. ${REASONS[code] ?? `The system refused it (${code}).`}`);
}
