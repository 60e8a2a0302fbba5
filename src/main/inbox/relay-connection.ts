import type { InboxProblem } from "../../shared/inbox.ts";
import { parseForeign } from "../../shared/json/parse.ts";
import {
  HEARD_BYTES,
  type MemberSaid,
  RELAY_CLOSES,
  type RelayedWebhook,
  type RelaySaid,
  readWebhookMessage,
  relaySaid,
} from "../../shared/relay.ts";
import type { Network } from "../network/index.ts";

/** A relay that has said nothing for so long after the connection was opened is given up. */
const FIRST_WORD_MS = 20_000;
/** So many heartbeats of the relay may be missing before the connection counts as lost. */
const MISSED_HEARTBEATS = 3;

/** A connection to a relay, from its first message to its end. */
export type RelayConnection = ReturnType<typeof openRelayConnection>;

interface RelayConnectionOptions {
  readonly network: Network;
  readonly url: URL;
  readonly authorization: string;
  readonly said: (message: RelaySaid) => void;
  readonly webhook: (webhook: RelayedWebhook) => void;
  readonly opened?: () => void;
}

export function openRelayConnection({ network, url, authorization, said, webhook, opened }: RelayConnectionOptions) {
  const { promise: ended, resolve } = Promise.withResolvers<InboxProblem | null>();
  let patience: NodeJS.Timeout | null = null;
  let heartbeatMs = 0;
  let pulse: NodeJS.Timeout | null = null;
  let isOver = false;
  let send: (text: string) => void = () => {};
  let destroy: () => void = () => {};

  function end(problem: InboxProblem | null): void {
    if (isOver) return;
    isOver = true;
    if (patience !== null) clearTimeout(patience);
    if (pulse !== null) clearInterval(pulse);
    destroy();
    resolve(problem);
  }

  function waitForMore(): void {
    if (patience !== null) clearTimeout(patience);
    const ms = heartbeatMs === 0 ? FIRST_WORD_MS : heartbeatMs * MISSED_HEARTBEATS;
    patience = setTimeout(() => end({ code: "silent", detail: "" }), ms);
  }

  const say = (message: MemberSaid): void => {
    if (!isOver) send(JSON.stringify(message));
  };

  function hear(data: unknown): void {
    if (isOver) return;
    waitForMore();
    try {
      if (data instanceof ArrayBuffer) webhook(readWebhookMessage(new Uint8Array(data)));
      else {
        const message = relaySaid.parse(parseForeign(String(data)));
        if (message.type === "hello") {
          ({ heartbeatMs } = message);
          pulse ??= setInterval(() => say({ type: "here" }), heartbeatMs);
        }
        said(message);
      }
    } catch (error) {
      end({ code: "misunderstood", detail: error instanceof Error ? error.message.slice(0, 300) : "" });
    }
  }

  async function open(): Promise<void> {
    const {
      socket,
      failure,
      destroy: destroySocket,
    } = await network.openWebSocket(url, { authorization }, HEARD_BYTES);
    destroy = () => {
      // An open connection is closed in order; if the relay does not answer to that, it is destroyed.
      if (socket.readyState === socket.OPEN) socket.close(1000);
      setTimeout(destroySocket, 500).unref();
    };
    send = (text) => socket.send(text);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => opened?.());
    socket.addEventListener("message", ({ data }) => hear(data));
    socket.addEventListener("error", ({ error }) => end(unreachable(failure() ?? messageOf(error))));
    socket.addEventListener("close", ({ code, reason }) => end(problemOfClose(code, failure() ?? reason)));
    if (isOver) destroy();
  }

  waitForMore();
  open().catch((error: unknown) => end(unreachable(messageOf(error))));
  return {
    say,
    close: (): void => end(null),
    /** Resolves with what ended it; null when it was closed here. */
    ended,
  };
}

const unreachable = (detail: string): InboxProblem => ({ code: "unreachable", detail });

/** The innermost error is the one that says what happened. */
function messageOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner instanceof Error ? inner.message : "";
}

function problemOfClose(code: number, detail: string): InboxProblem {
  switch (code) {
    case RELAY_CLOSES.notLetIn:
      return { code: "not-let-in", detail };
    case RELAY_CLOSES.noInbox:
      return { code: "no-inbox", detail };
    case RELAY_CLOSES.goingAway:
      return { code: "stopped-there", detail };
    case RELAY_CLOSES.misunderstood:
      return { code: "misunderstood", detail };
    case RELAY_CLOSES.silent:
      return { code: "silent", detail };
    case RELAY_CLOSES.tooMany:
    case RELAY_CLOSES.trouble:
      return { code: "turned-away", detail };
    default:
      return unreachable(detail);
  }
}
