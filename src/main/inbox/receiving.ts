import { isDeepStrictEqual } from "node:util";
import type { AnswerChoice } from "../../shared/answer-script.ts";
import type { InboxProblem, InboxStamp, InboxState, KnownInbox } from "../../shared/inbox.ts";
import type { Notice } from "../../shared/notices.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import { type InboxTerms, MEMBER_PATH, type RelayedWebhook, type RelaySaid } from "../../shared/relay.ts";
import type { Clock } from "../clock.ts";
import type { Journal, NewEvent, NextPlace } from "../journal/index.ts";
import type { Network } from "../network/index.ts";
import { socketUrl } from "./join.ts";
import { createLiveAnswer, type Settled } from "./live-answer.ts";
import { openRelayConnection, type RelayConnection } from "./relay-connection.ts";
import type { NewDelivery } from "./relayed-delivery.ts";

/** Pauses before the next try, in milliseconds; the last one stays. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** A connection that stood so long has done its work: the pauses begin anew. Microseconds, as the others. */
const LASTED = 20_000_000;
/** How often it is written down that the relay was heard, where no webhook says so. */
const HEARD_EVERY = 60_000_000;
/** A new name is written into the settings: not more often than that, whatever the relay says. */
const RENAMED_EVERY = 1_000_000;
/** The relay says something at least every ten seconds. */
const HEARTBEAT_DOUBT = 15_000_000;

/**
 * The relay counts as put back to an earlier state when so many connections in a row say that it has less than before.
 */
const BEHIND_TIMES = 3;

export type ReceivingInbox = KnownInbox & { readonly profileId: string };
/** What follows on the place so far: how its row is made, and who is told of that. */
interface Incoming {
  readonly make: () => Promise<NewEvent> | NewEvent;
  readonly kept?: (id: EventId) => void;
}
type RelayNotice = Extract<Notice, { code: "relay" }>;

export interface ReceivingOptions {
  readonly known: ReceivingInbox;
  readonly token: () => Promise<string | null>;
  readonly network: Network;
  readonly journal: Pick<Journal, "append" | "finishDelivery" | "relayPlace" | "relayHeard">;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes the delivery of it, with its signature checked and its secrets masked. */
  readonly deliver: (
    webhook: RelayedWebhook,
    ahead: Microseconds,
    settled: Settled | undefined,
  ) => Promise<NewDelivery>;
  /** What its sender is answered, while this desktop holds the answer. */
  readonly choose: (webhook: RelayedWebhook) => AnswerChoice | null;
  /** It is on disk. */
  readonly kept: (id: EventId, delivery: NewDelivery) => void;
  readonly changed: () => void;
  /** At the relay it has another name or address. */
  readonly renamed: (inbox: InboxStamp) => void;
  /** Whether the profile's webhooks come by relays alone. */
  readonly isOnly: () => boolean;
}

/** Receives from one inbox, until it is stopped. */
export type Receiving = Awaited<ReturnType<typeof startReceiving>>;

/** Resolves once the log says that it begins, so that no run is judged before. */
export async function startReceiving(options: ReceivingOptions) {
  const { known, network, journal, clock, changed } = options;
  const { relay, profileId } = known;
  let { inbox } = known;
  let state: InboxState = { name: "connecting", since: clock.now() };
  let webhooks = 0;
  let keepDays: number | null = null;
  let renamedAt = Number.NEGATIVE_INFINITY;
  let isOnly = options.isOnly();
  let line: RelayConnection | null = null;
  let broken: InboxProblem | null = null;
  let stopped = false;
  let wake: () => void = () => {};
  /**
   * The storage and position after which the next webhook follows; how far they are on our disk; how far the relay has
   * them.
   */
  let storage = "";
  let position = 0;
  let kept = 0;
  let last = 0;
  /** How far our clock is ahead of the relay's. */
  let ahead: Microseconds = 0;
  /** How often in a row the relay had less than was received from it. */
  let behind = 0;
  let heardAt: Instant | null = null;
  let heardKept: Instant = 0;
  /** Set while the log says that nothing is received; `since`: from which moment on, if it was received before. */
  let away: { readonly since?: Instant } | null = null;
  /** One after the other: what is checked slowly must not be overtaken. */
  let handling: Promise<unknown> = Promise.resolve();
  let appended: Promise<unknown> = Promise.resolve();
  let acknowledging = false;
  const live = createLiveAnswer({
    journal,
    clock,
    choose: options.choose,
    say: (message) => line?.say(message),
    changed,
    taken: (by) => void tell("answer-taken", { by }),
  });

  function enter(next: InboxState): void {
    state = next;
    changed();
  }

  function noticeOf(change: RelayNotice["change"], more: Partial<RelayNotice> = {}): NewEvent {
    const only = isOnly ? { only: true } : {};
    const notice: Notice = {
      code: "relay",
      change,
      inbox: inbox.id,
      name: inbox.name,
      relay,
      profileId,
      ...only,
      ...more,
    };
    return { kind: "notice", summary: { kind: "notice", at: clock.now(), notice } };
  }

  /** A row, which no failure of the log may hold up. */
  async function tell(change: RelayNotice["change"], more: Partial<RelayNotice> = {}): Promise<void> {
    await journal.append(noticeOf(change, more)).catch(() => undefined);
  }

  function breakOff(problem: InboxProblem): void {
    broken = problem;
    line?.close();
  }

  async function write(event: NewEvent, of: Incoming, place: NextPlace, own: RelayConnection | null): Promise<void> {
    const id = await journal.append(event, place);
    if (event.kind === "delivery") {
      webhooks += 1;
      options.kept(id, event);
    }
    of.kept?.(id);
    if (own === line) acknowledge(place.position);
  }

  /**
   * Writes what follows on the place so far. What fails ends the connection; then it is read again from the log's
   * place.
   */
  function take(next: number, of: Incoming): void {
    const own = line;
    const place = { inbox: inbox.id, storage, after: position, position: next };
    position = next;
    const failed = (error: unknown): void => {
      if (own === line) breakOff({ code: "cannot-keep", detail: error instanceof Error ? error.message : "" });
    };
    const handled = handling.then(async () => {
      if (own !== line) return;
      const event = await of.make();
      if (own !== line) return;
      // Not waited for: many are committed together, in this order.
      appended = write(event, of, { ...place, heardAt: clock.now() }, own).catch(failed);
    });
    handling = handled.catch(failed);
  }

  /** Once for all that was committed together. */
  function acknowledge(next: number): void {
    kept = next;
    if (acknowledging) return;
    acknowledging = true;
    setImmediate(() => {
      acknowledging = false;
      line?.say({ type: "ack", position: kept });
      lookForEnd();
    });
  }

  /** Whether all that the relay has is on our disk by now. */
  function lookForEnd(): void {
    if (line === null || stopped) return;
    const left = Math.max(0, last - kept);
    if (left === 0 && state.name !== "ready") enter({ name: "ready", since: clock.now() });
    else if (left > 0 && state.name === "catching-up") enter({ ...state, left });
    if (left > 0 || away === null) return;
    away = null;
    void tell("ready");
  }

  function hear(message: RelaySaid): void {
    const now = clock.now();
    heardAt = now;
    switch (message.type) {
      case "hello":
        ahead = now - message.now;
        ({ last } = message);
        hearTerms(message);
        live.hear(message);
        greet(message);
        return;
      case "inbox":
        hearTerms(message);
        live.hear(message);
        return;
      case "removed": {
        const { count, through } = message;
        take(through, { make: () => noticeOf("removed", { ...away, count }) });
        return;
      }
      case "holder":
      case "settled":
      case "answered":
        live.hear(message);
        return;
      case "here":
        ahead = now - message.now;
        ({ last } = message);
        if (now - heardKept > HEARD_EVERY) {
          heardKept = now;
          journal.relayHeard(inbox.id, now).catch(() => {});
        }
        lookForEnd();
        return;
      case "joined":
        breakOff({ code: "misunderstood", detail: "" });
    }
  }

  function hearTerms(terms: InboxTerms): void {
    ({ keepDays } = terms);
    if (terms.inbox.id !== inbox.id || isDeepStrictEqual(terms.inbox, inbox)) return;
    if (clock.elapsed() - renamedAt < RENAMED_EVERY) return;
    renamedAt = clock.elapsed();
    ({ inbox } = terms);
    options.renamed(inbox);
  }

  function greet(hello: Extract<RelaySaid, { type: "hello" }>): void {
    // Fewer than we have had, under the same name: one server of several may not have heard all of it yet. Where it
    // stays so, the relay was put back to an earlier state, and counts anew from there.
    const isBehind = storage === hello.storage && hello.last < position;
    behind = isBehind ? behind + 1 : 0;
    if (isBehind && behind < BEHIND_TIMES) {
      breakOff({ code: "turned-away", detail: "" });
      return;
    }
    if (storage !== "" && (hello.storage !== storage || isBehind)) {
      void tell("restarted", { ...away });
      position = 0;
    }
    ({ storage } = hello);
    kept = position;
    line?.say({ type: "read", after: position });
    const left = hello.last - Math.max(position, hello.first - 1);
    if (left > 0) enter({ name: "catching-up", since: clock.now(), left });
  }

  /** One connection, from its start to its end. */
  async function connect(): Promise<InboxProblem | null> {
    const token = await options.token();
    if (token === null) return { code: "no-token", detail: "" };
    // What the last one has left to be written is written, or refused, before it is asked where to go on.
    await handling;
    await appended;
    const place = await journal.relayPlace(inbox.id).catch(() => undefined);
    if (place === undefined) return { code: "cannot-keep", detail: "" };
    if (stopped) return null;
    storage = place?.storage ?? "";
    position = place?.position ?? 0;
    kept = position;
    broken = null;
    const own = openRelayConnection({
      network,
      url: socketUrl(relay, MEMBER_PATH + inbox.id),
      authorization: `Bearer ${token}`,
      said: hear,
      webhook(webhook) {
        heardAt = clock.now();
        last = Math.max(last, webhook.position);
        // At once, and not when it is its turn: its sender waits.
        const settled = live.comes(webhook, ahead);
        take(webhook.position, {
          make: async () => options.deliver(webhook, ahead, await settled),
          kept: (id) => live.kept(webhook, id),
        });
      },
    });
    line = own;
    const problem = await own.ended;
    line = null;
    live.disconnected();
    return broken ?? problem;
  }

  async function goOn(): Promise<void> {
    let tries = 0;
    let isFirst = true;
    while (!stopped) {
      const began = clock.elapsed();
      const problem = await connect();
      if (stopped || problem === null) return;
      if (away === null || isFirst) {
        away ??= heardAt === null ? {} : { since: heardAt };
        await tell(isLasting(problem) ? "failed" : "lost", { ...away, problem });
      } else if (isLasting(problem)) await tell("failed", { ...away, problem });
      isFirst = false;
      if (isLasting(problem)) {
        enter({ name: "failed", at: clock.now(), problem });
        return;
      }
      if (clock.elapsed() - began > LASTED) tries = 0;
      const pauseMs = (PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0) * (0.75 + options.random() / 2);
      tries += 1;
      const since = state.name === "reconnecting" ? state.since : clock.now();
      enter({ name: "reconnecting", since, problem, nextTry: clock.now() + Math.round(pauseMs * 1_000) });
      await pause(pauseMs);
      if (!stopped && state.name === "reconnecting") enter({ ...state, nextTry: null });
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const before = await journal.relayPlace(inbox.id).catch(() => null);
  heardAt = before?.heardAt ?? null;
  away = heardAt === null ? {} : { since: heardAt };
  await tell("starting", away);
  const lived = goOn();

  return {
    known,
    state: (): InboxState => state,
    webhooks: (): number => webhooks,
    /** Tells the log if other ways are to be expected now than before. */
    profileChanged(): void {
      if (options.isOnly() === isOnly) return;
      isOnly = !isOnly;
      void tell(isOnly ? "only" : "not-only");
    },
    /** Who gives the answer; null while there is no connection. */
    answer: live.state,
    holdAnswer: (hold: boolean, from: string | null): void => (hold ? live.take(from) : live.giveBack()),
    /** For how many days the relay keeps webhooks, as far as it is known and has an end. */
    keepDays: (): number | null => keepDays,
    /** Does not wait for the next try; a connection that only seems to stand is given up. */
    poke(): void {
      wake();
      if (line !== null && heardAt !== null && clock.now() - heardAt > HEARTBEAT_DOUBT)
        breakOff({ code: "silent", detail: "" });
    },
    /** @param told whether the log is to say so: when Linkdesk ends, it goes on at the next start */
    async stop(told: boolean): Promise<void> {
      stopped = true;
      if (live.state()?.holder?.isHere) live.giveBack();
      line?.close();
      wake();
      await lived;
      await handling;
      await appended;
      if (heardAt !== null) await journal.relayHeard(inbox.id, heardAt).catch(() => {});
      if (told) await tell("stopped", heardAt === null ? {} : { since: heardAt });
    },
  };
}

function isLasting({ code }: InboxProblem): boolean {
  return code === "not-let-in" || code === "no-inbox" || code === "no-token";
}
