import { randomUUID } from "node:crypto";
import type { ExportPreview, Redaction } from "../../../shared/evidence.ts";
import { pluralText } from "../../../shared/measures.ts";
import { assertNever, type EventId, type Instant } from "../../../shared/primitives.ts";
import type { RunDetail } from "../../../shared/run.ts";
import { openLogReader } from "../../journal/index.ts";
import { createRedactor } from "../../redactor/index.ts";
import { Refusal } from "../../refusal.ts";
import { caseFile } from "../case/case-file.ts";
import { sealOf } from "../case/seal.ts";
import { BODY_PARTS, type Evidence } from "../evidence.ts";
import type { ExportContext } from "../formats/context.ts";
import { csv } from "../formats/csv.ts";
import { har } from "../formats/har.ts";
import { ndjson } from "../formats/ndjson.ts";
import { REPORT_EVENTS_AT_MOST, report } from "../formats/report.ts";
import { ticketText } from "../formats/ticket.ts";
import { type Chosen, chosenOf, readLog, type Sources } from "../read-log.ts";
import { createFindings, type Findings } from "../redaction/findings.ts";
import { createMarks, type Marks } from "../redaction/marks.ts";
import { createRedaction } from "../redaction/redact.ts";
import { writeWhole } from "../write-file.ts";
import type { Setting, Tasks } from "./messages.ts";

interface Following {
  readonly signal: AbortSignal;
  readonly progress: (done: number, of: number) => void;
  readonly run: (id: EventId) => Promise<RunDetail | null>;
}

type Does<Name extends keyof Tasks> = (ask: Tasks[Name]["ask"], following: Following) => Promise<Tasks[Name]["answer"]>;

/** The exports' part of the thread: looks through what is chosen, keeps what it found, and writes it as it was shown. */
export interface Exporter {
  readonly prepare: Does<"prepare">;
  readonly ticket: Does<"ticket">;
  readonly report: Does<"report">;
  readonly write: Does<"write">;
  readonly drop: (token: string) => null;
}

interface Prepared {
  readonly ask: Tasks["prepare"]["ask"];
  readonly chosen: Chosen;
  readonly subject: string;
  readonly findings: Findings;
  readonly marks: Marks;
  readonly events: number;
}

type Wanted = Pick<Tasks["write"]["ask"], "token" | "redaction" | "setting">;

export function createExporter(now: () => Instant): Exporter {
  const kept = new Map<string, Prepared>();

  function find(token: string): Prepared {
    const found = kept.get(token);
    if (found === undefined)
      throw new Refusal("not-prepared", "This was looked through too long ago. Close the dialog and open it again.");
    return found;
  }

  /** The log is open as long as it is gone through, and no longer. */
  async function reading<Value>(
    { log }: Prepared["ask"],
    { run }: Following,
    work: (sources: Sources) => Promise<Value>,
  ): Promise<Value> {
    const journal = openLogReader(log, now);
    try {
      return await work({ journal, run });
    } finally {
      journal.close();
    }
  }

  function contextOf({ ask, subject }: Prepared, redaction: Redaction, setting: Setting): ExportContext {
    const { version, units, paper } = setting;
    return {
      version,
      now: setting.now,
      isRedacted: redaction.state === "redacted",
      subject,
      foreign: ask.foreign,
      unitsOf: (id) => (id === undefined ? null : (units[id] ?? null)),
      paper,
    };
  }

  /** What is done to each event before anything is made of it. */
  function redactionOf({ ask, findings, marks }: Prepared, { redaction, setting }: Wanted) {
    const redact = createRedaction({
      secrets: createRedactor(setting.secrets),
      marks,
      rules: ask.rules,
      chosen: redaction.state === "redacted" ? findings.chosen(new Set(redaction.keep)) : null,
    });
    return async function* (events: AsyncIterable<Evidence>): AsyncIterable<Evidence> {
      for await (const event of events) yield await redact(event);
    };
  }

  /** The events as they go out, with their runs. */
  function accounted<Value>(
    wanted: Wanted,
    following: Following,
    make: (events: AsyncIterable<Evidence>, context: ExportContext) => Promise<Value>,
  ): Promise<Value> {
    const prepared = find(wanted.token);
    return reading(prepared.ask, following, (sources) => {
      const log = readLog(prepared.chosen, sources, { ...following, withRuns: true });
      const context = contextOf(prepared, wanted.redaction, wanted.setting);
      return make(redactionOf(prepared, wanted)(log), context);
    });
  }

  async function* written(
    { format, key, ...wanted }: Tasks["write"]["ask"],
    prepared: Prepared,
    sources: Sources,
    { signal, progress }: Following,
  ): AsyncIterable<string | Uint8Array> {
    const context = contextOf(prepared, wanted.redaction, wanted.setting);
    const redact = redactionOf(prepared, wanted);
    if (format === "case") {
      const seal = key === null ? null : sealOf(key);
      if (seal === null) throw new Refusal("not-written", "The key to sign case files with cannot be read.");
      const read = (pass: number, of: number): AsyncIterable<Evidence> =>
        readLog(prepared.chosen, sources, {
          signal,
          progress: (done, all) => progress(pass * all + done, of * all),
          withRuns: true,
        });
      const withReport = prepared.events <= REPORT_EVENTS_AT_MOST;
      yield* caseFile({ journal: sources.journal, context, withReport, read, redact, seal });
      return;
    }
    const withRuns = format !== "har" && format !== "csv";
    const events = redact(readLog(prepared.chosen, sources, { signal, progress, withRuns }));
    switch (format) {
      case "text":
      case "markdown":
        yield await ticketText(events, format, context);
        return;
      case "html":
      case "pdf":
        yield* report(events, context);
        return;
      case "har":
        yield* har(events, context);
        return;
      case "ndjson":
        yield* ndjson(events, context);
        return;
      case "csv":
        yield* csv(events, context);
        return;
      default:
        assertNever(format);
    }
  }

  return {
    prepare: (ask, following) =>
      reading(ask, following, async (sources): Promise<ExportPreview> => {
        const { scope } = ask;
        const chosen = await chosenOf(scope, sources);
        const findings = createFindings(createRedactor(ask.secrets), ask.rules);
        const counts = { call: 0, delivery: 0, notice: 0 };
        let size = 0;
        for await (const event of readLog(chosen, sources, { ...following, withRuns: false })) {
          counts[event.detail.kind] += 1;
          for (const part of BODY_PARTS) size += event.bodies[part]?.byteLength ?? 0;
          await findings.add(event);
        }
        const events = counts.call + counts.delivery + counts.notice;
        if (events === 0)
          throw new Refusal("no-event", "There is nothing to export: the log has no event like that any more.");
        const token = randomUUID();
        const subject =
          scope.of === "run" ? `the simulation of call ${scope.id}` : pluralText(events, "event", "events");
        kept.set(token, { ask, chosen, subject, findings, marks: createMarks(), events });
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
      }),
    ticket: (ask, following) => accounted(ask, following, (events, context) => ticketText(events, ask.format, context)),
    report: (ask, following) =>
      accounted(ask, following, async (events, context) => {
        let page = "";
        for await (const part of report(events, context)) page += part;
        return page;
      }),
    async write(ask, following) {
      const prepared = find(ask.token);
      return reading(prepared.ask, following, (sources) =>
        writeWhole(ask.path, written(ask, prepared, sources, following), following.signal, ask.beside),
      );
    },
    drop(token) {
      kept.delete(token);
      return null;
    },
  };
}
