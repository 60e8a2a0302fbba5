import type { CallDetail, EventDetail, EventSummary, Facts } from "../../../shared/events.ts";
import { forwardAnswer } from "../../../shared/replay.ts";
import type { Expectation } from "../../../shared/run.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import { DamagedRow, integer, json, optional } from "./codec.ts";
import type { Row } from "./column.ts";
import { eventColumns, FACT_NAMES } from "./event-columns.ts";
import { callRest, checkResult, deliveryRest } from "./packed-detail.ts";

/** The columns a summary is made of but for what the event says of money and people, as they are selected from `events`. */
export const BARE_SUMMARY_COLUMNS = `events.id, pinned, note, tags, ${eventColumns.selected(({ part }) => part === "summary")}`;
const FACTS: ReadonlySet<string> = new Set(FACT_NAMES);
/** All columns a summary is made of. */
export const SUMMARY_COLUMNS = `${BARE_SUMMARY_COLUMNS}, ${eventColumns.selected(({ name }) => FACTS.has(name))}`;
/** Rows that were cleared are not shown, pinned ones excepted. */
export const SHOWN =
  "((events.id > (SELECT value FROM state WHERE name = 'cleared_through') AND events.id NOT IN (SELECT id FROM hidden)) OR pinned = 1)";

/** What a detail is made of besides its summary's columns, and where it stands. */
export const DETAIL_COLUMNS = `${eventColumns.selected(({ table, part }) => part === "timing" || table === "contents")},
  forwards.answer AS forward_answer`;
export const DETAIL_TABLES =
  "events LEFT JOIN contents ON contents.id = events.id LEFT JOIN forwards ON forwards.id = events.id";

function factsOf(row: Row): Facts {
  if ((row["facts"] ?? row["amount"] ?? row["currency"] ?? null) === null) return {};
  const amount = eventColumns.read(row, "amount");
  const currency = eventColumns.read(row, "currency");
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
    ...eventColumns.read(row, "facts"),
  };
}

/** @throws DamagedRow or a ZodError when the row is not one that we wrote */
export function summaryOf(row: Row): EventSummary {
  const { pinned, note, tags } = row;
  const base = {
    id: integer.read(row["id"]),
    ...(pinned === 1 ? { pinned: true } : {}),
    ...(typeof note === "string" ? { note } : {}),
    ...(typeof tags === "string" ? { tags: tags.split("\n") } : {}),
  };
  const kind = eventColumns.read(row, "kind");
  switch (kind) {
    case "notice":
      return { ...base, ...eventColumns.readFields(row, "summary", kind), kind };
    case "delivery":
      return { ...base, ...eventColumns.readFields(row, "summary", kind), kind, facts: factsOf(row) };
    case "call": {
      const { profile, ...fields } = eventColumns.readFields(row, "summary", kind);
      if (profile === null) throw new DamagedRow("a call without its profile");
      return { ...base, ...fields, profile, kind, facts: factsOf(row) };
    }
  }
}

/** As `summaryOf`; a row that cannot be read shows as a notice that says so, since it must not hide its neighbours. */
export function summaryOrDamage(row: Row): EventSummary {
  try {
    return summaryOf(row);
  } catch {
    const id = integer.read(row["id"]);
    return {
      id,
      at: typeof row["at"] === "number" ? row["at"] : 0,
      kind: "notice",
      notice: { code: "internal-error", reason: `Row ${id} of the event log is damaged and cannot be shown.` },
    };
  }
}

export function readExpectation(row: Row): Expectation | null {
  return row["expectation"] === undefined ? null : (eventColumns.read(row, "expectation") ?? null);
}

/** `row` has the summary's columns and those of `DETAIL_COLUMNS`. */
export function detailOf(row: Row): EventDetail {
  const summary = summaryOf(row);
  switch (summary.kind) {
    case "notice":
      return { kind: "notice", summary };
    case "call": {
      const { timing, ...rest } = callRest.read(JSON.parse(eventColumns.read(row, "rest")));
      const times: CallDetail["timing"] = { ...timing, ...eventColumns.readFields(row, "timing", "call") };
      return { kind: "call", summary, ...rest, timing: times };
    }
    case "delivery": {
      const { timing, ...rest } = deliveryRest.read(JSON.parse(eventColumns.read(row, "rest")));
      const signature = checkOf(row);
      const forward = optional(json(forwardAnswer)).read(row["forward_answer"]);
      return {
        kind: "delivery",
        summary,
        ...rest,
        ...(signature === null ? {} : { signature }),
        ...(forward === undefined ? {} : { forward }),
        timing: { ...timing, ...eventColumns.readFields(row, "timing", "delivery") },
      };
    }
  }
}

function checkOf(row: Row): SignatureCheck | null {
  const result = eventColumns.read(row, "checkResult");
  const settings = eventColumns.read(row, "checkSettings");
  return result === undefined || settings === undefined ? null : { ...checkResult.read(JSON.parse(result)), settings };
}
