import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";
import {
  type MemberSaid,
  RELAY_CLOSES,
  type RelayedWebhook,
  type RelaySaid,
  readWebhookMessage,
  relaySaid,
} from "../../src/shared/relay.ts";
import { until } from "./until.ts";

/** A desktop in a few lines: says what it is told to, and keeps what it hears. */
export interface RelayMember {
  readonly webhooks: readonly RelayedWebhook[];
  readonly said: readonly RelaySaid[];
  /** The code with which the relay ended it; null while it stands. */
  closed(): number | null;
  say(message: MemberSaid): void;
  /** Resolves once so many webhooks have come. */
  has(count: number): Promise<void>;
  /** The first message of this kind. */
  hears<Type extends RelaySaid["type"]>(type: Type): Promise<Extract<RelaySaid, { type: Type }>>;
  /** Takes nothing more off its socket. */
  pause(): void;
  close(): void;
}

/**
 * @param acknowledges whether it says of each webhook that it has it
 * @param heard takes webhooks as they came, where they are too many to be kept
 */
export function connectMember(
  url: string,
  authorization: string,
  acknowledges = true,
  heard: ((data: Buffer) => void) | null = null,
): RelayMember {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers: { authorization } });
  const webhooks: RelayedWebhook[] = [];
  const said: RelaySaid[] = [];
  let closed: number | null = null;
  const say = (message: MemberSaid): void => socket.send(JSON.stringify(message));
  socket.on("error", () => {});
  socket.on("close", (code) => {
    closed = code;
  });
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) said.push(relaySaid.parse(JSON.parse(data.toString())));
    else if (heard !== null) {
      heard(data);
      say({ type: "ack", position: Number(data.readBigUInt64BE()) });
    } else {
      const webhook = readWebhookMessage(data);
      webhooks.push(webhook);
      if (acknowledges) say({ type: "ack", position: webhook.position });
    }
  });
  return {
    webhooks,
    said,
    closed: () => closed,
    say,
    has: (count) => until(() => webhooks.length >= count),
    async hears(type) {
      await until(() => said.some((each) => each.type === type) || closed !== null);
      const found = said.find((each) => each.type === type);
      if (found === undefined) throw new Error(`The relay ended the connection with ${closed}.`);
      return found as never;
    },
    pause: () => socket.pause(),
    close: () => socket.terminate(),
  };
}

/** Uses an invitation; the token, or null where it is not taken. */
export async function joinRelay(
  relay: string,
  code: string,
  token = randomBytes(32).toString("base64url"),
): Promise<string | null> {
  const member = connectMember(`${relay}/join`, `Invitation ${code}`);
  let asked = false;
  await until(() => {
    if (!asked)
      try {
        member.say({ type: "join", token });
        asked = true;
      } catch {
        // Not open yet.
      }
    return member.said.length > 0 || member.closed() !== null;
  });
  return member.said.some(({ type }) => type === "joined") ? token : null;
}

/** Connected to an inbox and reading, from its beginning or from behind a position. */
export async function receiveFrom(
  relay: string,
  inbox: string,
  token: string,
  after = 0,
  acknowledges = true,
): Promise<RelayMember> {
  const member = connectMember(`${relay}/connect/${inbox}`, `Bearer ${token}`, acknowledges);
  await member.hears("hello");
  member.say({ type: "read", after });
  return member;
}

/**
 * All that an inbox has, from its beginning to the end that the relay tells. As a desktop does, it connects again where the
 * relay cannot read for a moment, and goes on from where it was.
 *
 * @param atLeast so many are known to be there: for seconds a relay may not know what another one was answered
 */
export async function readWhole(
  relay: string,
  inbox: string,
  token: string,
  atLeast: number,
): Promise<readonly RelayedWebhook[]> {
  const found: RelayedWebhook[] = [];
  const end = performance.now() + 120_000;
  for (;;) {
    const after = found.at(-1)?.position ?? 0;
    const member = connectMember(`${relay}/connect/${inbox}`, `Bearer ${token}`);
    const isWhole = (): boolean => {
      const last = member.webhooks.at(-1)?.position ?? after;
      const isEnd = member.said.some((each) => each.type === "here" && each.last === last);
      return isEnd && found.length + member.webhooks.length >= atLeast;
    };
    try {
      await member.hears("hello");
      member.say({ type: "read", after });
      await until(() => isWhole() || member.closed() !== null);
    } catch (error) {
      const last = `position ${member.webhooks.at(-1)?.position}, then ${JSON.stringify(member.said.at(-1))}`;
      if (member.closed() !== RELAY_CLOSES.trouble)
        throw new Error(`At least ${atLeast} expected: ${last}`, { cause: error });
    }
    const isOver = isWhole();
    found.push(...member.webhooks);
    if (isOver) {
      member.close();
      return found;
    }
    if (performance.now() > end) throw new Error(`The relay's last word was ${member.closed()}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
