import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Downtime, RunDetail, RunsChange } from "../../shared/run.ts";
import { newTag } from "../../shared/run-tag.ts";
import type { SignatureState } from "../../shared/signature-check.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { Refusal } from "../refusal.ts";
import { createYield } from "./event-loop-yield.ts";
import { amendedInput, appendedInput, type HandChoice, type RunInput, recalledInput } from "./log-inputs.ts";
import { createMatcher, type Matcher } from "./matcher.ts";
import type { AwaitingProfile } from "./open-runs.ts";
import { createOutbox } from "./outbox.ts";
import type { LogNews, LogPage, RunsClock, RunsJournal, SavedTie, Timers } from "./ports.ts";
import { recallInto, recallRunInto, tellAnew, tellNewestNotices } from "./recall.ts";
import { nowhere } from "./run-state.ts";
import { createVerdictClock } from "./verdict-clock.ts";

/** News that are taken at once: a few milliseconds of work. */
const NEWS_AT_ONCE = 50;
const RETRY_MS = 1_000;
/** Rows are in the order of their commits: one may have begun to come before the one above it. */
const LATE_ROW = 1_000_000;

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
  /** When nothing could be seen between a run's call and a later moment, which may be beyond its own time. */
  downtimes(id: EventId, until: Instant): Promise<readonly Downtime[]>;
  /** Resolves once it is stored. @throws Refusal `no-run`, `no-delivery`, `tie-order`, or the journal's failure */
  tie(deliveryId: EventId, runId: EventId): Promise<void>;
  /** The delivery belongs to no run. @throws Refusal `no-delivery`, or the journal's failure */
  untie(deliveryId: EventId): Promise<void>;
  /** Takes back what was decided by hand. @throws Refusal `no-delivery`, or the journal's failure */
  decideAgain(deliveryId: EventId): Promise<void>;
  /**
   * The signature of a delivery was checked once more: its simulation is judged by what came of that. Resolves once it
   * is stored. @throws the journal's failure
   */
  signatureChecked(deliveryId: EventId, signature: SignatureState | null): Promise<void>;
  /** The profiles that a webhook which comes now could belong to. */
  awaiting(): readonly AwaitingProfile[];
  /** A tag that no run that is remembered has. */
  newTag(): string;
  /** Resolves once all that was told so far has been taken in. */
  idle(): Promise<void>;
  /** Takes in what it was told, stores it, and then stops. */
  close(): Promise<void>;
}

/** What is not taken in by now is taken in at the next start. */
class Closing extends Error {}

const isReread = ({ type }: LogNews): boolean => type === "readings-changed";
const unreadBefore = (each: LogNews): Instant | null => (each.type === "readings-changed" ? each.unreadSince : null);

function earliest(moments: readonly (Instant | null)[]): Instant | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

type RowNews = Extract<LogNews, { readonly row: unknown }>;

/** null for what means nothing to it: told apart without making the row. */
function inputOf(news: RowNews, matcher: Matcher, isNew: boolean): RunInput | null {
  if (news.type === "appended") return isNew ? appendedInput(news.row()) : null;
  return matcher.hasDelivery(news.id) || matcher.hasRun(news.id) ? amendedInput(news.row()) : null;
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
  /** Judges the whole log anew beside the other one, and takes its place in the end. */
  let whole: Matcher | null = null;
  let judging: Promise<void> = Promise.resolve();
  /** From when on webhooks had not been read at all before what is judged anew now. */
  let heldFrom: Instant | null = null;
  /** One thing at a time, in the order in which they were asked for. */
  const inTurn = oneAtATime();

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
    const reread = batch.some(isReread);
    heldFrom = earliest([heldFrom, ...batch.map(unreadBefore)]);
    if (reset >= 0) await recallAll();
    if (reread || (reset >= 0 && whole !== null)) judging = judgeAnew();
    const rows = batch.slice(reset + 1).filter((each) => "row" in each);
    const yieldToOthers = createYield();
    let watching = matcher.isWatching(clock.now());
    for (const each of rows) {
      await yieldToOthers();
      const isNew = each.type === "appended" && each.id > recalledTo;
      watching ||= each.type === "appended" && each.kind === "call";
      // With no run to belong to, a flood of deliveries costs nothing.
      if (watching || !isNew || each.kind !== "delivery") tell(matcher, inputOf(each, matcher, isNew));
      if (whole !== null && each.type === "amended") tell(whole, inputOf(each, whole, false));
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

  /** Asks until it is answered. @throws Closing */
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
    const { fresh, through, last, stale } = await untilAnswered(async () => {
      const empty = createMatcher();
      return { fresh: empty, ...(await recallInto(empty, journal, tell)) };
    });
    matcher = fresh;
    recalledTo = last;
    outbox.forget(Math.max(through, last));
    // What an earlier start of the program left half judged is judged from the beginning.
    if (stale) judging = judgeAnew();
  }

  /** Webhooks are read in another way now: what matters most is decided anew at once, the rest behind it. */
  async function judgeAnew(): Promise<void> {
    const mine = createMatcher();
    whole = mine;
    outbox.judgedAll(false);
    try {
      // What is being read from the oldest on is judged in the same order, behind it.
      if (!journal.isBeingRead()) {
        const newest = await untilAnswered(() => tellNewestNotices(mine, journal, tell));
        if (newest.from !== null && !(await judgeFrom(mine, newest.from, newest.isAll))) return;
        if (newest.isAll && newest.from !== null) return;
      }
      const all = createMatcher();
      whole = all;
      await judgeFrom(all, null, true);
    } catch (error) {
      if (!(error instanceof Closing)) log("Runs could not judge the whole log anew.", error);
    } finally {
      // What was not called missing meanwhile may be, from now on.
      if (heldFrom !== null) void inTurn(flush);
    }
  }

  /**
   * Judges the log from a row on beside the matcher in use, and takes its place in the end. A page at a time, with
   * others having their turn between; what is told in the meantime is in the log, too, and so is taken in before the
   * end.
   *
   * @param isAll there is nothing to judge before that row
   * @returns false when something else has begun in the meantime
   */
  async function judgeFrom(mine: Matcher, start: EventId | null, isAll: boolean): Promise<boolean> {
    let from = start;
    let ahead: Promise<LogPage> | null = null;
    let last: EventId = 0;
    for (;;) {
      const step = await inTurn(async () => {
        if (whole !== mine || closing) return "other";
        const early: Promise<LogPage> | null = ahead;
        ahead = null;
        const page: LogPage = await untilAnswered(() => (early === null ? journal.readAll(from) : early));
        if (page.rows.length === 0 && page.next !== null) {
          from = page.next;
          return "unread";
        }
        // The next one is read while this one is judged.
        if (page.next !== null) ahead = journal.readAll(page.next);
        ahead?.catch(() => undefined);
        await tellAnew(mine, page.rows, tell);
        const end = page.rows.at(-1)?.summary;
        last = end?.id ?? last;
        from = page.next ?? last + 1;
        // Since a page was read ahead others have had their turn: what they took in has to be looked for.
        const isOver = page.next === null && early === null;
        const toldUntil = isOver ? undefined : end?.at;
        const { runs, ties, stored } = mine.changes(judgedUntil(), toldUntil);
        if (isOver) {
          matcher = mine;
          whole = null;
          recalledTo = Math.max(recalledTo, last);
          if (isAll) outbox.judgedAll(true);
        }
        keep(mine, runs, ties, stored);
        await outbox.send().catch(() => undefined);
        return isOver ? "over" : "more";
      });
      if (step === "unread") await journal.isRead(from ?? 0);
      else if (step !== "more") return step === "over";
    }
  }

  /** Nothing is missing that may be among what is recorded and not read yet. */
  function judgedUntil(): Instant {
    if (whole === null && !news.some(isReread)) heldFrom = null;
    const unread = earliest([journal.unreadSince(), heldFrom, ...news.map(unreadBefore)]);
    const now = verdictClock.now(matcher.nextDeadline());
    return unread === null ? now : Math.min(now, unread - LATE_ROW);
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
    if (lost !== null) tell(matcher, { type: "downtime", span: { ...lost, cause: "not-recorded" } });
    const { runs, ties, stored } = matcher.changes(judgedUntil());
    keep(matcher, runs, ties, stored);
    // What is not told of yet comes with news of its own.
    if (!closing && journal.unreadSince() === null) verdictClock.wakeFor(matcher.nextDeadline());
    await outbox.send();
  }

  function keep(of: Matcher, runs: RunsChange["runs"], ties: RunsChange["ties"], stored: readonly SavedTie[]): void {
    outbox.add(
      runs.map((summary) => ({ id: summary.id, call: summary.call, summary, downtime: of.spans(summary.id) })),
      stored,
    );
    if (runs.length > 0 || ties.length > 0) onChange({ runs, ties });
  }

  async function flush(): Promise<void> {
    // The outbox has said so, and keeps it.
    await store().catch(() => undefined);
  }

  /** An older run is looked up beside the others and forgotten again. */
  async function matcherOf(id: EventId): Promise<Matcher> {
    if (matcher.hasRun(id)) return matcher;
    const beside = createMatcher();
    await recallRunInto(beside, journal, id, tell);
    return beside;
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
    const saved = row.saved ?? { deliveryId: id, runId: null, role: null, decision: nowhere() };
    tell(matcher, recalledInput({ ...row, saved }, "stands"));
  }

  async function choose(deliveryId: EventId, choice: HandChoice | null): Promise<void> {
    if (choice !== null && choice.runId !== null) await needRun(choice.runId);
    await needDelivery(deliveryId);
    matcher.tell({ type: "hand", deliveryId, choice });
    if (whole?.hasDelivery(deliveryId) === true) whole.tell({ type: "hand", deliveryId, choice });
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
        const where = await matcherOf(id);
        const detail = where.detail(id, judgedUntil());
        if (detail === null) throw new Refusal("no-run", "This simulation is no longer in the log.");
        return detail;
      }),
    downtimes: (id, until) => inTurn(async () => (await matcherOf(id)).spans(id, until)),
    tie: (deliveryId, runId) =>
      inTurn(async () => {
        if (runId >= deliveryId)
          throw new Refusal("tie-order", "This webhook came before that call was made, so it cannot be its webhook.");
        await choose(deliveryId, { runId });
      }),
    untie: (deliveryId) => inTurn(() => choose(deliveryId, { runId: null })),
    decideAgain: (deliveryId) => inTurn(() => choose(deliveryId, null)),
    signatureChecked: (id, signature) =>
      inTurn(async () => {
        if (!matcher.hasDelivery(id)) {
          const runId = (await journal.recallDelivery(id))?.saved?.runId ?? null;
          if (runId === null || matcher.hasRun(runId)) return;
          await recallRunInto(matcher, journal, runId, tell, id);
        }
        for (const each of whole === null ? [matcher] : [matcher, whole])
          tell(each, { type: "signature-checked", id, signature });
        await store();
      }),
    awaiting: () => matcher.awaiting(clock.now()),
    newTag: () => newTag(random, (tag) => matcher.hasTag(tag)),
    idle: async () => {
      await inTurn(async () => undefined);
      await judging;
      await inTurn(async () => undefined);
    },
    close() {
      stopListening?.();
      closing = true;
      verdictClock.stop();
      return inTurn(flush);
    },
  };
}
