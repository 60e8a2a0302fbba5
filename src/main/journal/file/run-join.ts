import type { DatabaseSync } from "node:sqlite";
import type { EventDetail, EventSummary } from "../../../shared/events.ts";
import { codeOf, ROLES } from "../columns/codec.ts";
import { readExpectation } from "../columns/rows.ts";
import { readSummary, readTieSummary } from "../columns/run-columns.ts";

/**
 * Adds to an event what is known of its run or its tie.
 *
 * Asked for one by one, for the rows that are shown: a search over a million rows must not join all of them.
 */
export function openRunJoin(database: DatabaseSync) {
  const run = database.prepare("SELECT summary FROM runs WHERE id = ?");
  const expectation = database.prepare("SELECT expectation FROM runs WHERE id = ?");
  const tie = database.prepare(`
    SELECT run_id, role, certainty, by_hand, calls.at AS called_at, decision ->> '$.item' AS item,
      CASE role WHEN ${codeOf(ROLES, "mismatch")} THEN decision END AS decision
    FROM ties LEFT JOIN events AS calls ON calls.id = run_id WHERE delivery_id = ?`);

  function joined(event: EventSummary): EventSummary {
    if (event.kind === "call" && event.operation !== "link") {
      const found = readSummary(run.get(event.id) ?? {});
      return found === null ? event : { ...event, run: found };
    }
    if (event.kind !== "delivery") return event;
    const columns = tie.get(event.id);
    const found = columns === undefined ? undefined : readTieSummary(event.id, event.at, columns);
    return found === undefined ? event : { ...event, tie: found };
  }

  return {
    summary: joined,
    detail(event: EventDetail): EventDetail {
      const summary = joined(event.summary);
      if (event.kind === "call" && summary.kind === "call") {
        const expected = readExpectation(expectation.get(summary.id) ?? {});
        return { ...event, summary, ...(expected === null ? {} : { expectation: expected }) };
      }
      return event.kind === "delivery" && summary.kind === "delivery" ? { ...event, summary } : event;
    },
  };
}
