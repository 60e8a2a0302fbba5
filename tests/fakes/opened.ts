import type { FileCheck, OpenedFile } from "../../src/shared/case-file.ts";
import type { Handlers } from "../../src/shared/contract.ts";
import { fakeAttempts } from "./attempts.ts";
import { createFakeJournal } from "./journal.ts";
import type { PushOut } from "./program.ts";
import { createFakeReadings } from "./readings.ts";
import { FakeRefusal } from "./refusal.ts";
import { createFakeRuns } from "./runs.ts";
import { sampleRunLog } from "./sample-runs.ts";

const FINGERPRINT = "6F1C02A94D7710BE8C3A55D2F0E19B6473A8C2D1";

type CaseCheck = Extract<FileCheck, { is: "case" }>;

/** A case file as it is found, by what its name says of it: "known", "own", "altered", "unsigned", else a stranger's. */
function foundOf(file: string, size: number, now: number): FileCheck {
  if (file.endsWith(".har")) return { is: "har", file, size, by: "WebInspector 537.36" };
  if (file.endsWith(".ndjson")) return { is: "ndjson", file, size, by: "Linkdesk" };
  const altered = file.includes("altered");
  const signedBy: CaseCheck["signedBy"] = file.includes("unsigned")
    ? { by: "none", why: "broken" }
    : /\bown\b/.test(file)
      ? { by: "own", fingerprint: FINGERPRINT }
      : file.includes("known")
        ? { by: "known", fingerprint: FINGERPRINT, name: "Desk in Lagos" }
        : { by: "unknown", fingerprint: FINGERPRINT };
  return {
    is: "case",
    file,
    size,
    whole: !altered && signedBy.by !== "none",
    signedBy,
    parts: [
      { name: "events.ndjson", state: "whole" },
      { name: "events.har", state: altered ? "altered" : "whole" },
      { name: "report.html", state: "whole" },
    ],
    manifest: {
      linkdeskCase: 1,
      id: "3f0c",
      version: "0.1.0",
      exportedAt: now,
      subject: /\bown\b/.test(file) ? "14 events" : "the simulation of call No. 12",
      events: 14,
      redacted: true,
      clock: { zone: "Africa/Lagos", set: [] },
      gaps: /\bown\b/.test(file) ? [{ from: now - 9_000_000_000, until: now - 8_000_000_000, cause: "asleep" }] : [],
    },
    leftOut: [
      { part: "details", events: 2, first: [12, 13] },
      { part: "request", events: 2, first: [12, 13] },
    ],
    originals: signedBy.by === "own" ? { held: 2, agree: 2 } : null,
  };
}

/** Files that are given in pieces; whatever is opened has the log of the runs' sample in it. */
export function createFakeOpened(push: PushOut, now: () => number): Handlers["opened"] {
  const log = sampleRunLog(now() - 86_400_000_000);
  const silent: PushOut = () => undefined;
  const runs = createFakeRuns(silent, log.runs, now, (id) => journal.find(id).detail.summary);
  const journal = createFakeJournal(silent, log.events, runs.joined, runs.seen);
  for (const { detail } of journal.all()) runs.seen(detail.summary);
  const readings = createFakeReadings(
    silent,
    { view: () => ({ profile: { readings: [] } }) } as unknown as Parameters<typeof createFakeReadings>[1],
    () => journal,
    runs,
  );
  const sizes = new Map<string, number>();
  let last = 0;
  let opened: OpenedFile | null = null;

  function find(token: string): { readonly file: string; readonly size: number } {
    const size = sizes.get(token);
    if (size === undefined) throw new FakeRefusal("no-file", "This file is not at hand any more. Choose it again.");
    return { file: token.slice(token.indexOf(" ") + 1), size };
  }

  return {
    status: () => opened,
    begin({ file }) {
      last += 1;
      const token = `${last} ${file}`;
      sizes.set(token, 0);
      return { token };
    },
    put({ token, bytes }) {
      sizes.set(token, find(token).size + Math.floor((bytes.length * 3) / 4));
      return null;
    },
    check({ token }) {
      const { file, size } = find(token);
      return foundOf(file, size, now());
    },
    open({ token }) {
      const { file, size } = find(token);
      const events = journal.all();
      opened = {
        check: foundOf(file, size, now()),
        events: events.length,
        from: events[0]?.detail.summary.at ?? null,
        until: events.at(-1)?.detail.summary.at ?? null,
      };
      push("opened.changed", opened);
      return opened;
    },
    cancel: () => ({ cancelled: true }),
    drop({ token }) {
      sizes.delete(token);
      return null;
    },
    close() {
      opened = null;
      push("opened.changed", null);
      return null;
    },
    signer: () => ({ fingerprint: FINGERPRINT, lasts: true }),
    page: journal.handlers.page,
    cancelSearch: journal.handlers.cancelSearch,
    detail: journal.handlers.detail,
    body: journal.handlers.body,
    decodedBody: journal.handlers.decodedBody,
    tags: journal.handlers.tags,
    stats: journal.handlers.stats,
    journalStatus: journal.handlers.status,
    run: runs.handlers.get,
    attempts: ({ id }) => fakeAttempts(journal, id),
    // A profile of the same id here would be another one.
    reading: async (request) => ({ ...(await readings.of(request)), profileId: null }),
  };
}
