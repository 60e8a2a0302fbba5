import type { EventId } from "../../shared/primitives.ts";
import { createYield } from "./event-loop-yield.ts";
import { amendedInput, type RunInput, recalledInput } from "./log-inputs.ts";
import type { Matcher } from "./matcher.ts";
import { HORIZON, RUNS_AT_MOST } from "./open-runs.ts";
import type { RecalledRow, RecallPage, RunsJournal } from "./ports.ts";

/** Tells a matcher; what goes wrong with one row must not keep the others from it. */
export type TellMatcher = (matcher: Matcher, input: RunInput | null) => void;

export interface Recalled extends Pick<RecallPage, "through" | "stale"> {
  /** The last row that was told. */
  readonly last: EventId;
}

/**
 * Tells an empty matcher all it takes to go on where an earlier one ended: what was decided is taken as it was, what
 * came after it is decided now, and what has changed in rows since then is told last, as it would have been live.
 */
export async function recallInto(matcher: Matcher, journal: RunsJournal, tell: TellMatcher): Promise<Recalled> {
  const all: RecalledRow[] = [];
  const yieldToOthers = createYield();
  for (let from: EventId | null = null; ; ) {
    const page: RecallPage = await journal.recall({ horizon: HORIZON, runs: RUNS_AT_MOST, from });
    for (const row of page.rows) {
      await yieldToOthers();
      tell(matcher, recalledInput(row, "stands"));
    }
    all.push(...page.rows);
    from = page.next;
    if (from !== null) continue;
    amend(matcher, all, tell);
    return { through: page.through, stale: page.stale, last: all.at(-1)?.summary.id ?? 0 };
  }
}

/**
 * For judging the newest part of the log anew: tells a matcher what could be heard then.
 *
 * @returns the row that this part begins at, null when there is no simulation; and whether no simulation is before it
 */
export async function tellNewestNotices(
  matcher: Matcher,
  journal: RunsJournal,
  tell: TellMatcher,
): Promise<{ readonly from: EventId | null; readonly isAll: boolean }> {
  const { rows, isAll } = await journal.recall({ horizon: HORIZON, runs: RUNS_AT_MOST, from: null });
  const from = rows.find(({ kind }) => kind === "call")?.summary.id ?? null;
  for (const row of rows)
    if (row.kind === "notice" && (from === null || row.summary.id < from)) tell(matcher, recalledInput(row, "anew"));
  return { from, isAll };
}

/** Tells a matcher a part of the log, everything in it decided anew. */
export async function tellAnew(matcher: Matcher, rows: readonly RecalledRow[], tell: TellMatcher): Promise<void> {
  const yieldToOthers = createYield();
  for (const row of rows) {
    await yieldToOthers();
    // With no run to belong to, a delivery that never had one costs nothing.
    if (row.kind === "delivery" && row.saved === null && !matcher.isWatching(row.summary.at)) continue;
    tell(matcher, recalledInput(row, "anew"));
    tell(matcher, amendedInput(row));
  }
}

/**
 * Tells a matcher of one older run and of what was tied to it; what was decided about those stands, but for `anew`.
 *
 * @returns false when there is no such run
 */
export async function recallRunInto(
  matcher: Matcher,
  journal: RunsJournal,
  id: EventId,
  tell: TellMatcher,
  anew?: EventId,
): Promise<boolean> {
  const rows = await journal.recallRun(id);
  for (const row of rows) {
    tell(matcher, recalledInput(row, row.summary.id === anew ? "anew" : "final"));
    if (row.kind === "call") for (const span of row.saved?.downtime ?? []) tell(matcher, { type: "downtime", span });
  }
  amend(matcher, rows, tell);
  return matcher.hasRun(id);
}

function amend(matcher: Matcher, rows: readonly RecalledRow[], tell: TellMatcher): void {
  for (const row of rows) tell(matcher, amendedInput(row));
}
