import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { Refusal } from "../refusal.ts";
import { type Coding, codingsOf } from "./content-encoding.ts";

/** A body without its content codings. */
interface DecodedBody {
  readonly bytes: Uint8Array;
  /** The codings that were taken off, in the order in which they had been applied; "identity" for none. */
  readonly encoding: string;
}

/**
 * log2 of the largest window a zstd body may ask for. RFC 9659 allows 8 MiB for HTTP; without the limit a body of
 * a few bytes makes the decoder reserve 128 MiB.
 */
const ZSTD_WINDOW_LOG = 23;

/**
 * Takes the content codings off a body. The work is done in Node's thread pool and stops at the cap, so neither a
 * large body nor a compression bomb holds anything up.
 *
 * @param contentEncoding the value of `Content-Encoding`; several fields joined by commas
 * @param capBytes most bytes that any layer may decode to
 * @throws Refusal `unknown-encoding`, `too-large` or `damaged-body`, each with the reason in words.
 */
export async function decodeBody(bytes: Uint8Array, contentEncoding: string, capBytes: number): Promise<DecodedBody> {
  const codings = codingsOf(contentEncoding);
  let decoded = bytes;
  // The one that was applied last is the outermost.
  for (const coding of codings.toReversed()) decoded = await takeOff(coding, decoded, capBytes);
  return { bytes: decoded, encoding: codings.length === 0 ? "identity" : codings.join(", ") };
}

async function takeOff(coding: Coding, bytes: Uint8Array, capBytes: number): Promise<Uint8Array> {
  // Answers to HEAD, 204 and 304 may carry the header without any content.
  if (bytes.length === 0) return bytes;
  try {
    switch (coding) {
      case "gzip":
        return await whole(gunzip, bytes, { maxOutputLength: capBytes });
      case "br":
        return await whole(brotliDecompress, bytes, { maxOutputLength: capBytes });
      case "deflate":
        return await whole(looksLikeZlib(bytes) ? inflate : inflateRaw, bytes, { maxOutputLength: capBytes });
      case "zstd":
        return await zstdFrames(bytes, capBytes);
    }
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
async function zstdFrames(bytes: Uint8Array, capBytes: number): Promise<Uint8Array> {
  const frames: Uint8Array[] = [];
  let room = capBytes;
  let rest = bytes;
  while (rest.length > 0) {
    const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
    // Room for none is not something zlib can be asked for; one byte too many is found out below.
    const frame = await decompress(zstdDecompress, rest, { maxOutputLength: Math.max(room, 1), params });
    room -= frame.bytes.length;
    if (room < 0) throw new OverCap();
    frames.push(frame.bytes);
    if (frame.consumed === 0) break;
    rest = rest.subarray(frame.consumed);
  }
  const [only] = frames;
  return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
}

/** Decompresses one stream that must fill the whole input: what stands behind its end would silently be lost. */
async function whole(decoder: Decoder, bytes: Uint8Array, options: DecoderOptions): Promise<Uint8Array> {
  const result = await decompress(decoder, bytes, options);
  if (result.consumed < bytes.length) throw new TrailingBytes(bytes.length - result.consumed);
  return result.bytes;
}

interface DecoderOptions {
  readonly maxOutputLength: number;
  readonly params?: Record<number, number>;
}

type Decoder = (
  bytes: Uint8Array,
  options: DecoderOptions & { readonly info: true },
  callback: (error: Error | null, result: unknown) => void,
) => void;

function decompress(
  decoder: Decoder,
  bytes: Uint8Array,
  options: DecoderOptions,
): Promise<{ readonly bytes: Uint8Array; readonly consumed: number }> {
  return new Promise((resolve, reject) => {
    decoder(bytes, { ...options, info: true }, (error, result) => {
      if (error !== null) {
        reject(error);
        return;
      }
      // With `info`, zlib hands out its engine too, which knows how much of the input it took.
      const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
      resolve({ bytes: buffer, consumed: engine.bytesWritten });
    });
  });
}

class OverCap extends Error {}

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
  if (error instanceof TrailingBytes) {
    return new Refusal(
      "damaged-body",
      `${error.count} bytes follow after the end of the ${coding} data, so the body cannot be decoded as it claims.`,
    );
  }
  if (code === "Z_BUF_ERROR") {
    return new Refusal("damaged-body", `The body is cut off: its ${coding} data end too early.`);
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new Refusal("damaged-body", `The body claims to be ${coding}, but cannot be decoded (${detail}).`);
}
