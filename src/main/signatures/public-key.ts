import { constants, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { PublicKeyAlgorithm } from "../../shared/signature.ts";
import { decodeText } from "./encoding.ts";

/** Bytes of a key of Ed25519 (RFC 8032), and what stands in front of them in a key with its kind (RFC 8410). */
const ED25519_BYTES = 32;
const ED25519_FRONT = Buffer.from("302a300506032b6570032100", "hex");

/** What a profile has of a sender with a key pair. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  /** For those who have it: their own service signs with it. null for everybody else. */
  readonly privateKey: KeyObject | null;
}

/**
 * A key as providers give it: PEM, a certificate, or the bytes of either in Base64 or hexadecimal; of Ed25519 also the
 * bare public key, with Standard Webhooks' `whpk_` in front or not. A private key brings its public one along. null for
 * what is no key.
 */
export function readKey(text: string): KeyPair | null {
  const bare = text.trim();
  try {
    // A field of one line takes the line breaks out, and the parser wants them.
    const [, kind = "", inside = ""] = /^-----BEGIN ([A-Z ]{1,40})-----([^-]+)-----END \1-----$/.exec(bare) ?? [];
    if (kind !== "") {
      const lines = inside.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
      const pem = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ""].join("\n");
      return kind.includes("PRIVATE") ? pairOf(createPrivateKey(pem)) : publicOnly(createPublicKey(pem));
    }
    const encoded = bare.replace(/^whpk_/, "").replace(/\s+/g, "");
    const bytes = decodeText(encoded, "hex") ?? decodeText(encoded, "base64") ?? decodeText(encoded, "base64url");
    return bytes === null ? null : readBytes(bytes);
  } catch {
    // No key, or one of a kind that this machine does not know.
    return null;
  }
}

function readBytes(bytes: Buffer): KeyPair {
  const der = bytes.length === ED25519_BYTES ? Buffer.concat([ED25519_FRONT, bytes]) : bytes;
  try {
    return publicOnly(createPublicKey({ key: der, format: "der", type: "spki" }));
  } catch {
    return pairOf(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  }
}

function publicOnly(publicKey: KeyObject): KeyPair {
  return { publicKey, privateKey: null };
}

function pairOf(privateKey: KeyObject): KeyPair {
  return { publicKey: createPublicKey(privateKey), privateKey };
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
  if (algorithm !== "rsa-pss-sha256") return verify(hashOf(algorithm), content, key, signature);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  return verify(hashOf(algorithm), content, { key, ...padding }, signature);
}

/** As `holds` takes it; null where the key is of another kind than the algorithm. */
export function signWith(algorithm: PublicKeyAlgorithm, key: KeyObject, content: Uint8Array): Buffer | null {
  if (!algorithmsOf(key).includes(algorithm)) return null;
  if (algorithm === "ed25519") return sign(null, content, key);
  if (algorithm !== "rsa-pss-sha256") return sign(hashOf(algorithm), content, key);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(hashOf(algorithm), content, { key, ...padding });
}

function hashOf(algorithm: PublicKeyAlgorithm): string {
  return algorithm.slice(algorithm.lastIndexOf("-") + 1);
}
