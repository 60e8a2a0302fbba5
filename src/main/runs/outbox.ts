import type { EventId } from "../../shared/primitives.ts";
import type { RunsJournal, SavedRun, SavedTie } from "./ports.ts";

/** Rows that may be taken in without a word to the journal: as many are looked at again after a kill. */
const UNSAVED_AT_MOST = 1_000;

/** What is to be stored, until it is. */
export interface Outbox {
  add(runs: readonly SavedRun[], ties: readonly SavedTie[]): void;
  /** Everything up to this row has been taken in. */
  reached(id: EventId): void;
  /** The whole log has been judged by the readings of now, or has to be once more. */
  judgedAll(done: boolean): void;
  /** Stores what there is. @throws the journal's failure; what could not be stored is kept for the next time */
  send(): Promise<void>;
  /** Drops what is not stored yet: the log it belongs to is not there any more. */
  forget(through: EventId): void;
}

export function createOutbox(
  journal: Pick<RunsJournal, "save">,
  log: (message: string, error?: unknown) => void,
): Outbox {
  const runs = new Map<EventId, SavedRun>();
  const ties = new Map<EventId, SavedTie>();
  let through: EventId = 0;
  let saved: EventId = 0;
  let failing = false;
  let all = false;

  return {
    add(newRuns, newTies) {
      for (const run of newRuns) runs.set(run.id, run);
      for (const tie of newTies) ties.set(tie.deliveryId, tie);
    },
    reached(id) {
      through = Math.max(through, id);
    },
    judgedAll(done) {
      all = done;
    },
    async send() {
      if (!all && runs.size === 0 && ties.size === 0 && through - saved < UNSAVED_AT_MOST) return;
      const now = { runs: [...runs.values()], ties: [...ties.values()], through, judgedAll: all };
      try {
        await journal.save(now);
      } catch (error) {
        if (!failing) log("What became of runs could not be stored; it will be tried again.", error);
        failing = true;
        throw error;
      }
      failing = false;
      saved = now.through;
      if (now.judgedAll) all = false;
      for (const run of now.runs) if (runs.get(run.id) === run) runs.delete(run.id);
      for (const tie of now.ties) if (ties.get(tie.deliveryId) === tie) ties.delete(tie.deliveryId);
    },
    forget(reached) {
      runs.clear();
      ties.clear();
      through = reached;
      saved = reached;
    },
  };
}
