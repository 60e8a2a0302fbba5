import type { Journal, NewEvent } from "../../src/main/journal/api.ts";
import type { LogNews, LogRow, RecalledRow, RunsJournal, SavedRun, SavedTie } from "../../src/main/runs/index.ts";
import { receiverOf } from "../../src/shared/downtime-notices.ts";
import type { EventId, Instant } from "../../src/shared/primitives.ts";
import type { WebhookReading } from "../../src/shared/reading.ts";
import { createRecordingJournal, type RecordingJournal } from "../fakes/recording-journal.ts";
import { readingOf } from "./read.ts";

/** Rows to a page when a log is recalled: few, so that there are several. */
const PAGE = 7;

/** A log as runs need it, over the recording journal: what is written to `journal` is told to `runs`. */
export interface FakeLog {
  readonly recording: RecordingJournal;
  readonly journal: Pick<Journal, "append" | "finishCall" | "finishDelivery">;
  readonly runs: RunsJournal;
  readonly savedRuns: ReadonlyMap<EventId, SavedRun>;
  readonly savedTies: ReadonlyMap<EventId, SavedTie>;
  /** Rows that were asked for behind the news of them. */
  rowsMade(): number;
  /** Clears all rows, as the window's button does. */
  clear(): void;
  /**
   * From now on its webhooks are read in another way, as when a reading was confirmed: from the oldest on, so many in
   * one turn of the event loop.
   */
  reread(change: (reading: WebhookReading) => WebhookReading, atOnce?: number): void;
  /** Webhooks from this moment on were not read before the program ended: until they are read anew. */
  leaveUnread(since: Instant): void;
  /** From now on nothing can be stored, or read; null: it works again. */
  failSaving(error: Error | null): void;
  failReading(error: Error | null): void;
  /** The same rows and what was stored of them, told to nobody: what the next start finds. */
  restarted(): FakeLog;
}

interface Stored {
  readonly rows: LogRow[];
  readonly runs: Map<EventId, SavedRun>;
  readonly ties: Map<EventId, SavedTie>;
  through: EventId;
  cleared: EventId;
  stale: boolean;
}

export function createFakeLog(
  stored: Stored = { rows: [], runs: new Map(), ties: new Map(), through: 0, cleared: 0, stale: false },
  read: (event: Extract<NewEvent, { kind: "delivery" }>) => WebhookReading = (event) => readingOf(event.requestBody),
): FakeLog {
  const recording = createRecordingJournal();
  const listeners = new Set<(news: LogNews) => void>();
  let made = 0;
  let saveFailure: Error | null = null;
  let readFailure: Error | null = null;
  /** Rows from here on are not read anew yet. */
  let unread: EventId | null = null;
  let waiting: (() => void)[] = [];
  let unreadSince: Instant | null = null;

  function tell(news: LogNews): void {
    for (const listener of listeners) listener(news);
  }

  function counted(row: LogRow): LogRow {
    made += 1;
    return row;
  }

  function rowOf(id: EventId, event: NewEvent): LogRow {
    switch (event.kind) {
      case "call":
        return { kind: "call", summary: { ...event.summary, id }, expectation: event.expectation ?? null };
      case "delivery":
        return { kind: "delivery", summary: { ...event.summary, id }, reading: read(event) };
      case "notice":
        return { kind: "notice", summary: { ...event.summary, id } };
    }
  }

  function amend(id: EventId, change: (row: LogRow) => LogRow): void {
    const place = stored.rows.findIndex(({ summary }) => summary.id === id);
    const row = stored.rows[place];
    if (row === undefined) throw new Error(`There is no row ${id}.`);
    const amended = change(row);
    stored.rows[place] = amended;
    tell({ type: "amended", id, kind: amended.kind, row: () => counted(amended) });
  }

  function recalled(row: LogRow): RecalledRow {
    if (row.kind === "call") return { ...row, saved: stored.runs.get(row.summary.id) ?? null };
    return row.kind === "delivery" ? { ...row, saved: stored.ties.get(row.summary.id) ?? null } : row;
  }

  const shown = () => stored.rows.filter(({ summary }) => summary.id > stored.cleared);
  const receiver = (row: LogRow) => (row.kind === "notice" ? receiverOf(row.summary.notice) : null);

  return {
    recording,
    journal: {
      async append(event) {
        await recording.append(event);
        const id = (stored.rows.at(-1)?.summary.id ?? 0) + 1;
        const row = rowOf(id, event);
        stored.rows.push(row);
        tell({ type: "appended", id, kind: row.kind, row: () => counted(row) });
        return id;
      },
      async finishCall(id, detail, answerBody) {
        await recording.finishCall(id, detail, answerBody);
        const { summary } = detail;
        amend(id, () => ({ kind: "call", summary: { ...summary, id }, expectation: detail.expectation ?? null }));
      },
      async finishDelivery(id, end) {
        await recording.finishDelivery(id, end);
        amend(id, (row) =>
          row.kind === "delivery" ? { ...row, summary: { ...row.summary, answerState: end.answerState } } : row,
        );
      },
    },
    runs: {
      onNews(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async recall({ horizon, runs, from }) {
        if (readFailure !== null) throw readFailure;
        const calls = shown().filter((row) => row.kind === "call" && row.expectation !== null);
        const newest = Math.max(...calls.map(({ summary }) => summary.at));
        const first = calls.filter(({ summary }) => summary.at >= newest - horizon).slice(-runs)[0]?.summary.id;
        const start = first ?? Number.POSITIVE_INFINITY;
        const before = shown().filter((row) => row.summary.id < start);
        const last = new Set(new Map(before.map((row) => [receiver(row), row])).values());
        const wanted = shown().filter((row) => {
          if (receiver(row) !== null && last.has(row)) return true;
          if (row.summary.id < start) return false;
          if (row.kind === "call") return row.expectation !== null;
          return row.kind === "notice" || stored.ties.has(row.summary.id) || row.summary.id > stored.through;
        });
        const rest = wanted.filter(({ summary }) => summary.id >= (from ?? 0));
        return {
          rows: rest.slice(0, PAGE).map(recalled),
          through: stored.through,
          next: rest[PAGE]?.summary.id ?? null,
          stale: stored.stale,
          isAll: calls[0] === undefined || calls[0].summary.id >= start,
        };
      },
      async recallRun(id) {
        if (readFailure !== null) throw readFailure;
        const isTied = ({ decision }: SavedTie) =>
          decision.runId === id || decision.also.some(({ runId }) => runId === id);
        const isOfRun = (row: LogRow) => {
          const tie = stored.ties.get(row.summary.id);
          return row.kind === "call" ? row.summary.id === id : tie !== undefined && isTied(tie);
        };
        const rows = shown().filter(isOfRun).map(recalled);
        return rows[0]?.kind === "call" ? rows : [];
      },
      async recallDelivery(id) {
        if (readFailure !== null) throw readFailure;
        const row = shown().find(({ summary }) => summary.id === id);
        return row?.kind === "delivery" ? { ...row, saved: stored.ties.get(id) ?? null } : null;
      },
      unreadSince: () => unreadSince,
      isBeingRead: () => unread !== null,
      async isRead(from) {
        while (unread !== null && unread <= from) await new Promise<void>((resolve) => waiting.push(resolve));
      },
      async readAll(from) {
        if (readFailure !== null) throw readFailure;
        const before = unread ?? Number.POSITIVE_INFINITY;
        if ((from ?? 0) >= before) return { rows: [], next: from };
        const rest = shown().filter(
          (row) =>
            row.summary.id >= (from ?? 0) &&
            row.summary.id < before &&
            (row.kind !== "call" || row.expectation !== null),
        );
        return { rows: rest.slice(0, PAGE).map(recalled), next: rest[PAGE]?.summary.id ?? unread };
      },
      async save(changes) {
        if (saveFailure !== null) throw saveFailure;
        // What is stored has been JSON in between.
        const { runs, ties, through, judgedAll }: typeof changes = JSON.parse(JSON.stringify(changes));
        for (const run of runs) stored.runs.set(run.id, run);
        for (const tie of ties) stored.ties.set(tie.deliveryId, tie);
        stored.through = through;
        if (judgedAll) stored.stale = false;
      },
    },
    savedRuns: stored.runs,
    savedTies: stored.ties,
    rowsMade: () => made,
    clear() {
      stored.cleared = stored.rows.at(-1)?.summary.id ?? 0;
      tell({ type: "reset" });
    },
    reread(change, atOnce = Number.POSITIVE_INFINITY) {
      const last = stored.rows.length;
      stored.stale = true;
      const readFrom = (start: number): void => {
        const end = Math.min(last, start + atOnce);
        for (const [place, row] of stored.rows.entries())
          if (place >= start && place < end && row.kind === "delivery")
            stored.rows[place] = { ...row, reading: change(row.reading) };
        unread = end === last ? null : (stored.rows[end]?.summary.id ?? null);
        for (const resolve of waiting.splice(0)) resolve();
        if (start === 0) tell({ type: "readings-changed", unreadSince });
        if (end < last) setImmediate(readFrom, end);
        else unreadSince = null;
      };
      readFrom(0);
    },
    leaveUnread(since) {
      unreadSince = since;
    },
    failSaving(error) {
      saveFailure = error;
    },
    failReading(error) {
      readFailure = error;
    },
    restarted: () =>
      createFakeLog(
        { ...stored, rows: [...stored.rows], runs: new Map(stored.runs), ties: new Map(stored.ties) },
        read,
      ),
  };
}
