import { createServer as createHttpsServer } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { certificate, json, LOOK_UP, listen, serve, setUpCalls } from "../../../tests/support/calls.ts";

const LINK = json(`{"link":{"id":"lnk_1"}}`);
const trusted = { certificates: () => [certificate("root")] };
const key = certificate("server-key");

function secureService() {
  return listen(createHttpsServer({ key, cert: certificate("server-good") }, LINK));
}

describe("a SOCKS5 proxy (RFC 1928)", () => {
  /** As much of one as the tests need; byte by byte, as a network may deliver. */
  async function startSocks(servicePort: number, options: { credentials?: string; reply?: number } = {}) {
    const asked: string[] = [];
    const server = createTcpServer((socket) => void talk(socket, servicePort, options, asked));
    return { ...(await listen(server)), asked };
  }

  async function talk(
    socket: Socket,
    port: number,
    options: { credentials?: string; reply?: number },
    asked: string[],
  ) {
    const read = byteReader(socket);
    const drip = (bytes: number[]) => bytes.forEach((byte) => void socket.write(Uint8Array.of(byte)));
    const [, count = 0] = await read(2);
    await read(count);
    drip([5, options.credentials === undefined ? 0 : 2]);
    if (options.credentials !== undefined) {
      const [, nameLength = 0] = await read(2);
      const name = (await read(nameLength)).toString();
      const [passwordLength = 0] = await read(1);
      const password = (await read(passwordLength)).toString();
      const right = `${name}:${password}` === options.credentials;
      drip([1, right ? 0 : 1]);
      if (!right) return void socket.end();
    }
    const [, , , kind] = await read(4);
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await read(1))[0] ?? 0);
    const host = await read(length);
    const wanted = (await read(2)).readUInt16BE();
    asked.push(`${kind} ${kind === 3 ? host.toString() : host.toString("hex")} ${wanted}`);
    drip([5, options.reply ?? 0, 0, 3, 4, 98, 97, 99, 107, 0, 1]);
    if (options.reply !== undefined) return void socket.end();
    const through = connect(port, "127.0.0.1");
    through.on("error", () => socket.destroy());
    socket.pipe(through).pipe(socket);
  }

  /** Writes until nobody reads any more. */
  function flood(socket: Socket, piece: Uint8Array): void {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once("drain", () => flood(socket, piece));
  }

  function byteReader(socket: Socket) {
    let held = Buffer.alloc(0);
    return async (count: number): Promise<Buffer> => {
      while (held.length < count) {
        const chunk = socket.read() as Buffer | null;
        if (chunk === null) await new Promise((resolve) => socket.once("readable", resolve));
        else held = Buffer.concat([held, chunk]);
      }
      const bytes = held.subarray(0, count);
      held = held.subarray(count);
      return bytes;
    };
  }

  it("carries plain and secure calls, and resolves the name itself", async () => {
    const plain = await serve(LINK);
    const secure = await secureService();
    for (const [port, baseUrl] of [
      [plain.port, "http://service.test:8080"],
      [secure.port, "https://service.test"],
      [plain.port, "http://[fd00::12]:99"],
      [plain.port, "http://10.1.2.3"],
    ] as const) {
      const proxy = await startSocks(port);
      const environment = { all_proxy: proxy.url.replace("http", "socks5h") };
      const { call } = setUpCalls({ profile: { baseUrl }, network: { environment, ...trusted } });
      expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
      expect(proxy.asked).toEqual([
        {
          "http://service.test:8080": "3 service.test 8080",
          "https://service.test": "3 service.test 443",
          "http://[fd00::12]:99": "4 fd000000000000000000000000000012 99",
          "http://10.1.2.3": "1 0a010203 80",
        }[baseUrl],
      ]);
    }
  });

  it.each<[name: string, says: (socket: Socket) => void]>([
    ["talks without end", (socket) => flood(socket, Buffer.alloc(65_536, 5))],
    [
      "agrees, and then names a place without end",
      (socket) => flood(socket, Buffer.alloc(65_534, Buffer.from([5, 0, 5, 0, 0, 3, 255]))),
    ],
    ["never says anything", () => undefined],
    ["says one byte", (socket) => void socket.write(Uint8Array.of(5))],
    ["hangs up in the middle", (socket) => void socket.end(Uint8Array.of(5, 0, 5))],
  ])("that %s takes neither more time than a call has nor memory", async (_, says) => {
    const sockets: Socket[] = [];
    const proxy = await listen(
      createTcpServer((socket) => {
        sockets.push(socket);
        socket.on("error", () => {}).resume();
        says(socket);
      }),
    );
    const environment = { all_proxy: proxy.url.replace("http", "socks5h") };
    const timeouts = { connectMs: 500, totalMs: 1_000 };
    const { call } = setUpCalls({ profile: { baseUrl: "http://service.test", timeouts }, network: { environment } });
    const { outcome } = (await call(LOOK_UP)).summary;
    expect(outcome?.code).not.toBe("success");
    // What it goes on to say is not read any more.
    for (const socket of sockets) {
      expect(socket.bytesWritten - socket.writableLength).toBeLessThan(32 * 1_048_576);
      socket.destroy();
    }
  });

  it("is told name and password, and says no in its own words", async () => {
    const service = await serve(LINK);
    const proxy = await startSocks(service.port, { credentials: "ann:secret" });
    const outcomeWith = async (name: string, port = proxy.port) => {
      const environment = { all_proxy: `socks5://${name}127.0.0.1:${port}` };
      return (await setUpCalls({ profile: { baseUrl: "http://service.test" }, network: { environment } }).call(LOOK_UP))
        .summary.outcome;
    };
    expect(await outcomeWith("ann:secret@")).toMatchObject({ code: "success" });
    expect(await outcomeWith("ann:wrong@")).toMatchObject({ code: "proxy", fault: "authentication" });
    expect(await outcomeWith("")).toMatchObject({ code: "proxy", fault: "authentication" });
    const refusing = await startSocks(service.port, { reply: 2 });
    expect(await outcomeWith("", refusing.port)).toMatchObject({
      code: "proxy",
      fault: "refused",
      detail: "The proxy answered: not allowed by its rules.",
    });
  });
});
