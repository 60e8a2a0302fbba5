import type { Outcome } from "../../shared/outcomes.ts";
import type { EventId, Microseconds } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { ForwardOutcome, ForwardSettings } from "../../shared/replay.ts";
import { isOwnListener } from "../../shared/replay-target.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/index.ts";
import { machineNames } from "../machine-names.ts";
import type { Masking, Network, StoredAnswer } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { mayBeSentTo, notAgreed, readTarget } from "./agreed-destinations.ts";
import { answerWithoutSecrets, replayOutcome } from "./outcome.ts";
import { asReceived, finished } from "./plan.ts";

export interface ForwardDependencies {
  readonly journal: Pick<Journal, "detail" | "body" | "recordForward">;
  readonly profile: (id: string) => Profile | null;
  /** The listener's webhook address; null unless it listens. */
  readonly listenerUrl: () => string | null;
  readonly network: Network;
  readonly masking: Pick<Masking, "telling">;
  readonly clock: Clock;
  /** A secret of this program: a request that carries it was forwarded by this program before. */
  readonly mark: string;
  readonly log: (message: string, error?: unknown) => void;
  /** Other limits than the usual ones. */
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = { connectMs: 5_000, totalMs: 30_000, maxAnswerBytes: 65_536 };
/** Deliveries that wait at once. Only their numbers are kept here: what they are is on disk already. */
const MOST_WAITING = 1_000;
/**
 * Goes out with what is handed on. No look at an address can tell where it leads in the end (another name of this
 * machine, a tunnel, a program that sends everything back here), so what comes back is known by this.
 */
const MARK = "Linkdesk-Forward";

interface Waiting {
  readonly id: EventId;
  readonly profileId: string;
  readonly settings: ForwardSettings;
}

type NotSent = Extract<ForwardOutcome, { code: "not-sent" }>["because"];

/** Hands deliveries on to an address of the user's, in the order in which they came, one after the other. */
export function createForwarder(dependencies: ForwardDependencies) {
  const { journal, profile, network, clock, mark, log } = dependencies;
  const limits = { ...LIMITS, ...dependencies.limits };
  const queue: Waiting[] = [];
  const over = new AbortController();
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (!over.signal.aborted) {
      const next = queue.shift();
      if (next === undefined) break;
      // A log that cannot be written says so itself; the next delivery gets its turn all the same.
      await handOn(next).catch((error: unknown) => log("A delivery could not be handed on.", error));
    }
    running = null;
  }

  async function handOn(waiting: Waiting): Promise<void> {
    const began = clock.elapsed();
    const elapsed = (): Microseconds => Math.max(0, Math.round(clock.elapsed() - began));
    const sent = await send(waiting, elapsed).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (sent === "loop" || sent === "own-listener") return notSent(waiting.id, sent);
    if (sent instanceof Refusal)
      return record(waiting, { code: "internal", detail: sent.message }, elapsed(), noAnswer(), waiting.settings.url);
    const outcome: Outcome = over.signal.aborted ? { code: "interrupted" } : replayOutcome(sent.exchange);
    const duration = elapsed();
    const inTime = AbortSignal.any([over.signal, AbortSignal.timeout(limits.totalMs)]);
    const stored = await answerWithoutSecrets(sent.exchange, dependencies.masking.telling(), inTime);
    return record(waiting, outcome, duration, { ...stored, cut: sent.exchange.cut }, sent.url);
  }

  /** @throws Refusal when it cannot be handed on at all */
  async function send({ id, profileId, settings }: Waiting, elapsed: () => Microseconds) {
    const target = readTarget(settings.url);
    if (!mayBeSentTo(target, profile(profileId))) throw notAgreed(target);
    if (isOwnListener(settings.url, dependencies.listenerUrl(), machineNames())) return "own-listener";
    const detail = await journal.detail(id);
    const body = await journal.body(id, "request");
    if (detail?.kind !== "delivery" || body === null)
      throw new Refusal("no-delivery", "The delivery was deleted before its turn came.");
    if (detail.request.headers.some(([name, value]) => isMark(name) && value === mark)) return "loop";
    const wording = { address: settings.url, target, host: settings.host, withSecrets: false };
    const draft = asReceived(detail, body, wording);
    const request = finished(draft, { ...draft, headers: [...draft.headers, [MARK, mark]] });
    const exchange = await network.exchange(request, { ...limits, cutLonger: true, signal: over.signal, elapsed });
    return { url: target.origin + request.path, exchange };
  }

  function record(
    { id }: Waiting,
    outcome: Outcome,
    duration: Microseconds,
    { head, body, redacted, cut }: StoredAnswer & { readonly cut: boolean },
    url: string,
  ): Promise<void> {
    const answer = {
      url,
      httpVersion: head?.httpVersion ?? "",
      statusText: head?.statusText ?? "",
      headers: head?.headers ?? [],
      size: body.length,
      cut,
      redacted,
    };
    return journal.recordForward(id, { summary: { outcome, status: head?.status ?? null, duration }, answer }, body);
  }

  function notSent(id: EventId, because: NotSent): Promise<void> {
    const summary = { outcome: { code: "not-sent", because }, status: null, duration: 0 } as const;
    return journal
      .recordForward(id, { summary, answer: null }, new Uint8Array())
      .catch((error: unknown) => log("What became of forwarding could not be recorded.", error));
  }

  return {
    /** Whether deliveries of this profile are handed on now. What is, is recorded with them. */
    wants: (profileId: string): boolean => profile(profileId)?.replay.forward.enabled === true,
    /**
     * Told of every such delivery once it is on disk. Returns at once and never fails: recording does not wait for
     * this.
     */
    kept(id: EventId, profileId: string): void {
      const settings = profile(profileId)?.replay.forward;
      if (over.signal.aborted) return void notSent(id, "closed");
      if (settings?.enabled !== true) return void notSent(id, "off");
      if (queue.length >= MOST_WAITING) return void notSent(id, "too-many");
      queue.push({ id, profileId, settings });
      running ??= drain();
    },
    /** Gives up what is under way; what still waits is not handed on any more, and says so. */
    async close(): Promise<void> {
      over.abort();
      await running;
      await Promise.all(queue.splice(0).map(({ id }) => notSent(id, "closed")));
    },
  };
}

/** New each time: what is recorded is handed over to the journal. */
function noAnswer() {
  return { head: null, body: new Uint8Array(), redacted: false, cut: false } as const;
}

function isMark(name: string): boolean {
  return name.toLowerCase() === MARK.toLowerCase();
}
