import type { DatabaseSync } from "node:sqlite";
import { type EventId } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import { factsOf } from "../../payload/index.ts";
import type { ProfileReadings } from "../api.ts";
import { KIND } from "../columns/codec.ts";
import type { EventRow } from "../columns/column.ts";
import { eventColumns, factColumns } from "../columns/event-columns.ts";
import { splitReading } from "../columns/stored-reading.ts";
import { damageOf, explain } from "../file/open-file.ts";
import { openState, writeRetention } from "../file/state.ts";
import type { Store } from "../file/store.ts";
import type { Outcome } from "../messages.ts";
import type { Operation } from "../to-writer.ts";

export interface Commit {
  readonly outcomes: readonly Outcome[];
  /** What is wrong with the file; null when it is sound. */
  readonly damage: string | null;
}

/** What a batch is committed with. */
export interface CommitParts {
  readonly database: DatabaseSync;
  readonly store: Store;
  /** Reads a webhook that is about to be written. */
  readonly readArrived: (row: EventRow, body: Uint8Array | null) => WebhookReading;
  /** Those that are read later. */
  readonly unread: {
    mayWait(row: EventRow, together: number): boolean;
    begin(row: EventRow, id: EventId): void;
    committed(id: EventId): void;
  };
  readonly configureReadings: (profiles: readonly ProfileReadings[]) => void;
}

/**
 * Commits a batch in one transaction. When that fails, each operation is tried alone, so that one that cannot
 * be kept (a body larger than the space that is left) does not take the others with it.
 */
export function commitBatch(file: CommitParts, operations: readonly Operation[]): Commit {
  const { database, store } = file;
  let damage: string | null = null;
  const tryToCommit = (some: readonly Operation[]): readonly Outcome[] | null => {
    try {
      const appended = some.reduce((count, each) => (each.do === "append" ? count + 1 : count), 0);
      return inTransaction(database, store, () => some.map((each) => perform(file, each, appended)));
    } catch (error) {
      damage = damageOf(error) ?? damage;
      return some.length > 1 ? null : [{ ok: false, problem: explain(error) }];
    }
  };
  const outcomes = tryToCommit(operations) ?? operations.flatMap((each) => tryToCommit([each]) ?? []);
  for (const each of outcomes) if (each.ok && each.reading === "later") file.unread.committed(each.value);
  return { outcomes, damage };
}

/** @throws whatever `work` or the commit throws, after everything was rolled back */
export function inTransaction<Value>(database: DatabaseSync, store: Store, work: () => Value): Value {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    store.settle();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    store.abandon();
    // SQLite has rolled back by itself after some errors (a full disk among them), and not after others.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

const DONE: Outcome = { ok: true, value: 0, reading: null };

/** @param together webhooks and calls that are written in this transaction */
function perform(
  { database, store, readArrived, unread, configureReadings }: CommitParts,
  operation: Operation,
  together: number,
): Outcome {
  switch (operation.do) {
    case "append": {
      const { row, request, answer, place } = operation;
      if (place !== null) store.reach(place);
      if (eventColumns.value(row, "kind") !== KIND.delivery)
        return { ok: true, value: store.append(row, request, answer, null), reading: null };
      if (unread.mayWait(row, together)) {
        const id = store.append(row, request, answer, null);
        unread.begin(row, id);
        return { ok: true, value: id, reading: "later" };
      }
      const found = readArrived(row, request);
      const reading = splitReading(found);
      return { ok: true, value: store.append(withFacts(row, found), request, answer, reading), reading };
    }
    case "adopt":
      adopt({ store, readArrived }, operation);
      return DONE;
    case "finish-call":
      store.finishCall(operation.id, operation.row, operation.answer);
      return DONE;
    case "finish-delivery":
      store.finishDelivery(operation.id, operation.end);
      return DONE;
    case "record-forward":
      store.recordForward(operation.id, operation.summary, operation.answer, operation.body);
      return DONE;
    case "record-check":
      store.recordCheck(operation.id, operation.check);
      return DONE;
    case "configure-readings":
      configureReadings(operation.profiles);
      return DONE;
    case "relay-heard":
      store.relayHeard(operation.inbox, operation.heardAt);
      return DONE;
    case "clear":
      return { ok: true, value: store.clear(), reading: null };
    case "hide":
      return { ok: true, value: store.hide(operation.ids, operation.first), reading: null };
    case "undo-clear":
      store.undoClear();
      return DONE;
    case "bring-back-cleared":
      return { ok: true, value: store.bringBackCleared(), reading: null };
    case "purge-cleared":
      store.purgeCleared();
      return DONE;
    case "annotate":
      store.annotate(operation.id, operation.change);
      return DONE;
    case "remove":
      return { ok: true, value: operation.ids.filter((id) => store.removeAnyway(id)).length, reading: null };
    case "pin":
      store.pin(operation.id, operation.pinned);
      return DONE;
    case "configure-retention":
      writeRetention(openState(database), operation.settings);
      return DONE;
    case "save-runs":
      store.saveRuns(operation);
      return DONE;
  }
}

/** What a webhook says, for the columns that a call fills itself. */
function withFacts(row: EventRow, found: WebhookReading): EventRow {
  return eventColumns.changed(row, factColumns(factsOf(found)));
}

/** An event of another log, whole, under its own number. What it was read to say there stands. */
function adopt(
  { store, readArrived }: Pick<CommitParts, "store" | "readArrived">,
  { id, row, request, answer, forward, reading, pinned, annotation }: Extract<Operation, { readonly do: "adopt" }>,
): void {
  const isUnread = reading === null && eventColumns.value(row, "kind") === KIND.delivery;
  const found = isUnread ? readArrived(row, request) : null;
  store.append(
    found === null ? row : withFacts(row, found),
    request,
    answer,
    found === null ? reading : splitReading(found),
    id,
  );
  if (forward !== null) store.recordForward(id, forward.summary, forward.answer, forward.body ?? new Uint8Array());
  if (pinned) store.pin(id, true);
  const { note, add = [] } = annotation;
  if (note !== undefined || add.length > 0) store.annotate(id, annotation);
}
