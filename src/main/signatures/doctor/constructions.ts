import { createHash, createHmac } from "node:crypto";
import type { SignatureAlgorithm } from "../../../shared/signature.ts";
import type { Construction } from "../../../shared/signature-doctor.ts";
import type { Option } from "./types.ts";

/** Every hash that senders are known to use, by its length in bytes. Those that a profile can name stand first. */
const HASHES: readonly (readonly [name: string, bytes: number])[] = [
  ["sha1", 20],
  ["sha256", 32],
  ["sha512", 64],
  ["md5", 16],
  ["ripemd160", 20],
  ["sha224", 28],
  ["sha384", 48],
  ["sha3-256", 32],
  ["sha3-512", 64],
  ["sha512-256", 32],
];

/** What the doctor can compute with, where the machine can: Electron's BoringSSL has no SHA-3 (crypto/digest_extra). */
export const DOCTOR_HASHES: readonly string[] = HASHES.map(([name]) => name);

/** Those that are missing here, by trying each: what `getHashes` lists and what can be computed with are two things. */
export function missingHashes(compute: (name: string) => unknown = (name) => createHmac(name, "")): readonly string[] {
  return DOCTOR_HASHES.filter((name) => {
    try {
      compute(name);
      return false;
    } catch {
      return true;
    }
  });
}

/** Asked for once. */
export const MISSING_HERE: readonly string[] = missingHashes();

/** From a key and the content, in pieces, to a digest. */
export interface Digest {
  readonly hash: string;
  readonly bytes: number;
  readonly construction: Construction | null;
  digest(key: Buffer, content: readonly Uint8Array[]): Buffer;
}

function hashed(name: string, pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash(name);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function hmac(name: string, key: Uint8Array, pieces: readonly Uint8Array[]): Buffer {
  const hash = createHmac(name, key);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

const hex = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("hex"));

const WAYS: Readonly<Record<Construction, (name: string, key: Buffer, content: readonly Uint8Array[]) => Buffer>> = {
  "key-before": (name, key, content) => hashed(name, [key, ...content]),
  "key-after": (name, key, content) => hashed(name, [...content, key]),
  "no-key": (name, _, content) => hashed(name, content),
  "hmac-of-hex-hash": (name, key, content) => hmac(name, key, [hex(hashed(name, content))]),
  "hmac-of-hash": (name, key, content) => hmac(name, key, [hashed(name, content)]),
  "hash-of-hex-hmac": (name, key, content) => hashed(name, [hex(hmac(name, key, content))]),
  "hash-of-hmac": (name, key, content) => hashed(name, [hmac(name, key, content)]),
  "hmac-twice-hex": (name, key, content) => hmac(name, key, [hex(hmac(name, key, content))]),
  // Arguments in the wrong order: the content is the key, and the key what is signed.
  swapped: (name, key, content) => hmac(name, Buffer.concat(content), [key]),
};

/**
 * The ways to try. A hash whose digests are as long as something in the headers comes first; any longer one could
 * have been cut off.
 */
export function digestsFor(
  configured: SignatureAlgorithm,
  lengths: ReadonlySet<number>,
  missing: readonly string[],
): readonly Option<Digest>[] {
  const options: Option<Digest>[] = [];
  const shortest = Math.min(...lengths);
  for (const [hash, bytes] of HASHES) {
    const whole = lengths.has(bytes);
    if (bytes < shortest || missing.includes(hash)) continue;
    const changes = hash === configured ? [] : [{ change: "algorithm", algorithm: hash } as const];
    const cost = (whole ? 0 : 2) + (hash === configured ? 0 : isUsual(hash) ? 1 : 2);
    options.push({
      cost,
      changes,
      value: { hash, bytes, construction: null, digest: (key, content) => hmac(hash, key, content) },
    });
    if (!whole) continue;
    for (const [construction, way] of Object.entries(WAYS) as [Construction, (typeof WAYS)[Construction]][])
      options.push({
        cost: cost + 2,
        changes: [...changes, { change: "construction", construction }],
        value: { hash, bytes, construction, digest: (key, content) => way(hash, key, content) },
      });
  }
  return options.toSorted((left, right) => left.cost - right.cost);
}

function isUsual(hash: string): hash is SignatureAlgorithm {
  return hash === "sha1" || hash === "sha256" || hash === "sha512";
}
