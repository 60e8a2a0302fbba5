import { randomUUID } from "node:crypto";
import { CASE_EXTENSION } from "../../shared/case-file.ts";
import type {
  ExportFormat,
  ExportPreview,
  ExportProgress,
  ExportScope,
  Paper,
  Redaction,
  TicketFormat,
} from "../../shared/evidence.ts";
import { pluralText } from "../../shared/measures.ts";
import { assertNever, type Instant } from "../../shared/primitives.ts";
import type { Units } from "../../shared/text/amount-text.ts";
import type { Host } from "../hosts/host.ts";
import { createRedactor } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { createUnderWay } from "../under-way.ts";
import { caseFile } from "./case/case-file.ts";
import type { Seal } from "./case/seal.ts";
import { BODY_PARTS, type Evidence } from "./evidence.ts";
import type { ExportContext } from "./formats/context.ts";
import { csv } from "./formats/csv.ts";
import { har } from "./formats/har.ts";
import { ndjson } from "./formats/ndjson.ts";
import { REPORT_EVENTS_AT_MOST, report } from "./formats/report.ts";
import { ticketText } from "./formats/ticket.ts";
import { type Chosen, chosenOf, readLog, type Sources } from "./read-log.ts";
import { createFindings, type Findings } from "./redaction/findings.ts";
import { createMarks, type Marks } from "./redaction/marks.ts";
import { createRedaction } from "./redaction/redact.ts";
import { writeWhole } from "./write-file.ts";

export interface ExportDependencies extends Sources {
  readonly host: Pick<Host, "saveAs" | "printPdf" | "showFile">;
  /** The known secrets that no text has in it by chance. */
  readonly secrets: () => readonly string[];
  readonly unitsOf: Units;
  /** The key of this installation, made when it is first needed. */
  readonly seal: () => Promise<Seal>;
  readonly version: string;
  readonly now: () => Instant;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** What was seen, handed over: looked through first, then written as it was shown. */
export interface Exports {
  /** @throws Refusal `no-event`, `no-run`, or that of a filter */
  prepare(request: { readonly requestId: string; readonly scope: ExportScope }): Promise<ExportPreview>;
  /** @throws Refusal `too-much`, `not-prepared` */
  ticket(request: {
    readonly token: string;
    readonly format: TicketFormat;
    readonly redaction: Redaction;
  }): Promise<string>;
  /** null for the file: the user thought better of it. @throws Refusal `not-written`, `too-much`, `not-prepared` */
  write(request: WriteRequest): Promise<{ readonly file: string | null; readonly size: number }>;
  cancel(requestId: string): boolean;
  /** @throws Refusal `not-shown` */
  show(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteRequest {
  readonly requestId: string;
  readonly token: string;
  readonly format: ExportFormat;
  readonly redaction: Redaction;
  readonly paper: Paper;
}

interface Prepared {
  readonly chosen: Chosen;
  readonly subject: string;
  readonly findings: Findings;
  readonly marks: Marks;
  readonly events: number;
}

/** Looked at by windows that are open: one, and the one before it, whose answer may still be on its way. */
const PREPARED_AT_MOST = 3;
const PROGRESS_EVERY_MS = 150;

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

export function createExports(dependencies: ExportDependencies): Exports {
  const { host, secrets, unitsOf, seal, version, now, onProgress } = dependencies;
  const underWay = createUnderWay<unknown>("export");
  const kept = new Map<string, Prepared>();
  let lastFile: string | null = null;

  function progressOf(requestId: string): (done: number, of: number) => void {
    let last = 0;
    return (done, of) => {
      const at = performance.now();
      if (at - last < PROGRESS_EVERY_MS) return;
      last = at;
      onProgress({ requestId, done: Math.min(done, of), of });
    };
  }

  function find(token: string): Prepared {
    const found = kept.get(token);
    if (found === undefined)
      throw new Refusal("not-prepared", "This was looked through too long ago. Close the dialog and open it again.");
    return found;
  }

  function contextOf({ subject }: Prepared, redaction: Redaction, paper: Paper): ExportContext {
    return { version, now: now(), isRedacted: redaction.state === "redacted", subject, unitsOf, paper };
  }

  function redacted(
    prepared: Prepared,
    redaction: Redaction,
    events: AsyncIterable<Evidence>,
  ): AsyncIterable<Evidence> {
    const redact = createRedaction({
      secrets: createRedactor(secrets()),
      marks: prepared.marks,
      chosen: redaction.state === "redacted" ? prepared.findings.chosen(new Set(redaction.keep)) : null,
    });
    return mapped(events, redact);
  }

  async function prepare(scope: ExportScope, requestId: string, signal: AbortSignal): Promise<ExportPreview> {
    const chosen = await chosenOf(scope, dependencies);
    const findings = createFindings(createRedactor(secrets()));
    const counts = { call: 0, delivery: 0, notice: 0 };
    let size = 0;
    for await (const event of readLog(chosen, dependencies, {
      signal,
      progress: progressOf(requestId),
      withRuns: false,
    })) {
      counts[event.detail.kind] += 1;
      for (const part of BODY_PARTS) size += event.bodies[part]?.byteLength ?? 0;
      await findings.add(event);
    }
    const events = counts.call + counts.delivery + counts.notice;
    if (events === 0)
      throw new Refusal("no-event", "There is nothing to export: the log has no event like that any more.");
    const token = randomUUID();
    const subject = scope.of === "run" ? `the simulation of call ${scope.id}` : pluralText(events, "event", "events");
    kept.set(token, { chosen, subject, findings, marks: createMarks(), events });
    for (const oldest of kept.keys()) if (kept.size > PREPARED_AT_MOST) kept.delete(oldest);
    return {
      token,
      calls: counts.call,
      deliveries: counts.delivery,
      notices: counts.notice,
      size,
      secrets: findings.secrets,
      groups: findings.groups(),
      moreGroups: findings.hasMore,
    };
  }

  async function* written(
    request: WriteRequest,
    prepared: Prepared,
    signal: AbortSignal,
  ): AsyncIterable<string | Uint8Array> {
    const { format, redaction, paper, requestId } = request;
    const context = contextOf(prepared, redaction, paper);
    const progress = progressOf(requestId);
    if (format === "case") {
      const read = (pass: number, of: number): AsyncIterable<Evidence> =>
        readLog(prepared.chosen, dependencies, {
          signal,
          progress: (done, all) => progress(pass * all + done, of * all),
          withRuns: true,
        });
      const redact = (events: AsyncIterable<Evidence>) => redacted(prepared, redaction, events);
      const { journal } = dependencies;
      const withReport = prepared.events <= REPORT_EVENTS_AT_MOST;
      yield* caseFile({ journal, context, withReport, read, redact, seal: await seal() });
      return;
    }
    const withRuns = format !== "har" && format !== "csv";
    const log = readLog(prepared.chosen, dependencies, { signal, progress, withRuns });
    const events = redacted(prepared, redaction, log);
    switch (format) {
      case "text":
      case "markdown":
        yield await ticketText(events, format, context);
        return;
      case "html":
        yield* report(events, context);
        return;
      case "pdf": {
        let html = "";
        for await (const part of report(events, context)) html += part;
        yield await host.printPdf({ html, paper, signal });
        return;
      }
      case "har":
        yield* har(events, context);
        return;
      case "ndjson":
        yield* ndjson(events);
        return;
      case "csv":
        yield* csv(events, context);
        return;
      default:
        assertNever(format);
    }
  }

  async function write(request: WriteRequest, signal: AbortSignal): Promise<{ file: string | null; size: number }> {
    const prepared = find(request.token);
    if ((request.format === "pdf" || request.format === "html") && prepared.events > REPORT_EVENTS_AT_MOST)
      throw new Refusal(
        "too-much",
        `A report has room for ${REPORT_EVENTS_AT_MOST} events. Choose fewer, or another format.`,
      );
    const file = await host.saveAs(`linkdesk-${dayOf(now())}.${EXTENSIONS[request.format]}`);
    if (file === null) return { file, size: 0 };
    const size = await writeWhole(file, written(request, prepared, signal), signal);
    lastFile = file;
    return { file, size };
  }

  /** What was given up is no fault. */
  async function run<Result>(requestId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    let signal: AbortSignal | null = null;
    try {
      return (await underWay.run(requestId, (given) => {
        signal = given;
        return work(given);
      })) as Result;
    } catch (error) {
      if ((signal as AbortSignal | null)?.aborted === true)
        throw new Refusal("cancelled", "The export was cancelled. Nothing was written.");
      throw error;
    }
  }

  return {
    prepare: ({ requestId, scope }) => run(requestId, (signal) => prepare(scope, requestId, signal)),
    async ticket({ token, format, redaction }) {
      const prepared = find(token);
      const signal = new AbortController().signal;
      const log = readLog(prepared.chosen, dependencies, { signal, progress: () => undefined, withRuns: true });
      return ticketText(redacted(prepared, redaction, log), format, contextOf(prepared, redaction, "A4"));
    },
    write: (request) => run(request.requestId, (signal) => write(request, signal)),
    cancel: underWay.cancel,
    async show() {
      if (lastFile === null) throw new Refusal("not-shown", "Nothing has been exported since Linkdesk was started.");
      await host.showFile(lastFile).catch((error: unknown) => {
        throw new Refusal("not-shown", error instanceof Error ? error.message : String(error));
      });
    },
    close: underWay.close,
  };
}

async function* mapped(
  events: AsyncIterable<Evidence>,
  change: (event: Evidence) => Promise<Evidence>,
): AsyncIterable<Evidence> {
  for await (const event of events) yield await change(event);
}

/** Plain digits: names of files are read by every system, and say nothing of what is in them. */
function dayOf(at: Instant): string {
  return new Date(at / 1_000)
    .toISOString()
    .slice(0, 16)
    .replaceAll(/[^0-9]/g, "-");
}
