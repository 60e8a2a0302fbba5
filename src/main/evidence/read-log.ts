import { setImmediate as turn } from "node:timers/promises";
import type { ExportScope } from "../../shared/evidence.ts";
import type { EventId } from "../../shared/primitives.ts";
import type { RunDetail } from "../../shared/run.ts";
import type { LogReader, WholeEvent } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";
import type { Evidence } from "./evidence.ts";

const PAGE_ROWS = 500;
/**
 * Events that are in memory at once: what lasts no longer than a few of them is cleared away cheaply, and nobody waits long for
 * a turn.
 */
export const EVENTS_AT_ONCE = 50;

export interface Sources {
  readonly journal: Pick<LogReader, "page" | "whole">;
  /** null for a call that is no simulation any more: it has gone from the log meanwhile. */
  readonly run: (id: EventId) => Promise<RunDetail | null>;
}

/** What is chosen, at one moment: what comes afterwards is not in it. */
export type Chosen = { readonly ids: readonly EventId[] } | { readonly filter: string; readonly through: EventId };

export async function chosenOf(scope: ExportScope, { journal, run }: Sources): Promise<Chosen> {
  switch (scope.of) {
    case "run": {
      const found = await run(scope.id);
      if (found === null) throw new Refusal("no-run", "This simulation is no longer in the log.");
      return { ids: sorted([scope.id, ...found.ties.map(({ deliveryId }) => deliveryId)]) };
    }
    case "events":
      return { ids: sorted(scope.ids) };
    case "filter": {
      const { events } = await journal.page({ limit: 1, filter: "" });
      return { filter: scope.filter, through: events[0]?.id ?? 0 };
    }
  }
}

function sorted(ids: readonly EventId[]): readonly EventId[] {
  return [...new Set(ids)].toSorted((one, other) => one - other);
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told how far it is, in rows of the log. */
  readonly progress: (done: number, of: number) => void;
  /** Whether the runs of simulations are wanted. */
  readonly withRuns: boolean;
}

/** All events of what is chosen, oldest first, a few at a time in memory. Others get their turn in between. */
export async function* readLog(
  chosen: Chosen,
  sources: Sources,
  { signal, progress, withRuns }: ReadOptions,
): AsyncIterable<Evidence> {
  const tell = progressOf(chosen, progress);
  for await (const ids of pagesOf(chosen, sources, signal)) {
    let rest = ids;
    while (rest.length > 0) {
      signal.throwIfAborted();
      const { events, through } = await sources.journal.whole(rest.slice(0, EVENTS_AT_ONCE));
      for (const event of events) yield await evidenceOf(event, withRuns ? sources.run : null);
      tell(rest.slice(0, through));
      rest = rest.slice(through);
      await turn();
    }
  }
}

/** @param run null where runs have no use */
export async function evidenceOf({ detail, bodies }: WholeEvent, run: Sources["run"] | null): Promise<Evidence> {
  const isRun = detail.kind === "call" && detail.expectation !== undefined;
  return { detail, bodies, run: run !== null && isRun ? await run(detail.summary.id) : null, redacted: [] };
}

/** Told which ids are done, in their order, it says how far that is. */
export function progressOf(chosen: Chosen, progress: ReadOptions["progress"]): (ids: readonly EventId[]) => void {
  let done = 0;
  return (ids) => {
    done += ids.length;
    if ("ids" in chosen) progress(done, chosen.ids.length);
    else progress(ids.at(-1) ?? 0, chosen.through);
  };
}

/** The ids of what is chosen, oldest first, some at a time. */
export async function* pagesOf(
  chosen: Chosen,
  { journal }: Pick<Sources, "journal">,
  signal: AbortSignal,
): AsyncIterable<readonly EventId[]> {
  if ("ids" in chosen) {
    for (let from = 0; from < chosen.ids.length; from += PAGE_ROWS) yield chosen.ids.slice(from, from + PAGE_ROWS);
    return;
  }
  let after = 0;
  for (;;) {
    const page = await journal.page({ after, limit: PAGE_ROWS, filter: chosen.filter }, signal);
    const ids = page.events.map(({ id }) => id).filter((id) => id <= chosen.through);
    if (ids.length > 0) yield ids;
    after = page.events.at(-1)?.id ?? after;
    if (!page.moreAfter || page.events.length === 0 || after >= chosen.through) return;
  }
}
