import type { NewEvent } from "../../src/main/journal/api.ts";
import { createRuns, expectationOf, type Runs, type Timers } from "../../src/main/runs/index.ts";
import type { Notice } from "../../src/shared/notices.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { EventId, HeaderList, Instant } from "../../src/shared/primitives.ts";
import { DEFAULT_RUN_SETTINGS, type RunSettings, type RunSummary, type TieSummary } from "../../src/shared/run.ts";
import { tagsIn } from "../../src/shared/run-tag.ts";
import type { SignatureState } from "../../src/shared/signature-check.ts";
import { createFakeLog, type FakeLog } from "./fake-log.ts";

/** A clock that stands still until it is moved, and timers that go off by it. */
export interface HandClock extends Timers {
  now(): number;
  /** Moves on by so many microseconds; timers on the way go off at their moment. */
  advance(microseconds: number): Promise<void>;
  /** Moves on without any timer going off on the way, as when the machine sleeps. */
  jump(microseconds: number): void;
}

export function createHandClock(start = 1_790_000_000_000_000): HandClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly action: () => void }>();
  return {
    now: () => now,
    after(milliseconds, action) {
      const timer = { at: now + milliseconds * 1_000, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(microseconds) {
      const end = now + microseconds;
      for (;;) {
        // What goes off may set the next one, once all that was under way has come to rest.
        await new Promise(setImmediate);
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, two) => one.at - two.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.action();
      }
      now = Math.max(now, end);
    },
    jump(microseconds) {
      now += microseconds;
    },
  };
}

/** Runs over a fake log, told of what happens as the service and the listener would do it. */
export interface RunsSetup {
  readonly log: FakeLog;
  readonly clock: HandClock;
  readonly runs: Runs;
  /** What was told last of each. */
  readonly told: { readonly runs: Map<EventId, RunSummary>; readonly ties: Map<EventId, TieSummary> };
  readonly logged: string[];
  /** @param tag the one that was made for this call; by default the one in its body */
  simulate(
    operation: "credit" | "charge",
    body: string,
    settings?: Partial<RunSettings>,
    tag?: string | null,
  ): Promise<EventId>;
  end(id: EventId, outcome: Outcome, status?: number | null): Promise<void>;
  deliver(body: string, more?: DeliveryOptions): Promise<EventId>;
  notice(notice: Notice): Promise<void>;
  /** From now on requests of this time count as lost; null: the log tells of all that were. */
  lose(span: { readonly from: Instant; readonly until: Instant } | null): void;
  restart(): Promise<RunsSetup>;
}

export interface DeliveryOptions {
  readonly status?: number;
  readonly onPath?: boolean;
  /** As it stands on the request line. */
  readonly path?: string;
  readonly completeness?: "whole" | "cut" | "aborted";
  readonly headers?: HeaderList;
  readonly answerState?: "sent" | "failed";
  readonly signature?: SignatureState;
  /** Sent by ourselves, as a replay of this delivery. */
  readonly replayOf?: EventId;
}

export const ACCEPTED: Outcome = { code: "success", message: "test complete" };

export async function createRunsSetup(log = createFakeLog(), clock = createHandClock()): Promise<RunsSetup> {
  const told = { runs: new Map<EventId, RunSummary>(), ties: new Map<EventId, TieSummary>() };
  const logged: string[] = [];
  let lost: Parameters<RunsSetup["lose"]>[0] = null;
  const runs = createRuns({
    journal: log.runs,
    clock,
    timers: clock,
    random: (below) => Math.floor(Math.random() * below),
    unrecorded: () => lost,
    onChange: (change) => {
      for (const run of change.runs) told.runs.set(run.id, run);
      for (const tie of change.ties) told.ties.set(tie.deliveryId, tie);
    },
    log: (message) => logged.push(message),
  });
  await runs.start();
  const started = new Map<EventId, Extract<NewEvent, { kind: "call" }>>();
  return {
    log,
    clock,
    runs,
    told,
    logged,
    async simulate(operation, body, settings = {}, tag = tagsIn(body)[0] ?? null) {
      const expectation = expectationOf(operation, body, { ...DEFAULT_RUN_SETTINGS, ...settings }, tag);
      const event = callEvent(operation, body, clock.now(), expectation);
      const id = await log.journal.append(event);
      started.set(id, event);
      await runs.idle();
      return id;
    },
    async end(id, outcome, status = 200) {
      const event = started.get(id);
      if (event === undefined) throw new Error(`No call ${id} was started here.`);
      const duration = clock.now() - event.summary.at;
      await log.journal.finishCall(id, { ...event, summary: { ...event.summary, outcome, status, duration } }, null);
      await runs.idle();
    },
    async deliver(body, more = {}) {
      const id = await log.journal.append(deliveryEvent(body, clock.now(), more));
      if (more.answerState !== undefined)
        await log.journal.finishDelivery(id, {
          answerState: more.answerState,
          duration: 10,
          committed: 5,
          answerStarted: 6,
          answerEnded: 9,
        });
      await runs.idle();
      return id;
    },
    async notice(notice) {
      await log.journal.append({ kind: "notice", summary: { kind: "notice", at: clock.now(), notice } });
      await runs.idle();
    },
    lose(span) {
      lost = span;
    },
    async restart() {
      return createRunsSetup(log.restarted(), clock);
    },
  };
}

type NewCall = Extract<NewEvent, { kind: "call" }>;

export function callEvent(
  operation: "credit" | "charge",
  body: string,
  at: number,
  expectation: NonNullable<NewCall["expectation"]>,
): NewCall {
  return {
    kind: "call",
    summary: {
      kind: "call",
      at,
      profile: { id: "acme", name: "Acme", mode: "test" },
      operation,
      method: "POST",
      path: `/test/${operation}`,
      outcome: null,
      status: null,
      duration: null,
      facts: {},
    },
    url: `http://127.0.0.1/test/${operation}`,
    request: { headers: [], size: body.length },
    answer: null,
    expectation,
    timing: { connected: null, sent: null, answerStarted: null, answerEnded: null },
    requestBody: new TextEncoder().encode(body),
  };
}

export function deliveryEvent(
  body: string,
  at: number,
  more: DeliveryOptions = {},
): Extract<NewEvent, { kind: "delivery" }> {
  const { status = 200, onPath = true, completeness = "whole" } = more;
  const bytes = new TextEncoder().encode(body);
  return {
    kind: "delivery",
    summary: {
      kind: "delivery",
      at,
      profile: null,
      method: "POST",
      path: more.path ?? (onPath ? "/webhooks" : "/elsewhere"),
      onPath,
      completeness,
      status,
      answerState: "pending",
      size: bytes.length,
      duration: null,
      ...(more.signature === undefined ? {} : { signature: more.signature }),
      ...(more.replayOf === undefined ? {} : { replay: { of: more.replayOf, by: null, to: null, edited: false } }),
      facts: {},
    },
    request: {
      headers: more.headers ?? [["content-type", "application/json"]],
      size: bytes.length,
      httpVersion: "1.1",
      trailers: [],
      remoteAddress: "127.0.0.1",
      remotePort: 50_000,
      localAddress: "127.0.0.1",
      localPort: 8_787,
      problem: null,
    },
    answer: { headers: [], size: 0, status },
    timing: { headersComplete: 1, bodyComplete: 2, committed: null, answerStarted: null, answerEnded: null },
    requestBody: bytes,
    answerBody: new Uint8Array(0),
  };
}
