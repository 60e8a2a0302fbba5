/** Where bytes are not UTF-8: how many runs of them, and where the first begins. */
export interface InvalidUtf8 {
  readonly count: number;
  readonly first: number;
}

/**
 * Checks bytes against the well-formed sequences of Unicode (table 3-7), counting each maximal faulty part once: as
 * often as a decoder writes U+FFFD.
 *
 * @returns null when all of it is UTF-8
 */
export function findInvalidUtf8(bytes: Uint8Array): InvalidUtf8 | null {
  let count = 0;
  let first = -1;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(lead);
    let seen = 1;
    if (length > 1 && isSecond(lead, bytes[at + 1])) {
      seen = 2;
      while (seen < length && isContinuation(bytes[at + seen])) seen += 1;
    }
    if (length === 1 || seen < length) {
      count += 1;
      if (first === -1) first = at;
    }
    at += seen;
  }
  return count === 0 ? null : { count, first };
}

/** Bytes of the sequence that a lead byte announces; 1 for what cannot begin one. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}

/** The second byte excludes overlong forms, surrogates and what lies beyond U+10FFFF. */
function isSecond(lead: number, byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}
