import { hash, randomBytes } from "node:crypto";
import type { RedactionKind } from "../../../shared/evidence.ts";
import { remembering } from "./kinds.ts";

/** What stands in the place of values. */
export type Marks = ReturnType<typeof createMarks>;

/** Lengths that a mark is filled up to, so that a long remark still looks long; beyond the last one nothing is told. */
const LENGTH_CLASSES = [16, 32, 64, 128, 256] as const;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

/** A key for the marks of one export. It is never kept: marks of two exports cannot be held against each other. */
export function newMarksKey(): Uint8Array {
  return randomBytes(32);
}

export function createMarks(key: Uint8Array) {
  // A hash begun with the key, of which only a fifth is shown: nothing can be put behind a value without the rest. Node's
  // HMAC makes a key object for each value, which takes ten times as long.
  const begin = Buffer.from(key).toString("base64url");
  const codeOf = remembering((value: string): string => {
    // As a text of one character a byte: a buffer for each value takes twice the time of the hash.
    const bytes = hash("sha256", begin + value, "binary");
    let code = "";
    for (let at = 0; at < CODE_LENGTH; at += 1) code += LETTERS[bytes.charCodeAt(at) & 31];
    return code;
  });
  return {
    /** Equal for equal values, within one export only: `email~k3f9x2ab~~`. */
    of(kind: RedactionKind, value: string): string {
      const length = LENGTH_CLASSES.find((most) => value.length <= most) ?? 256;
      return `${kind}~${codeOf(value)}`.padEnd(length, "~");
    },
    /** The same where a number has to stay one: as many digits. */
    number(value: string): string {
      const digits = BigInt(`0x${hash("sha256", begin + value, "hex")}`).toString();
      const length = value.replaceAll(/\D/g, "").length;
      // Never a zero in front, which JSON does not allow.
      return `9${digits.padEnd(length, "7").slice(0, Math.max(0, length - 1))}`;
    },
  };
}
