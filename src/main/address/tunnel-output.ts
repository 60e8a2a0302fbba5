/** Lines that are kept, and characters of each: a tunnel program may run, and write, for days. */
const LINES = 200;
const CHARACTERS = 1_000;
/** Of one line, as much as is kept until it is masked: a secret that begins within what is shown ends within this. */
const RAW_CHARACTERS = 20_000;

/**
 * The latest lines that a tunnel program has written.
 *
 * Secrets are taken out when somebody looks, from whole lines: what arrives in pieces may have one in two of them, and
 * nearly all that is said is never looked at.
 *
 * @param mask takes secrets out of a line
 */
export function createTunnelOutput(mask: (text: string) => string) {
  let whole: readonly string[] = [];
  let begun = "";
  return {
    /** Text as it came: pieces of lines, or many. */
    add(text: string): void {
      const lines = `${begun}${text}`.split(/\r\n?|\n/);
      begun = (lines.pop() ?? "").slice(0, RAW_CHARACTERS);
      const said = lines.slice(-10 * LINES).filter((line) => line.trim() !== "");
      if (said.length > 0) whole = [...whole, ...said.map((line) => line.slice(0, RAW_CHARACTERS))].slice(-LINES);
    },
    /** Without secrets, and without what cannot be seen. */
    lines: (): readonly string[] =>
      whole.map((line) => mask(visible(line)).trimEnd().slice(0, CHARACTERS)).filter((line) => line !== ""),
    clear(): void {
      whole = [];
      begun = "";
    },
  };
}

/** Without colours and cursor moves of a terminal, and what else cannot be seen. */
function visible(line: string): string {
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  return line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}
