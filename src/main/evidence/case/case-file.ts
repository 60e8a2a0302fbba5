import type { BodyPart } from "../../../shared/events.ts";
import type { Instant } from "../../../shared/primitives.ts";
import type { Journal } from "../../journal/index.ts";
import { createDowntimes } from "../../runs/index.ts";
import { BODY_PARTS, type Evidence } from "../evidence.ts";
import type { ExportContext } from "../formats/context.ts";
import { har } from "../formats/har.ts";
import { ndjson } from "../formats/ndjson.ts";
import { report } from "../formats/report.ts";
import { EVENTS_PART } from "./check-case.ts";
import type { Seal } from "./seal.ts";
import { type CaseHead, type CasePart, writeCase } from "./write-case.ts";

interface CaseFile {
  readonly journal: Pick<Journal, "page">;
  readonly context: ExportContext;
  /** A report has room for so many events only. */
  readonly withReport: boolean;
  /** The chosen events as they are, once for each part: `pass` of so many. */
  readonly read: (pass: number, of: number) => AsyncIterable<Evidence>;
  readonly redact: (events: AsyncIterable<Evidence>) => AsyncIterable<Evidence>;
  readonly seal: Seal;
}

/** The same events as report, HAR and NDJSON in one file that is signed: what is in it, and what the log does not know. */
export async function* caseFile({
  journal,
  context,
  withReport,
  read,
  redact,
  seal,
}: CaseFile): AsyncIterable<Uint8Array> {
  const seen = { events: 0, from: Number.MAX_SAFE_INTEGER, until: 0 };
  const signed: ExportContext = { ...context, signer: seal.fingerprint };
  const passes = withReport ? 3 : 2;
  const parts: CasePart[] = [
    {
      name: EVENTS_PART,
      isLines: true,
      content: (caseId) => ndjson(committed(read(0, passes), redact, caseId, seal, seen), context),
    },
    { name: "events.har", content: () => har(redact(read(1, passes)), signed) },
    ...(withReport ? [{ name: "report.html", content: () => report(redact(read(2, passes)), signed) }] : []),
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

/** Redacted events with a commitment to each body that was changed, made from the bytes before. */
async function* committed(
  events: AsyncIterable<Evidence>,
  redact: CaseFile["redact"],
  caseId: string,
  seal: Seal,
  seen: { events: number; from: Instant; until: Instant },
): AsyncIterable<Evidence> {
  let original: Evidence | null = null;
  async function* remembered(): AsyncIterable<Evidence> {
    for await (const event of events) {
      original = event;
      yield event;
    }
  }
  for await (const event of redact(remembered())) {
    const { at, id } = event.detail.summary;
    seen.events += 1;
    seen.from = Math.min(seen.from, at);
    seen.until = Math.max(seen.until, at);
    const bytes = (original as Evidence | null)?.bodies;
    const changed = BODY_PARTS.filter((part) => event.redacted.includes(part));
    const commitment = (part: BodyPart): [string, string] => [
      part,
      seal.commitment({ caseId, id, part }, bytes?.[part] ?? new Uint8Array()),
    ];
    yield changed.length === 0 ? event : { ...event, commitments: Object.fromEntries(changed.map(commitment)) };
  }
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
