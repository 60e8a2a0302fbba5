import { rm } from "node:fs/promises";
import { CASE_EXTENSION } from "../../shared/case-file.ts";
import type { Contract, Parsed } from "../../shared/contract.ts";
import type { ExportFormat, ExportLog, ExportPreview, ExportProgress, Foreign, Paper } from "../../shared/evidence.ts";
import { momentName } from "../../shared/file-name.ts";
import { type EventId, errorText, type Instant } from "../../shared/primitives.ts";
import type { RedactionRules } from "../../shared/redaction-rules.ts";
import type { RunDetail } from "../../shared/run.ts";
import type { Host } from "../hosts/host.ts";
import type { LogPlace } from "../journal/index.ts";
import { Refusal, unlessRefused } from "../refusal.ts";
import { createUnderWay } from "../under-way.ts";
import { REPORT_EVENTS_AT_MOST, tooLong } from "./formats/report.ts";
import { type EvidenceThread, startEvidenceThread } from "./thread/client.ts";
import type { Setting, Tasks } from "./thread/messages.ts";
import { openUnfinished } from "./unfinished.ts";
import { besideOf, writeWhole } from "./write-file.ts";

/** A log that events are taken from. */
export interface ExportedLog {
  readonly place: LogPlace;
  readonly runs: { get(id: EventId): Promise<RunDetail> };
  readonly foreign: Foreign | null;
}

export interface ExportDependencies {
  /** Where exports that were broken off are noted. */
  readonly folder: string;
  /** The built or the source file of the thread. */
  readonly thread: string | URL;
  /** @throws Refusal `no-file` where no file is open */
  readonly log: (which: ExportLog) => ExportedLog;
  readonly host: Pick<Host, "saveAs" | "printPdf" | "showFile">;
  /** The known secrets that no text has in it by chance. */
  readonly secrets: () => readonly string[];
  readonly rules: () => RedactionRules;
  /** How many units make one of the currency, by the id of the profile. */
  readonly units: () => Readonly<Record<string, number>>;
  /** The key of this installation, made when it is first needed. */
  readonly key: () => Promise<string>;
  readonly version: string;
  readonly now: () => Instant;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** What was seen, handed over: looked through first, then written as it was shown. */
export type Exports = ReturnType<typeof createExports>;

type Asked<M extends keyof Contract["evidence"]> = Parsed<"evidence", M>;

/** What was looked through. */
interface Kept {
  readonly log: ExportedLog;
  readonly events: number;
}

/** Looked at by windows that are open: one, and the one before it, whose answer may still be on its way. */
const PREPARED_AT_MOST = 3;

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  text: "txt",
  markdown: "md",
  html: "html",
  pdf: "pdf",
  har: "har",
  ndjson: "ndjson",
  csv: "csv",
  case: CASE_EXTENSION,
};

export function createExports(dependencies: ExportDependencies) {
  const { host, now } = dependencies;
  const underWay = createUnderWay("export", "The export was cancelled. Nothing was written.");
  const unfinished = openUnfinished(dependencies.folder);
  /** What was looked through, with the log that it is of; the thread keeps what it found under the same name. */
  const kept = new Map<string, Kept>();
  let thread: EvidenceThread | null = null;
  let busy = 0;
  let lastFile: string | null = null;

  /** The thread lasts as long as something is kept in it, or done: afterwards nothing of an event is in memory. */
  async function doing<Value>(work: (thread: EvidenceThread) => Promise<Value>): Promise<Value> {
    if (thread === null || thread.hasEnded) {
      kept.clear();
      thread = startEvidenceThread(dependencies.thread);
    }
    busy += 1;
    try {
      return await work(thread);
    } finally {
      busy -= 1;
      rest();
    }
  }

  function rest(): void {
    if (busy > 0 || kept.size > 0) return;
    void thread?.end();
    thread = null;
  }

  function drop(token: string): void {
    if (!kept.delete(token) || thread === null || thread.hasEnded) return;
    void thread.do("drop", { token }).catch(() => undefined);
    rest();
  }

  function find(token: string): Kept {
    const found = thread === null || thread.hasEnded ? undefined : kept.get(token);
    if (found === undefined)
      throw new Refusal("not-prepared", "This was looked through too long ago. Close the dialog and open it again.");
    return found;
  }

  const told = ({ runs }: ExportedLog) => ({
    run: (id: EventId): Promise<RunDetail | null> => runs.get(id).catch(unlessRefused),
  });

  function setting(paper: Paper): Setting {
    const { version, secrets, units } = dependencies;
    return { version, now: now(), secrets: secrets(), units: units(), paper };
  }

  function progressOf(requestId: string): (done: number, of: number) => void {
    return (done, of) => dependencies.onProgress({ requestId, done, of });
  }

  async function prepare(
    { scope, log: which }: Omit<Asked<"prepare">, "requestId">,
    requestId: string,
    signal: AbortSignal,
  ): Promise<ExportPreview> {
    const log = dependencies.log(which);
    const { place, foreign } = log;
    const ask = { scope, log: place, foreign, secrets: dependencies.secrets(), rules: dependencies.rules() };
    return doing(async (worker) => {
      const preview = await worker.do("prepare", ask, { signal, progress: progressOf(requestId), told: told(log) });
      const { token, calls, deliveries, notices } = preview;
      kept.set(token, { log, events: calls + deliveries + notices });
      for (const oldest of kept.keys()) if (kept.size > PREPARED_AT_MOST) drop(oldest);
      return preview;
    });
  }

  async function write(request: Asked<"write">, signal: AbortSignal): Promise<{ file: string | null; size: number }> {
    const { requestId, token, format, redaction, paper } = request;
    const { log, events } = find(token);
    if ((format === "pdf" || format === "html") && events > REPORT_EVENTS_AT_MOST) throw tooLong();
    const asked = { token, redaction, setting: setting(paper) };
    const following = { signal, progress: progressOf(requestId), told: told(log) };
    return doing(async (worker) => {
      const path = await host.saveAs(`linkdesk-${momentName(now())}.${EXTENSIONS[format]}`);
      if (path === null) return { file: null, size: 0 };
      const size =
        format === "pdf"
          ? await writeWhole(path, printed(await worker.do("report", asked, following), paper, signal), signal)
          : await writeThere(worker, { ...asked, format, path }, following);
      lastFile = path;
      return { file: path, size };
    });
  }

  async function* printed(html: string, paper: Paper, signal: AbortSignal): AsyncIterable<Uint8Array> {
    yield await host.printPdf({ html, paper, signal });
  }

  async function writeThere(
    worker: EvidenceThread,
    ask: Omit<Tasks["write"]["ask"], "beside" | "key">,
    following: Parameters<EvidenceThread["do"]>[2],
  ): Promise<number> {
    const beside = besideOf(ask.path);
    unfinished.begin(beside);
    try {
      const key = ask.format === "case" ? await dependencies.key() : null;
      return await worker.do("write", { ...ask, beside, key }, following);
    } finally {
      // The thread has removed it, unless it was itself broken off.
      await rm(beside, { force: true }).catch(() => undefined);
      unfinished.end(beside);
    }
  }

  return {
    /** @throws Refusal `no-event`, `no-run`, `no-file`, or that of a filter */
    prepare: ({ requestId, ...wanted }: Asked<"prepare">): Promise<ExportPreview> =>
      underWay.run(requestId, (signal) => prepare(wanted, requestId, signal)),
    /** @throws Refusal `too-much`, `not-prepared` */
    async ticket({ token, format, redaction }: Asked<"ticket">): Promise<string> {
      const { log } = find(token);
      const ask = { token, format, redaction, setting: setting("A4") };
      return doing((worker) => worker.do("ticket", ask, { told: told(log) }));
    },
    /** null for the file: the user cancelled it. @throws Refusal `not-written`, `too-much`, `not-prepared` */
    write: (request: Asked<"write">): Promise<{ readonly file: string | null; readonly size: number }> =>
      underWay.run(request.requestId, (signal) => write(request, signal)),
    /** Forgets what was looked through. */
    drop,
    cancel: underWay.cancel,
    /** @throws Refusal `not-shown` */
    async show(): Promise<void> {
      if (lastFile === null) throw new Refusal("not-shown", "Nothing has been exported since Linkdesk was started.");
      await host.showFile(lastFile).catch((error: unknown) => {
        throw new Refusal("not-shown", errorText(error));
      });
    },
    async close(): Promise<void> {
      await underWay.close();
      await thread?.end();
    },
  };
}
