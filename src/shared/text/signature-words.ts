import { capital } from "../measures.ts";
import type { SignatureAlgorithm, SignatureEncoding, SignedSettings, TimestampUnit } from "../signature.ts";
import type { WrittenSignature } from "../written-signature.ts";

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

/** After “written in”, “is”. */
export const ENCODING_NAMES: Readonly<Record<SignatureEncoding, string>> = {
  hex: "hexadecimal",
  base64: "Base64",
  base64url: "Base64 for addresses",
};

/** How a signature is written, for whoever reads it off an example. */
export function writtenText({
  prefix,
  separator,
  encoding,
  bytes,
  algorithm,
  timestamp,
  timestampUnit,
}: WrittenSignature): string {
  const length =
    bytes === null || encoding === null
      ? "left out or cut short here, so its hash and encoding stay as they are set: only a whole one shows them"
      : `${bytes} bytes in ${ENCODING_NAMES[encoding]}${algorithm === null ? "" : `, as many as ${ALGORITHM_NAMES[algorithm]} has`}`;
  const signature = `The signature${prefix === "" ? "" : ` behind “${prefix}”`}: ${length}.`;
  const between = separator === "" ? "" : ` ${capital(separatorsText(separator))} between the values.`;
  if (timestamp === null) return `${signature}${between} No timestamp.`;
  const where = timestamp.from === "header" ? `in ${timestamp.name}` : `behind “${timestamp.prefix}”`;
  return `${signature} A timestamp ${where}${timestampUnit === null ? "" : `, written ${UNIT_NAMES[timestampUnit]}`}.${between}`;
}

/** What is signed, by its parts: “the body”, or the template as it is written. */
export function signedWords({ content }: SignedSettings): string {
  return content.kind === "body" ? "the body" : content.template;
}

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
