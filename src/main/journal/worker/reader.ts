import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import type { EventDetail } from "../../../shared/events.ts";
import { assertNever, type EventId, type Instant, MEBIBYTE } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import { type LogPlace, type LogReader, type WholeEvent, type WholeEvents } from "../api.ts";
import { DETAIL_COLUMNS, DETAIL_TABLES, detailOf, SHOWN, SUMMARY_COLUMNS } from "../columns/rows.ts";
import { openAlike } from "../file/alike.ts";
import { damageOf, explain, FILE_NAME, openForReading } from "../file/open-file.ts";
import { openReadingQuestions } from "../file/reading-questions.ts";
import { createReadingDecoder, READING_COLUMNS, READING_TABLES } from "../file/reading-store.ts";
import { readPlace } from "../file/relay-places.ts";
import { openRunJoin } from "../file/run-join.ts";
import { openRunReader } from "../file/run-reader.ts";
import { openState, readRetention } from "../file/state.ts";
import { failureOf } from "../journal-failure.ts";
import type { Answers, FromReader, Question, ThreadStart, ToReader } from "../messages.ts";
import { INDEX_FILE } from "../search/index-file.ts";
import { openIndexReader } from "../search/index-reader.ts";
import { openPager } from "../search/pager.ts";
import { createSharedCounters, lagOf } from "../shared-counters.ts";

type Row = Readonly<Record<string, unknown>> | undefined;

/** The thread that reads: pages, single events, bodies. Arrivals never wait for it. */
export function runReader(port: MessagePort, start: ThreadStart): void {
  const say = (message: FromReader, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  let database: DatabaseSync;
  let answer: (question: Question, cancelled: () => boolean) => Promise<unknown>;
  try {
    database = openForReading(start.folder);
    answer = openAnswers(database, start);
    say({ type: "ready" });
  } catch (error) {
    say({ type: "unusable", problem: explain(error), damage: damageOf(error) });
    port.close();
    return;
  }
  const cancelled = new Set<number>();
  const running = new Set<number>();
  const run = async (number: number, question: Question): Promise<void> => {
    running.add(number);
    try {
      const value = await answer(question, () => cancelled.has(number));
      // A body goes over, and stays here in no copy that is given back some time later.
      const isBody = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength;
      say({ type: "answer", number, value }, isBody ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      if (error instanceof Refusal) say({ type: "refusal", number, code: error.code, message: error.message });
      else {
        const problem = explain(error);
        const damage = damageOf(error);
        if (damage !== null) say({ type: "damaged", number, problem, damage });
        else say({ type: "refusal", number, code: problem.code, message: problem.sentence });
      }
    } finally {
      running.delete(number);
      cancelled.delete(number);
    }
  };
  port.on("message", (message: ToReader) => {
    switch (message.type) {
      case "ask":
        void run(message.number, message.question);
        return;
      case "cancel":
        if (running.has(message.number)) cancelled.add(message.number);
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
 * The log in the caller's own thread, over a connection of its own: for who goes through all of it. Nothing then has to
 * cross from one thread to the other, and whoever asks the journal's own reader does not wait.
 *
 * @throws JournalFailure
 */
export function openLogReader(place: LogPlace, now: () => Instant): LogReader {
  const orFailure = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Refusal ? error : failureOf(explain(error));
    }
  };
  let database: DatabaseSync | null = null;
  let answer: ReturnType<typeof openAnswers> | null = null;
  const open = (): ReturnType<typeof openAnswers> => {
    database ??= openForReading(place.folder);
    answer ??= openAnswers(database, place);
    return answer;
  };
  return {
    page: (query, signal) =>
      orFailure(async () => {
        const question = { ask: "page", query, now: now() } as const;
        return (await open()(question, () => signal?.aborted === true)) as Answers["page"];
      }),
    whole: (ids) => orFailure(async () => (await open()({ ask: "whole", ids }, () => false)) as Answers["whole"]),
    close: () => database?.close(),
  };
}

/** Tags that are told of: an opened file may have a million, and nobody chooses among more. */
const TAGS_AT_MOST = 1_000;

function openAnswers(database: DatabaseSync, { folder, memory }: Pick<ThreadStart, "folder" | "memory">) {
  const counters = createSharedCounters(memory);
  const state = openState(database);
  const index = openIndexReader(folder, state, counters);
  const pager = openPager(database, index);
  const runs = openRunReader(database);
  const joined = openRunJoin(database);
  const alike = openAlike(database);
  const readings = openReadingQuestions(database);
  const decodeReading = createReadingDecoder();
  const detailWhere = (which: string, more = ""): StatementSync =>
    database.prepare(
      `SELECT ${SUMMARY_COLUMNS}, ${DETAIL_COLUMNS}, ${READING_COLUMNS}${more} FROM ${DETAIL_TABLES} ${READING_TABLES} WHERE events.id ${which} AND ${SHOWN}`,
    );
  const detail = detailWhere("= ?");
  // What was cleared before this start, or is to go for good, is not to be had back.
  const cleared = database.prepare(
    `SELECT 1 FROM events WHERE id = ? AND NOT ${SHOWN}
    AND id > (SELECT value FROM state WHERE name = 'purge_through') AND id NOT IN (SELECT id FROM hidden WHERE clearing = 0)`,
  );
  const details = detailWhere(
    "IN (SELECT value FROM json_each(?)) ORDER BY events.id",
    ", request_body, answer_body, forwards.body AS forward_body",
  );
  const tags = database.prepare(
    "SELECT DISTINCT tags FROM events INDEXED BY events_noted WHERE (note IS NOT NULL OR tags IS NOT NULL) AND tags IS NOT NULL",
  );
  const bodies = {
    request: database.prepare(
      `SELECT request_body AS body FROM contents JOIN events ON events.id = contents.id WHERE contents.id = ? AND ${SHOWN}`,
    ),
    answer: database.prepare(
      `SELECT answer_body AS body FROM contents JOIN events ON events.id = contents.id WHERE contents.id = ? AND ${SHOWN}`,
    ),
    forward: database.prepare(
      `SELECT body FROM forwards JOIN events ON events.id = forwards.id WHERE forwards.id = ? AND ${SHOWN}`,
    ),
  };
  // Of what was cleared only pinned rows are shown, and an index has them.
  const oldest = [
    "SELECT at FROM events INDEXED BY events_pinned WHERE pinned = 1 ORDER BY id LIMIT 1",
    "SELECT at FROM events WHERE id > (SELECT value FROM state WHERE name = 'cleared_through') AND id NOT IN (SELECT id FROM hidden) ORDER BY id LIMIT 1",
  ].map((sql) => database.prepare(sql));
  const oldestShown = (): number | null => {
    const moments = oldest.flatMap((statement) => Number(statement.get()?.["at"] ?? Number.NaN) || []);
    return moments.length === 0 ? null : Math.min(...moments);
  };
  const detailIn = (row: NonNullable<Row>): EventDetail => {
    const found = joined.detail(detailOf(row));
    const reading = found.kind === "delivery" ? decodeReading(row) : null;
    return found.kind === "delivery" && reading !== null ? { ...found, reading } : found;
  };
  const detailFor = (id: EventId): EventDetail | null => {
    const row = detail.get(id);
    return row === undefined ? null : detailIn(row);
  };
  /** Several events in one answer, which is what going through a long log costs: questions, not rows. */
  const whole = (ids: readonly EventId[]): WholeEvents => {
    const events: WholeEvent[] = [];
    let bytes = 0;
    for (const row of details.iterate(JSON.stringify(ids))) {
      const bodies = bodiesOf(row);
      const event = { detail: detailIn(row), bodies };
      events.push(event);
      bytes += Object.values(bodies).reduce((sum, body) => sum + (body?.byteLength ?? 0), 0);
      if (bytes >= WHOLE_AT_ONCE_BYTES) return { events, through: ids.indexOf(event.detail.summary.id) + 1 };
    }
    return { events, through: ids.length };
  };
  return async (question: Question, cancelled: () => boolean): Promise<Answers[keyof Answers]> => {
    switch (question.ask) {
      case "page":
        return pager.page(question.query, question.now, cancelled);
      case "detail":
        return detailFor(question.id);
      case "cleared":
        return cleared.get(question.id) !== undefined;
      case "whole":
        return whole(question.ids);
      case "body": {
        const body = bodies[question.part].get(question.id)?.["body"];
        return body instanceof Uint8Array ? body : null;
      }
      case "alike":
        return alike(question.id);
      case "stats":
        return {
          events: state.get("rows") - state.get("cleared_rows"),
          bytesOnDisk: sizeOfFiles(folder),
          indexLag: lagOf(counters),
          oldest: oldestShown(),
          cleared: Math.max(0, state.get("cleared_rows")),
        };
      case "tags": {
        const found = new Set<string>();
        for (const row of tags.iterate()) {
          for (const tag of String(row["tags"]).split("\n")) found.add(tag);
          if (found.size >= TAGS_AT_MOST) break;
        }
        return [...found].slice(0, TAGS_AT_MOST).sort((one, other) => one.localeCompare(other));
      }
      case "relay-place":
        return readPlace(database, question.inbox);
      case "retention":
        return readRetention(state);
      case "recall":
        return runs.recall(question);
      case "recall-run":
        return runs.recallRun(question.id);
      case "run-members":
        return runs.members(question.ids);
      case "recall-delivery":
        return runs.recallDelivery(question.id);
      case "read-all":
        return runs.readAll(question.from, question.before);
      case "payload":
        return readings.payload(question.id, question.readings);
      case "confirmed-reading":
        return readings.confirmed(question.id, question.reading);
      case "reading-counts":
        return readings.counts(question.profileId);
      case "try-reading":
        return readings.try(question.profileId, question.reading, question.deliveryId, cancelled);
    }
  };
}

/** An answer to `whole` grows no further than this by bodies: they are copied from one thread to the other. */
const WHOLE_AT_ONCE_BYTES = 4 * MEBIBYTE;

function bodiesOf(row: NonNullable<Row>): WholeEvent["bodies"] {
  const bytes = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null);
  return {
    request: bytes(row["request_body"]),
    answer: bytes(row["answer_body"]),
    forward: bytes(row["forward_body"]),
  };
}

function sizeOfFiles(folder: string): number {
  return [FILE_NAME, INDEX_FILE]
    .flatMap((file) => ["", "-wal", "-shm"].map((companion) => join(folder, file + companion)))
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
