import type { DatabaseSync } from "node:sqlite";
import type { Facts } from "../../../shared/events.ts";
import { FACTS_TEXT_LIMIT, findFacts } from "../../../shared/facts.ts";
import { assertNever, type HeaderList } from "../../../shared/primitives.ts";
import { eventColumns, factColumns } from "../columns/event-columns.ts";
import { damageOf, explain } from "../file/open-file.ts";
import { openState, writeRetention } from "../file/state.ts";
import type { Store } from "../file/store.ts";
import type { Operation, Outcome } from "../messages.ts";
import { bodyText } from "../search/body-text.ts";
import { headerValue } from "../search/decode.ts";

export interface Commit {
  readonly outcomes: readonly Outcome[];
  /** What is wrong with the file; null when it is sound. */
  readonly damage: string | null;
}

/**
 * Commits a batch in one transaction. When that fails, each operation is tried alone, so that one that cannot
 * be kept (a body larger than the space that is left) does not take the others with it.
 */
export function commitBatch(database: DatabaseSync, store: Store, operations: readonly Operation[]): Commit {
  let damage: string | null = null;
  const attempt = (some: readonly Operation[]): readonly Outcome[] | null => {
    try {
      return inTransaction(database, store, () => some.map((each) => perform(database, store, each)));
    } catch (error) {
      damage = damageOf(error) ?? damage;
      return some.length > 1 ? null : [{ ok: false, problem: explain(error) }];
    }
  };
  const outcomes = attempt(operations) ?? operations.flatMap((each) => attempt([each]) ?? []);
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

const DONE: Outcome = { ok: true, value: 0, facts: null };

function perform(database: DatabaseSync, store: Store, operation: Operation): Outcome {
  switch (operation.do) {
    case "append": {
      const { row, contentHeaders, request, answer } = operation;
      const found = contentHeaders === null ? null : factsOf(request, contentHeaders);
      const id = store.append(found === null ? row : eventColumns.changed(row, factColumns(found)), request, answer);
      return { ok: true, value: id, facts: found === null ? null : JSON.stringify(found) };
    }
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
    case "clear":
      return { ok: true, value: store.clear(), facts: null };
    case "undo-clear":
      store.undoClear();
      return DONE;
    case "bring-back-cleared":
      return { ok: true, value: store.bringBackCleared(), facts: null };
    case "purge-cleared":
      store.purgeCleared();
      return DONE;
    case "pin":
      store.pin(operation.id, operation.pinned);
      return DONE;
    case "configure-retention":
      writeRetention(openState(database), operation.settings);
      return DONE;
    case "save-runs":
      store.saveRuns(operation);
      return DONE;
    default:
      return assertNever(operation);
  }
}

function factsOf(body: Uint8Array | null, headers: HeaderList): Facts {
  if (body === null || body.byteLength > FACTS_TEXT_LIMIT) return {};
  return findFacts(bodyText(body, headers), headerValue(headers, "content-type"));
}
