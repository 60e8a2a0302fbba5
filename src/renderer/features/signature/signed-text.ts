interface SignedText {
  readonly text: string;
  readonly isText: boolean;
  /** How many bytes are shown. */
  readonly bytes: number;
}

const BYTES_PER_LINE = 16;

/** The beginning of what is signed, for reading: as text, or as bytes if it is none. */
export function signedText(base64: string): SignedText {
  const binary = atob(base64);
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  try {
    // The last character may be cut in two: what is left of it is no fault of the text.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return { text, isText: true, bytes: bytes.length };
  } catch {
    return { text: hexLines(bytes), isText: false, bytes: bytes.length };
  }
}

function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) {
    const line = Array.from(bytes.subarray(start, start + BYTES_PER_LINE), (byte) =>
      byte.toString(16).padStart(2, "0"),
    );
    lines.push(`${start.toString(16).padStart(4, "0")}  ${line.join(" ")}`);
  }
  return lines.join("\n");
}
