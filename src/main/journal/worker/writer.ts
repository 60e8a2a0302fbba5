import { statSync } from "node:fs";
import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { assertNever, type Instant, MEBIBYTE } from "../../../shared/primitives.ts";
import { damageOf, explain, FILE_NAME, type OpenedFile, openForWriting } from "../file/open-file.ts";
import { openSessionMark, recover, type SessionMark } from "../file/recovery.ts";
import { openState, outdateIndex } from "../file/state.ts";
import { openStore } from "../file/store.ts";
import { type JournalProblem, problemOf } from "../journal-failure.ts";
import type { FromWriter, Opening, ThreadStart } from "../messages.ts";
import { createSharedCounters } from "../shared-counters.ts";
import { freeMemoryOf, type PackedBatch, type ToWriter, unpackBatch } from "../to-writer.ts";
import { type CommitParts, commitBatch, inTransaction } from "./commit.ts";
import { openHousekeeping } from "./housekeeping.ts";
import { openRereading, type Rereading } from "./rereading.ts";
import { beginSalvage, openSalvage } from "./salvage.ts";
import { openUnread, type Unread } from "./unread.ts";
import { openWebhookReader } from "./webhook-reader.ts";

const LOG_LIMIT_BYTES = 128 * MEBIBYTE;
const LOG_LOOK_MS = 50;
const HEARTBEAT_MS = 5_000;
const SCRUB_TRIES = 100;
const SCRUB_PAUSE_MS = 50;
// Between two steps of housekeeping that has more to do, and between two looks whether there is any.
const HOUSEKEEPING_BUSY_MS = 25;
const HOUSEKEEPING_IDLE_MS = 2_000;
// Between two looks whether a flood has ended.
const FLOOD_LOOK_MS = 5;
// After a fault (a full disk, say) bringing events back is tried again after a longer pause.
const SALVAGE_FAULT_MS = 5_000;

/** The one thread that writes. It answers each batch once everything in it is committed. */
export function runWriter(port: MessagePort, start: ThreadStart): void {
  const say = (message: FromWriter): void => port.postMessage(message);
  const counters = createSharedCounters(start.memory);
  const now = (): number => Date.now() * 1_000;
  let file: OpenFile;
  let mark: SessionMark;
  let leftUnread: Opening["leftUnread"];
  try {
    file = openSound(start, counters.lastId());
    mark = openSessionMark(start.folder);
    counters.setLastId(file.lastId());
    const lastSign = Math.max(mark.endedAbruptly ?? 0, file.lastMoment);
    const gap = mark.endedAbruptly !== null && !start.again && lastSign < start.now;
    const readingsEdition = file.readingsEdition();
    leftUnread = file.rereading.leftUnread();
    say({
      type: "ready",
      readingsEdition,
      leftUnread,
      setAside: file.setAside,
      cut: file.isCut ? { from: file.lastMoment, until: mark.endedAbruptly ?? start.now } : null,
      gap: gap ? { from: lastSign, until: start.now } : null,
    });
  } catch (error) {
    say({ type: "unusable", problem: explain(error) });
    port.close();
    return;
  }

  const log = join(start.folder, `${FILE_NAME}-wal`);
  let failing = false;
  let logSeen = 0;
  function commit(batch: PackedBatch): void {
    const { outcomes, damage } = commitBatch(file, unpackBatch(batch));
    freeMemoryOf(batch);
    // Before it is told of them: the index must not have them unread.
    counters.setUnreadFrom(file.unread.first() ?? 0);
    failing = outcomes.some((outcome) => !outcome.ok);
    boundLog();
    say({ type: "committed", outcomes, damage });
    counters.setLastId(file.lastId());
  }

  /**
   * The background thread works the log into the file, but a log that never rests never starts over either: when it
   * has grown too long, what is left of that work is done here, between two commits.
   */
  function boundLog(): void {
    if (performance.now() - logSeen < LOG_LOOK_MS) return;
    logSeen = performance.now();
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) < LOG_LIMIT_BYTES) return;
    try {
      file.database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The next commit meets the same fault and tells it.
    }
  }

  /** Writes the file anew without what was removed, and keeps no copy of it in the write-ahead log or the index. */
  function scrub(): JournalProblem | null {
    try {
      while (inTransaction(file.database, file.store, () => file.keepHouse(now())).more);
      file.store.removeUnused();
      file.database.exec("VACUUM");
      outdateIndex(openState(file.database));
      return emptyLog() ? null : problemOf("journal-unavailable", "its write-ahead log is in use");
    } catch (error) {
      return explain(error);
    }
  }

  /** Somebody may be reading from it, or working it into the file, right now. */
  function emptyLog(): boolean {
    for (let tries = 0; tries < SCRUB_TRIES; tries += 1) {
      if (file.database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0) return true;
      counters.rest(SCRUB_PAUSE_MS);
    }
    return false;
  }

  /** True once something can be written again. */
  function canWrite(): boolean {
    try {
      inTransaction(file.database, file.store, () => file.database.exec("UPDATE state SET value = value"));
      return true;
    } catch {
      return false;
    }
  }

  const heartbeat = setInterval(() => {
    mark.touch();
    if (!failing || !canWrite()) return;
    failing = false;
    say({ type: "recovered" });
  }, HEARTBEAT_MS);

  let housekeeping = setTimeout(keepHouse, HOUSEKEEPING_IDLE_MS);
  let wasBusy = false;
  function keepHouse(): void {
    let more = false;
    try {
      const kept = inTransaction(file.database, file.store, () => file.keepHouse(now()));
      more = kept.more;
      if (kept.notice !== null) say({ type: "notice", notice: kept.notice });
      // Space is given back to the system only when the write-ahead log has been worked into the file.
      if (wasBusy && !more) file.database.exec("PRAGMA wal_checkpoint(PASSIVE)");
      wasBusy = more;
    } catch (error) {
      // What cannot be removed now (a full disk needs room even for that) is tried again later.
      const damage = damageOf(error);
      if (damage !== null) say({ type: "damaged", damage });
    }
    housekeeping = setTimeout(keepHouse, more ? HOUSEKEEPING_BUSY_MS : HOUSEKEEPING_IDLE_MS);
  }

  /** @returns false where arrivals come first */
  function readWaiting(): boolean {
    const milliseconds = file.unread.time();
    if (milliseconds === 0) return false;
    const readings = inTransaction(file.database, file.store, () => file.unread.read(milliseconds));
    file.unread.done(readings);
    counters.setUnreadFrom(file.unread.first() ?? 0);
    say({ type: "read", readings });
    return true;
  }

  let resting: NodeJS.Timeout | null = null;
  function goOn(): void {
    resting = null;
    rereading ??= setImmediate(reread);
  }

  function tellLeftUnread(): void {
    const since = file.rereading.leftUnread();
    if (since === leftUnread) return;
    leftUnread = since;
    say({ type: "left-unread", since });
  }

  let rereading: NodeJS.Immediate | null = null;
  /** Step by step, so that what arrives is committed in between. */
  function reread(): void {
    rereading = null;
    try {
      if (file.unread.first() !== null) {
        if (readWaiting()) rereading = setImmediate(reread);
        else resting ??= setTimeout(goOn, FLOOD_LOOK_MS);
        return;
      }
      const told = inTransaction(file.database, file.store, () => file.rereading.step());
      if (told === null) return tellLeftUnread();
      say({ type: "reread", edition: file.readingsEdition(), ...told });
      tellLeftUnread();
      rereading = setImmediate(reread);
    } catch (error) {
      // What cannot be written now is read anew after the next start.
      const damage = damageOf(error);
      if (damage !== null) say({ type: "damaged", damage });
    }
  }
  reread();

  let bringing = openSalvage(file.database, start.folder, file.store);
  let salvaging: NodeJS.Timeout | null = null;
  /** Step by step, as above: a damaged log may have a million events. */
  function salvage(): void {
    try {
      const told = inTransaction(file.database, file.store, () => bringing.step());
      salvaging = null;
      if (told === null) return;
      if (told === "more") {
        salvaging = setTimeout(salvage, 0);
        return;
      }
      say({ type: "salvaged", edition: file.readingsEdition(), ...told });
      rereading ??= setImmediate(reread);
    } catch (error) {
      const damage = damageOf(error);
      if (damage !== null) return say({ type: "damaged", damage });
      bringing = openSalvage(file.database, start.folder, file.store);
      salvaging = setTimeout(salvage, SALVAGE_FAULT_MS);
    }
  }
  salvage();

  port.on("message", (message: ToWriter) => {
    switch (message.type) {
      case "batch":
        commit(message.batch);
        rereading ??= setImmediate(reread);
        return;
      case "scrub":
        say({ type: "scrubbed", problem: scrub() });
        return;
      case "close":
        clearInterval(heartbeat);
        clearTimeout(housekeeping);
        if (rereading !== null) clearImmediate(rereading);
        if (resting !== null) clearTimeout(resting);
        if (salvaging !== null) clearTimeout(salvaging);
        try {
          file.database.close();
        } finally {
          mark.remove();
          port.close();
        }
        return;
      default:
        assertNever(message);
    }
  });
}

interface OpenFile extends CommitParts {
  readonly unread: Unread;
  readonly setAside: Opening["setAside"];
  readonly isCut: boolean;
  readonly rereading: Rereading;
  readonly readingsEdition: () => number;
  readonly keepHouse: ReturnType<typeof openHousekeeping>;
  readonly lastId: () => number;
  /** Of the newest event, or of the last verdict, which may be newer; 0 when there is neither. */
  readonly lastMoment: Instant;
}

/** Opens the file and looks at all that is needed of it; what turns out to be damaged is set aside. */
function openSound(start: ThreadStart, lastId: number): OpenFile {
  const opened = openForWriting(start.folder, start.now, start.setAside);
  try {
    return prepare(opened, start, lastId);
  } catch (error) {
    opened.database.close();
    const damage = damageOf(error);
    if (damage === null) throw error;
    return prepare(openForWriting(start.folder, start.now, damage), start, lastId);
  }
}

/** @param lastId row numbers of a new file go on after this one: they are never used twice */
function prepare({ database, setAside: aside, isCut }: OpenedFile, start: ThreadStart, lastId: number): OpenFile {
  const setAside =
    aside === null
      ? null
      : { file: aside.file, reason: aside.reason, readable: beginSalvage(database, start.folder, aside.stamp, lastId) };
  // Each page is written once, and not first to a write-ahead log, which takes as long as the file itself.
  if (start.filling) database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  if (!start.again) recover(database);
  const store = openStore(database);
  const reader = openWebhookReader(database);
  const unread = openUnread(database, store, reader.again);
  const rereading = openRereading(database, store, reader, unread);
  inTransaction(database, store, () => rereading.configure(start.readings));
  const state = openState(database);
  const sequence = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  const newest = database.prepare("SELECT at FROM events ORDER BY id DESC LIMIT 1");
  return {
    database,
    setAside,
    isCut,
    store,
    readArrived: reader.arrived,
    unread,
    configureReadings: rereading.configure,
    rereading,
    readingsEdition: () => state.get("readings_edition"),
    keepHouse: openHousekeeping(database, store),
    lastId: () => Number(sequence.get()?.["seq"] ?? 0),
    lastMoment: Math.max(Number(newest.get()?.["at"] ?? 0), state.get("runs_at")),
  };
}
