import type { DatabaseSync } from "node:sqlite";
import { MAX_TAGS } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import { factsOf } from "../../payload/index.ts";
import type { Annotation } from "../api.ts";
import { KIND } from "../columns/codec.ts";
import { assignments, type EventRow, listed, placeholders, type SharedTable, sqlName } from "../columns/column.ts";
import { END_NAMES, type EndRow, eventColumns, factColumns } from "../columns/event-columns.ts";
import { runColumns, tieColumns } from "../columns/run-columns.ts";
import { type StoredReading, splitReading } from "../columns/stored-reading.ts";
import type { Operation } from "../to-writer.ts";
import { openClearing } from "./clearing.ts";
import { openReadingWriter } from "./reading-store.ts";
import { openPlaceWriter } from "./relay-places.ts";
import { openSpanWriter } from "./spans.ts";
import { openState } from "./state.ts";

/** The writing half of the journal's file. Every method runs inside the transaction that its caller has begun. */
export type Store = ReturnType<typeof openStore>;

export function openStore(database: DatabaseSync) {
  const state = openState(database);
  const places = openPlaceWriter(database);
  const { events, contents } = { events: eventColumns.within("events"), contents: eventColumns.within("contents") };
  const insertEvent = database.prepare(
    `INSERT INTO events (${listed(events.names)}, id) VALUES (${placeholders(events.names)}, ?)`,
  );
  const insertContents = database.prepare(
    `INSERT INTO contents (${listed(contents.names)}, id, request_body, answer_body)
     VALUES (${placeholders(contents.names)}, ?, ?, ?)`,
  );
  const updateCall = database.prepare(
    `UPDATE events SET ${assignments(events.names)} WHERE id = ? AND kind = ${KIND.call}`,
  );
  const updateContents = database.prepare("UPDATE contents SET rest = ?, answer_body = ? WHERE id = ?");
  const updateDelivery = database.prepare(
    `UPDATE events SET open = 0, ${assignments(END_NAMES.map(sqlName))} WHERE id = ? AND kind = ${KIND.delivery}`,
  );
  const updateSignature = database.prepare(`UPDATE events SET signature = ? WHERE id = ? AND kind = ${KIND.delivery}`);
  const updateCheck = database.prepare(
    "UPDATE contents SET check_result = :result, check_settings = :settings WHERE id = :id",
  );
  const updateForward = database.prepare(`UPDATE events SET forward = ? WHERE id = ? AND kind = ${KIND.delivery}`);
  const putForward = database.prepare("INSERT OR REPLACE INTO forwards (id, answer, body) VALUES (?, ?, ?)");
  const removeForward = database.prepare("DELETE FROM forwards WHERE id = ?");
  const addWaiting = database.prepare("INSERT INTO forwards_waiting (id) VALUES (?)");
  const removeWaiting = database.prepare("DELETE FROM forwards_waiting WHERE id = ?");
  const keys = {
    profiles: openShared(database, "profiles"),
    signature_settings: openShared(database, "signature_settings"),
  };
  const keyOf = (table: SharedTable, text: string): number => keys[table](text);
  const updateFacts = database.prepare(
    "UPDATE events SET amount = :amount, currency = :currency, facts = :facts WHERE id = :id AND (amount IS NOT :amount OR currency IS NOT :currency OR facts IS NOT :facts)",
  );
  const readings = openReadingWriter(database);
  const spans = openSpanWriter(database);
  const runs = openRunWriter(database);
  const setPinned = database.prepare("UPDATE events SET pinned = ? WHERE id = ? AND pinned <> ?");
  const findTags = database.prepare("SELECT tags FROM events WHERE id = ?");
  const setTags = database.prepare("UPDATE events SET tags = ? WHERE id = ?");
  const setNote = database.prepare("UPDATE events SET note = ? WHERE id = ?");
  const removeEvent = database.prepare("DELETE FROM events WHERE id = ? AND pinned = 0");
  const removeContents = database.prepare("DELETE FROM contents WHERE id = ?");
  const clearing = openClearing(database, state);
  let added = 0;
  let removed = 0;
  let removedCleared = 0;
  const forgetCounts = (): void => {
    added = 0;
    removed = 0;
    removedCleared = 0;
  };

  return {
    reach: places.reach,
    relayHeard: places.heard,
    /**
     * @param reading what a delivery was read to say; null for every other event
     * @param number that of a row of another log; left out, the next one
     */
    append(
      row: EventRow,
      request: Uint8Array | null,
      answer: Uint8Array | null,
      reading: StoredReading | null,
      number?: EventId,
    ): EventId {
      const id = Number(insertEvent.run(...events.values(row, keyOf), number ?? null).lastInsertRowid);
      const expectation = eventColumns.value(row, "expectation");
      if (expectation !== null) runs.begin(id, expectation);
      if (eventColumns.value(row, "rest") !== null)
        insertContents.run(...contents.values(row, keyOf), id, request, answer);
      if (reading !== null) readings.put(id, reading);
      if (eventColumns.value(row, "forward") !== null) addWaiting.run(id);
      spans.note(id, row);
      added += 1;
      return id;
    },
    /** Keeps how a delivery of the log is read anew. @returns what that changes: nothing, how it is read, or its row too */
    putReading(id: EventId, reading: WebhookReading): "nothing" | "reading" | "row" {
      const isNew = readings.put(id, splitReading(reading));
      // Also where the reading is as before: a newer Linkdesk may show it in another way.
      if (updateFacts.run({ ...factColumns(factsOf(reading)), id }).changes > 0) return "row";
      return isNew ? "reading" : "nothing";
    },
    /** Forgets what only events before this one have shared. */
    removeShared: readings.removeForms,
    /** Forgets what only removed events have shared. */
    removeUnused: readings.removeUnusedForms,
    finishCall(id: EventId, row: EventRow, answer: Uint8Array | null): void {
      if (updateCall.run(...events.values(row, keyOf), id).changes === 0) return;
      updateContents.run(eventColumns.value(row, "rest"), answer, id);
      spans.note(id, row);
    },
    finishDelivery(id: EventId, end: EndRow): void {
      updateDelivery.run(...end, id);
    },
    /** Keeps what became of handing a delivery on, of one that is still there. */
    recordForward(id: EventId, summary: string, answer: string | null, body: Uint8Array): void {
      // One that was to be handed on from the start is known for it already.
      const isNews = removeWaiting.run(id).changes === 0;
      if (updateForward.run(summary, id).changes === 0) return;
      if (isNews) spans.noteForward(id);
      if (answer !== null) putForward.run(id, answer, body);
    },
    recordCheck(
      id: EventId,
      { signature, checkResult, checkSettings }: Extract<Operation, { readonly do: "record-check" }>["check"],
    ): void {
      if (updateSignature.run(signature, id).changes === 0) return;
      const settings = keyOf("signature_settings", String(checkSettings));
      updateCheck.run({ id, result: checkResult, settings });
      spans.noteCheck(id, typeof signature === "number" ? signature : null);
    },
    /** Hides all rows there are, pinned ones excepted; returns how many that were. */
    clear(): number {
      this.settle();
      return clearing.clear();
    },
    /** Hides single rows; `first`: they begin a clearing of their own. */
    hide: (ids: readonly EventId[], first: boolean): number => clearing.hide(ids, first),
    undoClear: (): void => clearing.undo(),
    /** Returns how many rows are shown again. */
    bringBackCleared(): number {
      this.settle();
      return clearing.bringBack();
    },
    purgeCleared: (): void => clearing.purge(),
    pin(id: EventId, pinned: boolean): void {
      const hidden = clearing.isHidden(id);
      // A row that is not shown cannot be pinned; one that is shown only because of its pin goes with it.
      if (hidden && pinned) return;
      const { changes } = setPinned.run(pinned ? 1 : 0, id, pinned ? 1 : 0);
      if (hidden && changes > 0) state.set("cleared_rows", state.get("cleared_rows") + 1);
    },
    annotate(id: EventId, { note, add = [], remove = [] }: Annotation): void {
      const stored = findTags.get(id)?.["tags"];
      const before = typeof stored === "string" ? stored.split("\n") : [];
      const tags = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag)).slice(0, MAX_TAGS);
      setTags.run(tags.length === 0 ? null : tags.join("\n"), id);
      if (note !== undefined) setNote.run(note.trim() === "" ? null : note, id);
    },
    /** Keeps what was found out about runs; of rows that are gone, nothing. */
    saveRuns: runs.save,
    /** Deletes a row for good, if it is there and not pinned. @returns whether it did */
    remove(id: EventId): boolean {
      if (removeEvent.run(id).changes === 0) return false;
      removeContents.run(id);
      removeForward.run(id);
      readings.remove(id);
      removeWaiting.run(id);
      runs.remove(id);
      removed += 1;
      if (clearing.isHidden(id)) removedCleared += 1;
      clearing.forget(id);
      return true;
    },
    /** The same, pinned or not. */
    removeAnyway(id: EventId): boolean {
      this.pin(id, false);
      return this.remove(id);
    },
    /** A row of a damaged file was put back, by itself: it counts as one of the log's. */
    broughtBack(): void {
      added += 1;
    },
    isHidden: clearing.isHidden,
    /** Writes down what is kept in memory while a transaction runs: once for each, not once for each row. */
    settle(): void {
      if (added !== removed) state.set("rows", state.get("rows") + added - removed);
      if (removedCleared > 0) state.set("cleared_rows", state.get("cleared_rows") - removedCleared);
      forgetCounts();
      spans.settle();
      readings.settle();
    },
    /** Forgets what `settle` would have written: the transaction is being rolled back. */
    abandon(): void {
      forgetCounts();
      spans.abandon();
      readings.abandon();
    },
  };
}

/**
 * Finds the key of a text that many rows share (a profile's stamp, the settings of a check), writing one that was
 * never seen before.
 */
function openShared(database: DatabaseSync, table: SharedTable): (text: string) => number {
  const insert = database.prepare(`INSERT INTO ${table} (text) VALUES (?) ON CONFLICT (text) DO NOTHING`);
  const find = database.prepare(`SELECT key FROM ${table} WHERE text = ?`);
  let last = { text: "", key: 0 };
  return (text) => {
    // Nearly every event has the text of the one before. A rollback may take a new one away again, so only one that
    // was already there is remembered.
    if (text === last.text) return last.key;
    const known = find.get(text);
    if (known !== undefined) {
      last = { text, key: Number(known["key"]) };
      return last.key;
    }
    return Number(insert.run(text).lastInsertRowid);
  };
}

export type RunsFound = Omit<Extract<Operation, { readonly do: "save-runs" }>, "do">;

/** The writing half of runs and ties. Every method runs inside the transaction that its caller has begun. */
export function openRunWriter(database: DatabaseSync) {
  const state = openState(database);
  const insertRun = database.prepare("INSERT INTO runs (id, expectation) VALUES (?, ?)");
  const updateRun = database.prepare(`UPDATE runs SET ${assignments(runColumns.names)} WHERE id = ?`);
  // A webhook may have been removed while it was being thought about: nothing must stay behind without its row.
  const putTie = database.prepare(`
    INSERT INTO ties (${listed(tieColumns.names)}, delivery_id)
    SELECT ${placeholders(tieColumns.names)}, id FROM events WHERE id = ? AND kind = ${KIND.delivery}
    ON CONFLICT (delivery_id) DO UPDATE SET ${listed(tieColumns.names.map((name) => `${name} = excluded.${name}`))}`);
  const removeRun = database.prepare("DELETE FROM runs WHERE id = ?");
  // A webhook whose run is gone belongs to none: nothing is left that its mark could lead to.
  const loosen = database.prepare("UPDATE ties SET run_id = NULL, role = NULL WHERE run_id = ?");
  const removeTie = database.prepare("DELETE FROM ties WHERE delivery_id = ?");

  return {
    /** A call that is a simulation, with what its webhook is to carry. */
    begin(id: EventId, expectation: string): void {
      insertRun.run(id, expectation);
    },
    save({ runs, ties, through, at, judged }: RunsFound): void {
      for (const { id, values } of runs) updateRun.run(...values, id);
      for (const { deliveryId, values } of ties) putTie.run(...values, deliveryId);
      state.set("runs_through", through);
      state.set("runs_at", at);
      if (judged !== null) state.set("judged_edition", judged);
    },
    /** The event is gone, and with it what was known of it. */
    remove(id: EventId): void {
      if (removeRun.run(id).changes > 0) loosen.run(id);
      else removeTie.run(id);
    },
  };
}
