import { createServer, type Socket } from "node:net";
import ssh2, { type Connection } from "ssh2";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWay } from "../../src/main/address/index.ts";
import type { Way } from "../../src/main/address/way.ts";
import { sign, verify } from "../../src/main/signatures/index.ts";
import { type AddressSettings, DEFAULT_ADDRESS_SETTINGS } from "../../src/shared/address.ts";
import { presetSettings } from "../../src/shared/signature-presets.ts";
import { openAddress, openOver, postOutside, QUICK_PACE, sshSettings, trust } from "../support/public-address.ts";
import { HAS_SSH_SERVER, startSshServer } from "../support/ssh-server.ts";
import { until } from "../support/until.ts";

/** Whatever a server on the way to the outside may be, what it says is a stranger's: bounded, and never believed. */

const LOGIN = { secrets: { "ssh-password": "correct horse" } };
const overSsh = (port: number, more: Partial<AddressSettings["ssh"]> = {}): AddressSettings =>
  sshSettings({ host: "127.0.0.1", port, user: "ada", login: "password", publicUrl: "http://127.0.0.1:9/", ...more });

async function listenOn(onSocket: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return portOf(server.address());
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}

/** An SSH server that lets anybody in, and then does what it is told. */
async function serveSsh(
  onReady: (connection: Connection) => void,
): Promise<{ port: number; connections: Connection[] }> {
  const connections: Connection[] = [];
  const server = new ssh2.Server({ hostKeys: [ssh2.utils.generateKeyPairSync("ed25519").private] }, (connection) => {
    connections.push(connection);
    connection
      .on("authentication", (context) => context.accept())
      .on("ready", () => onReady(connection))
      .on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    for (const connection of connections) connection.end();
    server.close();
  });
  return { port: portOf(server.address()), connections };
}

describe("an SSH server that is none", () => {
  it.each([
    [
      "random bytes",
      (socket: Socket) => socket.write(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 151) % 256))),
    ],
    ["a web page", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>")],
    [
      "a version and then a packet of four gigabytes",
      (socket: Socket) => socket.write("SSH-2.0-x\r\n\xff\xff\xff\xff", "latin1"),
    ],
    ["a line without an end", (socket: Socket) => pour(socket, Buffer.alloc(65_536, "x"))],
    ["lines without an end", (socket: Socket) => pour(socket, Buffer.from("welcome\r\n".repeat(5_000)))],
    ["an end at once", (socket: Socket) => socket.end()],
  ])("sends %s: that is a failure in a sentence, and nothing is left open", async (_, act) => {
    const sockets: Socket[] = [];
    const port = await listenOn((socket) => {
      sockets.push(socket.resume());
      act(socket);
    });
    const opened = await openAddress({ ...LOGIN, pace: { ...QUICK_PACE, startMs: 3_000 } });
    await opened.address.start(overSsh(port), true);
    const { state } = await opened.reaches("failed");
    expect(state).toMatchObject({ problem: { code: expect.stringMatching(/^(ended|timed-out|blocked)$/) } });
    await until(() => sockets.every((socket) => socket.destroyed || socket.readableEnded));
    expect(sockets.length).toBeGreaterThan(0);
  });
});

function pour(socket: Socket, bytes: Buffer): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", go);
  go();
}

describe("an SSH server that is somebody else's", () => {
  it("may not open a connection that was not asked for", async () => {
    const outcomes: string[] = [];
    let bound = { address: "", port: 0 };
    const { port } = await serveSsh((connection) => {
      connection.on("request", (accept, _reject, name, info) => {
        if (name !== "tcpip-forward") return;
        bound = { address: info.bindAddr, port: info.bindPort };
        accept?.();
        for (const [what, address, at] of [
          ["another port", bound.address, bound.port + 1],
          ["another address", "10.0.0.1", bound.port],
          ["as asked for", bound.address, bound.port],
        ] as const)
          connection.forwardOut(address, at, "203.0.113.5", 4_000, (error, channel) => {
            outcomes.push(`${what}: ${error === undefined ? "opened" : "refused"}`);
            channel?.end("GET /status HTTP/1.1\r\nHost: x\r\n\r\n");
          });
        // A shell, a screen and an agent of ours it may not have either.
        connection.x11?.("127.0.0.1", 6_000, (error) => outcomes.push(`screen: ${error ? "refused" : "opened"}`));
        connection.openssh_forwardOutStreamLocal?.("/tmp/agent", (error) =>
          outcomes.push(`socket: ${error ? "refused" : "opened"}`),
        );
      });
    });
    const opened = await openAddress(LOGIN);
    await opened.address.start(overSsh(port), true);
    await trust(opened);
    await until(() => outcomes.length === 5);
    expect(outcomes.toSorted()).toEqual([
      "another address: refused",
      "another port: refused",
      "as asked for: opened",
      "screen: refused",
      "socket: refused",
    ]);
    await opened.address.stop();
  });

  it("may ask questions and talk without end: nobody waits for it, and little is kept", async () => {
    const { port } = await serveSsh((connection) => {
      connection.on("request", (accept) => accept?.());
      connection.on("session", (accept) => {
        accept()
          .on("pty", (acceptScreen) => acceptScreen?.())
          .on("shell", (acceptShell) => {
            const shell = acceptShell();
            const go = (): void => {
              for (let count = 0; count < 50; count += 1) if (!shell.write("x".repeat(30_000))) break;
            };
            shell.on("drain", go);
            go();
            setTimeout(
              () => shell.write("\r\nForwarding HTTP traffic from https://[bad and https://a:b@evil.example\r\n"),
              100,
            );
          });
      });
    });
    const opened = await openAddress({
      pace: { ...QUICK_PACE, startMs: 2_500 },
      openWay: (means) => servedBy(port, means),
    });
    await opened.address.start({ ...DEFAULT_ADDRESS_SETTINGS, way: "serveo" }, true);
    await trust(opened);
    await until(() => opened.rows.filter(({ change }) => change === "failed").length === 2);
    expect(opened.address.status().state).toMatchObject({ problem: { code: "timed-out" } });
    const said = opened.address.said();
    expect(said.length).toBeLessThanOrEqual(200);
    expect(Math.max(...said.map((line) => line.length))).toBeLessThanOrEqual(1_000);
  });

  it.each([
    ["a service that asks questions of its own", { ...DEFAULT_ADDRESS_SETTINGS, way: "serveo" } as const, [""]],
    ["a server that asks for more than the password", overSsh(22), ["", ""]],
    ["a server that asks for the password", overSsh(22), ["correct horse"]],
  ])("%s gets the password, and only where it is asked for that alone", async (_, settings, expected) => {
    const asked: string[] = [];
    const hidden = expected.length === 1 ? [{ prompt: "Password: ", echo: settings.way === "serveo" }] : [];
    const prompts = [
      ...hidden,
      ...(expected.length === 2 ? ["PIN", "Card"].map((prompt) => ({ prompt, echo: false })) : []),
    ];
    const server = new ssh2.Server({ hostKeys: [ssh2.utils.generateKeyPairSync("ed25519").private] }, (connection) => {
      connection
        .on("error", () => {})
        .on("authentication", (context) => {
          if (context.method !== "keyboard-interactive") return context.reject(["keyboard-interactive"]);
          context.prompt(prompts, (answers) => {
            asked.push(...answers);
            context.reject();
          });
        });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => void server.close());
    const port = portOf(server.address());
    const opened = await openAddress({ ...LOGIN, openWay: (means) => servedBy(port, means) });
    await opened.address.start(settings, true);
    await trust(opened);
    await until(() => opened.rows.filter(({ change }) => change === "failed").length === 2);
    expect(opened.address.status().state).toMatchObject({ problem: { code: "login" } });
    expect(asked).toEqual(expected);
  });

  it("is left alone where the address was stopped before the vault had answered", async () => {
    const { port, connections } = await serveSsh(() => {});
    const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
    let isAsked = false;
    const opened = await openAddress({
      secret: () => {
        isAsked = true;
        return answered;
      },
    });
    await opened.address.start(overSsh(port), true);
    await until(() => isAsked);
    await opened.address.stop();
    answer("correct horse");
    // A connection that went on would be seen by the server before this one is.
    const second = await openAddress(LOGIN);
    await second.address.start(overSsh(port), true);
    await trust(second);
    await until(() => connections.length === 2);
    expect(opened.address.status().state.name).toBe("stopped");
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "stopped"]);
  });
});

/** The way of a service, at a server of ours. */
function servedBy(port: number, means: Parameters<typeof openWay>[0]): Way {
  const { network } = means;
  return openWay({
    ...means,
    network: { ...network, connect: (_host, _port, signal) => network.connect("127.0.0.1", port, signal) },
  });
}

describe.skipIf(!HAS_SSH_SERVER)("what passes through a real tunnel", () => {
  it("keeps its signature: over the body and a time, in one piece and in chunks", async () => {
    const server = await startSshServer();
    onTestFinished(() => server.close());
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    const body = Buffer.concat([Buffer.from('{"amount": 10.00, "name": "Zo\u00eb"}\r\n'), Buffer.alloc(100_000, 0xff)]);
    const value = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;
    const secrets = [{ name: "Present", value }];
    const settings = presetSettings("standard-webhooks", [{ name: "Present" }] as never);
    const now = Date.now() * 1_000;
    const { headers } = sign(settings, value, { method: "POST", path: "/webhooks", headers: [], body }, now);
    for (const chunked of [false, true])
      expect((await postOutside(opened.publicUrl, body, headers.flat(), chunked)).status).toBe(200);
    for (const { event } of await opened.journal.untilEnded(2)) {
      const message = { method: "POST", path: "/webhooks", headers: event.request.headers, body: event.requestBody };
      expect(verify(message, settings, secrets, now).state).toBe("valid");
      const forged = Buffer.from(event.requestBody);
      forged[forged.length - 1] = 0;
      expect(verify({ ...message, body: forged }, settings, secrets, now).state).toBe("invalid");
    }
  });
});
