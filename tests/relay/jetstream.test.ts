import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Options, readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { openNats } from "../../src/relay/nats/connection.ts";
import type { Registry } from "../../src/relay/people/registry.ts";
import { type Relay, startRelay } from "../../src/relay/relay.ts";
import { streamOf } from "../../src/relay/storage/jetstream-store.ts";
import { HAS_NATS, type NatsServers, startNats } from "../support/nats.ts";
import { connectMember, joinRelay, type RelayMember, receiveFrom } from "../support/relay-member.ts";
import { until } from "../support/until.ts";

const FOREVER = Number.MAX_SAFE_INTEGER;

describe.skipIf(!HAS_NATS)("a relay on one NATS server", () => {
  let folder: string;
  let nats: NatsServers;
  let relay: Relay | null = null;
  let people: Awaited<ReturnType<typeof openPeople>>;
  let registry: Registry;
  const members: RelayMember[] = [];

  const optionsOf = (...more: string[]): Options => {
    const command = readCommand(["--nats", nats.list, "--port", "0", "--data", join(folder, "unused"), ...more]);
    if (command.do !== "run") throw new Error("not to be run");
    return command.options;
  };
  const start = async (...more: string[]): Promise<Relay> => {
    relay = await startRelay(optionsOf(...more));
    return relay;
  };
  const newInbox = async (): Promise<string> => {
    const { id } = await registry.addInbox(`shop ${randomUUID()}`, { status: 200, body: "" });
    return id;
  };
  const newMember = async (url: string, inbox: string): Promise<string> =>
    (await joinRelay(url, await registry.invite("ada", [inbox], FOREVER))) ?? "";
  const reading = async (url: string, inbox: string, token: string, after = 0): Promise<RelayMember> => {
    const member = await receiveFrom(url, inbox, token, after);
    members.push(member);
    return member;
  };
  const manager = () =>
    openNats({ servers: [nats.list], credentials: null, user: "relay", password: "test-password", ca: null });
  /** Until NATS has a leader again, the relay refuses, and a sender comes back later. */
  const keepsAgain = async (url: string): Promise<void> => {
    const other = await newInbox();
    while ((await fetch(`${url}/in/${other}`, { method: "POST", body: "x" })).status !== 200);
  };
  const texts = (member: RelayMember): string[] => member.webhooks.map(({ body }) => Buffer.from(body).toString());

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-nats-"));
    nats = await startNats(folder, 1);
    people = await openPeople(optionsOf(), true);
    ({ registry } = people);
  });

  afterEach(async () => {
    for (const member of members.splice(0)) member.close();
    await relay?.close();
    relay = null;
  });

  afterAll(async () => {
    await people.close();
    await nats.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps webhooks exactly, in their order and each once, through its own restart and that of NATS", async () => {
    const inbox = await newInbox();
    const { url } = await start();
    const token = await newMember(url, inbox);
    const post = (to: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${to}/in/${inbox}/a?x=1`, { method: "POST", body, headers: { "X-Id": "7" } });
    // The service's own repeat is evidence: the same bytes twice are two webhooks.
    for (const text of ["one", "one", "two"]) expect((await post(url, text)).status).toBe(200);
    const first = await reading(url, inbox, token);
    await first.has(3);
    expect(texts(first)).toEqual(["one", "one", "two"]);
    expect(first.webhooks[0]?.head).toMatchObject({ method: "POST", target: `/in/${inbox}/a?x=1` });
    expect(first.webhooks[0]?.head.headers).toContainEqual(["X-Id", "7"]);
    await nats.restart(0, "SIGKILL");
    await keepsAgain(url);
    await relay?.close();
    const again = await start();
    await keepsAgain(again.url);
    expect((await post(again.url, "four")).status).toBe(200);
    const second = await reading(again.url, inbox, token, 2);
    await second.has(2);
    expect(second.webhooks.map(({ position }) => position)).toEqual([3, 4]);
    expect(texts(second)).toEqual(["two", "four"]);
  });

  it("keeps a body as large as NATS takes, byte for byte", async () => {
    const inbox = await newInbox();
    const { url } = await start();
    const bytes = new Uint8Array(7_000_000).map((_, place) => place % 251);
    const end = performance.now() + 60_000;
    // A busy machine may need longer for it than a sender waits: then a sender comes again, and both may be kept.
    while ((await fetch(`${url}/in/${inbox}`, { method: "POST", body: bytes })).status !== 200)
      if (performance.now() > end) throw new Error("It was never kept.");
    const member = await reading(url, inbox, await newMember(url, inbox));
    await member.has(1);
    for (const { body } of member.webhooks) expect(Buffer.compare(body, bytes)).toBe(0);
  });

  it("refuses a body that NATS does not take with 413, and keeps its head", async () => {
    const inbox = await newInbox();
    const { url } = await start();
    const answer = await fetch(`${url}/in/${inbox}`, { method: "POST", body: new Uint8Array(8_400_000) });
    expect(answer.status).toBe(413);
    const member = await reading(url, inbox, await newMember(url, inbox));
    await member.has(1);
    expect(member.webhooks[0]?.head.completeness).toBe("cut");
    expect(member.webhooks[0]?.body).toHaveLength(0);
  });

  it("says that a stream was made anew, and reads nothing of it as what follows", async () => {
    const inbox = await newInbox();
    const { url } = await start();
    const token = await newMember(url, inbox);
    for (const text of ["a", "b", "c"]) await fetch(`${url}/in/${inbox}`, { method: "POST", body: text });
    const before = await reading(url, inbox, token);
    await before.has(3);
    const { manager: streams, close } = await manager();
    await streams.streams.delete(streamOf(inbox));
    await close();
    for (const text of ["d", "e", "f", "g", "h"])
      expect((await fetch(`${url}/in/${inbox}`, { method: "POST", body: text })).status).toBe(200);
    await until(() => before.closed() !== null);
    expect(texts(before)).toEqual(["a", "b", "c"]);
    const after = connectMember(`${url}/connect/${inbox}`, `Bearer ${token}`);
    members.push(after);
    const [was, is] = [await before.hears("hello"), await after.hears("hello")];
    expect(is.storage).not.toBe(was.storage);
    after.say({ type: "read", after: 0 });
    await after.has(5);
    expect(texts(after)).toEqual(["d", "e", "f", "g", "h"]);
  });

  it("removes the oldest before a stream is full, tells whoever was away, and answers 503 while it is", async () => {
    const inbox = await newInbox();
    const { url } = await start("--keep-bytes", "200000");
    const token = await newMember(url, inbox);
    const statuses: number[] = [];
    for (let sent = 0; sent < 25; sent += 1) {
      const answer = await fetch(`${url}/in/${inbox}`, { method: "POST", body: "x".repeat(10_000) });
      statuses.push(answer.status);
    }
    const kept = statuses.filter((status) => status === 200).length;
    expect(statuses.slice(0, kept)).toEqual(Array.from({ length: kept }, () => 200));
    expect(statuses.at(-1)).toBe(503);
    await relay?.close();
    // What is beyond the limits is removed at the start, and every minute.
    const again = await start("--keep-bytes", "200000");
    const nats = await manager();
    for (let left = kept; left === kept; ) left = (await nats.manager.streams.info(streamOf(inbox))).state.messages;
    await nats.close();
    expect((await fetch(`${again.url}/in/${inbox}`, { method: "POST", body: "new" })).status).toBe(200);
    const member = await reading(again.url, inbox, token);
    const { count, through } = await member.hears("removed");
    expect(count).toBe(through);
    await member.has(kept - count + 1);
    expect(member.webhooks.map(({ position }) => position)).toEqual(
      Array.from({ length: kept - count + 1 }, (_, place) => count + 1 + place),
    );
    expect(texts(member).at(-1)).toBe("new");
  });

  it("says what a loss of power may cost, and does not start where that is not allowed", async () => {
    await expect(startRelay(optionsOf("--require-durable"))).rejects.toThrow(/loss of power at its machine may cost/);
    // As servers from 2.10 on tell it; those before do not know the setting.
    let config: object = { sync_interval: 120_000_000_000 };
    const monitor = createServer((_, response) => response.end(JSON.stringify({ jetstream: { config } })));
    await once(monitor.listen(0, "127.0.0.1"), "listening");
    const at = `http://127.0.0.1:${(monitor.address() as AddressInfo).port}`;
    const strict = ["--require-durable", "--nats-monitor", at];
    await expect(startRelay(optionsOf(...strict))).rejects.toThrow(/after some time \(120 s\)/);
    config = { sync_interval: 120_000_000_000, sync_always: true };
    await start(...strict);
    monitor.close();
  });

  it("has an account that may do what relays need and nothing else, and says when it is not let in", async () => {
    const port = Number(new URL(nats.list).port);
    const socket = connect(port, "127.0.0.1");
    const user = JSON.stringify({ verbose: false, user: "relay", pass: "test-password" });
    socket.write(
      `CONNECT ${user}\r\nSUB > 1\r\nSUB _INBOX.> 2\r\nPUB foreign 1\r\nx\r\nPUB $JS.API.ACCOUNT.PURGE.X 0\r\n\r\nPING\r\n`,
    );
    let said = "";
    socket.on("data", (chunk) => {
      said += String(chunk);
    });
    await until(() => said.includes("PONG"));
    socket.destroy();
    expect(said.match(/Permissions Violation for \w+ to "[^"]+"/g)).toEqual([
      'Permissions Violation for Subscription to ">"',
      'Permissions Violation for Subscription to "_INBOX.>"',
      'Permissions Violation for Publish to "foreign"',
      'Permissions Violation for Publish to "$JS.API.ACCOUNT.PURGE.X"',
    ]);
    process.env["LINKDESK_NATS_PASSWORD"] = "wrong";
    await expect(startRelay(optionsOf())).rejects.toThrow(/cannot be used: .*Authorization/i);
    process.env["LINKDESK_NATS_PASSWORD"] = "test-password";
  });
});
