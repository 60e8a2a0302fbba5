import type { DatabaseSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import type { Batch, FromWriter, Operation, Outcome, PackedBody, ThreadStart, ToWriter } from "../messages.ts";
import { explain, openForWriting } from "./database.ts";
import { recover } from "./recovery.ts";
import { openStore, type Store } from "./store.ts";

/** The one thread that writes. It answers each batch once everything in it is committed. */
export function runWriter(port: MessagePort, start: ThreadStart): void {
  const say = (message: FromWriter): void => port.postMessage(message);
  let database: DatabaseSync;
  let store: Store;
  try {
    const opened = openForWriting(start.folder, start.now);
    database = opened.database;
    if (!start.again) recover(database);
    store = openStore(database);
    say({ type: "ready", setAside: opened.setAside });
  } catch (error) {
    say({ type: "unusable", problem: explain(error) });
    port.close();
    return;
  }
  port.on("message", (message: ToWriter) => {
    switch (message.type) {
      case "batch":
        say({ type: "committed", outcomes: commitBatch(database, store, message.batch) });
        return;
      case "close":
        database.close();
        port.close();
        return;
      default:
        assertNever(message);
    }
  });
}

/**
 * Commits a batch in one transaction. When that fails, each operation is tried alone, so that one that cannot
 * be kept (a body larger than the space that is left) does not take the others with it.
 */
function commitBatch(database: DatabaseSync, store: Store, batch: Batch): readonly Outcome[] {
  try {
    return inTransaction(database, store, () =>
      batch.operations.map((operation) => perform(store, operation, batch.bodies)),
    );
  } catch (error) {
    const [only] = batch.operations;
    if (batch.operations.length === 1 && only !== undefined) return [{ ok: false, problem: explain(error) }];
  }
  return batch.operations.map((operation) => {
    try {
      return inTransaction(database, store, () => perform(store, operation, batch.bodies));
    } catch (error) {
      return { ok: false, problem: explain(error) };
    }
  });
}

function inTransaction<Value>(database: DatabaseSync, store: Store, work: () => Value): Value {
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

function perform(store: Store, operation: Operation, bodies: ArrayBuffer): Outcome {
  switch (operation.do) {
    case "append": {
      const request = unpack(operation.request, bodies);
      const facts = operation.row.facts;
      const id = store.append(operation.row, facts, request, unpack(operation.answer, bodies));
      return { ok: true, value: id, facts };
    }
    case "finish-call":
      store.finishCall(operation.id, operation.row, unpack(operation.answer, bodies));
      return DONE;
    case "finish-delivery":
      store.finishDelivery(operation.id, operation.end);
      return DONE;
    case "clear":
      return { ok: true, value: store.clear(), facts: null };
    case "undo-clear":
      store.undoClear();
      return DONE;
    default:
      return assertNever(operation);
  }
}

const DONE: Outcome = { ok: true, value: 0, facts: null };

function unpack(body: PackedBody, bodies: ArrayBuffer): Uint8Array | null {
  if (body === null || body instanceof Uint8Array) return body;
  return new Uint8Array(bodies, body.start, body.length);
}
