import { type Notice, notice } from "../../src/shared/notices.ts";
import { noticeEvent, type SampleEvent } from "./sample-events.ts";

const MINUTE = 60_000_000;
const FOLDER = "/home/ada/.config/linkdesk";

/** One of each notice that says what has gone wrong, or was protected, by the name of its picture. */
export function sampleNotices(now: number): Readonly<Record<string, Notice>> {
  const ago = (minutes: number): number => now - minutes * MINUTE;
  return {
    "log-set-aside": {
      code: "journal-set-aside",
      file: "journal.db.damaged-2026-11-23T14-05-09",
      reason: "database disk image is malformed",
      readable: true,
    },
    "log-unreadable": {
      code: "journal-set-aside",
      file: "journal.db.damaged-2026-11-23T14-05-09",
      reason: "the file is empty",
      readable: false,
    },
    "log-salvaged": {
      code: "journal-salvaged",
      file: "journal.db.damaged-2026-11-23T14-05-09",
      kept: 12_704,
      lost: 99,
    },
    "log-salvaged-whole": {
      code: "journal-salvaged",
      file: "journal.db.damaged-2026-11-23T14-05-09",
      kept: 12_803,
      lost: 0,
    },
    "log-part-lost": { code: "gap", from: ago(55), until: ago(31), cause: "log-damaged" },
    "log-beginning-lost": { code: "gap", from: 0, until: ago(31), cause: "log-damaged" },
    "ended-abruptly": { code: "gap", from: ago(200), until: ago(31), cause: "ended-abruptly" },
    "events-expired": {
      code: "events-expired",
      count: 4_210,
      from: ago(200_000),
      until: ago(130_000),
      limits: ["age", "bytes"],
    },
    "disk-full": {
      code: "not-recorded",
      from: ago(12),
      until: ago(9),
      count: 17,
      reason: "There is no space left on the disk. Linkdesk's data is in /home/ada/.config/linkdesk.",
    },
    "clock-forward": { code: "clock-set", by: 400 * 24 * 60 * MINUTE },
    "clock-back": { code: "clock-set", by: -2 * 60 * MINUTE },
    "folder-open": { code: "folder-open", folder: FOLDER },
    "settings-set-aside": {
      code: "settings-set-aside",
      file: "settings.json.damaged-2026-11-23T14-05-09",
      reason: "The profile “Acme staging” could not be read: its base URL is longer than 2,000 characters.",
    },
    "secrets-unprotected": { code: "secrets-unprotected" },
    "listener-exposed": { code: "listener-exposed", url: "http://192.168.1.20:8787/webhooks" },
    "outside-unrecorded": { code: "outside-unrecorded", from: ago(4), until: ago(2), count: 1_204 },
    "window-crashed": { code: "window-crashed", reason: "it ran out of memory" },
    "internal-error": {
      code: "internal-error",
      reason: "The event log’s thread was started again: ERR_WORKER_OUT_OF_MEMORY",
    },
  };
}

/** A log of nothing but those, as main would have told them. */
export function sampleNoticeLog(now: number): readonly SampleEvent[] {
  return Object.values(sampleNotices(now)).map((each, place, all) =>
    noticeEvent(now - (all.length - place) * MINUTE, notice.parse(each)),
  );
}
