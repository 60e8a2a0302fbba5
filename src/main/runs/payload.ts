import { contentEncodingOf, decodeBody } from "../payload/index.ts";
import type { StoredPayload } from "./ports.ts";
import type { Payload } from "./state.ts";
import { BODY_LIMIT } from "./walk.ts";

/** Bytes that a body may decode to: four a character at most, and one more shows that it was longer. */
export const DECODED_LIMIT = 4 * BODY_LIMIT + 1;

/**
 * A delivery's body as runs read it: without its content coding where it can be taken off, else as it came, and no
 * more of it than is looked at.
 */
export async function payloadOf({ body, headers }: StoredPayload): Promise<Payload> {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  const encoding = contentEncodingOf(headers);
  const bytes = encoding === "" ? body : await decoded(body, encoding);
  return { bytes: bytes.length > DECODED_LIMIT ? bytes.slice(0, DECODED_LIMIT) : bytes, contentType };
}

async function decoded(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  try {
    return (await decodeBody(body, encoding, DECODED_LIMIT)).bytes;
  } catch {
    // Damaged, unknown or a bomb: there is nothing to be read in it, and that is no reason to stop.
    return body;
  }
}

/** What stands in for a body that is gone. */
export const NO_PAYLOAD: Payload = { bytes: new Uint8Array(0), contentType: null };
