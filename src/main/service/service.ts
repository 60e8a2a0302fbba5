import { callBody } from "../../shared/call-body.ts";
import { type Action, simulationProblem } from "../../shared/call-fields.ts";
import type { CallRequest, ConnectionTest, ConnectionTested } from "../../shared/contract.ts";
import type { CallDetail, EventDetail } from "../../shared/events.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { Profile, ProfileDraft } from "../../shared/profile.ts";
import { retagged, withoutTags, withTag } from "../../shared/run-tag.ts";
import { isSameFaults, NO_FAULTS, type SandboxFaults } from "../../shared/sandbox.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import type { Clock } from "../clock.ts";
import type { Journal, NewEvent } from "../journal/index.ts";
import { type Network, sentHeaders } from "../network/index.ts";
import { createRedactor } from "../redactor/index.ts";
import { Refusal } from "../refusal.ts";
import { expectationOf } from "../runs/index.ts";
import { createUnderWay } from "../under-way.ts";
import { MAX_ANSWER_BYTES, readAnswer } from "./answer.ts";
import { follow } from "./follow-redirects.ts";
import { type PreparedCall, prepareCall, type ServiceTarget } from "./request.ts";

export interface ServiceDependencies {
  readonly journal: Pick<Journal, "append" | "finishCall">;
  readonly profile: (id: string) => Profile | null;
  /** A secret from the vault; null when none is set under this slot. */
  readonly secret: (profileId: string, slot: string) => Promise<string | null>;
  /** Where the embedded sandbox answers, the key it takes and what it does wrong on purpose; null while it does not run. */
  readonly sandbox: () => { readonly baseUrl: string; readonly key: string; readonly faults: SandboxFaults } | null;
  readonly network: Network;
  /** Secrets of the user's that a service may tell without having been sent them: of other profiles, for signatures. */
  readonly otherSecrets: () => readonly string[];
  /** A tag for a charge's remark that no other simulation has. */
  readonly newTag: () => string;
  readonly clock: Clock;
  /** Linkdesk's version, for `User-Agent`. */
  readonly version: string;
}

/** The client of the peer linking service. */
export interface Service {
  /**
   * Sends one call and resolves when it has ended, however it ended. Its row is committed before anything is sent.
   *
   * @throws Refusal before anything is sent, with the code `field:<name>` for a field of the form,
   * `profile:<part>` for the profile, `mode`, `no-profile`, `sandbox-stopped`, `request-id`, `closing`, or one of the
   * journal's
   */
  send(request: CallRequest): Promise<EventDetail>;
  /**
   * A look-up with a profile as it is being written, which is not recorded.
   *
   * @throws Refusal as `send` does, but for the journal's
   */
  testConnection(request: ConnectionTest): Promise<ConnectionTested>;
  /** Gives a call up at whatever stage it is; false when there is none of this name under way. */
  cancel(requestId: string): boolean;
  /** Gives up what is under way, waits until it is recorded, and takes no more. */
  close(): Promise<void>;
}

type StartedCall = Extract<NewEvent, { kind: "call" }>;
type CallEnd = Parameters<Journal["finishCall"]>[1];

export function createService({ journal, network, clock, ...dependencies }: ServiceDependencies): Service {
  const underWay = createUnderWay("call");
  const tests = createUnderWay("connection test");
  const userAgent = `Linkdesk/${dependencies.version}`;

  async function targetOf(
    profile: ProfileDraft,
    secretOf: (slot: string) => Promise<string | null>,
  ): Promise<ServiceTarget> {
    const sandbox = profile.mode === "sandbox" ? dependencies.sandbox() : null;
    if (profile.mode === "sandbox" && sandbox === null)
      throw new Refusal("sandbox-stopped", "The sandbox is not running, so there is nothing to send the call to.");
    const secret = await secretOf("authentication");
    const extraHeaders = profile.extraHeaders.map(async ({ id, name, value, secret: isSecret }) => ({
      id,
      name,
      value: isSecret ? await secretOf(`header:${id}`) : value,
      secret: isSecret,
    }));
    return {
      baseUrl: sandbox?.baseUrl ?? profile.baseUrl,
      authentication: profile.authentication,
      // The sandbox's own key stands in, so that a fresh install works; a key of the user's is a test of its own.
      secret: secret ?? sandbox?.key ?? null,
      extraHeaders: await Promise.all(extraHeaders),
    };
  }

  async function prepare({ action: asked, profileId, repeatOf }: CallRequest): Promise<Prepared> {
    const profile = dependencies.profile(profileId);
    if (profile === null) throw new Refusal("no-profile", "This profile no longer exists. Select another one.");
    const problem = asked.operation === "link" ? null : simulationProblem(profile.mode);
    if (problem !== null) throw new Refusal("mode", problem);
    const { action, tag } = profile.runs.tagRemarks
      ? tagged(asked, repeatOf !== undefined, dependencies.newTag)
      : { action: asked, tag: null };
    return {
      profile,
      action,
      tag,
      call: prepareCall(action, await targetOf(profile, (slot) => dependencies.secret(profileId, slot)), userAgent),
    };
  }

  /** Sends what is prepared and reads what comes back. */
  async function sendAndRead({ call, action, timeouts: { connectMs, totalMs } }: Sending, signal: AbortSignal) {
    const started = clock.elapsed();
    const elapsed = (): Microseconds => Math.max(0, Math.round(clock.elapsed() - started));
    const limits = { connectMs, totalMs, maxAnswerBytes: MAX_ANSWER_BYTES };
    const followed = await follow(network, call.wire, { ...limits, signal, elapsed });
    const redactor = createRedactor([...call.credentials.secrets, ...dependencies.otherSecrets()]);
    const read = await readAnswer(followed, {
      operation: action.operation,
      credentials: call.credentials.state,
      redactor,
      now: clock.now() / 1_000,
      limitMs: totalMs,
      leftMs: totalMs - elapsed() / 1_000,
      signal,
    });
    // Until the answer is here: what we then take to read it is no time of the service's.
    return { followed, read, redactor, duration: followed.exchange.timing.answerEnded ?? elapsed() };
  }

  async function test(
    { draft, profileId, secrets, linkId }: ConnectionTest,
    signal: AbortSignal,
  ): Promise<ConnectionTested> {
    const action: Action = { operation: "link", linkId };
    const typed = new Map(Object.entries(secrets));
    const target = await targetOf(draft, async (slot) => {
      const change = typed.get(slot);
      if (change !== undefined) return change;
      return profileId === null ? null : dependencies.secret(profileId, slot);
    });
    const call = prepareCall(action, target, userAgent);
    const { read, redactor, duration } = await sendAndRead({ action, call, timeouts: draft.timeouts }, signal);
    return {
      outcome: read.outcome,
      url: redactor.text(call.url).value,
      status: read.answer?.status ?? null,
      duration,
    };
  }

  async function run(request: CallRequest, signal: AbortSignal): Promise<EventDetail> {
    const prepared = await prepare(request);
    const { profile, action, call } = prepared;
    const faults = profile.mode === "sandbox" ? dependencies.sandbox()?.faults : undefined;
    const start = startOf(prepared, { repeatOf: request.repeatOf, faults: faults ?? NO_FAULTS, at: clock.now() });
    const id = await journal.append({ ...start, requestBody: copyOf(call.wire.body) });
    const sending = { action, call, timeouts: profile.timeouts };
    const { followed, read, redactor, duration } = await sendAndRead(sending, signal);
    const gaveUp = read.outcome.code === "cancelled" && underWay.isClosing();
    const outcome = gaveUp ? ({ code: "interrupted" } as const) : read.outcome;
    const redirects = redactor.deep(followed.redirects).value;
    const end: CallEnd = {
      ...start,
      summary: {
        ...start.summary,
        outcome,
        status: read.answer?.status ?? null,
        duration,
        facts: read.userReference === null ? call.facts : { ...call.facts, userReference: read.userReference },
      },
      request: { ...start.request, headers: followed.sentHeaders },
      answer: read.answer,
      ...(redirects.length > 0 ? { redirects } : {}),
      timing: followed.exchange.timing,
    };
    try {
      await journal.finishCall(id, end, read.body);
    } catch (cause) {
      const { title } = explainOutcome(outcome, action.operation);
      const reason = cause instanceof Refusal ? cause.message : "The event log could not be written.";
      throw new Refusal("not-recorded", `The call has ended (${title}), but its end is not in the log. ${reason}`);
    }
    return { ...end, kind: "call", summary: { ...end.summary, id } };
  }

  return {
    send: (request) => underWay.run(request.requestId, (signal) => run(request, signal)),
    testConnection: (request) => tests.run(request.requestId, (signal) => test(request, signal)),
    cancel: (requestId) => underWay.cancel(requestId) || tests.cancel(requestId),
    async close() {
      await Promise.all([underWay.close(), tests.close()]);
    },
  };
}

/** What goes out, and for how long it is waited for. */
interface Sending {
  readonly action: Action;
  readonly call: PreparedCall;
  readonly timeouts: ProfileDraft["timeouts"];
}

/** A call on its way, with the action as it is really sent. */
interface Prepared {
  readonly profile: Profile;
  readonly action: Action;
  /** The one that was made for it; null when it has none. */
  readonly tag: string | null;
  readonly call: PreparedCall;
}

/**
 * A charge with a tag of its own in its remark, and without that of an earlier one. A body of the user's own is sent as
 * typed, but a repeated one is the program's: with the old tag it would pass for the call that it repeats. An empty
 * remark is a mistake.
 */
function tagged(action: Action, isRepeat: boolean, newTag: () => string): Pick<Prepared, "action" | "tag"> {
  const untagged = { action, tag: null };
  if (action.operation !== "charge") return untagged;
  const { body } = action;
  if ("raw" in body) {
    if (!isRepeat) return untagged;
    const tag = newTag();
    const raw = retagged(body.raw, tag);
    return raw === null ? untagged : { action: { ...action, body: { raw } }, tag };
  }
  if (body.remark === "") return untagged;
  const tag = newTag();
  return { action: { ...action, body: { ...body, remark: withTag(withoutTags(body.remark), tag) } }, tag };
}

/** The row as it appears at the start: all that is known before anything is sent. */
function startOf(
  { profile, action, tag, call }: Prepared,
  {
    repeatOf,
    faults,
    at,
  }: { readonly repeatOf: EventId | undefined; readonly faults: SandboxFaults; readonly at: Instant },
): Omit<StartedCall, "requestBody"> {
  const { wire, url, facts } = call;
  const { operation } = action;
  const body = callBody(action) ?? "";
  const expectation = operation === "link" ? null : expectationOf(operation, body, profile.runs, tag);
  return {
    kind: "call",
    summary: {
      kind: "call",
      at,
      profile: { id: profile.id, name: profile.name, mode: profile.mode },
      operation,
      method: wire.method,
      path: wire.path,
      outcome: null,
      status: null,
      duration: null,
      ...(repeatOf === undefined ? {} : { repeatOf }),
      facts,
    },
    url,
    request: { headers: sentHeaders(wire, "h1", null), size: wire.body?.length ?? 0 },
    answer: null,
    ...(expectation === null ? {} : { expectation }),
    ...(isSameFaults(faults, NO_FAULTS) ? {} : { sandboxFaults: faults }),
    timing: NOT_YET,
  };
}

const NOT_YET: CallDetail["timing"] = { connected: null, sent: null, answerStarted: null, answerEnded: null };

/** What is handed to the journal is its own from then on, and the request is still to be sent. */
function copyOf(bytes: Uint8Array | null): Uint8Array {
  return Uint8Array.from(bytes ?? []);
}
