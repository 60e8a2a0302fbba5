import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import type { Answers, FromReader, Question, ThreadStart, ToReader } from "../messages.ts";
import { explain, FILE_NAME, openForReading } from "./database.ts";
import { openPager, type Pager } from "./pager.ts";
import { detailOf, SUMMARY_COLUMNS, SUMMARY_TABLES } from "./rows.ts";
import { openState } from "./store.ts";

/** The thread that reads: pages, single events, bodies. Arrivals never wait for it. */
export function runReader(port: MessagePort, start: ThreadStart): void {
  const say = (message: FromReader, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  let database: DatabaseSync;
  let answer: (question: Question, cancelled: () => boolean) => Promise<unknown>;
  try {
    database = openForReading(start.folder);
    answer = openAnswers(database, start.folder);
    say({ type: "ready" });
  } catch (error) {
    say({ type: "unusable", problem: explain(error) });
    port.close();
    return;
  }
  const cancelled = new Set<number>();
  const running = new Set<number>();
  const run = async (number: number, question: Question): Promise<void> => {
    running.add(number);
    try {
      const value = await answer(question, () => cancelled.has(number));
      say({ type: "answer", number, value });
    } catch (error) {
      if (error instanceof Refusal) say({ type: "refusal", number, code: error.code, message: error.message });
      else {
        const { code, sentence } = explain(error);
        say({ type: "refusal", number, code, message: sentence });
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

function openAnswers(database: DatabaseSync, folder: string) {
  const pager: Pager = openPager(database);
  const state = openState(database);
  const shown = "(events.id > (SELECT value FROM state WHERE name = 'cleared_through') OR pinned = 1)";
  const detail = database.prepare(
    `SELECT ${SUMMARY_COLUMNS}, rest, committed, answer_started, answer_ended
     FROM ${SUMMARY_TABLES} LEFT JOIN contents ON contents.id = events.id WHERE events.id = ? AND ${shown}`,
  );
  const bodies = {
    request: database.prepare(
      `SELECT request_body AS body FROM contents JOIN events ON events.id = contents.id WHERE contents.id = ? AND ${shown}`,
    ),
    answer: database.prepare(
      `SELECT answer_body AS body FROM contents JOIN events ON events.id = contents.id WHERE contents.id = ? AND ${shown}`,
    ),
  };
  return async (question: Question, cancelled: () => boolean): Promise<Answers[keyof Answers]> => {
    switch (question.ask) {
      case "page":
        return pager.page(question.query, cancelled);
      case "detail": {
        const row = detail.get(question.id);
        return row === undefined ? null : detailOf(row);
      }
      case "body": {
        const body = bodies[question.part].get(question.id)?.["body"];
        return body instanceof Uint8Array ? body : null;
      }
      case "stats":
        return {
          events: state.get("rows") - state.get("cleared_rows"),
          bytesOnDisk: ["", "-wal", "-shm"].reduce((sum, end) => sum + sizeOf(join(folder, FILE_NAME + end)), 0),
        };
      default:
        return assertNever(question);
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
