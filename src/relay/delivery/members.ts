import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { type WebSocket, WebSocketServer } from "ws";
import { machineClock } from "../../main/clock.ts";
import type { Upgrades } from "../../main/listener/index.ts";
import { type InboxStamp, WEBHOOK_PATH } from "../../shared/inbox.ts";
import { errorText, headerPairs, MEBIBYTE } from "../../shared/primitives.ts";
import {
  type InboxTerms,
  JOIN_PATH,
  MEMBER_PATH,
  RELAY_CLOSES,
  type RelaySaid,
  SAID_BYTES,
} from "../../shared/relay.ts";
import type { LiveAnswers } from "../live/answers.ts";
import type { HoldingDesktop } from "../live/holders.ts";
import type { Metrics } from "../metrics.ts";
import type { Inbox, Member, Registry } from "../people/registry.ts";
import { createRateLimit } from "../rate-limit.ts";
import type { SenderOf } from "../sender.ts";
import type { Store } from "../storage/store.ts";
import { type ConnectedDesktop, createConnected } from "./connected.ts";
import { awaitJoining } from "./joining.ts";
import { createReader } from "./reader.ts";
import { end, read, say } from "./socket.ts";
import { createTail } from "./tail.ts";
import { HEARTBEAT_MS, type WatchedDesktop, watchDesktops } from "./watch.ts";

const CONNECTIONS = 5_000;
/** Of one member: a desktop with some profiles, some of them left over from before it slept. */
const CONNECTIONS_OF_ONE = 50;
/** Connections that one address may begin: an office has one for all of its machines, which come back together. */
const TRIES = { perSecond: 20, atOnce: 2_000 };
/** What one member says about answers: an inbox is sent fewer webhooks than that. */
const WORDS = { perSecond: 2_000, atOnce: 8_000 };
/** What waits in memory for one connection, and for all: beyond it each waits until its last webhook has gone. */
const BUFFERED_EACH = 256 * 1_024;
const BUFFERED_BYTES = 64 * MEBIBYTE;
export interface MembersOptions {
  readonly store: Store;
  readonly registry: Registry;
  readonly metrics: Metrics;
  readonly senderOf: SenderOf;
  readonly live: LiveAnswers;
  /** The address of the relay as senders and desktops know it. */
  readonly url: () => string;
  /** For so many days an inbox's webhooks are kept; null: without end. */
  readonly daysKept: (inbox: Inbox) => number | null;
  readonly log: (message: string, about: object) => void;
}

export interface Members extends Upgrades {
  connected(): number;
  /** Says something to all desktops of an inbox. */
  tell(inbox: string, message: RelaySaid): void;
  /** Another desktop holds an inbox's answer, or none: all of its desktops are told. */
  holderChanged(inbox: string): void;
  /** Closes all connections; the desktops connect again by themselves. */
  close(): Promise<void>;
}

interface Desktop extends HoldingDesktop, WatchedDesktop, ConnectedDesktop {
  readonly token: string;
  /** As it was told of it. */
  inbox: Inbox;
  /** Which the positions count in that it is told. */
  readonly storage: string;
}

/** The desktops: who they are, what they may have, and what they have by now. */
export function createMembers(options: MembersOptions): Members {
  const { store, registry, metrics, senderOf, live, url, log } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: SAID_BYTES, perMessageDeflate: false });
  const desktops = createConnected<Desktop>(store);
  const tries = createRateLimit(TRIES.perSecond, TRIES.atOnce);
  const words = createRateLimit(WORDS.perSecond, WORDS.atOnce);
  const tail = createTail(store);
  let buffered = 0;
  let isClosing = false;

  const stampOf = ({ id, name }: Inbox): InboxStamp => ({ id, name, url: `${url()}${WEBHOOK_PATH}${id}` });
  function termsOf(inbox: Inbox): InboxTerms {
    const { status, answerWaitMs } = inbox;
    return { inbox: stampOf(inbox), status, answerWaitMs, keepDays: options.daysKept(inbox) };
  }

  function refuse(socket: WebSocket, code: number, reason: string): void {
    metrics.count("relay_connections_refused_total");
    end(socket, code, reason);
  }

  function welcome(socket: WebSocket, request: IncomingMessage): void {
    socket.on("error", () => socket.terminate());
    const sender = senderOf(request.socket.remoteAddress ?? "", headerPairs(request.rawHeaders));
    if (isClosing || !tries.admit(sender) || server.clients.size > CONNECTIONS) {
      refuse(socket, RELAY_CLOSES.tooMany, "Too many connections. Try again later.");
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "http://relay");
    const [scheme = "", secret = ""] = (request.headers.authorization ?? "").split(" ");
    if (pathname === JOIN_PATH && scheme === "Invitation")
      awaitJoining(socket, secret, {
        registry,
        stampOf,
        log,
        refused: (reason) => refuse(socket, RELAY_CLOSES.notLetIn, reason),
        failed: (error) => trouble(socket, error),
      });
    else if (scheme === "Bearer")
      admit(socket, secret, pathname.slice(MEMBER_PATH.length)).catch((error: unknown) => trouble(socket, error));
    else refuse(socket, RELAY_CLOSES.notLetIn, "A token is needed.");
  }

  async function admit(socket: WebSocket, token: string, inboxId: string): Promise<void> {
    let member = registry.member(token);
    if (member === null) {
      // It may have joined at another relay a moment ago.
      await registry.catchUp();
      member = registry.member(token);
    }
    if (member === null) {
      refuse(socket, RELAY_CLOSES.notLetIn, "The relay does not know this member, or has put it out.");
      return;
    }
    const inbox = registry.inboxesOf(member).find(({ id }) => id === inboxId);
    if (inbox === undefined) {
      refuse(socket, RELAY_CLOSES.noInbox, "There is no such inbox for this member.");
      return;
    }
    if (desktops.all().filter((each) => each.memberId === member.id).length >= CONNECTIONS_OF_ONE) {
      refuse(socket, RELAY_CLOSES.tooMany, "This member has too many connections.");
      return;
    }
    const bounds = await store.bounds(inbox.id);
    if (socket.readyState !== socket.OPEN) return;
    const { storage } = bounds;
    let heardAt = performance.now();
    const heard = (): void => {
      heardAt = performance.now();
    };
    const desktop: Desktop = {
      socket,
      token,
      memberId: member.id,
      member: member.name,
      inbox,
      storage,
      reader: null,
      owingSince: () => desktop.reader?.owingSince() ?? null,
      heardAt: () => heardAt,
      ping: () => socket.ping(),
    };
    const remove = desktops.add(desktop);
    socket.on("close", () => {
      desktop.reader?.stop();
      remove();
    });
    socket.on("pong", heard);
    socket.on("message", (data) => {
      heard();
      hear(desktop, data);
    });
    say(socket, {
      type: "hello",
      member: member.name,
      ...termsOf(inbox),
      ...bounds,
      now: machineClock.now(),
      heartbeatMs: HEARTBEAT_MS,
      holder: live.holder(inbox.id),
    });
  }

  function tell(inbox: string, message: RelaySaid): void {
    for (const { socket } of desktops.of(inbox)) say(socket, message);
  }

  function trouble(socket: WebSocket, error: unknown): void {
    log("a desktop cannot be served", { reason: errorText(error) });
    refuse(socket, RELAY_CLOSES.trouble, "That cannot be looked up at present.");
  }

  function hear(desktop: Desktop, data: unknown): void {
    const said = read(data);
    const { inbox, socket } = desktop;
    const isOfAnswers = said?.type === "take" || said?.type === "give-back" || said?.type === "answer";
    if (isOfAnswers && !words.admit(String(desktop.memberId))) {
      end(socket, RELAY_CLOSES.tooMany, "That was said too often.");
      return;
    }
    switch (said?.type) {
      case "read":
        if (desktop.reader === null) begin(desktop, said.after);
        return;
      case "ack":
        desktop.reader?.acknowledge(said.position);
        return;
      case "here":
        return;
      case "take":
        if (inbox.answerWaitMs > 0) live.take(inbox.id, said.hold, desktop, said.from);
        // Also where another desktop holds it, or this one held it already.
        say(socket, { type: "holder", holder: live.holder(inbox.id) });
        return;
      case "give-back":
        live.giveBack(inbox.id, desktop);
        return;
      case "answer":
        live.answer(inbox.id, desktop, said.id, said.answer);
        return;
      default:
        end(socket, RELAY_CLOSES.misunderstood, "That was not understood.");
    }
  }

  function begin(desktop: Desktop, after: number): void {
    const { socket, inbox, storage } = desktop;
    for (const each of live.recall(inbox.id)) say(socket, each);
    desktop.reader = createReader({
      tail,
      inbox: inbox.id,
      storage,
      after,
      hasRoom: () => socket.bufferedAmount < (buffered < BUFFERED_BYTES ? BUFFERED_EACH : 1),
      send(bytes) {
        metrics.count("relay_webhooks_sent_total");
        buffered += bytes.length;
        socket.send(bytes, () => {
          buffered -= bytes.length;
          desktop.reader?.wake();
        });
      },
      atEnd: () => here(desktop),
      removed: (removed) => say(socket, { type: "removed", ...removed }),
      failed(error) {
        log("webhooks cannot be read", { reason: errorText(error) });
        end(socket, RELAY_CLOSES.trouble, "Webhooks cannot be read at present.");
      },
    });
    desktop.reader.wake();
  }

  /** undefined where it cannot be known. */
  function memberOf(token: string): Member | null | undefined {
    try {
      return registry.member(token);
    } catch {
      return undefined;
    }
  }

  function here({ socket, inbox, storage }: Desktop): void {
    void store
      .bounds(inbox.id)
      .then(({ last, storage: now }) => {
        if (now === storage) say(socket, { type: "here", last, now: machineClock.now() });
        else end(socket, RELAY_CLOSES.trouble, "The storage of this inbox began anew.");
      })
      .catch(() => undefined);
  }

  /** Whoever may not receive any more does not answer either. */
  function putOut(desktop: Desktop, code: number, reason: string): void {
    live.giveBack(desktop.inbox.id, desktop);
    end(desktop.socket, code, reason);
  }

  /** Whoever may not receive any more is put out, and does not answer either; who may is told what was changed. */
  function look(desktop: Desktop): void {
    const { socket, token, inbox } = desktop;
    const member = memberOf(token);
    if (member === undefined) end(socket, RELAY_CLOSES.trouble, "Who is let in is not known at present.");
    else if (member === null) putOut(desktop, RELAY_CLOSES.notLetIn, "This member was put out.");
    else {
      const now = registry.inboxesOf(member).find(({ id }) => id === inbox.id);
      if (now === undefined) putOut(desktop, RELAY_CLOSES.noInbox, "There is no such inbox for this member any more.");
      else if (!isDeepStrictEqual(now, inbox)) {
        desktop.inbox = now;
        if (now.answerWaitMs === 0) live.giveBack(now.id, desktop);
        say(socket, { type: "inbox", ...termsOf(now) });
      }
    }
  }

  /** Also looks again for what is there: whatever should have told of it may have been away for a moment. */
  function beat(desktop: Desktop): void {
    here(desktop);
    desktop.reader?.wake();
  }

  const unwatch = watchDesktops({ all: desktops.all, beat, look });

  return {
    wants: ({ url: target = "", headers }) =>
      headers.upgrade?.toLowerCase() === "websocket" &&
      (target.startsWith(MEMBER_PATH) || target === JOIN_PATH) &&
      headers["sec-websocket-key"] !== undefined,
    take(request: IncomingMessage, socket: Duplex, head: Buffer) {
      server.handleUpgrade(request, socket, head, welcome);
    },
    connected: () => server.clients.size,
    tell,
    holderChanged: (inbox) => tell(inbox, { type: "holder", holder: live.holder(inbox) }),
    async close() {
      isClosing = true;
      unwatch();
      for (const socket of server.clients) end(socket, RELAY_CLOSES.goingAway, "The relay is being stopped.");
      await Promise.all(
        [...server.clients].map((socket) =>
          socket.readyState === socket.CLOSED
            ? Promise.resolve()
            : new Promise((resolve) => socket.once("close", resolve)),
        ),
      );
    },
  };
}
