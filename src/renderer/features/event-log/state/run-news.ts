import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import type { RunSummary, RunsChange, TieSummary } from "../../../../shared/run.ts";

/** The latest that is known of runs and ties, by the row it belongs to. */
export interface RowRuns {
  readonly runs: ReadonlyMap<EventId, RunSummary>;
  readonly ties: ReadonlyMap<EventId, TieSummary>;
}

/** What pushes have told of runs since it was last applied: collected, so that a frame applies it once. */
export interface RunNews {
  readonly add: (change: RunsChange) => void;
  /**
   * What rows up to `heard` are to be given; null when there is nothing for them. What was told of a row that has
   * not arrived yet stays here until it has: rows and runs come by different pushes.
   */
  readonly take: (heard: EventId) => RowRuns | null;
  /** The log is another one now. */
  readonly forget: () => void;
}

/** Rows ahead of the log that are remembered at most; a page brings what its rows are tied to anyway. */
const MOST_AHEAD = 5_000;

export function createRunNews(): RunNews {
  let runs = new Map<EventId, RunSummary>();
  let ties = new Map<EventId, TieSummary>();
  return {
    add(change) {
      for (const run of change.runs) runs.set(run.id, run);
      for (const tie of change.ties) ties.set(tie.deliveryId, tie);
    },
    take(heard) {
      const told: RowRuns = { runs: upTo(runs, heard), ties: upTo(ties, heard) };
      runs = after(runs, heard);
      ties = after(ties, heard);
      return told.runs.size + told.ties.size === 0 ? null : told;
    },
    forget() {
      runs = new Map();
      ties = new Map();
    },
  };
}

function upTo<Value>(map: ReadonlyMap<EventId, Value>, heard: EventId): Map<EventId, Value> {
  return new Map([...map].filter(([id]) => id <= heard));
}

function after<Value>(map: ReadonlyMap<EventId, Value>, heard: EventId): Map<EventId, Value> {
  return new Map([...map].filter(([id]) => id > heard).slice(-MOST_AHEAD));
}

/** A row with what is told of its run; the same object when nothing is. */
export function withRunNews(event: EventSummary, { runs, ties }: RowRuns): EventSummary {
  if (event.kind === "call") {
    const run = runs.get(event.id);
    return run === undefined ? event : { ...event, run };
  }
  if (event.kind === "delivery") {
    const tie = ties.get(event.id);
    return tie === undefined ? event : { ...event, tie };
  }
  return event;
}

/** A row that has gone on: the journal tells it without its run, which stays what it was. */
export function keepingRun(event: EventSummary, before: EventSummary): EventSummary {
  if (event.kind === "call" && before.kind === "call" && event.run === undefined && before.run !== undefined)
    return { ...event, run: before.run };
  if (event.kind === "delivery" && before.kind === "delivery" && event.tie === undefined && before.tie !== undefined)
    return { ...event, tie: before.tie };
  return event;
}
