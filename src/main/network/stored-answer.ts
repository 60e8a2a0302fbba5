import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip, zstdCompress } from "node:zlib";
import { MEBIBYTE } from "../../shared/primitives.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { contentEncodingOf, decodeBody } from "../payload/index.ts";
import type { Redacted, Redactor } from "../redactor/index.ts";
import { Refusal } from "../refusal.ts";
import type { AnswerHead } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** A body without its content codings. */
export interface Decoded {
  /** As received where nothing could be taken off. */
  readonly bytes: Uint8Array;
  readonly encoding: string;
  /** The code of the refusal, and its words for the user. */
  readonly refused: string | null;
  readonly problem: string | null;
}

/** @throws whatever the signal was aborted with */
export async function decodedAnswer(
  { head, body }: Pick<Exchange, "head" | "body">,
  capBytes: number,
  signal: AbortSignal,
): Promise<Decoded> {
  try {
    const decoded = await decodeBody(body, contentEncodingOf(head?.headers ?? []), capBytes, signal);
    return { ...decoded, refused: null, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { bytes: body, encoding: "identity", refused: error.code, problem: error.message };
  }
}

/** What may be stored of an answer. */
export interface StoredAnswer {
  readonly head: AnswerHead | null;
  readonly body: Uint8Array;
  readonly redacted: boolean;
}

/**
 * The answer as received, unless it repeats a secret: then it is masked, and put under its content coding again. A body
 * that should decode and did not (`decoded` is null where there was no time) cannot be looked through, and is kept only
 * where there is no secret to find.
 */
export async function storedAnswer(
  { head, body }: Pick<Exchange, "head" | "body">,
  decoded: Decoded | null,
  redactor: Redactor,
): Promise<StoredAnswer> {
  if (head === null || !redactor.active) return { head, body, redacted: false };
  const headers = redactor.deep(head.headers);
  const statusText = redactor.text(head.statusText);
  const stored = await storedBody(body, decoded, redactor);
  return {
    head: {
      ...head,
      headers: headers.value.map(([name, value]) => [name, value]),
      statusText: statusText.value,
    },
    body: stored.value,
    redacted: stored.redacted || headers.redacted || statusText.redacted,
  };
}

/** Masking takes as much memory again, and more: those who wait for their turn hold no more than what came. */
const LARGE_BYTES = MEBIBYTE;
const inTurn = oneAtATime();

function storedBody(body: Uint8Array, decoded: Decoded | null, redactor: Redactor): Promise<Redacted<Uint8Array>> {
  const mask = (): Promise<Redacted<Uint8Array>> => maskedBody(body, decoded, redactor);
  return (decoded?.bytes ?? body).length > LARGE_BYTES ? inTurn(mask) : mask();
}

async function maskedBody(
  body: Uint8Array,
  decoded: Decoded | null,
  redactor: Redactor,
): Promise<Redacted<Uint8Array>> {
  if (body.length === 0) return { value: body, redacted: false };
  if (decoded === null || decoded.refused === "damaged-body" || decoded.refused === "too-large")
    return { value: new Uint8Array(0), redacted: true };
  const masked = await redactor.body(decoded.bytes);
  if (!masked.redacted) return { value: body, redacted: false };
  const coded = await encoded(masked.value, decoded.encoding);
  // What zlib makes may stand in a buffer together with others.
  return { value: coded === masked.value ? coded : new Uint8Array(coded), redacted: true };
}

/** The best that brotli can do takes twenty seconds for what a call may answer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Puts content codings on again, in Node's thread pool. @param encoding as `decodeBody` names what it took off */
async function encoded(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  let bytes = body;
  for (const coding of encoding.split(", ")) {
    if (coding === "gzip") bytes = await promisify(gzip)(bytes);
    else if (coding === "deflate") bytes = await promisify(deflate)(bytes);
    else if (coding === "br") bytes = await promisify(brotliCompress)(bytes, BROTLI);
    else if (coding === "zstd") bytes = await promisify(zstdCompress)(bytes);
  }
  return bytes;
}
