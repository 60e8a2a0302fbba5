import { inspect } from "node:util";

// Controls but line feed and tab, format characters (those that turn the direction about among them), separators of
// lines, lone surrogates.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Text for the program's own output, made safe for the terminal that shows it: an error may quote what was sent to us,
 * and a terminal takes some of that for commands (ECMA-48, 5.4): to hide lines, rename the window, answer in the user's
 * place.
 */
export function terminalText(text: string): string {
  return text.replace(UNSEEN, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A message, and the error behind it. Further lines are set in, so that none of them passes for a message of ours. */
export function logText(message: string, error?: unknown): string {
  const lines = error === undefined ? message : `${message} ${inspect(error)}`;
  return terminalText(lines).replaceAll("\n", "\n  ");
}
