import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from "node:zlib";
import { errorText, MEBIBYTE } from "../../shared/primitives.ts";
import { Refusal } from "../refusal.ts";
import { type Coding, codingsOf } from "./content-encoding.ts";

/** Most that a body may decode to for people to look at it, for it to be looked through, or for a signature to be tried on it. */
export const DECODED_AT_MOST = 10 * MEBIBYTE;

/** A body without its content codings. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  /** The codings that were taken off, in the order in which they had been applied; "identity" for none. */
  readonly encoding: string;
}

/**
 * log2 of the largest window a zstd body may ask for. RFC 9659 allows 8 MiB for HTTP; without the limit a body of
 * a few bytes makes the decoder reserve 128 MiB.
 */
const ZSTD_WINDOW_LOG = 23;

/** Frames of a zstd body. Each costs a new decoder, so that megabytes of empty ones, 9 bytes each, would take minutes. */
const ZSTD_FRAMES_AT_MOST = 256;

/**
 * Takes the content codings off a body. The work is done in Node's thread pool and stops at the cap, so neither a
 * large body nor a compression bomb holds anything up.
 *
 * @param contentEncoding the value of `Content-Encoding`; several fields joined by commas
 * @param capBytes most bytes that any layer may decode to
 * @param signal ends the work between two steps, each of which is bounded by the cap
 * @throws Refusal `unknown-encoding`, `too-large` or `damaged-body`, each with the reason in words
 * @throws whatever the signal was aborted with
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string,
  capBytes: number,
  signal?: AbortSignal,
): Promise<DecodedBody> {
  const codings = codingsOf(contentEncoding);
  let decoded = bytes;
  // The one that was applied last is the outermost.
  for (const coding of codings.toReversed()) {
    const steps = takeOff(coding, decoded, capBytes);
    let step = steps.next();
    while (step.done !== true) {
      signal?.throwIfAborted();
      const { decoder, input, options } = step.value;
      step = await inPool(decoder.inPool, input, options).then(
        (result) => steps.next(result),
        (error: unknown) => steps.throw(error),
      );
    }
    decoded = step.value;
  }
  return { bytes: decoded, encoding: nameOf(codings) };
}

/** The same at once, for threads that may wait: bounded by the cap, and by nothing else. */
export function decodeBodySync(bytes: Uint8Array, contentEncoding: string, capBytes: number): DecodedBody {
  const codings = codingsOf(contentEncoding);
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const steps = takeOff(coding, decoded, capBytes);
    let step = steps.next();
    while (step.done !== true) {
      const { decoder, input, options } = step.value;
      let result: Decompressed;
      try {
        result = withConsumed(decoder.atOnce(input, options));
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
      step = steps.next(result);
    }
    decoded = step.value;
  }
  return { bytes: decoded, encoding: nameOf(codings) };
}

function nameOf(codings: readonly Coding[]): string {
  return codings.length === 0 ? "identity" : codings.join(", ");
}

interface DecoderOptions {
  readonly maxOutputLength: number;
  readonly params?: Record<number, number>;
  /** With it, zlib hands out its engine too, which knows how much of the input it took. */
  readonly info: true;
}
type InPool = (
  input: Uint8Array,
  options: DecoderOptions,
  callback: (error: Error | null, result: unknown) => void,
) => void;
interface Decoder {
  readonly inPool: InPool;
  readonly atOnce: (input: Uint8Array, options: DecoderOptions) => unknown;
}
interface Decompressed {
  readonly bytes: Uint8Array;
  readonly consumed: number;
}
/** One call of zlib. */
interface Step {
  readonly decoder: Decoder;
  readonly input: Uint8Array;
  readonly options: DecoderOptions;
}

const GZIP: Decoder = { inPool: gunzip, atOnce: gunzipSync };
const BROTLI: Decoder = { inPool: brotliDecompress, atOnce: brotliDecompressSync };
const ZLIB: Decoder = { inPool: inflate, atOnce: inflateSync };
const RAW: Decoder = { inPool: inflateRaw, atOnce: inflateRawSync };
const ZSTD: Decoder = { inPool: zstdDecompress, atOnce: zstdDecompressSync };

/** Takes one coding off, in as many calls of zlib as it takes; who runs them waits for each or does not. */
function* takeOff(coding: Coding, bytes: Uint8Array, capBytes: number): Generator<Step, Uint8Array, Decompressed> {
  // Answers to HEAD, 204 and 304 may carry the header without any content.
  if (bytes.length === 0) return bytes;
  try {
    if (coding === "zstd") return yield* zstdFrames(bytes, capBytes);
    const decoder = coding === "gzip" ? GZIP : coding === "br" ? BROTLI : looksLikeZlib(bytes) ? ZLIB : RAW;
    const result = yield { decoder, input: bytes, options: { maxOutputLength: capBytes, info: true } };
    // What stands behind the end of the data would silently be lost.
    if (result.consumed < bytes.length) throw new TrailingBytes(bytes.length - result.consumed);
    return result.bytes;
  } catch (error) {
    throw refusalOf(error, coding, capBytes);
  }
}

/**
 * RFC 9110 wants the zlib format (RFC 1950) under the name deflate, but some senders write the raw one. The first
 * two bytes tell: a method of 8 and a checksum that comes out even.
 */
function looksLikeZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** A zstd body may have several frames (RFC 8878 section 3); Node stops after the first. */
function* zstdFrames(bytes: Uint8Array, capBytes: number): Generator<Step, Uint8Array, Decompressed> {
  const frames: Uint8Array[] = [];
  let room = capBytes;
  let rest = bytes;
  while (rest.length > 0) {
    if (frames.length === ZSTD_FRAMES_AT_MOST) throw new TooManyFrames();
    const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
    // Room for none is not something zlib can be asked for; one byte too many is found out below.
    const options: DecoderOptions = { maxOutputLength: Math.max(room, 1), params, info: true };
    const frame = yield { decoder: ZSTD, input: rest, options };
    room -= frame.bytes.length;
    if (room < 0) throw new OverCap();
    frames.push(frame.bytes);
    if (frame.consumed === 0) break;
    rest = rest.subarray(frame.consumed);
  }
  const [only] = frames;
  return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
}

function inPool(decoder: InPool, input: Uint8Array, options: DecoderOptions): Promise<Decompressed> {
  return new Promise((resolve, reject) => {
    decoder(input, options, (error, result) => {
      if (error === null) resolve(withConsumed(result));
      else reject(error);
    });
  });
}

function withConsumed(result: unknown): Decompressed {
  const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
  return { bytes: buffer, consumed: engine.bytesWritten };
}

class OverCap extends Error {}
class TooManyFrames extends Error {}

class TrailingBytes extends Error {
  readonly count: number;

  constructor(count: number) {
    super(`${count} trailing bytes`);
    this.count = count;
  }
}

function refusalOf(error: unknown, coding: Coding, capBytes: number): Refusal {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof OverCap || code === "ERR_BUFFER_TOO_LARGE") {
    return new Refusal(
      "too-large",
      `Decoded from ${coding}, this body is larger than ${capBytes} bytes. It is kept and shown as it was received.`,
    );
  }
  if (error instanceof TooManyFrames) {
    return new Refusal(
      "damaged-body",
      `The body consists of more than ${ZSTD_FRAMES_AT_MOST} ${coding} frames, so it is not decoded.`,
    );
  }
  if (error instanceof TrailingBytes) {
    return new Refusal(
      "damaged-body",
      `${error.count} bytes follow after the end of the ${coding} data, so the body cannot be decoded as it claims.`,
    );
  }
  if (code === "Z_BUF_ERROR") {
    return new Refusal("damaged-body", `The body is cut off: its ${coding} data end too early.`);
  }
  const detail = errorText(error);
  return new Refusal("damaged-body", `The body claims to be ${coding}, but cannot be decoded (${detail}).`);
}
