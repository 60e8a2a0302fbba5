import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createListener } from "../../src/main/listener/index.ts";
import { createNetwork } from "../../src/main/network/index.ts";
import { createForwarder, createOwnConnections, createReplay, createResign } from "../../src/main/redelivery/index.ts";
import type { DeliveryDetail } from "../../src/shared/events.ts";
import { NEW_PROFILE, type Profile } from "../../src/shared/profile.ts";
import type { ReplayRequest } from "../../src/shared/replay.ts";
import { createRecordingJournal } from "../fakes/recording-journal.ts";

// What the tests of replays share: a target that keeps the bytes it got, a real listener, and what sends. Only the
// journal is in memory.

export interface Target {
  readonly url: string;
  readonly host: string;
  /** All bytes of each connection, in the order of the connections. */
  readonly received: readonly Buffer[];
}

/** A server below HTTP: answers once a request looks whole. */
export async function target(answer: (socket: Socket, request: string) => void): Promise<Target> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const place = received.push(Buffer.alloc(0)) - 1;
    let answered = false;
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      const all = Buffer.concat([received[place] ?? Buffer.alloc(0), chunk]);
      received[place] = all;
      const text = all.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      const whole = /\r\ntransfer-encoding: *chunked/i.test(text)
        ? text.endsWith("\r\n\r\n") && text.includes("\r\n0\r\n")
        : all.length >= end + 4 + length;
      if (end < 0 || !whole || answered) return;
      answered = true;
      answer(socket, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, received };
}

export const OK = (socket: Socket): void => void socket.write("HTTP/1.1 204 Fine\r\nX-A: 1\r\nx-a: 2\r\n\r\n");

/** A listener and a replay over one journal, for a profile that may be changed on the way. */
export async function setUpReplays(
  given: Partial<Profile> = {},
  secrets: Readonly<Record<string, string>> = {},
  limits: Parameters<typeof createForwarder>[0]["limits"] = {},
  /** Secrets of this and other profiles. */
  known: readonly string[] = [],
) {
  let profile: Profile = { ...NEW_PROFILE, id: "p1", name: "Test", mode: "test", ...given };
  const journal = createRecordingJournal();
  const own = createOwnConnections();
  const clock = { now: () => Date.now() * 1_000, elapsed: () => Math.round(performance.now() * 1_000) };
  const stamp = () => ({ id: profile.id, name: profile.name, mode: profile.mode });
  const listener = createListener({
    journal,
    replayOf: own.markOf,
    handsOn: (profileId) => forwarder.wants(profileId),
    onKept: (id, profileId) => forwarder.kept(id, profileId),
    settings: { host: "127.0.0.1", port: 0, path: "/webhooks", bodyCapBytes: 1_000_000 },
    script: () => profile,
    webhookIds: () => [],
    onScript: () => {},
    profile: stamp,
    clock: clock.now,
    onStatus: () => {},
  });
  await listener.start();
  const network = createNetwork({ environment: {}, resolveProxy: async () => null });
  const masking = { arrived: (detail: DeliveryDetail) => detail.request.headers, telling: () => known };
  const forwarder = createForwarder({
    journal,
    profile: (id) => (id === profile.id ? profile : null),
    listenerUrl: () => listener.status().url,
    network,
    masking,
    clock,
    mark: "mark-of-this-test",
    limits,
    log: () => {},
  });
  const secret = async (_: string, slot: string) => secrets[slot] ?? null;
  const replay = createReplay({
    journal,
    profile: () => profile,
    profileOf: (id) => (id === profile.id ? profile : null),
    agree: async (_, host) => {
      profile = {
        ...profile,
        replay: { ...profile.replay, agreedDestinations: [...profile.replay.agreedDestinations, host] },
      };
    },
    listenerUrl: () => listener.status().url,
    masking,
    resign: createResign(secret, clock.now),
    network,
    own,
    clock,
  });
  onTestFinished(async () => {
    await replay.close();
    await listener.close();
    await forwarder.close();
  });
  return {
    journal,
    listener,
    forwarder,
    replay,
    profile: () => profile,
    /** Hands deliveries on to this address from now on. */
    forwardTo: (url: string, hosts: readonly string[] = []) => {
      profile = {
        ...profile,
        replay: { agreedDestinations: hosts, forward: { enabled: true, url, host: "received" } },
      };
    },
    port: Number(new URL(listener.status().url ?? "").port),
    /** Sends a delivery again, by its number. */
    send: (id: number, change: Partial<ReplayRequest> = {}) =>
      replay.send({
        requestId: "r1",
        id,
        target: { kind: "listener" },
        host: "received",
        withSecrets: false,
        edited: null,
        agreed: "no",
        ...change,
      }),
  };
}
