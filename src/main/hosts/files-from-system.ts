import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CASE_EXTENSION } from "../../shared/case-file.ts";
import { PLAYBOOK_EXTENSION } from "../../shared/playbook.ts";
import { PROFILES_EXTENSION } from "../../shared/transfer-file.ts";

/** Of more files than this that are handed over together the rest is left out: each is looked at in turn. */
const MOST_AT_ONCE = 20;

/** Our own kinds of files: exported profiles, case files and playbooks. */
const ENDINGS = [PROFILES_EXTENSION, CASE_EXTENSION, PLAYBOOK_EXTENSION];

/** Files that the system asks us to open: kept until somebody listens, which is after the program has started. */
export type FilesFromSystem = ReturnType<typeof createFilesFromSystem>;

export function createFilesFromSystem() {
  let tell: ((path: string) => void) | null = null;
  const waiting: string[] = [];
  return {
    open(paths: readonly string[]): void {
      for (const path of paths.slice(0, MOST_AT_ONCE)) {
        if (tell !== null) tell(path);
        else if (waiting.length < MOST_AT_ONCE) waiting.push(path);
      }
    },
    /** Told of every file, those before among them. There is one listener. */
    onOpenFile(listener: (path: string) => void): void {
      tell = listener;
      for (const path of waiting.splice(0)) listener(path);
    },
  };
}

/**
 * Our files among the words of a command line, as absolute paths. Everything else in it is not for us. Desktops
 * of Linux hand over addresses (`file:///home/ada/team.linkdesk`), the others paths.
 */
export function ourFilesIn(words: readonly string[], workingFolder: string): readonly string[] {
  return words.flatMap((word) => {
    if (word.startsWith("-") || !ENDINGS.some((ending) => word.toLowerCase().endsWith(`.${ending}`))) return [];
    const path = /^[a-z][a-z0-9+.-]+:\/\//i.test(word) ? pathOf(word) : word;
    return path === null ? [] : [resolve(workingFolder, path)];
  });
}

/** Null for an address that is no file of this machine. */
function pathOf(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}
