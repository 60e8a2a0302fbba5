import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { Random } from "../../endurance/random.ts";
import { HOSTILE_BODIES } from "../bodies.ts";
import { BOMBS } from "../bodies-bytes.ts";
import type { Inputs } from "./inputs.ts";

/** A server that answers whatever it is asked in the worst way it knows: a service, a target of replays, a place for logos. */
export interface StormPeer {
  readonly origin: string;
  /** How often it has answered in each way. */
  readonly answers: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

const MEBIBYTE = 1_048_576;
const ONE_BYTE_CHUNKS = Buffer.from("1\r\nx\r\n".repeat(10_000));
const LINES = Buffer.alloc(256 * 1_024, "endless\n");
const DRIP_MS = 40;

const frame = zstdCompressSync(new Uint8Array(0), { params: { [constants.ZSTD_c_checksumFlag]: 0 } });
const EMPTY_FRAMES = Buffer.concat(Array.from({ length: (3 * MEBIBYTE) / frame.length }, () => frame));
const BOMB_BODIES = HOSTILE_BODIES.filter(({ name }) => BOMBS.includes(name)).map(({ headers, bytes }) => ({
  headers,
  bytes: bytes(),
}));

const PNG_HEAD = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const SVG = (inner: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`);
/** Each level draws the one before it ten times. */
const MULTIPLYING = SVG(
  `<path id="a0" d="M0 0"/>${Array.from({ length: 12 }, (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`).join("")}`,
);

/** Starts it on loopback. */
export async function startStormPeer(random: Random, inputs: Inputs): Promise<StormPeer> {
  const answers: Record<string, number> = {};
  const sockets = new Set<Socket>();

  /** Writes until it has been so many times, or nobody reads any more. */
  function flood(socket: Socket, piece: Buffer, times: number, end: string): void {
    let sent = 0;
    const next = (): void => {
      while (sent < times && !socket.destroyed) {
        sent += 1;
        if (!socket.write(piece)) return void socket.once("drain", next);
      }
      socket.end(end);
    };
    next();
  }

  const ways: Readonly<Record<string, (response: ServerResponse, socket: Socket) => void>> = {
    specified: (response) =>
      response.writeHead(201, { "content-type": "application/json" }).end('{"message":"test complete"}'),
    "any body": (response) => response.writeHead(inputs.pick([200, 201, 404, 422, 500, 599])).end(inputs.bytes()),
    "any JSON": (response) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(inputs.value())),
    "ten mebibytes": (response) => response.end(Buffer.alloc(10 * MEBIBYTE, inputs.pick(["\\", "[", "storm-secret "]))),
    "a bomb": (response) => {
      const { headers, bytes } = inputs.pick(BOMB_BODIES);
      response.writeHead(200, headers).end(bytes);
    },
    "empty frames": (response) => response.setHeader("content-encoding", "zstd").end(EMPTY_FRAMES),
    "secrets, packed": (response) => {
      const text = Buffer.from("storm-secret\\".repeat(50_000));
      const [coding, bytes] = inputs.pick([
        ["gzip", gzipSync(text)],
        ["br", brotliCompressSync(text)],
      ] as const);
      response.setHeader("content-encoding", coding).end(bytes);
    },
    "chunks of one byte": (_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      flood(socket, ONE_BYTE_CHUNKS, 60, "0\r\n\r\n");
    },
    endless: (_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      flood(socket, LINES, 400, "");
    },
    drip: (_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      const timer = setInterval(() => socket.write(" "), DRIP_MS);
      socket.once("close", () => clearInterval(timer));
    },
    silence: () => undefined,
    reset: (_, socket) => socket.resetAndDestroy(),
    "cut short": (_, socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{"),
    "no HTTP": (_, socket) => socket.end(inputs.bytes()),
    "heads without end": (_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      flood(socket, Buffer.from(`X-Storm: ${"\\".repeat(8_000)}\r\n`), 500, "\r\n\r\n");
    },
    "a great many interim answers": (_, socket) =>
      flood(
        socket,
        Buffer.from("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100)),
        200,
        "HTTP/1.1 200 OK\r\n\r\n",
      ),
    trailers: (_, socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n2\r\n{}\r\n0\r\n${"A: b\r\n".repeat(2_000)}\r\n`,
      ),
    "both lengths": (_, socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    "in a circle": (response) => response.writeHead(302, { location: "/again" }).end(),
    "to itself as another": (response) =>
      response.writeHead(307, { location: `http://localhost:${(server.address() as AddressInfo).port}/x` }).end(),
    "a drawing that multiplies": (response) => response.setHeader("content-type", "image/svg+xml").end(MULTIPLYING),
    "a drawing of much": (response) => response.end(SVG('<g fill="#123">'.repeat(random.whole(1, 2_000)))),
    "a picture too large": (response) =>
      response.end(
        Buffer.concat([
          PNG_HEAD,
          Buffer.from("7fffffff7fffffff08060000000000", "hex"),
          inputs.bytes().subarray(0, 9_000),
        ]),
      ),
  };
  const names = Object.keys(ways);

  const server = createServer({ maxHeaderSize: MEBIBYTE }, (request, response) => {
    const { socket } = response;
    request.resume();
    if (socket === null) return;
    const way = inputs.pick(names);
    answers[way] = (answers[way] ?? 0) + 1;
    try {
      ways[way]?.(response, socket);
    } catch {
      // What Node does not let a server say.
      socket.destroy();
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
