import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { type HeaderList, headerPairs } from "../../shared/primitives.ts";

/** Status line and header fields of an answer. */
export interface AnswerHead {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
}

type RawHeaders = readonly (Buffer | string)[] | Readonly<Record<string, string | string[] | undefined>>;

/** What undici tells of an answer's head: over HTTP/1.1 the raw fields, over HTTP/2 an object without duplicates. */
export function answerHead(
  status: number,
  statusText: string,
  raw: RawHeaders,
  protocol: "h1" | "h2",
  firstBytes: Uint8Array,
): AnswerHead {
  const line = /^HTTP\/([0-9.]+) ([0-9]{3})(?: ([^\r\n]*))?\r?\n/.exec(Buffer.from(firstBytes).toString("latin1"));
  const reason = line?.[2] === String(status) ? (line[3] ?? "") : statusText;
  const headers = Array.isArray(raw)
    ? headerPairs(raw.map((each) => (typeof each === "string" ? each : each.toString("latin1"))))
    : flatten(raw as Record<string, string>);
  return { httpVersion: protocol === "h2" ? "2" : (line?.[1] ?? "1.1"), status, statusText: reason, headers };
}

function flatten(raw: Readonly<Record<string, string | string[] | undefined>>): HeaderList {
  return Object.entries(raw).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each] as const));
}

/**
 * A body while it arrives.
 *
 * Copies chunks together at once, in a buffer that doubles, and keeps no list of them: an answer in chunks of one byte
 * would cost over a hundred bytes of memory for each of its own. What is only announced reserves nothing.
 */
export function arrivingBody(limitBytes: number) {
  let buffer = new Uint8Array(0);
  let size = 0;
  return {
    /** Keeps a chunk, or the part of it that fits; false when it did not fit whole. */
    add(chunk: Uint8Array): boolean {
      const fitting = chunk.length > limitBytes - size ? chunk.subarray(0, limitBytes - size) : chunk;
      const needed = size + fitting.length;
      if (needed > buffer.length) {
        const grown = new Uint8Array(Math.min(limitBytes, Math.max(needed, 2 * buffer.length)));
        grown.set(buffer.subarray(0, size));
        buffer = grown;
      }
      buffer.set(fitting, size);
      size = needed;
      return fitting === chunk;
    },
    /** The bytes, in a buffer of exactly their own that can be handed over. */
    take: (): Uint8Array => new Uint8Array(buffer.buffer.transfer(size)),
  };
}

/** Enough for a status line, and for recognising what else came instead of one. */
const FIRST_BYTES = 256;
/** Largest head of an answer in bytes; undici's own default of 16 KiB is less than some gateways send. */
export const MAX_HEAD_BYTES = 65_536;

/**
 * A connection as undici gets it, over HTTP/1.1. What it reads is what came, less a `100 Continue`, which is no answer
 * and at which undici gives up. What it writes goes out only where the request is its to word; else undici is there
 * for what it is good at, to read the answer.
 */
export function heard(socket: Socket, isSilent: boolean) {
  let first: Uint8Array = new Uint8Array(0);
  let waiting: Buffer | null = Buffer.alloc(0);
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, _encoding, done) => void (isSilent ? done() : socket.write(chunk, done)),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  const pass = (chunk: Uint8Array): void => {
    if (first.length < FIRST_BYTES) first = Buffer.concat([first, chunk.subarray(0, FIRST_BYTES - first.length)]);
    if (!stream.push(chunk)) socket.pause();
  };
  socket.on("data", (chunk: Buffer) => {
    if (waiting === null) return pass(chunk);
    waiting = withoutContinue(Buffer.concat([waiting, chunk]));
    if (mayBeContinue(waiting)) return;
    const answer = waiting;
    waiting = null;
    pass(answer);
  });
  socket.on("end", () => {
    if (waiting !== null && waiting.length > 0) pass(waiting);
    stream.push(null);
  });
  socket.on("error", (error) => stream.destroy(error));
  // After an orderly end what was heard is still to be read.
  socket.on("close", () => socket.readableEnded || stream.destroy());
  return {
    /** What undici gets in place of the socket. */
    stream,
    /** The beginning of what came: undici does not tell the version of HTTP/1 nor what came when it was no HTTP. */
    firstBytes: (): Uint8Array => first,
  };
}

const CONTINUE = "HTTP/1.1 100";

/** Takes whole interim answers off the beginning (RFC 9110, section 15.2.1). */
function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1 || rest.toString("latin1", 0, CONTINUE.length) !== CONTINUE) return rest;
    rest = rest.subarray(end + 4);
  }
}

/** Whether it takes more bytes to tell. */
function mayBeContinue(bytes: Buffer): boolean {
  return bytes.length < MAX_HEAD_BYTES && CONTINUE.startsWith(bytes.toString("latin1", 0, CONTINUE.length));
}
