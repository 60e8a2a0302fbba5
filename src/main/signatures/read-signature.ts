import type { Instant } from "../../shared/primitives.ts";
import { type SignedSettings, uses, usesPublicKey, type ValueSource } from "../../shared/signature.ts";
import type { SignatureProblem } from "../../shared/signature-check.ts";
import { DIGEST_BYTES, decodeText } from "./encoding.ts";
import { headerValues, type SignedMessage } from "./message.ts";
import { aroundBody, fieldValue } from "./signed-content.ts";
import { momentOf, unitOf } from "./timestamps.ts";

// No scheme comes near these; they bound what a header from outside can cost.
const VALUE_LENGTH_AT_MOST = 8_192;
const SIGNATURES_AT_MOST = 20;

/** What a message says about its own signature. */
export interface ReadSignature {
  /** Of an HMAC, each as long as its digest. */
  readonly signatures: readonly Buffer[];
  /** What is signed, in its order. */
  readonly before: Buffer;
  readonly body: Uint8Array;
  readonly after: Buffer;
  /** The timestamp, and the moment it names in milliseconds since the epoch; null where nothing depends on it. */
  readonly timestamp: { readonly text: string; readonly at: number } | null;
}

/**
 * Takes the signature apart. `missing`: there is none.
 *
 * @param arrivedAt for a timestamp in another unit to be recognised
 */
export function readSignature(
  message: SignedMessage,
  settings: SignedSettings,
  arrivedAt: Instant,
): ReadSignature | SignatureProblem | "missing" {
  const values = signatureValues(message, settings);
  const [value] = values;
  if (value === undefined) return "missing";
  if (values.length > 1) return { code: "repeated", header: settings.header, count: values.length };
  if (value.length > VALUE_LENGTH_AT_MOST) return { code: "too-long", length: value.length };

  const parts = partsOf(value, settings.separator);
  const marked = parts.filter((part) => part.startsWith(settings.prefix)).slice(0, SIGNATURES_AT_MOST);
  if (marked.length === 0) return { code: "no-such-part" };
  const { algorithm } = settings;
  const expectedBytes = usesPublicKey(algorithm) ? null : DIGEST_BYTES[algorithm];
  const signatures = marked
    .map((part) => decodeText(part.slice(settings.prefix.length), settings.encoding))
    .filter((bytes) => bytes !== null && (expectedBytes === null || bytes.length === expectedBytes)) as Buffer[];
  if (signatures.length === 0) return { code: "malformed", expectedBytes };

  const id = found(message, settings.id, parts);
  if (typeof id === "object" && id !== null) return id;
  if (id === null && uses(settings.content, "id")) return { code: "id-missing" };
  const timestamp = found(message, settings.timestamp, parts);
  if (typeof timestamp === "object" && timestamp !== null) return timestamp;
  const timed = uses(settings.content, "timestamp") || settings.toleranceSeconds !== null;
  if (timestamp === null && timed) return { code: "timestamp-missing" };
  const at = timed && timestamp !== null ? momentOf(timestamp, settings.timestampUnit) : null;
  // What is only signed need not be read: a sender may write there what it likes.
  if (at === null && settings.toleranceSeconds !== null)
    return { code: "timestamp-malformed", unit: unitOf(timestamp ?? "", arrivedAt) };

  const { before, after, hasBody } = aroundBody(settings, message, { id: id ?? "", timestamp: timestamp ?? "" });
  return {
    signatures,
    before,
    body: hasBody ? message.body : NOTHING,
    after,
    timestamp: at === null || timestamp === null ? null : { text: timestamp, at },
  };
}

const NOTHING = new Uint8Array(0);

/** What stands where the signature is to be: the values of its header, or its field of the body. */
export function signatureValues(message: SignedMessage, { header, field }: SignedSettings): readonly string[] {
  if (field === null) return headerValues(message.headers, header);
  const value = fieldValue(message, field);
  return value === null ? [] : [value];
}

export function partsOf(value: string, separator: string): readonly string[] {
  return separator === "" ? [value] : value.split(separator).map((part) => part.trim());
}

/** Where the id and the timestamp are said to stand; null for what is not there. */
export function valuesOf(
  message: SignedMessage,
  settings: SignedSettings,
): { readonly id: string | null; readonly timestamp: string | null } {
  const value = (signatureValues(message, settings)[0] ?? "").slice(0, VALUE_LENGTH_AT_MOST);
  const parts = partsOf(value, settings.separator);
  const text = (source: ValueSource | null): string | null => {
    const read = found(message, source, parts);
    return typeof read === "string" ? read : null;
  };
  return { id: text(settings.id), timestamp: text(settings.timestamp) };
}

function found(
  message: SignedMessage,
  source: ValueSource | null,
  parts: readonly string[],
): string | null | SignatureProblem {
  if (source === null) return null;
  if (source.from === "part") {
    const part = parts.find((each) => each.startsWith(source.prefix));
    return part === undefined ? null : part.slice(source.prefix.length);
  }
  const values = headerValues(message.headers, source.name);
  const [value = null] = values;
  if (values.length > 1) return { code: "repeated", header: source.name, count: values.length };
  return value === null || value.length > VALUE_LENGTH_AT_MOST ? null : value;
}
