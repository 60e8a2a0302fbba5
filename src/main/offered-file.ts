import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { Refusal } from "./refusal.ts";

/**
 * The text of a file that the system asked us to open. One that grows while it is read, or is none (a pipe, a device), is
 * not read without end.
 *
 * @param tooLarge the sentence for a file of more bytes than `limit`
 * @throws Refusal `not-readable` with a sentence
 */
export async function readOfferedText(path: string, limit: number, tooLarge: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Refusal("not-readable", "This is not a file.");
    if (stat.size > limit) throw new Refusal("not-readable", tooLarge);
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0).catch(refuse);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refuse(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  if (code === "ENOENT") throw new Refusal("not-readable", "This file is not there any more.");
  if (code === "EACCES" || code === "EPERM") throw new Refusal("not-readable", "Linkdesk may not read this file.");
  throw new Refusal("not-readable", `This file could not be read (${code}).`);
}
