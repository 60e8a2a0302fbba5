import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../../tests/support/free-port.ts";
import { openOver, postOutside, QUICK_PACE, trust } from "../../../../tests/support/public-address.ts";
import {
  HAS_PASSWORDS,
  HAS_SSH_SERVER,
  type SshServer,
  type SshServerOptions,
  startSshServer,
} from "../../../../tests/support/ssh-server.ts";
import { until } from "../../../../tests/support/until.ts";
import { MEBIBYTE } from "../../../shared/primitives.ts";

async function serve(options?: SshServerOptions): Promise<SshServer> {
  const server = await startSshServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe.skipIf(!HAS_SSH_SERVER)("an address over a real SSH server", () => {
  it("asks about the key once, is ready when proven, and carries every byte", async () => {
    const server = await serve();
    const opened = await openOver(
      server,
      {},
      // A proof that only this machine was too slow for would end the connection in the middle of a body.
      { listener: { bodyCapBytes: 10 * MEBIBYTE }, pace: { ...QUICK_PACE, proofMs: 60_000 } },
    );
    const { address, journal, reaches, rows, publicUrl } = opened;
    const asked = await reaches("failed");
    expect(asked.state).toMatchObject({
      problem: { code: "host-key-unknown", offered: { kind: "ssh-ed25519", fingerprint: server.fingerprint } },
    });
    await trust(opened);
    const { url } = await reaches("ready");
    expect(url).toBe(publicUrl);
    expect(rows.map(({ change }) => change)).toEqual(["starting", "failed", "starting", "ready"]);
    // The proof of life is made all the time, and leaves no row.
    expect(journal.deliveries()).toEqual([]);

    const bodies = [
      Buffer.alloc(0),
      randomBytes(1_000_000),
      Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]),
      Buffer.from('{"amount":10.00}'),
      randomBytes(8 * MEBIBYTE),
    ];
    for (const body of bodies)
      expect((await postOutside(publicUrl, body, ["X-Twice", "a", "x-TWICE", "b"])).status).toBe(200);
    for (const body of bodies) expect((await postOutside(publicUrl, body, [], true)).status).toBe(200);
    const deliveries = await journal.untilEnded(10);
    // Compared as wholes: a difference of eight megabytes would be printed.
    const arrived = deliveries.map(({ event }) => Buffer.from(event.requestBody));
    expect(arrived.map((body, index) => body.equals(bodies[index % 5] ?? Buffer.of(0)))).not.toContain(false);
    const { headers, through } = deliveries[0]?.event.request ?? {};
    expect(headers?.filter(([name]) => /^x-twice$/i.test(name))).toEqual([
      ["X-Twice", "a"],
      ["x-TWICE", "b"],
    ]);
    expect(through).toMatchObject({ way: "ssh", peer: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
    await until(() => address.status().webhooks === 10);
  });

  it("answers nothing but the webhook path from outside, and does not say what it is", async () => {
    const server = await serve();
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    const base = `http://127.0.0.1:${opened.bindPort}`;
    const began = performance.now();
    for (let count = 0; count < 40; count += 1) {
      const { status, text } = await postOutside(`${base}/.env?${count}`, "");
      expect([status, text]).toEqual([404, "Not found\n"]);
    }
    const recorded = opened.journal.deliveries().length;
    expect(recorded).toBeGreaterThanOrEqual(20);
    expect(recorded).toBeLessThanOrEqual(20 + Math.ceil((performance.now() - began) / 3_000));
    // The same from this machine is told why.
    expect((await postOutside(`http://127.0.0.1:${opened.port}/.env`, "")).text).toContain("/webhooks");
    await opened.listener.close();
    expect(opened.journal.notices()).toContainEqual(
      expect.objectContaining({ code: "outside-unrecorded", count: 40 - recorded }),
    );
  });

  it("finds that a server without GatewayPorts binds loopback and agrees all the same", async () => {
    const server = await serve();
    const bindPort = await freePort();
    const ssh = { bindAddress: "127.0.0.2", bindPort, publicUrl: `http://127.0.0.2:${bindPort}` };
    const opened = await openOver(server, ssh, {
      pace: { ...QUICK_PACE, startMs: 2_000 },
    });
    await trust(opened);
    await until(() => opened.rows.filter(({ change }) => change === "failed").length === 2);
    expect(opened.address.status().state).toMatchObject({ problem: { code: "no-answer" } });
    expect(opened.rows.map(({ change }) => change)).not.toContain("ready");
  });

  it("is reached where GatewayPorts lets the client choose", async () => {
    const server = await serve({ gatewayPorts: "clientspecified" });
    const bindPort = await freePort();
    const opened = await openOver(server, {
      bindAddress: "127.0.0.2",
      bindPort,
      publicUrl: `http://127.0.0.2:${bindPort}/webhooks`,
    });
    await trust(opened);
    await opened.reaches("ready");
    expect((await postOutside(`http://127.0.0.2:${bindPort}/webhooks`, "{}")).status).toBe(200);
  });

  it.each([
    [
      "a key with a passphrase",
      { login: "key" } as const,
      (server: SshServer) => ({ "ssh-key": server.keys.locked, "ssh-passphrase": "open sesame" }),
    ],
    ...(HAS_PASSWORDS
      ? [
          [
            "a password",
            { login: "password" } as const,
            (server: SshServer) => ({ "ssh-password": server.password }),
          ] as const,
        ]
      : []),
  ] as const)("logs in with %s", async (_, ssh, secrets) => {
    const server = await serve();
    const opened = await openOver(server, ssh, { secrets: secrets(server) });
    await trust(opened);
    await opened.reaches("ready");
  });

  it("logs in with what the agent holds", async () => {
    const server = await serve();
    const socket = join(server.keyFile, "..", "agent");
    const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: "ignore" });
    onTestFinished(() => void agent.kill());
    const environment = { ...process.env, SSH_AUTH_SOCK: socket };
    await until(() => {
      try {
        execFileSync("ssh-add", ["-q", server.keyFile], { env: environment, stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    });
    const before = process.env["SSH_AUTH_SOCK"];
    process.env["SSH_AUTH_SOCK"] = socket;
    onTestFinished(() => {
      if (before === undefined) delete process.env["SSH_AUTH_SOCK"];
      else process.env["SSH_AUTH_SOCK"] = before;
    });
    const opened = await openOver(server, { login: "agent" });
    await trust(opened);
    await opened.reaches("ready");
  });

  it.each([
    ["a key that the server does not know", { login: "key" } as const, {}, "login"],
    ["a wrong passphrase", { login: "key" } as const, { "ssh-passphrase": "wrong" }, "login"],
    ["no password", { login: "password" } as const, {}, "login"],
  ] as const)("says what is wrong with %s", async (name, ssh, secrets, code) => {
    const server = await serve();
    const other = name.startsWith("a key") ? await serve() : server;
    const key = name === "a wrong passphrase" ? server.keys.locked : other.keys.plain;
    const opened = await openOver(server, ssh, { secrets: { "ssh-key": key, ...secrets } });
    const { state } = await opened.reaches("failed");
    const isAsked = state.name === "failed" && state.problem.code === "host-key-unknown";
    if (isAsked) await trust(opened);
    await until(() => {
      const now = opened.address.status().state;
      return now.name === "failed" && now.problem.code === code;
    });
    expect(opened.address.said().join("\n")).not.toContain("PRIVATE KEY");
  });

  it("says that a server forwards nothing, or that a port is taken", async () => {
    const closed = await openOver(await serve({ forwarding: false }));
    await trust(closed);
    await until(() => closed.address.status().state.name === "failed" && closed.rows.length === 4);
    expect(closed.address.status().state).toMatchObject({ problem: { code: "name-taken" } });
  });

  it("refuses a changed host key with both fingerprints, until the former one is forgotten", async () => {
    const server = await serve();
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    const former = server.fingerprint;
    await server.restart({ newHostKey: true });
    const { state } = await opened.reaches("failed");
    expect(state).toMatchObject({
      problem: {
        code: "host-key-changed",
        known: { fingerprint: former },
        offered: { fingerprint: server.fingerprint },
      },
    });
    opened.address.forgetHostKey("127.0.0.1", server.port);
    await until(() => {
      const now = opened.address.status().state;
      return now.name === "failed" && now.problem.code === "host-key-unknown";
    });
    await trust(opened);
    await opened.reaches("ready");
  });

  it("comes back with the same address after the server was killed, and after it was frozen", async () => {
    const server = await serve();
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    server.kill();
    const { state } = await opened.reaches("reconnecting");
    expect(state).toMatchObject({ problem: { code: "ended" } });
    await server.restart();
    await opened.reaches("ready");

    const [session] = server.sessions();
    if (session === undefined) throw new Error("There is no session.");
    process.kill(session, "SIGSTOP");
    await opened.reaches("reconnecting");
    process.kill(session, "SIGCONT");
    await opened.reaches("ready");
    expect(opened.rows.map(({ change }) => change)).toEqual([
      "starting",
      "failed",
      "starting",
      "ready",
      "reconnecting",
      "ready",
      "reconnecting",
      "ready",
    ]);
    expect(opened.address.status().changed).toBeNull();
  });

  it("survives a restart of the listener on another port", async () => {
    const server = await serve();
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    await opened.listener.stop();
    const { state } = await opened.reaches("reconnecting");
    expect(state).toMatchObject({ problem: { code: "listener-down" } });
    await opened.listener.configure({ ...opened.listener.status().settings, port: await freePort() }, false);
    await opened.listener.start();
    await opened.reaches("ready");
    expect((await postOutside(opened.publicUrl, "{}")).status).toBe(200);
  });

  it("comes by itself with the listener, where only that was missing", async () => {
    const server = await serve();
    const opened = await openOver(server);
    await trust(opened);
    await opened.reaches("ready");
    await opened.address.stop();
    await opened.listener.stop();
    await opened.address.start(opened.settings, true);
    const { state } = await opened.reaches("failed");
    expect(state).toMatchObject({ problem: { code: "listener-down" } });
    await opened.listener.start();
    await opened.reaches("ready");
  });

  it("goes through an HTTP proxy by CONNECT, and says when that refuses", async () => {
    const server = await serve();
    const asked: string[] = [];
    let isOpen = false;
    const proxy = createServer().on("connect", (request, client) => {
      asked.push(request.url ?? "");
      if (!isOpen) {
        client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
        return;
      }
      const onward = connect(server.port, "127.0.0.1", () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
      for (const side of [client, onward]) side.on("error", () => {});
      client.pipe(onward).pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void proxy.close());
    const place = proxy.address();
    if (place === null || typeof place === "string") throw new Error("No port.");
    const environment = { https_proxy: `http://127.0.0.1:${place.port}` };
    const opened = await openOver(server, { host: "ssh.example.test" }, { environment });
    const { state } = await opened.reaches("failed");
    expect(state).toMatchObject({ problem: { code: "blocked" } });
    isOpen = true;
    opened.address.tryNow();
    await until(() => {
      const now = opened.address.status().state;
      return now.name === "failed" && now.problem.code === "host-key-unknown";
    });
    await trust(opened);
    await opened.reaches("ready");
    expect(asked).toContain(`ssh.example.test:${server.port}`);
  });
});
