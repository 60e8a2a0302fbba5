import { createHash } from "node:crypto";
import { getRawHeader } from "@electron/asar";

/** What Electron compares an archive with before it runs anything of it: the SHA-256 of the archive's header. */
export function archiveHash(archive: string): string {
  return createHash("sha256").update(getRawHeader(archive).headerString).digest("hex");
}
