import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWire } from "../../tests/hostile/wire.ts";
import { connectMember, joinRelay, type RelayMember, receiveFrom } from "../../tests/support/relay-member.ts";
import { until } from "../../tests/support/until.ts";
import { type Options, readCommand } from "./arguments.ts";
import type { Registry } from "./people/registry.ts";
import { openRegistry } from "./people/sqlite-registry.ts";
import { type Relay, startRelay } from "./relay.ts";

const FOREVER = Number.MAX_SAFE_INTEGER;

let folder: string;
let relay: Relay;
let people: Registry;
let inbox: string;
const members: RelayMember[] = [];

function optionsOf(...more: string[]): Options {
  const command = readCommand(["--data", folder, "--port", "0", ...more]);
  if (command.do !== "run") throw new Error("not to be run");
  return command.options;
}

async function start(...more: string[]): Promise<void> {
  relay = await startRelay(optionsOf(...more));
}

async function restart(...more: string[]): Promise<void> {
  await relay.close();
  await start(...more);
}

async function newMember(name = "ada", inboxes: readonly string[] = [inbox]): Promise<string> {
  const token = await joinRelay(relay.url, await people.invite(name, inboxes, FOREVER));
  if (token === null) throw new Error("not let in");
  return token;
}

async function reading(token: string, after = 0, acknowledges = true): Promise<RelayMember> {
  const member = await receiveFrom(relay.url, inbox, token, after, acknowledges);
  members.push(member);
  return member;
}

async function post(body: string, path = `/in/${inbox}`, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(relay.url + path, { method: "POST", body, headers });
}

const texts = (member: RelayMember): string[] => member.webhooks.map(({ body }) => Buffer.from(body).toString());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  await start();
  people = openRegistry(folder);
  inbox = (await people.addInbox("shop", { status: 202, body: "taken" })).id;
});

afterEach(async () => {
  for (const member of members.splice(0)) member.close();
  await relay.close();
  await people.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("what comes to an inbox", () => {
  it("is handed to every member exactly, and answered as the inbox says", async () => {
    const [ada, tunde] = [await reading(await newMember("ada")), await reading(await newMember("tunde"))];
    const wire = await openWire(Number(new URL(relay.url).port));
    const head = `PUT /in/${inbox}/a%2fb?x=1&x=2 HTTP/1.1\r\nhOsT: relay\r\nX-Twice: one\r\nx-twice: tw\xf6\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n`;
    await wire.write(`${head}5\r\n\x00\xff{}\n\r\n0\r\nX-Sum: 9\r\n\r\n`);
    const answer = await wire.answer();
    expect([answer.status, answer.body.toString()]).toEqual([202, "taken"]);
    wire.close();
    for (const member of [ada, tunde]) {
      await member.has(1);
      const [webhook] = member.webhooks;
      expect(webhook?.head).toMatchObject({
        method: "PUT",
        target: `/in/${inbox}/a%2fb?x=1&x=2`,
        headers: [
          ["hOsT", "relay"],
          ["X-Twice", "one"],
          ["x-twice", "tw\xf6"],
          ["Transfer-Encoding", "chunked"],
          ["Trailer", "X-Sum"],
        ],
        trailers: [["X-Sum", "9"]],
        remoteAddress: "127.0.0.1",
        completeness: "whole",
        answer: { status: 202 },
      });
      expect(webhook?.body).toEqual(new Uint8Array([0, 255, 123, 125, 10]));
    }
  });

  it("waits for a member that is away, and goes on behind what it has", async () => {
    const token = await newMember();
    for (const text of ["one", "two", "three"]) await post(text);
    const first = await reading(token);
    await first.has(3);
    expect(texts(first)).toEqual(["one", "two", "three"]);
    first.close();
    await post("four");
    await restart();
    await post("five");
    const second = await reading(token, 3);
    await second.has(2);
    expect(texts(second)).toEqual(["four", "five"]);
    expect(second.webhooks.map(({ position }) => position)).toEqual([4, 5]);
    await until(() => second.said.some((each) => each.type === "here" && each.last === 5));
  });

  it("is refused when it is too long, and its head and what it was are kept", async () => {
    await restart("--max-body", "1000");
    const member = await reading(await newMember());
    const answer = await post("x".repeat(5_000), undefined, { "X-Id": "7" });
    expect(answer.status).toBe(413);
    await member.has(1);
    const { head, body } = member.webhooks[0] ?? {};
    expect(head?.completeness).toBe("cut");
    expect(head?.headers).toContainEqual(["X-Id", "7"]);
    expect(body).toHaveLength(0);
    expect(head?.problem).toContain(createHash("sha256").update("x".repeat(1_000)).digest("hex"));
  });

  it("is not kept where nothing is: no inbox, a guess too many, more than is allowed", async () => {
    await restart("--inbox-rate", "2");
    expect((await post("a", "/in/0123456789abcdef0123456789abcdef")).status).toBe(404);
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, place) => post("a", `/in/${place}`)));
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
    const some = await Promise.all(Array.from({ length: 30 }, () => post("b")));
    expect(some.some(({ status }) => status === 429)).toBe(true);
    const refused = some.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("5");
    const member = await reading(await newMember());
    const kept = some.filter(({ status }) => status === 202).length;
    await member.has(kept);
    expect(new Set(texts(member))).toEqual(new Set(["b"]));
    expect(member.webhooks).toHaveLength(kept);
  });

  it("is said to come from who a trusted proxy says, and from nobody else's word", async () => {
    const member = await reading(await newMember());
    await post("a", undefined, { "X-Forwarded-For": "10.9.9.9, 203.0.113.5" });
    await restart("--trust-proxy", "10.0.0.0/8");
    await post("b", undefined, { "X-Forwarded-For": "203.0.113.5" });
    const again = await reading(await newMember("tunde"));
    await again.has(2);
    expect(again.webhooks.map(({ head }) => head.remoteAddress)).toEqual(["203.0.113.5", "127.0.0.1"]);
    member.close();
  });

  it("is answered 503, with when to come again, while the storage cannot keep it", async () => {
    const other = new DatabaseSync(join(folder, "requests.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    const began = performance.now();
    const answer = await post("a");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await fetch(`${relay.url}/health`)).status).toBe(503);
    other.exec("ROLLBACK");
    other.close();
    expect((await post("b")).status).toBe(202);
    expect((await fetch(`${relay.url}/health`)).status).toBe(200);
  });

  it("is removed when it is too old, and whoever was away is told how much that was", async () => {
    const token = await newMember();
    await Promise.all(Array.from({ length: 7 }, () => post("old ".repeat(100))));
    await relay.close();
    await start("--keep-bytes", "1");
    // Looked at from outside: removing goes on beside everything else.
    const file = new DatabaseSync(join(folder, "requests.sqlite"), { readOnly: true });
    await until(() => file.prepare("SELECT 1 FROM requests").get() === undefined);
    file.close();
    const member = await reading(token, 2);
    expect(await member.hears("removed")).toEqual({ type: "removed", count: 5, through: 7 });
    await post("new");
    await member.has(1);
    expect(member.webhooks[0]?.position).toBe(8);
  });
});

describe("members", () => {
  it("come in by an invitation once, and only with the token they made", async () => {
    const code = await people.invite("ada", [inbox], FOREVER);
    const token = await joinRelay(relay.url, code);
    expect(token).not.toBeNull();
    expect(await joinRelay(relay.url, code)).toBeNull();
    expect(await joinRelay(relay.url, code, token ?? "")).toBe(token);
    expect(await joinRelay(relay.url, await people.invite("late", [inbox], 1))).toBeNull();
    const files = ["people.sqlite", "people.sqlite-wal"]
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join();
    expect(files).not.toContain(token);
    expect(files).not.toContain(code);
  });

  it("are out within a minute when they are revoked, while they are connected too", { timeout: 60_000 }, async () => {
    const token = await newMember();
    const member = await reading(token);
    expect(await people.revoke("ada")).toBe(1);
    await until(() => member.closed() !== null);
    expect(member.closed()).toBe(4401);
  });

  it("are not listened to when they talk nonsense", async () => {
    const token = await newMember();
    const member = connectMember(`${relay.url}/connect/${inbox}`, `Bearer ${token}`);
    await member.hears("hello");
    member.say({ type: "shout" } as never);
    await until(() => member.closed() !== null);
    expect(member.closed()).toBe(4400);
  });
});

it("takes no upgrade but a member's: others are recorded like any request", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": "x" };
  request(`${relay.url}/in/${inbox}`, { headers }, (answer) => resolve(answer.statusCode ?? 0)).end();
  expect(await promise).toBe(202);
});

it("runs once in a folder", async () => {
  await expect(startRelay(optionsOf())).rejects.toThrow("Another relay is running");
});
