import type { Outcome } from "../../shared/outcomes.ts";
import type { EventId, Microseconds } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { ForwardSettings } from "../../shared/replay.ts";
import { staysHere, targetProblem } from "../../shared/replay-target.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/journal.ts";
import { Refusal } from "../refusal.ts";
import type { Network } from "../service/index.ts";
import { type RawExchange, rawExchange } from "./exchange.ts";
import { mayBeSentTo, notAgreed, readTarget } from "./hosts.ts";
import { replayOutcome } from "./outcome.ts";
import { asReceived, finished } from "./plan.ts";

export interface ForwardDependencies {
  readonly journal: Pick<Journal, "detail" | "body" | "recordForward">;
  readonly profile: (id: string) => Profile | null;
  /** The listener's webhook address; null unless it listens. */
  readonly listenerUrl: () => string | null;
  readonly network: Network;
  readonly clock: Clock;
  readonly log: (message: string, error?: unknown) => void;
}

/** Hands deliveries on to an address of the user's, in the order in which they came, one after the other. */
export interface Forwarder {
  /** Told of every delivery that is on disk. Returns at once and never fails: recording does not wait for this. */
  kept(id: EventId, profileId: string): void;
  /** Gives up what is under way; what still waits is not handed on any more. */
  close(): Promise<void>;
}

const LIMITS = { connectMs: 5_000, totalMs: 30_000, maxAnswerBytes: 65_536 } as const;
/** Deliveries that wait at once. Only their numbers are kept here: what they are is on disk already. */
const MOST_WAITING = 1_000;

interface Waiting {
  readonly id: EventId;
  readonly profileId: string;
  readonly settings: ForwardSettings;
}

export function createForwarder({
  journal,
  profile,
  listenerUrl,
  network,
  clock,
  log,
}: ForwardDependencies): Forwarder {
  const queue: Waiting[] = [];
  const over = new AbortController();
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    for (let next = queue.shift(); next !== undefined && !over.signal.aborted; next = queue.shift())
      // A log that cannot be written says so itself; the next delivery gets its turn all the same.
      await handOn(next).catch((error: unknown) => log("A delivery could not be handed on.", error));
    running = null;
  }

  async function handOn(waiting: Waiting): Promise<void> {
    const began = clock.elapsed();
    const elapsed = (): Microseconds => Math.max(0, Math.round(clock.elapsed() - began));
    let sent: { readonly url: string; readonly exchange: RawExchange };
    try {
      sent = await send(waiting, elapsed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await record(waiting, { code: "internal", detail: error.message }, elapsed());
      return;
    }
    const { url, exchange } = sent;
    const outcome: Outcome = over.signal.aborted ? { code: "interrupted" } : replayOutcome(exchange);
    await record(waiting, outcome, elapsed(), exchange, url);
  }

  /** @throws Refusal when it cannot be handed on at all */
  async function send({ id, profileId, settings }: Waiting, elapsed: () => Microseconds) {
    const target = readTarget(settings.url);
    if (!mayBeSentTo(target, profile(profileId))) throw notAgreed(target);
    if (leadsBack(target, listenerUrl()))
      throw new Refusal("leads-back", "The address is that of this listener: the delivery would go round without end.");
    const detail = await journal.detail(id);
    const body = await journal.body(id, "request");
    if (detail?.kind !== "delivery" || body === null)
      throw new Refusal("no-delivery", "The delivery was deleted before its turn came.");
    const wording = { address: settings.url, target, host: settings.host, withSecrets: false };
    const draft = asReceived(detail, body, wording);
    const request = finished(draft, draft.headers);
    const exchange = await rawExchange(network, target, request, { ...LIMITS, signal: over.signal, elapsed });
    return { url: target.origin + request.path, exchange };
  }

  function record(
    { id, settings }: Waiting,
    outcome: Outcome,
    duration: Microseconds,
    exchange?: RawExchange,
    url = settings.url,
  ): Promise<void> {
    const head = exchange?.head ?? null;
    const body = Uint8Array.from(exchange?.body ?? []);
    const answer = {
      url,
      httpVersion: head?.httpVersion ?? "",
      statusText: head?.statusText ?? "",
      headers: head?.headers ?? [],
      size: body.length,
      cut: exchange?.cut ?? false,
    };
    return journal.recordForward(id, { summary: { outcome, status: head?.status ?? null, duration }, answer }, body);
  }

  return {
    kept(id, profileId) {
      const settings = profile(profileId)?.replay.forward;
      if (settings?.enabled !== true || over.signal.aborted) return;
      const waiting = { id, profileId, settings };
      if (queue.length >= MOST_WAITING) {
        const detail = `More than ${MOST_WAITING} deliveries wait to be handed on: the target is too slow for them.`;
        record(waiting, { code: "internal", detail }, 0).catch((error: unknown) => log(detail, error));
        return;
      }
      queue.push(waiting);
      running ??= drain();
    },
    async close() {
      over.abort();
      await running;
    },
  };
}

/** Whether an address is our own listener's. */
function leadsBack(target: URL, listener: string | null): boolean {
  if (listener === null || targetProblem(listener) !== null) return false;
  const own = new URL(listener);
  return own.port === target.port && (own.hostname === target.hostname || staysHere(target));
}
