import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { knownRelays, openRelayDesktop } from "../../../tests/support/relay-desktop.ts";
import { INBOXES_AT_MOST, type InboxMemory, NO_INBOXES } from "../../shared/inbox.ts";
import { HEARD_BYTES, invitationLink } from "../../shared/relay.ts";
import { createNetwork } from "../network/index.ts";
import { openRelayConnection } from "./relay-connection.ts";

const network = createNetwork({ environment: {}, resolveProxy: async () => null });

/** Whoever poses as a relay, and says one thing to everybody who comes. */
async function relayThatSays(message: object | Buffer): Promise<{ url: string; heard: string[] }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  const heard: string[] = [];
  server.on("connection", (socket) => {
    socket.on("message", (data) => heard.push((data as Buffer).toString()));
    socket.send(message instanceof Buffer ? message : JSON.stringify(message));
  });
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

function stamps(count: number): InboxMemory["inboxes"][number]["inbox"][] {
  return Array.from({ length: count }, (_, place) => ({
    id: place.toString(16).padStart(32, "0"),
    name: `Inbox ${place}`,
    url: `https://relay.example/in/${place.toString(16).padStart(32, "0")}`,
  }));
}

function inboxesOf(before: InboxMemory) {
  const known = knownRelays(before);
  const inboxes = openRelayDesktop({} as never, { known, profile: () => null });
  onTestFinished(() => inboxes.close());
  return { inboxes, known };
}

/** A connection to it that may tell nothing of what it says. */
function lineTo(url: string) {
  const told = () => {
    throw new Error("It was listened to.");
  };
  const relay = new URL(url.replace("http", "ws"));
  return openRelayConnection({ network, url: relay, authorization: "Bearer x", said: told, webhook: told });
}

const invitationOf = (relay: string): string => invitationLink({ relay, code: "c".repeat(43) });

test.each([1, 999, 600_001, 2 ** 31, 2 ** 40])(
  "a relay whose heart beats every %d ms is not listened to",
  async (beat) => {
    const { url, heard } = await relayThatSays({
      type: "hello",
      storage: "s",
      member: "Ada",
      inbox: stamps(1)[0],
      first: 1,
      last: 0,
      now: 1,
      heartbeatMs: beat,
      answerWaitMs: 0,
      holder: null,
    });
    expect(await lineTo(url).ended).toMatchObject({ code: "misunderstood" });
    expect(heard).toEqual([]);
  },
);

test("a relay that says more at once than a webhook can have is not listened to", async () => {
  const { url } = await relayThatSays(Buffer.alloc(HEARD_BYTES + 1));
  // By its length, before it is there: what is held till then is what the network has brought.
  expect(await lineTo(url).ended).toMatchObject({ code: "unreachable" });
});

test("an invitation to more inboxes than can be kept is refused, and those that are there stay", async () => {
  const { url } = await relayThatSays({ type: "joined", member: "Ada", inboxes: stamps(INBOXES_AT_MOST + 1) });
  const { inboxes, known } = inboxesOf(NO_INBOXES);
  await expect(inboxes.join(invitationOf(url), "p")).rejects.toMatchObject({ code: "not-joined" });

  const most = await relayThatSays({ type: "joined", member: "Ada", inboxes: stamps(INBOXES_AT_MOST) });
  expect((await inboxes.join(invitationOf(most.url), "p")).inboxes).toHaveLength(INBOXES_AT_MOST);

  const one = await relayThatSays({ type: "joined", member: "Ada", inboxes: stamps(1) });
  await expect(inboxes.join(invitationOf(one.url), "p")).rejects.toThrow("More than 200 inboxes cannot be kept.");
  expect(known.inboxes.inboxes).toHaveLength(INBOXES_AT_MOST);
  expect(known.tokens.size).toBe(1);
});

test("a relay whose member has a name without end is not joined", async () => {
  const { url } = await relayThatSays({ type: "joined", member: "x".repeat(100_000), inboxes: stamps(1) });
  await expect(inboxesOf(NO_INBOXES).inboxes.join(invitationOf(url), "p")).rejects.toMatchObject({
    code: "not-joined",
  });
});
