import type { Instant } from "../../../shared/primitives.ts";
import type { Journal } from "../../journal/index.ts";
import { createDowntimes } from "../../runs/index.ts";
import type { Evidence } from "../evidence.ts";
import type { ExportContext, Part } from "../formats/context.ts";
import { har } from "../formats/har.ts";
import { report } from "../formats/report.ts";
import { EVENTS_PART } from "./check-case.ts";
import type { Seal } from "./seal.ts";
import { type CaseHead, type CasePart, writeCase } from "./write-case.ts";

interface CaseFile {
  readonly journal: Pick<Journal, "page">;
  readonly context: ExportContext;
  /** The events as they stand in a part of this form, once for each: `pass` of so many. */
  readonly parts: (form: "har" | "ndjson", caseId: string, pass: number, of: number) => AsyncIterable<Part>;
  /** The same as they go out, for the report; null: there are more than it has room for. */
  readonly redacted: ((pass: number, of: number) => AsyncIterable<Evidence>) | null;
  readonly seal: Seal;
}

/** The same events as report, HAR and NDJSON in one file that is signed: what is in it, and what the log does not know. */
export async function* caseFile({
  journal,
  context,
  parts: partsIn,
  redacted,
  seal,
}: CaseFile): AsyncIterable<Uint8Array> {
  const seen = { events: 0, from: Number.MAX_SAFE_INTEGER, until: 0 };
  const signed: ExportContext = { ...context, signer: seal.fingerprint };
  const passes = redacted === null ? 2 : 3;
  async function* counted(made: AsyncIterable<Part>): AsyncIterable<Uint8Array> {
    for await (const { bytes, events, span } of made) {
      seen.events += events;
      if (span !== null) {
        seen.from = Math.min(seen.from, span[0]);
        seen.until = Math.max(seen.until, span[1]);
      }
      yield bytes;
    }
  }
  const parts: CasePart[] = [
    { name: EVENTS_PART, isLines: true, content: (caseId) => counted(partsIn("ndjson", caseId, 0, passes)) },
    { name: "events.har", content: (caseId) => har(partsIn("har", caseId, 1, passes), signed) },
    ...(redacted === null ? [] : [{ name: "report.html", content: () => report(redacted(2, passes), signed) }]),
  ];
  const head = async (): Promise<CaseHead> => ({
    version: context.version,
    exportedAt: context.now,
    subject: context.subject,
    events: seen.events,
    redacted: context.isRedacted,
    ...(context.foreign === null ? {} : { foreign: context.foreign }),
    ...(seen.events === 0
      ? { clock: { zone: zone(), set: [] }, gaps: [] }
      : await unseen(journal, { from: seen.from, until: seen.until })),
  });
  yield* writeCase({ head, parts, seal });
}

const NOTICES_AT_ONCE = 500;

/** What the log says of its own gaps and of the clock, about the time that is handed over. */
async function unseen(
  journal: CaseFile["journal"],
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<Pick<CaseHead, "clock" | "gaps">> {
  const set: { at: Instant; by: number }[] = [];
  const downtimes = createDowntimes(Number.POSITIVE_INFINITY);
  for (let after = 0; ; ) {
    const page = await journal.page({ after, limit: NOTICES_AT_ONCE, filter: "kind:notice" });
    for (const row of page.events) {
      if (row.kind !== "notice") continue;
      const { notice, at } = row;
      if (notice.code === "clock-set" && at >= from && at <= until) set.push({ at, by: notice.by });
      downtimes.notice(at, notice);
    }
    after = page.events.at(-1)?.id ?? after;
    if (!page.moreAfter || page.events.length === 0) break;
  }
  // One that still lasts is known to the end of what is handed over.
  const gaps = downtimes.between(from, until).map((each) => ({ ...each, until: each.until ?? until }));
  return { clock: { zone: zone(), set }, gaps };
}

function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
