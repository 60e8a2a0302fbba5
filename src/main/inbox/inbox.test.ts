import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createJournals } from "../../../tests/journal/samples.ts";
import { type KnownRelays, knownRelays, openRelayDesktop } from "../../../tests/support/relay-desktop.ts";
import { until } from "../../../tests/support/until.ts";
import { readCommand } from "../../relay/arguments.ts";
import type { Registry } from "../../relay/people/registry.ts";
import { openRegistry } from "../../relay/people/sqlite-registry.ts";
import { type Relay, startRelay } from "../../relay/relay.ts";
import type { DeliveryDetail, EventSummary } from "../../shared/events.ts";
import type { InboxState } from "../../shared/inbox.ts";
import type { OpenedJournal } from "../journal/index.ts";
import { createNetwork } from "../network/index.ts";
import type { Inboxes } from "./index.ts";

const journals = createJournals();
const network = createNetwork({ environment: {}, resolveProxy: async () => null });

let folder: string;
let relay: Relay;
let people: Registry;
let journal: OpenedJournal;
let inboxes: Inboxes;
let inboxId: string;
let front: Server;
const through = new Set<Socket>();
/** Where the front leads to; null: nowhere, as while the network is away. */
let port: number | null = null;
let known: KnownRelays;
let relayOnly = false;

async function startTheRelay(): Promise<void> {
  const command = readCommand(["--data", folder, "--port", "0", "--url", `http://127.0.0.1:${frontPort()}`]);
  if (command.do !== "run") throw new Error("not to be run");
  relay = await startRelay(command.options);
  port = Number(new URL(relay.url).port);
}

function frontPort(): number {
  const address = front.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function openInboxes(): Inboxes {
  return openRelayDesktop(journal, { known, network, isOnly: () => relayOnly });
}

const post = (body: string): Promise<Response> =>
  fetch(`${relay.url}/in/${inboxId}`, { method: "POST", body, headers: { "X-One": "1" } });
const state = (): InboxState["name"] | undefined => inboxes.status().inboxes[0]?.state.name;

async function rows(filter = ""): Promise<readonly EventSummary[]> {
  return (await journal.page({ limit: 500, filter })).events;
}

async function bodies(): Promise<readonly string[]> {
  const found = (await rows()).filter(({ kind }) => kind === "delivery");
  return Promise.all(found.map(async ({ id }) => Buffer.from((await journal.body(id, "request")) ?? []).toString()));
}

async function changes(): Promise<readonly string[]> {
  return (await rows("kind:notice")).flatMap((each) =>
    each.kind === "notice" && each.notice.code === "relay" ? [each.notice.change] : [],
  );
}

function cut(): void {
  port = null;
  for (const socket of through) socket.destroy();
}

beforeEach(async () => {
  known = knownRelays();
  relayOnly = false;
  folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  // The network between: it can be cut.
  front = createServer((socket) => {
    through.add(socket.on("error", () => {}).on("close", () => through.delete(socket)));
    if (port === null) {
      socket.destroy();
      return;
    }
    const onward = connect({ port, host: "127.0.0.1" });
    through.add(onward.on("error", () => socket.destroy()).on("close", () => through.delete(onward)));
    socket.on("close", () => onward.destroy()).pipe(onward);
    onward.on("close", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  await startTheRelay();
  people = openRegistry(folder);
  inboxId = (await people.addInbox("shop", { status: 200, body: "" })).id;
  journal = await journals.open();
  inboxes = openInboxes();
});

afterEach(async () => {
  await inboxes.close();
  await relay.close();
  await people.close();
  front.close();
  cut();
  await journals.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function joined(): Promise<void> {
  const code = await people.invite("ada", [inboxId], Number.MAX_SAFE_INTEGER);
  await inboxes.join(`http://127.0.0.1:${frontPort()}/join#${code}`, "p");
  await until(() => state() === "ready");
}

it("brings what came before and what comes now into the log, with both times", async () => {
  await post("before");
  await joined();
  await post("after");
  await until(() => inboxes.status().inboxes[0]?.webhooks === 2);
  expect(await bodies()).toEqual(["before", "after"]);
  const delivery = (await rows()).findLast(({ kind }) => kind === "delivery");
  const detail = (await journal.detail(delivery?.id ?? 0)) as DeliveryDetail;
  expect(detail.summary).toMatchObject({ profile: { id: "p" }, onPath: true, status: 200, answerState: "sent" });
  expect(detail.request.headers).toContainEqual(["X-One", "1"]);
  expect(detail.request.relayed).toMatchObject({ inbox: "shop", position: 2 });
  expect(detail.request.relayed?.receivedAt).toBeGreaterThanOrEqual(detail.request.relayed?.at ?? Number.NaN);
});

it("goes on where it was after a cut, a restart of the relay and one of Linkdesk: each once, in order", async () => {
  await joined();
  await post("1");
  cut();
  await until(() => state() === "reconnecting");
  await post("2");
  port = Number(new URL(relay.url).port);
  await until(() => state() === "ready");
  await relay.close();
  await startTheRelay();
  await post("3");
  inboxes.tryNow();
  await until(() => state() === "ready" && inboxes.status().inboxes[0]?.webhooks === 3);
  await inboxes.close();
  await post("4");
  inboxes = openInboxes();
  await inboxes.start();
  await until(() => state() === "ready");
  await post("5");
  await until(() => inboxes.status().inboxes[0]?.webhooks === 2);
  expect(await bodies()).toEqual(["1", "2", "3", "4", "5"]);
  const told = await changes();
  expect(told.slice(0, 2)).toEqual(["starting", "ready"]);
  expect(told.slice(-2)).toEqual(["starting", "ready"]);
  expect(told.filter((change) => change === "lost").length).toBeGreaterThanOrEqual(2);
});

it("says so when the relay began anew", async () => {
  await joined();
  await post("1");
  await until(() => inboxes.status().inboxes[0]?.webhooks === 1);
  await relay.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `requests.sqlite${end}`), { force: true });
  await startTheRelay();
  await post("new 1");
  inboxes.tryNow();
  await until(() => inboxes.status().inboxes[0]?.webhooks === 2);
  expect(await bodies()).toEqual(["1", "new 1"]);
  expect(await changes()).toContain("restarted");
});

it("ends when it was put out, and does not try again by itself", async () => {
  await joined();
  await people.revoke("ada");
  await until(() => state() === "failed");
  expect(await changes()).toEqual(["starting", "ready", "failed"]);
});

it("tells the log when the profile receives by relays alone, at once and with every change", async () => {
  await joined();
  relayOnly = true;
  inboxes.profilesChanged();
  inboxes.profilesChanged();
  await inboxes.close();
  inboxes = openInboxes();
  await inboxes.start();
  await until(() => state() === "ready");
  relayOnly = false;
  inboxes.profilesChanged();
  await inboxes.close();
  const told = (await rows("kind:notice")).flatMap((each) =>
    each.kind === "notice" && each.notice.code === "relay" ? [[each.notice.change, each.notice.only === true]] : [],
  );
  expect(told).toEqual([
    ["starting", false],
    ["ready", false],
    ["only", true],
    ["starting", true],
    ["ready", true],
    ["not-only", false],
  ]);
});

it("refuses what is no invitation, and one that was used", async () => {
  await expect(inboxes.join("https://relay.example", "p")).rejects.toThrow("no invitation");
  const code = await people.invite("ada", [inboxId], Number.MAX_SAFE_INTEGER);
  const link = `http://127.0.0.1:${frontPort()}/join#${code}`;
  await inboxes.join(link, "p");
  await expect(inboxes.join(link, "p")).rejects.toThrow("used already");
});

it("brings 600 that waited, each once", async () => {
  const sent = Array.from({ length: 600 }, (_, place) => `${place}`);
  for (let from = 0; from < sent.length; from += 100) await Promise.all(sent.slice(from, from + 100).map(post));
  await joined();
  expect(inboxes.status().inboxes[0]?.webhooks).toBe(sent.length);
  expect((await journal.relayPlace(inboxId))?.position).toBe(sent.length);
  await inboxes.close();
  expect(await changes()).toEqual(["starting", "ready"]);
  expect((await journal.stats()).events).toBe(sent.length + 2);
});
