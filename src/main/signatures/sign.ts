import { randomUUID } from "node:crypto";
import type { HeaderList, Instant } from "../../shared/primitives.ts";
import {
  type SignatureSettings,
  type SignedSettings,
  uses,
  usesPublicKey,
  type ValueSource,
} from "../../shared/signature.ts";
import { Refusal } from "../refusal.ts";
import { keyBytes } from "./encoding.ts";
import { headerValues, type SignedMessage } from "./message.ts";
import { readKey, signWith } from "./public-key.ts";
import { partsOf } from "./read-signature.ts";
import { type AroundBody, aroundBody, withField } from "./signed-content.ts";
import { timestampText } from "./timestamps.ts";
import { hmacOf } from "./verify.ts";

/** A message as it goes out signed. The body is another one only where the signature stands in it. */
export type Signed = Pick<SignedMessage, "headers" | "body">;

/**
 * Signs a message as its sender would: a fresh signature in the place of the old one, or at the end of the headers where
 * there was none. A timestamp becomes the present one; an id stays, and is made up where there is none.
 *
 * @param secret the value of the secret to sign with, or a private key where the algorithm takes one
 * @param now the moment that a timestamp names
 * @throws Refusal `secret-undecodable` when the secret is not written in the way that is set, `cannot-sign` where it
 * takes a private key that is not there or a body that the signature has no place in, `algorithm-unavailable`
 */
export function sign(settings: SignatureSettings, secret: string, message: SignedMessage, now: Instant): Signed {
  const { body } = message;
  if (settings.kind === "static")
    return { headers: put(message.headers, settings.header, settings.prefix + secret), body };
  const timestamp = timestampText(now, settings.timestampUnit);
  const id = presentId(message.headers, settings) ?? `msg_${randomUUID()}`;
  const around = aroundBody(settings, message, { id, timestamp });
  const signature = signatureOver(settings, secret, around, body).toString(settings.encoding);
  const timed = uses(settings.content, "timestamp") || settings.toleranceSeconds !== null;
  const values: readonly (readonly [ValueSource | null, string])[] = [
    [uses(settings.content, "id") ? settings.id : null, id],
    [timed ? settings.timestamp : null, timestamp],
  ];

  let { headers } = message;
  const parts: string[] = [];
  for (const [source, value] of values) {
    if (source?.from === "part") parts.push(source.prefix + value);
    if (source?.from === "header") headers = put(headers, source.name, value);
  }
  parts.push(settings.prefix + signature);
  const value = parts.join(settings.separator);
  if (settings.field === null) return { headers: put(headers, settings.header, value), body };
  const changed = isOverBody(settings) ? null : withField(body, settings.field, value);
  if (changed === null)
    throw new Refusal("cannot-sign", "The signature stands in the body, and this body has no place for it.");
  return { headers, body: changed };
}

/** A signature over all of the body cannot stand in it. */
function isOverBody({ content }: SignedSettings): boolean {
  return (["body", "sha256", "crc32", "params"] as const).some((place) => uses(content, place));
}

function signatureOver(
  { algorithm, secretDecoding }: SignedSettings,
  secret: string,
  { before, after, hasBody }: AroundBody,
  body: Uint8Array,
): Buffer {
  if (usesPublicKey(algorithm)) {
    const key = readKey(secret);
    if (key?.privateKey == null)
      throw new Refusal(
        "cannot-sign",
        key === null
          ? "What the profile has is no key of this kind, so nothing can be signed with it."
          : "The profile has the public key: it checks, and cannot sign. For a sender of your own, put its private key in its place.",
      );
    const content = Buffer.concat([before, hasBody ? body : NOTHING, after]);
    const signature = signWith(algorithm, key.privateKey, content);
    if (signature === null) throw new Refusal("cannot-sign", "The private key is of another kind than the algorithm.");
    return signature;
  }
  const key = keyBytes(secret, secretDecoding);
  if (key === null)
    throw new Refusal("secret-undecodable", "The secret cannot be decoded in the way that the profile says.");
  const hmac = hmacOf(algorithm, key);
  if (hmac === null) throw new Refusal("algorithm-unavailable", `This machine cannot compute HMAC with ${algorithm}.`);
  return hmac
    .update(before)
    .update(hasBody ? body : NOTHING)
    .update(after)
    .digest();
}

const NOTHING = new Uint8Array(0);

function presentId(headers: HeaderList, { id, header, separator }: SignedSettings): string | null {
  if (id === null) return null;
  if (id.from === "header") return headerValues(headers, id.name)[0] ?? null;
  const parts = partsOf(headerValues(headers, header)[0] ?? "", separator);
  return parts.find((part) => part.startsWith(id.prefix))?.slice(id.prefix.length) ?? null;
}

/** The header once, with this value, where its first one stood and as that was written. */
function put(headers: HeaderList, name: string, value: string): HeaderList {
  const wanted = name.toLowerCase();
  const first = headers.findIndex(([each]) => each.toLowerCase() === wanted);
  if (first < 0) return [...headers, [name, value]];
  return headers.flatMap(([each, old], index): HeaderList => {
    if (each.toLowerCase() !== wanted) return [[each, old]];
    return index === first ? [[each, value]] : [];
  });
}
