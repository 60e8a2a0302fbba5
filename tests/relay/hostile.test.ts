import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { type Relay, startRelay } from "../../src/relay/relay.ts";
import { openWire } from "../hostile/wire.ts";
import { HAS_NATS, type NatsServers, startNats } from "../support/nats.ts";
import { connectMember, joinRelay, receiveFrom } from "../support/relay-member.ts";
import { until } from "../support/until.ts";

const STORAGES = ["sqlite", "jetstream"] as const;

let folder: string;
let nats: NatsServers | null;
let relay: Relay;
let people: Awaited<ReturnType<typeof openPeople>>;
let inbox: string;
let token: string;
const port = (): number => Number(new URL(relay.url).port);

/** It takes a webhook, and hands it to a member. */
async function isWell(): Promise<void> {
  const text = `well ${randomBytes(4).toString("hex")}`;
  const answer = await fetch(`${relay.url}/in/${inbox}`, { method: "POST", body: text });
  expect(answer.status).toBe(200);
  const member = await receiveFrom(relay.url, inbox, token);
  await until(() => member.webhooks.some(({ body }) => Buffer.from(body).toString() === text));
  member.close();
}

/** What has to do with WebSockets; whatever else is malformed is thrown at both doors, in `tests/hostile`. */
const NONSENSE = [
  "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "GET /connect/INBOX HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n",
  "GET /connect/INBOX HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 1\r\n\r\n",
] as const;

describe.each(STORAGES.filter((storage) => storage === "sqlite" || HAS_NATS))("a relay on %s", (storage) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
    nats = storage === "sqlite" ? null : await startNats(folder, 1);
    const more = nats === null ? [] : ["--nats", nats.list];
    const command = readCommand(["--data", folder, "--port", "0", "--address-rate", "0", "--inbox-rate", "0", ...more]);
    if (command.do !== "run") throw new Error("not to be run");
    relay = await startRelay(command.options);
    people = await openPeople(command.options, true);
    const { registry } = people;
    inbox = (await registry.addInbox("shop", { status: 200, body: "" })).id;
    token = (await joinRelay(relay.url, await registry.invite("ada", [inbox], Number.MAX_SAFE_INTEGER))) ?? "";
  });

  afterEach(async () => {
    await relay.close();
    await people.close();
    await nats?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("answers what is no HTTP, and nonsense about WebSockets, and goes on", async () => {
    for (const text of NONSENSE) {
      const wire = await openWire(port());
      await wire.write(text.replace("INBOX", inbox));
      const answer = await wire.answer();
      expect(answer.status, text.slice(0, 60)).toBeGreaterThanOrEqual(400);
      wire.close();
    }
    const random = await openWire(port());
    await random.write(randomBytes(5_000));
    await random.ended();
    random.close();
    await isWell();
  });

  it("lets half-sent webhooks and silent connections wait, and nobody else with them", async () => {
    const slow = await Promise.all(
      Array.from({ length: 200 }, async (_, place) => {
        const wire = await openWire(port());
        if (place % 2 === 0)
          await wire.write(`POST /in/${inbox} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`);
        return wire;
      }),
    );
    await isWell();
    for (const wire of slow) wire.reset();
    // What broke off is kept as what it is.
    const member = await receiveFrom(relay.url, inbox, token);
    await until(() => member.webhooks.filter(({ head }) => head.completeness === "aborted").length === 100);
    member.close();
  });

  it("ends a member that says more than a member has to say, in whatever form", async () => {
    const said = [
      Buffer.alloc(100_000),
      "x".repeat(100_000),
      Buffer.from([1, 2, 3]),
      "[]",
      '{"type":"read","after":-1}',
    ];
    for (const each of said) {
      const socket = new WebSocket(`${relay.url.replace("http", "ws")}/connect/${inbox}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      socket.on("error", () => {});
      const closed = new Promise<number>((resolve) => socket.on("close", resolve));
      socket.once("message", () => socket.send(each));
      expect([4400, 1006, 1009]).toContain(await closed);
    }
    await isWell();
  });

  it("ends a member that takes and gives back the answer without end", async () => {
    const member = await receiveFrom(relay.url, inbox, token);
    for (let place = 0; place < 60_000; place += 1) member.say({ type: "give-back" });
    await until(() => member.closed() !== null);
    expect(member.closed()).toBe(4429);
    await isWell();
  });

  it("lets nobody in by trying, and remembers no token that is sent to it", async () => {
    const tries = await Promise.all(
      Array.from({ length: 300 }, () => {
        const socket = new WebSocket(`${relay.url.replace("http", "ws")}/connect/${inbox}`, {
          headers: { authorization: `Bearer ${randomBytes(32).toString("base64url")}` },
        });
        const heard: unknown[] = [];
        socket.on("error", () => {}).on("message", (data) => heard.push(data));
        return new Promise<readonly unknown[]>((resolve) => socket.on("close", () => resolve(heard)));
      }),
    );
    expect(tries.flat()).toEqual([]);
    await isWell();
  });

  it("shows a member no inbox but its own, and the token opens nothing for another", async () => {
    const other = (await people.registry.addInbox("other", { status: 200, body: "" })).id;
    // Somebody of its own has joined: the relay has heard of it by then.
    await joinRelay(relay.url, await people.registry.invite("bisi", [other], Number.MAX_SAFE_INTEGER));
    expect((await fetch(`${relay.url}/in/${other}`, { method: "POST", body: "secret" })).status).toBe(200);
    const member = connectMember(`${relay.url}/connect/${other}`, `Bearer ${token}`);
    await until(() => member.closed() !== null);
    expect([member.closed(), member.said, member.webhooks]).toEqual([4404, [], []]);
    await isWell();
  });

  it("waits for desktops that never acknowledge, or take nothing, and nobody else waits with them", async () => {
    const deaf = await receiveFrom(relay.url, inbox, token, 0, false);
    deaf.pause();
    const [stubborn, good] = [
      await receiveFrom(relay.url, inbox, token, 0, false),
      await receiveFrom(relay.url, inbox, token),
    ];
    const body = "x".repeat(20_000);
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 60 }, () => fetch(`${relay.url}/in/${inbox}`, { method: "POST", body })));
    await good.has(600);
    expect(good.webhooks.map(({ position }) => position)).toEqual(Array.from({ length: 600 }, (_, place) => place + 1));
    // 4 MiB ahead of what it has acknowledged.
    expect(stubborn.webhooks.length).toBeLessThan(300);
    for (const each of [deaf, stubborn, good]) each.close();
  });
});
