import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import type { Row } from "../columns/column.ts";
import { createReadingJoiner, type StoredReading } from "../columns/stored-reading.ts";

/** The columns of a stored reading, joined to `events`. */
export const READING_COLUMNS = "reading_forms.text AS reading_form, said, digest";
export const READING_TABLES =
  "LEFT JOIN readings ON readings.id = events.id LEFT JOIN reading_forms ON reading_forms.key = readings.form";

/** What every delivery was read to say. Every method runs inside the transaction that its caller has begun. */
export function openReadingWriter(database: DatabaseSync) {
  const put = database.prepare(`
    INSERT INTO readings (id, form, said, digest) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
      form = excluded.form, said = excluded.said WHERE form <> excluded.form OR said <> excluded.said`);
  const remove = database.prepare("DELETE FROM readings WHERE id = ?");
  const find = database.prepare("SELECT key FROM reading_forms WHERE text = ?");
  const insert = database.prepare("INSERT INTO reading_forms (text, last_id) VALUES (?, 0)");
  const touch = database.prepare("UPDATE reading_forms SET last_id = max(last_id, ?) WHERE key = ?");
  const removeForms = database.prepare("DELETE FROM reading_forms WHERE last_id < ?");
  const removeUnused = database.prepare("DELETE FROM reading_forms WHERE key NOT IN (SELECT form FROM readings)");
  // Texts of some hundred letters, each with a key: nearly every webhook has a form that was seen just before.
  let known = new Map<string, number>();
  /** The newest event of each form within this transaction. */
  const used = new Map<number, EventId>();

  function keyOf(form: string): number {
    let key = known.get(form);
    if (key === undefined) {
      key = Number(find.get(form)?.["key"] ?? insert.run(form).lastInsertRowid);
      if (known.size >= KNOWN_FORMS) known.clear();
      known.set(form, key);
    }
    return key;
  }

  return {
    /** @returns false when it is stored just so already */
    put(id: EventId, { form, said, digest }: StoredReading): boolean {
      const key = keyOf(form);
      if (put.run(id, key, said, digest).changes === 0) return false;
      used.set(key, Math.max(id, used.get(key) ?? 0));
      return true;
    },
    remove: (id: EventId): void => void remove.run(id),
    /** Forgets forms that no event from this one on has. */
    removeForms(before: EventId): void {
      known = new Map();
      removeForms.run(before);
    },
    /** Forgets forms that no event has any more. The next webhook of such a form gets a new key. */
    removeUnusedForms(): void {
      known = new Map();
      removeUnused.run();
    },
    settle(): void {
      for (const [key, id] of used) touch.run(id, key);
      used.clear();
    },
    abandon(): void {
      // A form that this transaction was the first to have is taken away again.
      known = new Map();
      used.clear();
    },
  };
}

const KNOWN_FORMS = 1_000;

/** Reads what `openReadingWriter` has written, from rows with `READING_COLUMNS`. */
export function createReadingDecoder(): (row: Row) => WebhookReading | null {
  const join = createReadingJoiner();
  return ({ reading_form: form, said, digest }) => {
    if (typeof form !== "string" || typeof said !== "string" || typeof digest !== "string") return null;
    try {
      return join({ form, said, digest });
    } catch {
      // A damaged place: it says nothing, and the row is there all the same.
      return null;
    }
  };
}
