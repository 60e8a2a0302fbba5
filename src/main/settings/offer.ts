import { open } from "node:fs/promises";
import { basename } from "node:path";
import { PROFILES_FILE_LIMIT, type ProfilesOffer } from "../../shared/transfer-file.ts";
import { Refusal } from "../refusal.ts";
import { readExport } from "./transfer.ts";

/** Reads an export file that was opened from outside, for the window to ask about. Never throws; changes nothing. */
export async function readOffer(path: string): Promise<ProfilesOffer> {
  const file = basename(path);
  try {
    const text = await readText(path);
    const profiles = readExport(text).map(({ name, mode, baseUrl }) => ({ name, mode, baseUrl }));
    return { readable: true, file, profiles, text };
  } catch (error) {
    return { readable: false, file, reason: error instanceof Refusal ? error.message : unreadable(error) };
  }
}

/** A file that grows while it is read, or is none (a pipe, a device), is not read without end. */
async function readText(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Refusal("import-refused", "This is not a file.");
    if (stat.size > PROFILES_FILE_LIMIT)
      throw new Refusal("import-refused", "This file is larger than 5 MB: it is not an export of profiles.");
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  if (code === "ENOENT") return "This file is not there any more.";
  if (code === "EACCES" || code === "EPERM") return "Linkdesk may not read this file.";
  return `This file could not be read (${code}).`;
}
