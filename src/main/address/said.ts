/** Lines that are kept, and characters of each: a tunnel may talk for days. */
const LINES = 200;
const CHARACTERS = 1_000;

/** What a tunnel has said lately. */
export interface Said {
  /** Text as it came, of one line or many. */
  add(text: string): void;
  lines(): readonly string[];
  clear(): void;
}

/** @param mask takes secrets out of a line */
export function createSaid(mask: (text: string) => string): Said {
  let kept: readonly string[] = [];
  return {
    add(text) {
      const lines = text
        .split(/\r?\n|\r/)
        // Colours and cursor moves of a terminal, and what else cannot be seen.
        // oxlint-disable-next-line no-control-regex -- that is what is looked for
        .map((line) => line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""))
        .map((line) => mask(line.trimEnd().slice(0, CHARACTERS)))
        .filter((line) => line.trim() !== "");
      if (lines.length > 0) kept = [...kept, ...lines].slice(-LINES);
    },
    lines: () => kept,
    clear: () => {
      kept = [];
    },
  };
}
