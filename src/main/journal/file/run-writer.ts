import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import { runColumns, tieColumns } from "../columns/run-columns.ts";
import { assignments, listed, placeholders } from "../columns/sql.ts";
import type { Operation } from "../messages.ts";
import { openState } from "./state.ts";

export type RunsFound = Omit<Extract<Operation, { readonly do: "save-runs" }>, "do">;

/** The writing half of runs and ties. Every method runs inside the transaction that its caller has begun. */
export interface RunWriter {
  /** A call that is a simulation, with what its webhook is to carry. */
  begin(id: EventId, expectation: string): void;
  save(found: RunsFound): void;
  /** The event is gone, and with it what was known of it. */
  remove(id: EventId): void;
}

export function openRunWriter(database: DatabaseSync): RunWriter {
  const state = openState(database);
  const insertRun = database.prepare("INSERT INTO runs (id, expectation) VALUES (?, ?)");
  const updateRun = database.prepare(`UPDATE runs SET ${assignments(runColumns.names)} WHERE id = ?`);
  // A webhook may have been removed while it was being thought about: nothing must stay behind without its row.
  const putTie = database.prepare(`
    INSERT INTO ties (${listed(tieColumns.names)}, delivery_id)
    SELECT ${placeholders(tieColumns.names)}, id FROM events WHERE id = ? AND kind = 1
    ON CONFLICT (delivery_id) DO UPDATE SET ${listed(tieColumns.names.map((name) => `${name} = excluded.${name}`))}`);
  const removeRun = database.prepare("DELETE FROM runs WHERE id = ?");
  // A webhook whose run is gone belongs to none: nothing is left that its mark could lead to.
  const loosen = database.prepare("UPDATE ties SET run_id = NULL, role = NULL WHERE run_id = ?");
  const removeTie = database.prepare("DELETE FROM ties WHERE delivery_id = ?");

  return {
    begin(id, expectation) {
      insertRun.run(id, expectation);
    },
    save({ runs, ties, through, at, judged }) {
      for (const { id, values } of runs) updateRun.run(...values, id);
      for (const { deliveryId, values } of ties) putTie.run(...values, deliveryId);
      state.set("runs_through", through);
      state.set("runs_at", at);
      if (judged !== null) state.set("judged_edition", judged);
    },
    remove(id) {
      if (removeRun.run(id).changes > 0) loosen.run(id);
      else removeTie.run(id);
    },
  };
}
