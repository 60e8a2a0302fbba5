import type { DatabaseSync } from "node:sqlite";
import type { RetentionSettings } from "../../../shared/retention.ts";

type StateName =
  | "identity"
  | "cleared_through"
  | "cleared_before"
  | "purge_through"
  | "hidings"
  | "last_hiding"
  | "rows"
  | "cleared_rows"
  | "max_events"
  | "max_bytes"
  | "max_age_days"
  | "runs_through"
  | "runs_at"
  | "readings_edition"
  | "judged_edition"
  | "clock_seen"
  | "clock_doubt"
  | "salvage"
  | "salvage_last"
  | "salvage_next"
  | "salvage_kept"
  | "salvage_passed_over"
  | "salvage_unread"
  | "salvage_from"
  | "salvage_until"
  | "expired"
  | "expired_from"
  | "expired_until"
  | "expired_limits"
  | "expired_since"
  | "expired_told";

/** The few numbers that the file keeps about itself (table `state`). */
export interface State {
  get(name: StateName): number;
  set(name: StateName, value: number): void;
}

export function openState(database: DatabaseSync): State {
  const read = database.prepare("SELECT value FROM state WHERE name = ?");
  const write = database.prepare("UPDATE state SET value = ? WHERE name = ?");
  return {
    get: (name) => Number(read.get(name)?.["value"] ?? 0),
    set: (name, value) => void write.run(value, name),
  };
}

/**
 * Rows say something else than the search index knows of them, or are gone: from this transaction on no index is this
 * journal's, also after a kill, and whoever keeps it begins a new one.
 */
export function outdateIndex(state: State): void {
  state.set("identity", state.get("identity") + 1);
}

export function readRetention(state: State): RetentionSettings {
  const limit = (name: StateName): number | null => state.get(name) || null;
  return { maxEvents: limit("max_events"), maxBytes: limit("max_bytes"), maxAgeDays: limit("max_age_days") };
}

export function writeRetention(state: State, settings: RetentionSettings): void {
  state.set("max_events", settings.maxEvents ?? 0);
  state.set("max_bytes", settings.maxBytes ?? 0);
  state.set("max_age_days", settings.maxAgeDays ?? 0);
}
