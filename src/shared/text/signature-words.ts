import type { SignatureAlgorithm, TimestampUnit } from "../signature.ts";

/** Algorithms as the form, the inspector and the doctor call them. */
export const ALGORITHM_NAMES: Readonly<Record<SignatureAlgorithm, string>> = {
  sha1: "HMAC-SHA1",
  sha256: "HMAC-SHA256",
  sha384: "HMAC-SHA384",
  sha512: "HMAC-SHA512",
  md5: "HMAC-MD5",
  "rsa-sha256": "RSA with SHA-256",
  "rsa-sha512": "RSA with SHA-512",
  "rsa-sha1": "RSA with SHA-1",
  "rsa-pss-sha256": "RSA-PSS with SHA-256",
  ed25519: "Ed25519",
  "ecdsa-sha256": "ECDSA with SHA-256",
};

/** After “written”, “read”. */
export const UNIT_NAMES: Readonly<Record<TimestampUnit, string>> = {
  seconds: "in seconds",
  milliseconds: "in milliseconds",
  iso: "as a date (ISO 8601)",
};

const SEPARATOR_NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  ",": ["a comma", "commas"],
  ";": ["a semicolon", "semicolons"],
  " ": ["a space", "spaces"],
  "&": ["an ampersand", "ampersands"],
  "|": ["a vertical bar", "vertical bars"],
};

/** What sets parts of a header apart: “a comma”. */
export function separatorText(separator: string): string {
  return SEPARATOR_NAMES[separator]?.[0] ?? `“${separator}”`;
}

/** The same, of several: “commas”. */
export function separatorsText(separator: string): string {
  return SEPARATOR_NAMES[separator]?.[1] ?? `“${separator}”`;
}
