const EXACT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const UNMARKED = new TextDecoder("utf-8", { fatal: true });

/** The text of which these are the very bytes, a byte order mark among them; null for bytes that are not UTF-8. */
export function exactUtf8(bytes: Uint8Array): string | null {
  return decoded(EXACT, bytes);
}

/** The text to be read, without a byte order mark; null for bytes that are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  return decoded(UNMARKED, bytes);
}

function decoded(decoder: typeof EXACT, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
