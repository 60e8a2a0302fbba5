import { type EventSummary, shownFacts } from "../../../shared/events.ts";
import { utcMomentText } from "../../../shared/measures.ts";
import { verdictText } from "../../../shared/text/explain-run.ts";
import { tieText } from "../../../shared/text/explain-tie.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import type { Evidence } from "../evidence.ts";
import type { ExportContext } from "./context.ts";

const COLUMNS = [
  "number",
  "time",
  "kind",
  "what",
  "method",
  "path",
  "status",
  "duration_us",
  "size",
  "signature",
  "run",
  "verdict",
  "amount",
  "currency",
  "user",
  "from",
  "to",
  "remark",
  "link",
  "profile",
  "mode",
  "note",
  "tags",
] as const;

/** The rows of the log (RFC 4180), for a spreadsheet. */
export async function* csv(events: AsyncIterable<Evidence>, { unitsOf }: ExportContext): AsyncIterable<string> {
  // The mark at the beginning tells spreadsheets that this is UTF-8.
  yield `\uFEFF${COLUMNS.join(",")}\r\n`;
  for await (const { detail, bodies } of events) {
    const row = {
      ...rowOf(detail.summary),
      what: eventSentence(detail.summary, unitsOf).text,
      size: bodies.request?.byteLength ?? "",
    };
    yield `${COLUMNS.map((column) => cell(row[column] ?? "")).join(",")}\r\n`;
  }
}

function rowOf(event: EventSummary): Partial<Record<(typeof COLUMNS)[number], string | number>> {
  const base = {
    number: event.id,
    time: utcMomentText(event.at),
    kind: event.kind,
    note: event.note ?? "",
    tags: (event.tags ?? []).join(", "),
  };
  if (event.kind === "notice") return base;
  const facts = shownFacts(event);
  const common = {
    ...base,
    method: event.method,
    path: event.path,
    status: event.status ?? "",
    duration_us: event.duration ?? "",
    amount: facts.amount ?? "",
    currency: facts.currency ?? "",
    user: facts.userReference ?? "",
    from: facts.from ?? "",
    to: facts.to ?? "",
    remark: facts.remark ?? "",
    link: facts.linkId ?? "",
    profile: event.profile?.name ?? "",
    mode: event.profile?.mode ?? "",
  };
  if (event.kind === "call")
    return {
      ...common,
      run: event.run?.id ?? "",
      verdict: event.run === undefined ? "" : verdictText(event.run.verdict),
    };
  return {
    ...common,
    signature: event.signature ?? "",
    run: event.tie?.runId ?? "",
    verdict: event.tie === undefined ? "" : (tieText(event.tie) ?? ""),
  };
}

/**
 * A cell that a spreadsheet takes for text. One that begins like a formula would be run (OWASP, "CSV injection"), and of a
 * long number the last digits would be lost: both get an apostrophe in front, which spreadsheets do not show.
 */
export function cell(value: string | number): string {
  const text = String(value);
  const isRisky =
    /^[=+\-@\t\r\n]/.test(text) || (typeof value === "string" && /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/.test(text));
  const safe = isRisky ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
