import { createHmac, type Hmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Instant } from "../../shared/primitives.ts";
import {
  type HmacAlgorithm,
  type PublicKeyAlgorithm,
  type SignatureSettings,
  type SignedSettings,
  type StaticSettings,
  usesPublicKey,
} from "../../shared/signature.ts";
import { type SignatureResult, withProblem } from "../../shared/signature-check.ts";
import { keyBytes } from "./encoding.ts";
import { headerValues, type KnownSecret, type SignedMessage } from "./message.ts";
import { holds, readKey } from "./public-key.ts";
import { type ReadSignature, readSignature } from "./read-signature.ts";
import { unitOf } from "./timestamps.ts";

/** Bytes that are hashed in one go, about a millisecond's worth. */
const SLICE_BYTES = 1_048_576;

/**
 * Checks a message's signature (RFC 2104). A pure function of what it is given; compares in constant time.
 *
 * @param secrets those of the profile that are set, in its order
 * @param now when the message arrived: what its timestamp is compared with
 */
export function verify(
  message: SignedMessage,
  settings: SignatureSettings,
  secrets: readonly KnownSecret[],
  now: Instant,
): SignatureResult {
  const steps = verifying(message, settings, secrets, now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `verify`, but leaves the thread to others after every slice of a large body. */
export async function verifyInSlices(
  message: SignedMessage,
  settings: SignatureSettings,
  secrets: readonly KnownSecret[],
  now: Instant,
): Promise<SignatureResult> {
  const steps = verifying(message, settings, secrets, now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function* verifying(
  message: SignedMessage,
  settings: SignatureSettings,
  secrets: readonly KnownSecret[],
  now: Instant,
): Generator<void, SignatureResult> {
  if (settings.kind === "static") return compareValue(message, settings, secrets);
  const read = readSignature(message, settings, now);
  if (read === "missing") return { state: "missing" };
  if (secrets.length === 0) return { state: "not-checked", reason: "no-secret" };
  if ("code" in read) return withProblem(read);
  const { algorithm } = settings;
  if (usesPublicKey(algorithm)) return checkWithPublicKeys(read, settings, algorithm, secrets, now);
  const keys = secrets.flatMap(({ name, value }) => {
    const key = keyBytes(value, settings.secretDecoding);
    return key === null ? [] : [{ name, key }];
  });
  if (keys.length === 0) return { state: "not-checked", reason: "undecodable" };
  for (const { name, key } of keys) {
    const hmac = hmacOf(algorithm, key);
    if (hmac === null) return { state: "not-checked", reason: "unsupported" };
    const digest = yield* digestOf(read, hmac);
    // One is not told from another by how long it took: all are compared, whichever fits.
    const fits = read.signatures.filter((signature) => timingSafeEqual(signature, digest)).length > 0;
    if (fits) return inTime(read, settings, name, now);
  }
  return withProblem({ code: "different", secrets: keys.length });
}

/** null where this machine has no such hash: Electron's BoringSSL has fewer than Node's OpenSSL. */
export function hmacOf(algorithm: HmacAlgorithm, key: Buffer): Hmac | null {
  try {
    return createHmac(algorithm, key);
  } catch {
    return null;
  }
}

/** Checks with the public keys that the profile has in the place of secrets, all of the content at once. */
function checkWithPublicKeys(
  read: ReadSignature,
  settings: SignedSettings,
  algorithm: PublicKeyAlgorithm,
  secrets: readonly KnownSecret[],
  now: Instant,
): SignatureResult {
  const keys = secrets.flatMap(({ name, value }) => {
    const key = readKey(value)?.publicKey;
    return key === undefined ? [] : [{ name, key }];
  });
  if (keys.length === 0) return { state: "not-checked", reason: "undecodable" };
  const content = Buffer.concat([read.before, read.body, read.after]);
  try {
    for (const { name, key } of keys)
      if (read.signatures.some((signature) => holds(algorithm, key, content, signature)))
        return inTime(read, settings, name, now);
  } catch {
    return { state: "not-checked", reason: "unsupported" };
  }
  return withProblem({ code: "different", secrets: keys.length });
}

function* digestOf({ before, body, after }: ReadSignature, hmac: Hmac): Generator<void, Buffer> {
  hmac.update(before);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    if (start > 0) yield;
    hmac.update(body.subarray(start, start + SLICE_BYTES));
  }
  return hmac.update(after).digest();
}

function inTime(
  { timestamp }: ReadSignature,
  { toleranceSeconds, timestampUnit }: SignedSettings,
  secret: string,
  now: Instant,
): SignatureResult {
  if (toleranceSeconds === null || timestamp === null) return { state: "valid", secret };
  const ageSeconds = (now / 1_000 - timestamp.at) / 1_000;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return { state: "valid", secret };
  const near = unitOf(timestamp.text, now);
  const unit = near === timestampUnit ? null : near;
  return withProblem({ code: "out-of-tolerance", ageSeconds, toleranceSeconds, unit });
}

function compareValue(
  message: SignedMessage,
  { header, prefix }: StaticSettings,
  secrets: readonly KnownSecret[],
): SignatureResult {
  const values = headerValues(message.headers, header);
  const [value] = values;
  if (value === undefined) return { state: "missing" };
  if (secrets.length === 0) return { state: "not-checked", reason: "no-secret" };
  if (values.length > 1) return withProblem({ code: "repeated", header, count: values.length });
  if (!value.startsWith(prefix)) return withProblem({ code: "no-such-part" });
  const given = Buffer.from(value.slice(prefix.length), "latin1");
  // Hashed with a key of the moment, values of any length are compared in constant time.
  const key = randomBytes(32);
  const hashed = (bytes: Uint8Array) => createHmac("sha256", key).update(bytes).digest();
  const found = secrets.find((secret) => timingSafeEqual(hashed(given), hashed(Buffer.from(secret.value, "latin1"))));
  if (found !== undefined) return { state: "valid", secret: found.name };
  return withProblem({ code: "different", secrets: secrets.length });
}
