import type { DeliveryDetail, EventDetail, Facts } from "../../shared/events.ts";
import type { Outcome } from "../../shared/outcomes.ts";
import type { EventId, Microseconds } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import { type ForwardSummary, forwardFailed, type ReplayMark, type ReplayRequest } from "../../shared/replay.ts";
import { targetPath, targetProblem } from "../../shared/replay-target.ts";
import type { Clock } from "../clock.ts";
import type { Journal, NewEvent } from "../journal/index.ts";
import type { ExactRequest, Masking, Network } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { createUnderWay } from "../under-way.ts";
import { mayBeSentTo, notAgreed, readTarget } from "./agreed-destinations.ts";
import { answerWithoutSecrets, replayOutcome } from "./outcome.ts";
import type { OwnConnections } from "./own-connections.ts";
import { asEdited, asReceived, finished, masked, maskedValues, namesMasked } from "./plan.ts";
import type { Resign, Signed } from "./resign.ts";

export interface ReplayDependencies {
  readonly journal: Pick<Journal, "append" | "finishCall" | "recordForward" | "detail" | "body">;
  /** The profile in use now: its list of hosts counts, and its name stands on the row. */
  readonly profile: () => Profile;
  /** The profile of a delivery, which says where it is forwarded to. */
  readonly profileOf: (id: string) => Profile | null;
  /** Keeps that the user wants to be asked no more about a host. */
  readonly agree: (profileId: string, host: string) => Promise<void>;
  /** The listener's webhook address; null unless it listens. */
  readonly listenerUrl: () => string | null;
  readonly resign: Resign;
  readonly masking: Pick<Masking, "arrived" | "telling">;
  readonly network: Network;
  readonly own: OwnConnections;
  readonly clock: Clock;
}

/** Sends deliveries again. */
export interface Replay {
  /**
   * Sends a delivery again and resolves when that has ended, however it ended. Its row is committed before anything is
   * sent.
   *
   * @throws Refusal before anything is sent: `no-delivery`, `not-whole`, `field:<name>`, `destination-not-agreed`,
   * `listener-stopped`, `request-id`, `closing`, one of those of signing, or one of the journal's
   */
  send(request: ReplayRequest): Promise<EventDetail>;
  /** false when there is none of this name under way. */
  cancel(requestId: string): boolean;
  /** Gives up what is under way, waits until it is recorded, and takes no more. */
  close(): Promise<void>;
}

/** A target is the user's own program: it may be stopped at a breakpoint. */
const LIMITS = { connectMs: 10_000, totalMs: 60_000, maxAnswerBytes: 10_485_760 } as const;
const NOT_YET = { connected: null, sent: null, answerStarted: null, answerEnded: null } as const;

interface Prepared {
  readonly profile: Profile;
  readonly target: URL;
  readonly request: ExactRequest;
  /** Names of header fields that carry a secret, in small letters. */
  readonly secretNames: ReadonlySet<string>;
  readonly secret: Signed["secret"];
  readonly mark: ReplayMark;
  /** Nobody has sent what stands in an edited body: the inspector shows it, the row does not. */
  readonly facts: Facts;
}

export function createReplay(dependencies: ReplayDependencies): Replay {
  const { journal, network, clock } = dependencies;
  const underWay = createUnderWay("replay");

  async function found(id: EventId): Promise<{ detail: DeliveryDetail; body: Uint8Array }> {
    const detail = await journal.detail(id);
    const body = await journal.body(id, "request");
    if (detail?.kind !== "delivery" || body === null)
      throw new Refusal("no-delivery", "This delivery is no longer in the log.");
    return { detail, body };
  }

  async function prepare({ id, target, host, withSecrets, edited, agreed }: ReplayRequest): Promise<Prepared> {
    const { detail: recorded, body } = await found(id);
    const secretNames = namesMasked(recorded.request.headers);
    // Asked for, a secret goes along for as long as it is remembered.
    const headers = withSecrets ? dependencies.masking.arrived(recorded) : recorded.request.headers;
    const detail = { ...recorded, request: { ...recorded.request, headers } };
    const profile = dependencies.profile();
    const listener = dependencies.listenerUrl();
    if (target.kind === "listener" && listener === null)
      throw new Refusal(
        "listener-stopped",
        "The listener is not running, so there is nothing to send it to. Start it first.",
      );
    const address = target.kind === "listener" ? null : target.url.trim();
    const url = readTarget(address ?? listener ?? "");
    if (address !== null && !mayBeSentTo(url, profile)) {
      if (agreed === "no") throw notAgreed(url);
      if (agreed === "always") await dependencies.agree(profile.id, url.host);
    }
    const wording = { address, target: url, host, withSecrets };
    const sent = edited === null || edited.body === null ? body : Uint8Array.from(Buffer.from(edited.body, "base64"));
    const draft = edited === null ? asReceived(detail, sent, wording) : asEdited(detail, edited, sent, wording);
    const signed = edited?.sign === true ? await dependencies.resign(profile, draft) : null;
    const to = address === null ? null : url.host;
    const { profile: stamp, path, forward } = detail.summary;
    const forwardTo = (stamp && dependencies.profileOf(stamp.id)?.replay.forward.url) || detail.forward?.url || address;
    const isForward =
      forward !== undefined &&
      edited === null &&
      address !== null &&
      leadsTo(forwardTo, path) === leadsTo(address, path);
    return {
      profile,
      target: url,
      request: finished(draft, signed ?? draft),
      secretNames: new Set([...secretNames, ...(signed?.secret == null ? [] : [signed.secret.header])]),
      secret: signed?.secret ?? null,
      mark: { of: id, by: null, to, edited: edited !== null, ...(isForward ? { forward: true } : {}) },
      facts: edited === null ? detail.summary.facts : {},
    };
  }

  /** Says with the delivery that the target has it now, or did not take it this time either. */
  async function forwardedAgain(id: EventId, again: ForwardSummary["again"]): Promise<void> {
    const detail = await journal.detail(id);
    const forward = detail?.kind === "delivery" ? detail.summary.forward : undefined;
    // One that waits is recorded when its turn has come.
    if (forward === undefined || !forwardFailed(forward)) return;
    await journal.recordForward(id, { summary: { ...forward, again }, answer: null }, new Uint8Array());
  }

  async function run(asked: ReplayRequest, signal: AbortSignal): Promise<EventDetail> {
    const { profile, target, request, secretNames, secret, mark, facts } = await prepare(asked);
    const start: Omit<Extract<NewEvent, { kind: "call" }>, "requestBody"> = {
      kind: "call",
      summary: {
        kind: "call",
        at: clock.now(),
        profile: { id: profile.id, name: profile.name, mode: profile.mode },
        operation: "replay",
        method: request.method,
        path: request.path,
        outcome: null,
        status: null,
        duration: null,
        facts,
        replay: mark,
      },
      url: target.origin + request.path,
      request: { headers: masked(request.headers, secretNames), size: request.body.length },
      answer: null,
      timing: NOT_YET,
    };
    const id = await journal.append({ ...start, requestBody: Uint8Array.from(request.body) });
    const began = clock.elapsed();
    const elapsed = (): Microseconds => Math.max(0, Math.round(clock.elapsed() - began));
    const exchange = await network.exchange(request, {
      ...LIMITS,
      cutLonger: true,
      signal,
      elapsed,
      ...(mark.to === null ? { onConnected: (socket) => dependencies.own.note(socket, { ...mark, by: id }) } : {}),
    });
    const gaveUp = exchange.failure?.code === "cancelled" && underWay.isClosing();
    const outcome: Outcome = gaveUp ? { code: "interrupted" } : replayOutcome(exchange);
    const secrets = [...maskedValues(request.headers, secretNames), ...dependencies.masking.telling()];
    const { head, body, redacted } = await answerWithoutSecrets(
      exchange,
      secret === null ? secrets : [secret.value, ...secrets],
      AbortSignal.any([signal, AbortSignal.timeout(LIMITS.totalMs)]),
    );
    const end = {
      ...start,
      summary: { ...start.summary, outcome, status: head?.status ?? null, duration: elapsed() },
      answer:
        head === null
          ? null
          : {
              ...head,
              headers: head.headers.map(([name, value]) => [name, value] as [string, string]),
              size: body.length,
              cut: exchange.cut,
              redacted,
            },
      timing: exchange.timing,
    };
    await journal.finishCall(id, end, head === null ? null : body);
    if (mark.forward === true && outcome.code !== "cancelled" && outcome.code !== "interrupted")
      await forwardedAgain(asked.id, { by: id, outcome, status: end.summary.status });
    return { ...end, kind: "call", summary: { ...end.summary, id } };
  }

  return {
    send: (request) => underWay.run(request.requestId, (signal) => run(request, signal)),
    cancel: underWay.cancel,
    close: underWay.close,
  };
}

/** The whole address of a delivery that is sent to this one; null where nothing can be sent. */
function leadsTo(address: string | null, path: string): string | null {
  if (address === null || targetProblem(address) !== null) return null;
  return new URL(address).origin + targetPath(address, path);
}
