import type { Socket } from "node:net";
import { constants, zstdCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { LOOK_UP, serve, setUpCalls } from "../../../tests/support/calls.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import { MAX_ANSWER_BYTES } from "./answer.ts";

/** Frames that hold nothing: each is work for a decoder all the same. */
function emptyFrames(bytes: number): Buffer {
  const frame = zstdCompressSync(new Uint8Array(0), { params: { [constants.ZSTD_c_checksumFlag]: 0 } });
  return Buffer.concat(Array.from({ length: Math.floor(bytes / frame.length) }, () => frame));
}

const timeouts = { connectMs: 10_000, totalMs: 10_000 };

it("an answer of a great many empty frames ends as damaged, and not after minutes", async () => {
  const body = emptyFrames(3 * MEBIBYTE);
  const server = await serve((_, response) => response.setHeader("content-encoding", "zstd").end(body));
  const { outcome, duration } = (await setUpCalls({ profile: { baseUrl: server.url, timeouts } }).call(LOOK_UP))
    .summary;
  expect(outcome?.code).toBe("not-json");
  expect(duration).toBeLessThan(timeouts.totalMs * 1_000);
});

it("decoding counts within the time of a call", async () => {
  const server = await serve((_, response) => response.setHeader("content-encoding", "zstd").end(emptyFrames(1_000)));
  let elapsed = 0;
  const { call } = setUpCalls({
    profile: { baseUrl: server.url, timeouts: { connectMs: 5_000, totalMs: 30_000 } },
    // When the answer has come, all but nothing of the time is gone.
    clock: { now: () => Date.now() * 1_000, elapsed: () => (elapsed += 7_499_000) },
  });
  expect((await call(LOOK_UP)).summary.outcome?.code).toBe("answer-timeout");
});

it("an answer in chunks of one byte takes no more memory than in one piece", async () => {
  const pieces = 1_500_000;
  const block = Buffer.from("1\r\nx\r\n".repeat(10_000));
  const server = await serve((_, response) => {
    const { socket } = response;
    socket?.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    let sent = 0;
    const next = (): void => {
      while (sent < pieces) {
        sent += 10_000;
        if (socket?.write(block) === false) return void socket.once("drain", next);
      }
      socket?.end("0\r\n\r\n");
    };
    next();
  });
  let most = 0;
  const before = process.memoryUsage();
  const timer = setInterval(() => {
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    most = Math.max(most, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed);
  }, 5);
  const { call } = setUpCalls({ profile: { baseUrl: server.url, timeouts: { connectMs: 60_000, totalMs: 60_000 } } });
  const { answer } = await call(LOOK_UP);
  clearInterval(timer);
  expect(answer?.size).toBe(pieces);
  // A list of the chunks took 270 MB of buffers and heap here; the rest is what the server itself needs.
  expect(most).toBeLessThan(120 * MEBIBYTE);
}, 90_000);

it("an answer is kept up to the cap and refused beyond it, byte by byte at the end", async () => {
  for (const over of [0, 1]) {
    const server = await serve((_, response) => {
      response.write(Buffer.alloc(MAX_ANSWER_BYTES - 3, " "));
      for (const part of ["1", "2", "3", "4"].slice(0, 3 + over)) response.write(part);
      response.end();
    });
    const detail = await setUpCalls({ profile: { baseUrl: server.url, timeouts } }).call(LOOK_UP);
    expect([detail.answer?.size, detail.answer?.cut]).toEqual([MAX_ANSWER_BYTES, over === 1]);
    expect(detail.summary.outcome?.code).toBe(over === 1 ? "too-large" : "unexpected-shape");
  }
});

/** Writes the same piece so many times, as fast as it is taken. */
function flood(socket: Socket, piece: string, times: number): void {
  const bytes = Buffer.from(piece);
  let sent = 0;
  const next = (): void => {
    for (; sent < times && !socket.destroyed; sent += 1)
      if (!socket.write(bytes)) return void socket.once("drain", next);
    socket.end();
  };
  next();
}

const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

it.each([
  ["interim answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1_000)],
  ["continues", "", "HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000)],
  ["a status line", "HTTP/1.1 200 ", "O".repeat(MEBIBYTE)],
  ["the name of a field", "HTTP/1.1 200 OK\r\n", "n".repeat(MEBIBYTE)],
  ["fields of a head", "HTTP/1.1 200 OK\r\n", "A: b\r\n".repeat(10_000)],
  ["a chunk's extension", `${CHUNKED}2;x=`, "y".repeat(MEBIBYTE)],
  ["trailers", `${CHUNKED}2\r\n{}\r\n0\r\n`, `X-Trailer: ${"t".repeat(1_000)}\r\n`.repeat(1_000)],
])("%s without end take neither more time than a call has nor memory", async (_, first, more) => {
  const server = await serve(({ socket }) => {
    socket.on("error", () => undefined).write(first);
    flood(socket, more, 100_000);
  });
  let most = 0;
  const before = process.memoryUsage();
  const timer = setInterval(() => {
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    most = Math.max(most, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed);
  }, 5);
  const limits = { connectMs: 5_000, totalMs: 500 };
  const { outcome } = (await setUpCalls({ profile: { baseUrl: server.url, timeouts: limits } }).call(LOOK_UP)).summary;
  clearInterval(timer);
  expect(["answer-timeout", "protocol"]).toContain(outcome?.code);
  // The sender's own pieces are in it, and what nobody has collected yet, of which V8 lets 64 MiB gather.
  expect(most).toBeLessThan(200 * MEBIBYTE);
});
