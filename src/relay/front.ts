import { createHash, randomUUID } from "node:crypto";
import { machineClock } from "../main/clock.ts";
import {
  type AnsweredRequest,
  createMemoryBudget,
  createRecorder,
  DEFAULT_LISTENER_LIMITS,
  type DeliveryJournal,
  type Listening,
  type NewDelivery,
  type OpenServer,
  openServer,
  type PlannedAnswer,
  plainAnswer,
  type Upgrades,
} from "../main/listener/index.ts";
import { inboxOfTarget } from "../shared/inbox.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../shared/listener.ts";
import { type EventId, errorText } from "../shared/primitives.ts";
import { encodeFrame, JOIN_PATH, type RelayedHead } from "../shared/relay.ts";
import type { Ask, LiveAnswers } from "./live/answers.ts";
import type { Metrics } from "./metrics.ts";
import type { Inbox, Registry } from "./people/registry.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { SenderOf } from "./sender.ts";
import type { Store } from "./storage/store.ts";

export interface FrontOptions {
  readonly host: string;
  readonly port: number;
  /** Certificate chain and key, to speak https. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly bodyCapBytes: number;
  /** Requests a second from one address, and to one inbox; 0 for no limit. */
  readonly perAddress: number;
  readonly perInbox: number;
  readonly store: Store;
  readonly registry: Registry;
  readonly metrics: Metrics;
  readonly senderOf: SenderOf;
  /** Answers that members' desktops give. */
  readonly live: LiveAnswers;
  readonly upgrades: Upgrades;
  /** It is about to end: whoever can send to another relay is to do so. */
  readonly isDraining: () => boolean;
  readonly log: (message: string, about: object) => void;
}

/** Requests that may come at once, in seconds of their usual rate. */
const BURST_SECONDS = 4;
/** Guesses at inboxes from one address, a second and at once. */
const GUESSES = { perSecond: 1, atOnce: 50 };

const without = (answer: PlannedAnswer, ...more: (readonly [string, string])[]): PlannedAnswer => ({
  ...answer,
  headers: [...answer.headers, ...more],
  unrecorded: true,
});
const NOWHERE = without(plainAnswer(404, "There is no such inbox.", false));
const TOO_MANY = without(plainAnswer(429, "Too many requests. Send it again later.", true), ["Retry-After", "5"]);
const TROUBLED = without(plainAnswer(503, "Webhooks cannot be kept at present.", false));
const ENDING = without(plainAnswer(503, "This relay is about to end.", false));
const TROUBLE_MS = 10_000;
const WELL = without(plainAnswer(200, "ok", false));
const JOIN_PAGE = without(
  plainAnswer(
    200,
    "This is an invitation to a relay. Copy the whole address and open it in Linkdesk: Listener, Relay.",
    false,
  ),
);

/** The listener of the desktop, with the inboxes for its paths and the storage for its journal. */
export function openFront(options: FrontOptions): Promise<OpenServer> {
  const { store, registry, metrics, senderOf, live, log, tls } = options;
  const limits = { ...DEFAULT_LISTENER_LIMITS, connections: 5_000 };
  const perAddress = createRateLimit(options.perAddress, options.perAddress * BURST_SECONDS);
  const perInbox = createRateLimit(options.perInbox, options.perInbox * BURST_SECONDS);
  const guesses = createRateLimit(GUESSES.perSecond, GUESSES.atOnce);
  const answers = new Map<string, { readonly inbox: Inbox; readonly answer: PlannedAnswer }>();
  /**
   * Webhooks that are on disk and for whose answer a desktop is asked, by the numbers that the listener knows them by.
   */
  const asks = new Map<EventId, Ask>();
  let kept = 0;

  /** The same answer is the same object, so that it is framed once. */
  function answerOf(inbox: Inbox): PlannedAnswer {
    const known = answers.get(inbox.id);
    if (known !== undefined && known.inbox.status === inbox.status && known.inbox.body === inbox.body)
      return known.answer;
    const plain = plainAnswer(inbox.status, inbox.body, false);
    const answer: PlannedAnswer = {
      ...plain,
      body: inbox.body,
      later: (id, take) => asks.get(id)?.settle(answer, take) ?? null,
    };
    answers.set(inbox.id, { inbox, answer });
    return answer;
  }

  function answerFor(request: AnsweredRequest): PlannedAnswer {
    const { target, headers } = request;
    if (target === "/health") return options.isDraining() ? ENDING : isTroubled() ? TROUBLED : WELL;
    if (target === "/metrics") return without({ ...plainAnswer(200, "", false), body: metrics.text() });
    if (target === JOIN_PATH) return JOIN_PAGE;
    const sender = senderOf(request.remoteAddress, headers);
    const inbox = registry.inbox(inboxOfTarget(target) ?? "");
    if (inbox === null) {
      metrics.count("relay_requests_refused_total");
      return guesses.admit(sender) ? NOWHERE : TOO_MANY;
    }
    if (perAddress.admit(sender) && perInbox.admit(inbox.id)) return answerOf(inbox);
    metrics.count("relay_requests_refused_total");
    return TOO_MANY;
  }

  let failedAt = Number.NEGATIVE_INFINITY;
  /** For a while only: whoever sends nothing here while it is so would never see that it is over. */
  const isTroubled = (): boolean => performance.now() - failedAt < TROUBLE_MS;
  const journal: DeliveryJournal = {
    async append(event) {
      if (event.kind !== "delivery") return 1;
      const inbox = registry.inbox(inboxOfTarget(event.summary.path) ?? "");
      // It broke off before its inbox was known, so it can be shown to no desktop.
      if (inbox === null) return 1;
      const id = randomUUID();
      // What is no whole webhook is answered by the listener's own rules.
      const isWhole = event.summary.completeness === "whole" && event.request.problem === null;
      const ask = isWhole ? live.ask(inbox, id) : null;
      try {
        const { head, body } = relayed(event, senderOf, id, ask?.asked);
        await store.append({ inbox: inbox.id, at: head.at, frame: encodeFrame(head, body) });
        metrics.count("relay_requests_kept_total");
        failedAt = Number.NEGATIVE_INFINITY;
        kept += 1;
        if (ask !== null) {
          ask.committed();
          asks.set(kept, ask);
        }
        return kept;
      } catch (error) {
        ask?.drop();
        metrics.count("relay_requests_lost_total");
        if (!isTroubled()) log("webhooks cannot be kept", { reason: errorText(error) });
        failedAt = performance.now();
        throw error;
      }
    },
    async finishDelivery(id, end) {
      asks.get(id)?.ended(end);
      asks.delete(id);
    },
  };
  const listening: Listening = {
    limits,
    budget: createMemoryBudget(limits.bytesInFlight),
    recorder: createRecorder(
      journal,
      (event) => event,
      machineClock.now,
      () => {},
    ),
    settings: () => ({ ...DEFAULT_LISTENER_SETTINGS, bodyCapBytes: options.bodyCapBytes }),
    profile: () => null,
    replayOf: () => null,
    throughOf: () => null,
    onThrough: () => {},
    handsOn: () => false,
    onKept: () => {},
    clock: machineClock.now,
    answerFor,
  };
  return openServer(listening, options.host, options.port, {
    upgrades: options.upgrades,
    ...(tls === null ? {} : { tls }),
  });
}

/**
 * What is kept of a request: as the listener has recorded it. Of a body over the cap, what it was: not a part of it.
 */
function relayed(
  event: NewDelivery,
  senderOf: SenderOf,
  id: string,
  asked: RelayedHead["asked"],
): { readonly head: RelayedHead; readonly body: Uint8Array } {
  const { summary, request, answer, timing } = event;
  const isCut = summary.completeness === "cut";
  return {
    head: {
      id,
      at: summary.at,
      method: summary.method,
      target: summary.path,
      httpVersion: request.httpVersion,
      headers: request.headers,
      trailers: request.trailers,
      remoteAddress: senderOf(request.remoteAddress, request.headers),
      remotePort: request.remotePort,
      localAddress: request.localAddress,
      localPort: request.localPort,
      completeness: summary.completeness,
      problem: isCut ? cutProblem(event) : request.problem,
      ...(asked === undefined ? {} : { asked }),
      answer:
        answer === null || answer.status === null || asked !== undefined
          ? null
          : {
              status: answer.status,
              headers: answer.headers,
              body: Buffer.from(event.answerBody).toString("base64"),
            },
      headersComplete: timing.headersComplete,
      bodyComplete: timing.bodyComplete,
    },
    body: isCut ? new Uint8Array(0) : event.requestBody,
  };
}

function cutProblem({ summary, requestBody }: NewDelivery): string {
  const why = summary.status === 413 ? "The body is longer than the relay takes" : "The relay had no room for the body";
  const digest = createHash("sha256").update(requestBody).digest("hex");
  return `${why}. Only its head is kept, and of its first ${requestBody.length} bytes their SHA-256: ${digest}.`;
}
