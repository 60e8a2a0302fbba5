import { hash, randomBytes } from "node:crypto";
import type { RedactionKind } from "../../../shared/evidence.ts";

/** What stands in the place of values. */
export interface Marks {
  /** Equal for equal values, within one export only: `email~k3f9x2ab~~`. */
  of(kind: RedactionKind, value: string): string;
  /** The same where a number has to stay one: as many digits. */
  number(value: string): string;
}

/** Lengths that a mark is filled up to, so that a long remark still looks long; beyond the last one nothing is told. */
const LENGTH_CLASSES = [16, 32, 64, 128, 256] as const;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

/** Marks of one export. The key is never kept: marks of two exports cannot be held against each other. */
export function createMarks(key: Uint8Array = randomBytes(32)): Marks {
  // A hash within a hash, each begun with the key, as HMAC does it. Node's own HMAC makes a key object for each value, which
  // takes ten times as long.
  const keyed = (bytes: Uint8Array): Buffer => hash("sha256", Buffer.concat([key, bytes]), "buffer");
  const digest = (value: string): Buffer => keyed(keyed(Buffer.from(value, "utf8")));
  return {
    of(kind, value) {
      const code = Array.from(digest(value).subarray(0, CODE_LENGTH), (byte) => LETTERS[byte & 31]).join("");
      const length = LENGTH_CLASSES.find((most) => value.length <= most) ?? 256;
      return `${kind}~${code}`.padEnd(length, "~");
    },
    number(value) {
      const digits = BigInt(`0x${digest(value).toString("hex")}`).toString();
      const length = value.replaceAll(/\D/g, "").length;
      // Never a zero in front, which JSON does not allow.
      return `9${digits.padEnd(length, "7").slice(0, Math.max(0, length - 1))}`;
    },
  };
}
