import { createHmac, randomUUID } from "node:crypto";
import type { HeaderList, Instant } from "../../shared/primitives.ts";
import type { HmacSettings, SignatureSettings, ValueSource } from "../../shared/signature.ts";
import { uses } from "../../shared/signature.ts";
import { Refusal } from "../refusal.ts";
import { keyBytes } from "./encoding.ts";
import { headerValues, type SignedMessage } from "./message.ts";
import { aroundBody, partsOf } from "./read-signature.ts";

/**
 * Signs a message as its sender would: the headers with a fresh signature in the place of the old one, or at the end
 * where there was none. A timestamp becomes the present one; an id stays, and is made up where there is none.
 *
 * @param secret the value of the secret to sign with
 * @param now the moment that a timestamp names
 * @throws Refusal `secret-undecodable` when the secret is not written in the way that is set
 */
export function sign(settings: SignatureSettings, secret: string, message: SignedMessage, now: Instant): HeaderList {
  if (settings.kind === "static") return put(message.headers, settings.header, settings.prefix + secret);
  const key = keyBytes(secret, settings.secretDecoding);
  if (key === null)
    throw new Refusal("secret-undecodable", "The secret cannot be decoded in the way that the profile says.");
  const milliseconds = Math.round(now / 1_000);
  const seconds = Math.floor(milliseconds / 1_000);
  const timestamp = String(settings.timestampUnit === "seconds" ? seconds : milliseconds);
  const id = presentId(message.headers, settings) ?? `msg_${randomUUID()}`;
  const [before, after] = aroundBody(settings, { id, timestamp, method: message.method, path: message.path });
  const digest = createHmac(settings.algorithm, key).update(before).update(message.body).update(after);
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

function presentId(headers: HeaderList, { id, header, separator }: HmacSettings): string | null {
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
