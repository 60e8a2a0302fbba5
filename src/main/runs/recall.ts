import type { EventId } from "../../shared/primitives.ts";
import { createBreath } from "./breath.ts";
import type { RunInput } from "./inputs.ts";
import type { Matcher } from "./matcher.ts";
import { NO_PAYLOAD } from "./payload.ts";
import type { RecalledRow, RunsJournal } from "./ports.ts";
import { HORIZON, RUNS_AT_MOST } from "./roster.ts";
import type { Payload } from "./state.ts";
import { amendedInput, recalledInput } from "./translate.ts";

/** Tells a matcher; what goes wrong with one row must not keep the others from it. */
export type Tell = (matcher: Matcher, input: RunInput | null) => void;

/** Fetches what deliveries carried, ready to be read. */
export type Payloads = (ids: readonly EventId[]) => Promise<ReadonlyMap<EventId, Payload>>;

export interface Recalled {
  /** As `RecallPage`. */
  readonly through: EventId;
  /** The last row that was told. */
  readonly last: EventId;
}

/**
 * Tells an empty matcher all it takes to go on where an earlier one ended: what was decided is taken as it was, what
 * came after it is decided now, and what has changed in rows since then is told last, as it would have been live.
 */
export async function recallInto(
  matcher: Matcher,
  journal: RunsJournal,
  payloads: Payloads,
  tell: Tell,
): Promise<Recalled> {
  const all: RecalledRow[] = [];
  let through: EventId = 0;
  let from: EventId | null = null;
  const breath = createBreath();
  do {
    const page = await journal.recall({ horizon: HORIZON, runs: RUNS_AT_MOST, from });
    const found = await payloads(page.rows.flatMap((row) => (row.kind === "delivery" ? [row.summary.id] : [])));
    for (const row of page.rows) {
      await breath();
      const payload = found.get(row.summary.id);
      tell(matcher, recalledInput(row, payload ?? NO_PAYLOAD, payload === undefined));
    }
    all.push(...page.rows);
    ({ through, next: from } = page);
  } while (from !== null);
  amend(matcher, all, tell);
  return { through, last: all.at(-1)?.summary.id ?? 0 };
}

/**
 * Tells a matcher of one older run and of what was tied to it; what was decided about those stands.
 *
 * @returns false when there is no such run
 */
export async function recallRunInto(matcher: Matcher, journal: RunsJournal, id: EventId, tell: Tell): Promise<boolean> {
  const rows = await journal.recallRun(id);
  for (const row of rows) {
    tell(matcher, recalledInput(row, NO_PAYLOAD, true));
    if (row.kind === "call") for (const span of row.saved?.downtime ?? []) tell(matcher, { type: "deaf", span });
  }
  amend(matcher, rows, tell);
  return matcher.hasRun(id);
}

function amend(matcher: Matcher, rows: readonly RecalledRow[], tell: Tell): void {
  for (const row of rows) tell(matcher, amendedInput(row));
}
