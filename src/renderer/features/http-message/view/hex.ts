/** One line of a hex view. */
export interface HexLine {
  /** Eight hex digits. */
  readonly offset: string;
  /** Two hex digits for each byte, in groups of four bytes. */
  readonly groups: readonly string[];
  /** Printable ASCII as it is, anything else as a point. */
  readonly ascii: string;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** How many lines a body takes. */
export function hexLines(size: number, perLine: number): number {
  return Math.ceil(size / perLine);
}

export function hexLine(bytes: Uint8Array, line: number, perLine: number): HexLine {
  const part = bytes.subarray(line * perLine, (line + 1) * perLine);
  const groups: string[] = [];
  for (let at = 0; at < part.length; at += 4)
    groups.push(Array.from(part.subarray(at, at + 4), (byte) => DIGITS[byte] ?? "").join(" "));
  const ascii = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
  return { offset: (line * perLine).toString(16).padStart(8, "0"), groups, ascii };
}
