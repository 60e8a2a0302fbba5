import type { DatabaseSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import type { Facts } from "../../../shared/events.ts";
import { FACTS_TEXT_LIMIT, findFacts } from "../../../shared/facts.ts";
import { assertNever, type HeaderList } from "../../../shared/primitives.ts";
import type { Batch, FromWriter, Operation, Outcome, PackedBody, ThreadStart, ToWriter } from "../messages.ts";
import { createSignals } from "../signals.ts";
import { bodyText } from "./body-text.ts";
import { explain, openForWriting } from "./database.ts";
import { headerValue } from "./decode.ts";
import { recover } from "./recovery.ts";
import { openStore, type Store } from "./store.ts";

/** The one thread that writes. It answers each batch once everything in it is committed. */
export function runWriter(port: MessagePort, start: ThreadStart): void {
  const say = (message: FromWriter): void => port.postMessage(message);
  const signals = createSignals(start.memory);
  let database: DatabaseSync;
  let store: Store;
  try {
    const opened = openForWriting(start.folder, start.now);
    database = opened.database;
    if (!start.again) recover(database);
    store = openStore(database);
    signals.setLastId(lastIdOf(database));
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
        signals.setLastId(lastIdOf(database));
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

function lastIdOf(database: DatabaseSync): number {
  return Number(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()?.["seq"] ?? 0);
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
      const facts =
        operation.contentHeaders === null ? operation.row.facts : factsOf(request, operation.contentHeaders);
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

function factsOf(body: Uint8Array | null, headers: HeaderList): Facts {
  if (body === null || body.byteLength > FACTS_TEXT_LIMIT) return {};
  return findFacts(bodyText(body, headers), headerValue(headers, "content-type"));
}

const DONE: Outcome = { ok: true, value: 0, facts: null };

function unpack(body: PackedBody, bodies: ArrayBuffer): Uint8Array | null {
  if (body === null || body instanceof Uint8Array) return body;
  return new Uint8Array(bodies, body.start, body.length);
}
