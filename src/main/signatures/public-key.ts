import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { PublicKeyAlgorithm } from "../../shared/signature.ts";
import { decodeText } from "./encoding.ts";

/** Bytes of a public key of Ed25519 (RFC 8032), and what stands in front of them in a key with its kind (RFC 8410). */
const ED25519_BYTES = 32;
const ED25519_FRONT = Buffer.from("302a300506032b6570032100", "hex");

/**
 * A public key as providers give it: PEM, a certificate, or the bytes of either in Base64 or hexadecimal; of Ed25519
 * also the bare key, with Standard Webhooks' `whpk_` in front or not. null for what is none.
 */
export function readPublicKey(text: string): KeyObject | null {
  const bare = text.trim();
  try {
    // A field of one line takes the line breaks out, and the parser wants them.
    const [, kind = "", inside = ""] = /^-----BEGIN ([A-Z ]{1,40})-----([^-]+)-----END \1-----$/.exec(bare) ?? [];
    if (kind !== "") {
      const lines = inside.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
      const pem = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ""].join("\n");
      return kind.includes("PRIVATE") ? null : createPublicKey(pem);
    }
    const encoded = bare.replace(/^whpk_/, "").replace(/\s+/g, "");
    const bytes = decodeText(encoded, "hex") ?? decodeText(encoded, "base64") ?? decodeText(encoded, "base64url");
    if (bytes === null) return null;
    const der = bytes.length === ED25519_BYTES ? Buffer.concat([ED25519_FRONT, bytes]) : bytes;
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    // No key, or one of a kind that this machine does not know.
    return null;
  }
}

/** Which algorithms a key can belong to, the usual one first. */
export function algorithmsOf(key: KeyObject): readonly PublicKeyAlgorithm[] {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return ["rsa-sha256", "rsa-sha512", "rsa-sha1", "rsa-pss-sha256"];
    case "rsa-pss":
      return ["rsa-pss-sha256"];
    case "ed25519":
      return ["ed25519"];
    case "ec":
      return ["ecdsa-sha256"];
    default:
      return [];
  }
}

/** Whether the owner of the private key made this signature. Ed25519 and its like read all of the content at once. */
export function holds(
  algorithm: PublicKeyAlgorithm,
  key: KeyObject,
  content: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!algorithmsOf(key).includes(algorithm)) return false;
  if (algorithm === "ed25519") return verify(null, content, key, signature);
  const hash = algorithm.slice(algorithm.lastIndexOf("-") + 1);
  if (algorithm !== "rsa-pss-sha256") return verify(hash, content, key, signature);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  return verify(hash, content, { key, ...padding }, signature);
}
