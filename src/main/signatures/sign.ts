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
import { partsOf } from "./read-signature.ts";
import { aroundBody } from "./signed-content.ts";
import { timestampText } from "./timestamps.ts";
import { hmacOf } from "./verify.ts";

/**
 * Signs a message as its sender would: the headers with a fresh signature in the place of the old one, or at the end
 * where there was none. A timestamp becomes the present one; an id stays, and is made up where there is none.
 *
 * @param secret the value of the secret to sign with
 * @param now the moment that a timestamp names
 * @throws Refusal `secret-undecodable` when the secret is not written in the way that is set, `cannot-sign` where it
 * takes a private key or another body, `algorithm-unavailable`
 */
export function sign(settings: SignatureSettings, secret: string, message: SignedMessage, now: Instant): HeaderList {
  if (settings.kind === "static") return put(message.headers, settings.header, settings.prefix + secret);
  if (usesPublicKey(settings.algorithm) || settings.field !== null)
    throw new Refusal(
      "cannot-sign",
      settings.field === null
        ? "Only whoever has the private key can sign anew: the profile has the public one."
        : "The signature stands in the body, and that is sent as it is. Nothing was signed anew.",
    );
  const key = keyBytes(secret, settings.secretDecoding);
  if (key === null)
    throw new Refusal("secret-undecodable", "The secret cannot be decoded in the way that the profile says.");
  const hmac = hmacOf(settings.algorithm, key);
  if (hmac === null)
    throw new Refusal("algorithm-unavailable", `This machine cannot compute HMAC with ${settings.algorithm}.`);
  const timestamp = timestampText(now, settings.timestampUnit);
  const id = presentId(message.headers, settings) ?? `msg_${randomUUID()}`;
  const { before, after, hasBody } = aroundBody(settings, message, { id, timestamp });
  const digest = hmac
    .update(before)
    .update(hasBody ? message.body : "")
    .update(after);
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
  parts.push(settings.prefix + digest.digest(settings.encoding));
  return put(headers, settings.header, parts.join(settings.separator));
}

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
