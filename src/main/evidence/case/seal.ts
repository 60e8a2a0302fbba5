import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import type { z } from "zod";
import type { caseSignature } from "../../../shared/case-file.ts";
import type { BodyPart } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";

type CaseSignature = z.infer<typeof caseSignature>;

/** Where the key of this installation is kept: the vault. */
export interface KeyStore {
  get(): Promise<string | null>;
  /** Never fails: what cannot be kept on disk holds until the program ends. */
  set(key: string): Promise<void>;
  /** Whether it is there after a restart. */
  lasts(): boolean;
}

/** The key of this installation, with what it is for. */
export interface Seal {
  readonly fingerprint: string;
  sign(bytes: Uint8Array): CaseSignature;
  /**
   * Binds this installation to the bytes that were left out, and tells nobody else what they are: the salt is secret, since
   * of something short a hash with a salt that is known could be guessed. Who has the key can show later that the bytes of
   * the log are those.
   */
  commitment(of: { readonly caseId: string; readonly id: EventId; readonly part: BodyPart }, bytes: Uint8Array): string;
}

/** Before the 32 bytes of a public key in its DER form (RFC 8410, section 4). */
const PUBLIC_KEY_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** The key of this installation as it is kept, which is made where there is none yet. */
export async function openKey(store: KeyStore): Promise<string> {
  const kept = await store.get();
  if (kept !== null && sealOf(kept) !== null) return kept;
  const { privateKey } = generateKeyPairSync("ed25519");
  const made = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  await store.set(made);
  return made;
}

/** What a key is for; null for what is no key. */
export function sealOf(text: string): Seal | null {
  const der = Buffer.from(text, "base64");
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch {
    return null;
  }
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(PUBLIC_KEY_HEAD.length);
  const secret = createHmac("sha256", der).update("linkdesk commitments").digest();
  return {
    fingerprint: fingerprintOf(publicKey),
    sign: (bytes) => ({
      algorithm: "Ed25519",
      publicKey: publicKey.toString("base64"),
      signature: sign(null, bytes, key).toString("base64"),
    }),
    commitment({ caseId, id, part }, bytes) {
      const salt = createHmac("sha256", secret).update(`${caseId} ${id} ${part}`).digest();
      return createHash("sha256").update(salt).update(bytes).digest("hex");
    },
  };
}

/** @returns the fingerprint of the key that has signed these bytes; null where the signature is not sound */
export function signerOf(bytes: Uint8Array, { publicKey, signature }: CaseSignature): string | null {
  try {
    const raw = Buffer.from(publicKey, "base64");
    if (raw.byteLength !== 32) return null;
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_KEY_HEAD, raw]), format: "der", type: "spki" });
    return verify(null, bytes, key, Buffer.from(signature, "base64")) ? fingerprintOf(raw) : null;
  } catch {
    return null;
  }
}

/** 160 bits of the key's SHA-256: short enough to be read out, too long for another key to be found for it. */
function fingerprintOf(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 40).toUpperCase();
}
