import type { EventId, Instant } from "../../shared/primitives.ts";
import type { RunDetail, RunsChange } from "../../shared/run.ts";
import { newTag } from "../../shared/run-tag.ts";
import { Refusal } from "../refusal.ts";
import { createBreath } from "./breath.ts";
import { nowhere } from "./decide.ts";
import type { HandChoice, RunInput } from "./inputs.ts";
import { createMatcher, type Matcher } from "./matcher.ts";
import { createOutbox } from "./outbox.ts";
import { DECODED_LIMIT, NO_PAYLOAD, payloadOf } from "./payload.ts";
import type { LogNews, RunsClock, RunsJournal, Timers } from "./ports.ts";
import { recallInto, recallRunInto } from "./recall.ts";
import type { Payload } from "./state.ts";
import { amendedInput, appendedInput, recalledInput } from "./translate.ts";
import { createVerdictClock } from "./verdict-clock.ts";

/** News that are taken at once: one question to the journal for their bodies, and a few milliseconds of work. */
const NEWS_AT_ONCE = 50;
const RETRY_MS = 1_000;

export interface RunsDependencies {
  readonly journal: RunsJournal;
  readonly clock: RunsClock;
  readonly timers: Timers;
  /** A whole number from 0 up to, but without, its argument; for tags. */
  readonly random: (below: number) => number;
  /** The time of requests that could not be recorded, as long as the log does not tell of it; null when there is none. */
  readonly unrecorded: () => { readonly from: Instant; readonly until: Instant } | null;
  /** Told what has changed, in batches. */
  readonly onChange: (change: RunsChange) => void;
  readonly log: (message: string, error?: unknown) => void;
}

/** Ties deliveries to simulations as they come, and says what has become of each. */
export interface Runs {
  /** Goes on where it ended the last time; resolves once everything in the log has been taken in. Never rejects. */
  start(): Promise<void>;
  /** @throws Refusal `no-run` */
  get(id: EventId): Promise<RunDetail>;
  /** Resolves once it is stored. @throws Refusal `no-run`, `no-delivery`, `tie-order`, or the journal's failure */
  tie(deliveryId: EventId, runId: EventId): Promise<void>;
  /** The delivery belongs to no run. @throws Refusal `no-delivery`, or the journal's failure */
  untie(deliveryId: EventId): Promise<void>;
  /** Takes back what was decided by hand. @throws Refusal `no-delivery`, or the journal's failure */
  decideAgain(deliveryId: EventId): Promise<void>;
  /** A tag that no run that is remembered has. */
  newTag(): string;
  /** Resolves once all that was told so far has been taken in. */
  idle(): Promise<void>;
  /** Takes in what it was told, stores it, and falls silent. */
  close(): Promise<void>;
}

/** What is not taken in by now is taken in at the next start. */
class Closing extends Error {}

type RowNews = Extract<LogNews, { readonly row: unknown }>;

/** null for what means nothing to it: told apart without making the row. */
function inputOf(
  { type, id, kind, row }: RowNews,
  matcher: Matcher,
  isNew: boolean,
  payloads: ReadonlyMap<EventId, Payload>,
): RunInput | null {
  if (type === "amended") return matcher.hasDelivery(id) || matcher.hasRun(id) ? amendedInput(row()) : null;
  if (!isNew) return null;
  const payload = payloads.get(id);
  return kind === "delivery" && payload === undefined ? null : appendedInput(row(), payload ?? NO_PAYLOAD);
}

export function createRuns({ journal, clock, timers, random, unrecorded, onChange, log }: RunsDependencies): Runs {
  let matcher = createMatcher();
  const outbox = createOutbox(journal, log);
  const verdictClock = createVerdictClock(clock, timers, () => void inTurn(flush));
  const news: LogNews[] = [];
  let stopListening: (() => void) | null = null;
  let pumping = false;
  let closing = false;
  /** The last row that was recalled: what is told of it or of earlier ones as new is known already. */
  let recalledTo: EventId = 0;
  /** One thing at a time, in the order in which they were asked for. */
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  function pump(): void {
    if (pumping) return;
    pumping = true;
    void inTurn(async () => {
      pumping = false;
      while (news.length > 0) {
        await guarded(takeIn(news.splice(0, NEWS_AT_ONCE)));
        await flush();
      }
    });
  }

  async function takeIn(batch: readonly LogNews[]): Promise<void> {
    const reset = batch.findLastIndex(({ type }) => type === "reset");
    if (reset >= 0) await recallAll();
    const rows = batch.slice(reset + 1).filter((each) => "row" in each);
    const isNew = ({ type, id }: RowNews) => type === "appended" && id > recalledTo;
    const isCall = ({ kind }: RowNews) => kind === "call";
    const first = matcher.isWatching(clock.now()) ? 0 : rows.findIndex((each) => isNew(each) && isCall(each));
    // With no run to belong to, a flood of deliveries costs nothing.
    const candidates = first < 0 ? [] : rows.slice(first).filter((each) => isNew(each) && each.kind === "delivery");
    const payloads = await fetchPayloads(candidates.map(({ id }) => id));
    const breath = createBreath();
    for (const each of rows) {
      await breath();
      tell(matcher, inputOf(each, matcher, isNew(each), payloads));
      if (each.type === "appended") outbox.reached(each.id);
    }
  }

  function tell(to: Matcher, input: RunInput | null): void {
    try {
      if (input !== null) to.tell(input);
    } catch (error) {
      log("Runs could not take in a row of the event log.", error);
    }
  }

  /** Asks until it is answered: a delivery that was not read could never be tied. */
  async function fetchPayloads(ids: readonly EventId[]): Promise<ReadonlyMap<EventId, Payload>> {
    const payloads = new Map<EventId, Payload>();
    if (ids.length === 0) return payloads;
    const stored = await untilAnswered(() => journal.payloads(ids, DECODED_LIMIT));
    for (const [id, each] of stored) payloads.set(id, await payloadOf(each));
    return payloads;
  }

  /** @throws Closing */
  async function untilAnswered<Value>(ask: () => Promise<Value>): Promise<Value> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask();
      } catch (error) {
        if (closing) throw new Closing();
        if (tries === 0) log("Runs could not read the event log and will try again.", error);
        await new Promise<void>((resolve) => timers.after(RETRY_MS, resolve));
      }
    }
  }

  async function recallAll(): Promise<void> {
    const recalled = await untilAnswered(async () => {
      const fresh = createMatcher();
      return { fresh, ...(await recallInto(fresh, journal, fetchPayloads, tell)) };
    });
    matcher = recalled.fresh;
    recalledTo = recalled.last;
    outbox.forget(Math.max(recalled.through, recalled.last));
  }

  /** Nothing that goes wrong with one batch may keep the next from being taken in. */
  async function guarded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof Closing)) log("Runs could not take in what came.", error);
    }
  }

  /** Judges what has changed, tells it and stores it. @throws the journal's failure to store; it is tried again */
  async function store(): Promise<void> {
    const lost = unrecorded();
    if (lost !== null) tell(matcher, { type: "deaf", span: { ...lost, cause: "not-recorded" } });
    const { runs, ties, stored } = matcher.changes(verdictClock.now(matcher.nextDeadline()));
    const deaf = (id: EventId) => matcher.spans(id);
    outbox.add(
      runs.map((summary) => ({ id: summary.id, call: summary.call, summary, downtime: deaf(summary.id) })),
      stored,
    );
    if (runs.length > 0 || ties.length > 0) onChange({ runs, ties });
    if (!closing) verdictClock.wakeFor(matcher.nextDeadline());
    await outbox.send();
  }

  async function flush(): Promise<void> {
    // The outbox has said so, and keeps it.
    await store().catch(() => undefined);
  }

  async function needRun(id: EventId): Promise<void> {
    if (matcher.hasRun(id) || (await recallRunInto(matcher, journal, id, tell))) return;
    throw new Refusal("no-run", "This simulation is no longer in the log.");
  }

  async function needDelivery(id: EventId): Promise<void> {
    if (matcher.hasDelivery(id)) return;
    const row = await journal.recallDelivery(id);
    if (row === null) throw new Refusal("no-delivery", "This webhook is no longer in the log.");
    const before = row.saved?.runId ?? null;
    if (before !== null && !matcher.hasRun(before)) await recallRunInto(matcher, journal, before, tell);
    const payload = (await fetchPayloads([id])).get(id);
    const saved = row.saved ?? { deliveryId: id, runId: null, role: null, decision: nowhere() };
    tell(matcher, recalledInput({ ...row, saved }, payload ?? NO_PAYLOAD, payload === undefined));
  }

  async function choose(deliveryId: EventId, choice: HandChoice | null): Promise<void> {
    if (choice !== null && choice.runId !== null) await needRun(choice.runId);
    await needDelivery(deliveryId);
    matcher.tell({ type: "hand", deliveryId, choice });
    await store();
  }

  return {
    start() {
      stopListening = journal.onNews((each) => {
        news.push(each);
        pump();
      });
      return inTurn(async () => {
        await guarded(recallAll());
        await flush();
      });
    },
    get: (id) =>
      inTurn(async () => {
        // What is over by now is so for its row, too.
        await flush();
        // An older one is looked up beside the others and forgotten again.
        const where = matcher.hasRun(id) ? matcher : createMatcher();
        if (where !== matcher) await recallRunInto(where, journal, id, tell);
        const detail = where.detail(id, verdictClock.now(matcher.nextDeadline()));
        if (detail === null) throw new Refusal("no-run", "This simulation is no longer in the log.");
        return detail;
      }),
    tie: (deliveryId, runId) =>
      inTurn(async () => {
        if (runId >= deliveryId)
          throw new Refusal("tie-order", "This webhook came before that call was made, so it cannot be its webhook.");
        await choose(deliveryId, { runId });
      }),
    untie: (deliveryId) => inTurn(() => choose(deliveryId, { runId: null })),
    decideAgain: (deliveryId) => inTurn(() => choose(deliveryId, null)),
    newTag: () => newTag(random, (tag) => matcher.hasTag(tag)),
    idle: () => inTurn(async () => undefined),
    close() {
      stopListening?.();
      closing = true;
      verdictClock.stop();
      return inTurn(flush);
    },
  };
}
