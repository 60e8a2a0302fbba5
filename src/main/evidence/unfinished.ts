import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const NAME = "unfinished-exports.json";
/** Only what `besideOf` has named: the note could have been changed by somebody else. */
const OURS = /^\..{1,100}\.[0-9a-f]{12}\.part$/s;

/**
 * Files that are being written, for the next start to remove when the program is killed meanwhile.
 *
 * Removes what an earlier life left, and keeps a note in this folder of what is begun from now on.
 */
export function openUnfinished(folder: string) {
  const note = join(folder, NAME);
  const open = new Set<string>();
  for (const path of noted(note)) if (OURS.test(basename(path))) rmSync(path, { force: true });
  rmSync(note, { force: true });

  function write(): void {
    try {
      if (open.size === 0) rmSync(note, { force: true });
      else writeFileSync(note, JSON.stringify([...open]), { mode: 0o600 });
    } catch {
      // Where no note can be kept, the export is made all the same.
    }
  }
  return {
    begin(path: string): void {
      open.add(path);
      write();
    },
    end(path: string): void {
      open.delete(path);
      write();
    },
  };
}

function noted(note: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(readFileSync(note, "utf8"));
    return Array.isArray(found) ? found.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}
