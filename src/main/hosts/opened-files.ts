import { resolve } from "node:path";
import { PROFILES_EXTENSION } from "../../shared/transfer-file.ts";

const AT_ONCE = 20;

/** Files that the system asks us to open: kept until somebody listens, which is after the program has started. */
export interface OpenedFiles {
  open(paths: readonly string[]): void;
  /** Told of every file, those before among them. There is one listener. */
  onOpenFile(listener: (path: string) => void): void;
}

export function createOpenedFiles(): OpenedFiles {
  let tell: ((path: string) => void) | null = null;
  const waiting: string[] = [];
  return {
    open(paths) {
      for (const path of paths.slice(0, AT_ONCE)) {
        if (tell !== null) tell(path);
        else if (waiting.length < AT_ONCE) waiting.push(path);
      }
    },
    onOpenFile(listener) {
      tell = listener;
      for (const path of waiting.splice(0)) listener(path);
    },
  };
}

/** The export files among the words of a command line, as absolute paths. Everything else in it is not for us. */
export function filesIn(words: readonly string[], workingFolder: string): readonly string[] {
  return words
    .filter((word) => !word.startsWith("-") && word.toLowerCase().endsWith(`.${PROFILES_EXTENSION}`))
    .map((word) => resolve(workingFolder, word));
}
