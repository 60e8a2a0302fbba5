import type { HmacAlgorithm, SecretDecoding, SignatureEncoding } from "../../shared/signature.ts";
import { withoutEnd } from "../../shared/text-ends.ts";

/** Bytes of a digest (FIPS 180-4, RFC 1321). */
export const DIGEST_BYTES: Readonly<Record<HmacAlgorithm, number>> = {
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  md5: 16,
};

/** Bytes out of their text form; null for a text that is not one. Padding may be missing (RFC 4648 section 3.2). */
export function decodeText(text: string, encoding: SignatureEncoding): Buffer | null {
  switch (encoding) {
    case "hex":
      return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, "hex") : null;
    case "base64":
      return /^[0-9A-Za-z+/]+={0,2}$/.test(text) ? whole(text, "base64") : null;
    case "base64url":
      return /^[0-9A-Za-z_-]+={0,2}$/.test(text) ? whole(text, "base64url") : null;
  }
}

/** A single character beyond groups of four carries no byte: something was cut off. */
function whole(text: string, encoding: "base64" | "base64url"): Buffer | null {
  return withoutEnd(text, "=").length % 4 === 1 ? null : Buffer.from(text, encoding);
}

/** The bytes of a key; null for a secret that is not written in that way. */
export function keyBytes(secret: string, decoding: SecretDecoding): Buffer | null {
  switch (decoding) {
    case "text":
      return Buffer.from(secret, "utf8");
    case "hex":
      return decodeText(secret, "hex");
    case "base64": {
      const encoded = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
      return decodeText(encoded, "base64") ?? decodeText(encoded, "base64url");
    }
  }
}
