import { randomUUID } from "node:crypto";
import { bodyPart } from "../../../shared/events.ts";
import type { ExportPreview, Redaction } from "../../../shared/evidence.ts";
import { pluralText } from "../../../shared/measures.ts";
import { assertNever, type EventId, type Instant } from "../../../shared/primitives.ts";
import type { RunDetail } from "../../../shared/run.ts";
import { openLogReader } from "../../journal/index.ts";
import { createRedactor } from "../../redactor/index.ts";
import { Refusal } from "../../refusal.ts";
import { caseFile } from "../case/case-file.ts";
import { sealOf } from "../case/seal.ts";
import type { Evidence } from "../evidence.ts";
import type { ExportContext, Part } from "../formats/context.ts";
import { csv } from "../formats/csv.ts";
import { har } from "../formats/har.ts";
import { REPORT_EVENTS_AT_MOST, report } from "../formats/report.ts";
import { ticketText } from "../formats/ticket.ts";
import { chosenOf, pagesOf, progressOf, readLog, type Sources } from "../read-log.ts";
import { createFindings, type Findings } from "../redaction/findings.ts";
import { newMarksKey } from "../redaction/marks.ts";
import { writeWhole } from "../write-file.ts";
import type { EvidenceThread } from "./client.ts";
import { inParts } from "./in-parts.ts";
import type { Leaving, PartSetup, Setting, Tasks } from "./messages.ts";
import { openPartMaker, redactionOf, unitsOf, unreadableKey } from "./part-maker.ts";

interface Following {
  readonly signal: AbortSignal;
  readonly progress: (done: number, of: number) => void;
  readonly run: (id: EventId) => Promise<RunDetail | null>;
}

type Does<Name extends keyof Tasks> = (ask: Tasks[Name]["ask"], following: Following) => Promise<Tasks[Name]["answer"]>;

/**
 * The exports' part of the thread: looks through what is chosen, keeps what it found, and writes it as it was shown.
 */
export interface Exporter {
  readonly prepare: Does<"prepare">;
  readonly ticket: Does<"ticket">;
  readonly report: Does<"report">;
  readonly write: Does<"write">;
  readonly drop: (token: string) => null;
}

interface Prepared {
  readonly ask: Tasks["prepare"]["ask"];
  /** The events that were looked through, which are what is written. */
  readonly chosen: { readonly ids: readonly EventId[] };
  readonly subject: string;
  readonly findings: Findings;
  readonly marksKey: Uint8Array;
}

type Wanted = Pick<Tasks["write"]["ask"], "token" | "redaction" | "setting">;

/** Fewer events than this are written before a second thread has started. */
const WORTH_A_THREAD = 2_000;

/** @param startHelper a second thread to share the work with; null where this machine has no room for one */
export function createExporter(now: () => Instant, startHelper: () => EvidenceThread | null): Exporter {
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

  function contextOf({ ask, subject }: Prepared, redaction: Redaction, setting: Setting): PartSetup["context"] {
    const { version, paper, now: at } = setting;
    return { version, now: at, isRedacted: redaction.state === "redacted", subject, foreign: ask.foreign, paper };
  }

  function leavingOf({ ask, findings, marksKey }: Prepared, { redaction, setting }: Wanted): Leaving {
    const values = redaction.state === "redacted" ? findings.chosen(new Set(redaction.keep)) : null;
    return { rules: ask.rules, secrets: setting.secrets, marksKey, values };
  }

  /** The events as they go out. */
  async function* leavingOut(leaving: Leaving, events: AsyncIterable<Evidence>): AsyncIterable<Evidence> {
    const redact = redactionOf(leaving);
    for await (const event of events) yield await redact(event);
  }

  /** What is chosen as it stands in a file of this form, made in two threads where it is much. */
  async function* partsOf(
    prepared: Prepared,
    setup: PartSetup,
    { journal }: Sources,
    { signal, progress, run }: Following,
  ): AsyncIterable<Part> {
    // It starts while this thread makes its own search ready.
    const helper = prepared.chosen.ids.length < WORTH_A_THREAD ? null : startHelper();
    try {
      const own = openPartMaker(setup, now);
      const others = helper === null ? Promise.resolve([]) : helping(helper, setup, run);
      try {
        const makers = { own: (ids: readonly EventId[]) => own.make(ids, run), others };
        const done = progressOf(prepared.chosen, progress);
        yield* inParts(pagesOf(prepared.chosen, { journal }, signal), makers, signal, done);
      } finally {
        own.close();
      }
    } finally {
      await helper?.end();
    }
  }

  async function helping(helper: EvidenceThread, setup: PartSetup, run: Following["run"]) {
    await helper.do("assist", setup);
    const help = (ids: readonly EventId[]): Promise<Part> => helper.do("part", { ids }, { told: { run } });
    // One part waits there while another one is made.
    return [help, help];
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
      const { setting, redaction } = wanted;
      const context = { ...contextOf(prepared, redaction, setting), unitsOf: unitsOf(setting.units) };
      return make(leavingOut(leavingOf(prepared, wanted), log), context);
    });
  }

  async function* written(
    { format, key, ...wanted }: Tasks["write"]["ask"],
    prepared: Prepared,
    sources: Sources,
    following: Following,
  ): AsyncIterable<string | Uint8Array> {
    const { setting, redaction } = wanted;
    const { progress } = following;
    const said = contextOf(prepared, redaction, setting);
    const context: ExportContext = { ...said, unitsOf: unitsOf(setting.units) };
    const leaving = leavingOf(prepared, wanted);
    const setup = { log: prepared.ask.log, leaving, context: said, units: setting.units, committing: null };
    /** The setting for one of several passes through the log: progress counts over all of them. */
    const during = (pass: number, of: number): Following => ({
      ...following,
      progress: (done, all) => progress(pass * all + done, of * all),
    });
    const redacted = (pass: number, of: number): AsyncIterable<Evidence> =>
      leavingOut(leaving, readLog(prepared.chosen, sources, { ...during(pass, of), withRuns: format !== "csv" }));
    switch (format) {
      case "text":
      case "markdown":
        yield await ticketText(redacted(0, 1), format, context);
        return;
      case "html":
      case "pdf":
        yield* report(redacted(0, 1), context);
        return;
      case "har":
        yield* har(partsOf(prepared, { ...setup, form: format }, sources, following), context);
        return;
      case "ndjson":
        for await (const { bytes } of partsOf(prepared, { ...setup, form: format }, sources, following)) yield bytes;
        return;
      case "csv":
        yield* csv(redacted(0, 1), context);
        return;
      case "case": {
        const seal = key === null ? null : sealOf(key);
        if (key === null || seal === null) throw unreadableKey();
        yield* caseFile({
          journal: sources.journal,
          context,
          parts: (form, caseId, pass, of) =>
            partsOf(
              prepared,
              { ...setup, form, committing: form === "har" ? null : { caseId, key } },
              sources,
              during(pass, of),
            ),
          redacted: prepared.chosen.ids.length <= REPORT_EVENTS_AT_MOST ? redacted : null,
          seal,
        });
        return;
      }
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
        const ids: EventId[] = [];
        let size = 0;
        for await (const event of readLog(chosen, sources, { ...following, withRuns: false })) {
          counts[event.detail.kind] += 1;
          ids.push(event.detail.summary.id);
          for (const part of bodyPart.options) size += event.bodies[part]?.byteLength ?? 0;
          await findings.add(event);
        }
        if (ids.length === 0)
          throw new Refusal("no-event", "There is nothing to export: the log has no event like that any more.");
        const token = randomUUID();
        const subject =
          scope.of === "run" ? `the simulation of call No. ${scope.id}` : pluralText(ids.length, "event", "events");
        kept.set(token, { ask, chosen: { ids }, subject, findings, marksKey: newMarksKey() });
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
