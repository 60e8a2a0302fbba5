import { z } from "zod";
import { type OnPurpose, onPurpose } from "../../../shared/answer-script.ts";
import type { EventDetail, EventSummary, Facts } from "../../../shared/events.ts";
import { facts as factsSchema, type ProfileStamp, profileStamp } from "../../../shared/events.ts";
import { type Notice, notice } from "../../../shared/notices.ts";
import { type Outcome, outcome } from "../../../shared/outcomes.ts";
import { type EventId, eventId } from "../../../shared/primitives.ts";
import {
  type ForwardSummary,
  forwardAnswer,
  forwardSummary,
  type ReplayMark,
  replayMark,
} from "../../../shared/replay.ts";
import { signatureSettings } from "../../../shared/signature.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import { callRest, checkResult, deliveryRest } from "./rest.ts";
import { ANSWER_STATES, COMPLETENESSES, KINDS, OPERATIONS, SIGNATURE_STATES, wordOf } from "./words.ts";

/** The columns a summary is made of, as they are selected. `stamp` comes from the profile's row. */
export const SUMMARY_COLUMNS = `events.id, kind, at, pinned, stamp, method, path, status, duration, operation, on_path,
  completeness, answer_state, size, amount, currency, facts, data, events.signature AS signature,
  events.replay AS replay, events.forward AS forward`;
/** Rows that were cleared are not shown, pinned ones excepted. */
export const SHOWN = "(events.id > (SELECT value FROM state WHERE name = 'cleared_through') OR pinned = 1)";
export const SUMMARY_TABLES = "events LEFT JOIN profiles ON profiles.key = events.profile";

/** A row as `node:sqlite` hands it out. The file is not ours alone: every value is checked on the way. */
export type Row = Readonly<Record<string, unknown>>;

export class DamagedRow extends Error {}

/** The facts that have no column of their own, in the order they are kept in. */
const KEPT_FACTS = ["subject", "eventName", "linkId", "userReference", "from", "to", "remark"] as const;

export function keepFacts(found: Facts): { amount: string | null; currency: string | null; facts: string | null } {
  const kept = KEPT_FACTS.map((name) => found[name] ?? null);
  while (kept.length > 0 && kept.at(-1) === null) kept.pop();
  return {
    amount: found.amount ?? null,
    currency: found.currency ?? null,
    facts: kept.length === 0 ? null : JSON.stringify(kept),
  };
}

export type KeptFact = (typeof KEPT_FACTS)[number];

/** One fact out of the column `facts`, without making the whole of it. */
export function keptFact(column: string, name: KeptFact): string | null {
  const kept: unknown = JSON.parse(column);
  const found: unknown = Array.isArray(kept) ? kept[KEPT_FACTS.indexOf(name)] : null;
  return typeof found === "string" ? found : null;
}

function factsOf(row: Row): Facts {
  if (row["facts"] === null && row["amount"] === null && row["currency"] === null) return {};
  const found: Record<string, unknown> = {};
  if (row["amount"] !== null) found["amount"] = row["amount"];
  if (row["currency"] !== null) found["currency"] = row["currency"];
  const kept: unknown = typeof row["facts"] === "string" ? JSON.parse(row["facts"]) : [];
  if (Array.isArray(kept))
    KEPT_FACTS.forEach((name, place) => {
      if (typeof kept[place] === "string") found[name] = kept[place];
    });
  return factsSchema.parse(found);
}

function json(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : null;
}

function number(row: Row, name: string): number {
  const value = row[name];
  if (typeof value !== "number") throw new DamagedRow(`${name} is no number`);
  return value;
}

function text(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new DamagedRow(`${name} is no text`);
  return value;
}

function maybeNumber(row: Row, name: string): number | null {
  return row[name] === null ? null : number(row, name);
}

function word<Word extends string>(words: readonly Word[], row: Row, name: string): Word {
  const found = wordOf(words, row[name]);
  if (found === undefined) throw new DamagedRow(`${name} is not known`);
  return found;
}

const stamps = new Map<string, ProfileStamp>();

/** A log has a handful of profiles and a million rows: each stamp is parsed once. */
function stampOf(row: Row): ProfileStamp | null {
  const stamp = row["stamp"];
  if (typeof stamp !== "string") return null;
  let known = stamps.get(stamp);
  if (known === undefined) {
    known = profileStamp.parse(JSON.parse(stamp));
    stamps.set(stamp, known);
  }
  return known;
}

// Another version of Linkdesk may have written an outcome or a notice that this one does not know. The row is
// evidence all the same: it is shown with the text as stored rather than not at all.
function outcomeOf(row: Row): Outcome {
  const parsed = outcome.safeParse(json(row["data"]));
  return parsed.success ? parsed.data : { code: "internal", detail: String(row["data"]) };
}

function noticeOf(row: Row): Notice {
  const parsed = notice.safeParse(json(row["data"]));
  return parsed.success ? parsed.data : { code: "internal-error", reason: String(row["data"]) };
}

/** Marks of a replay and of handing on; one that another version wrote in another way is left out. */
function replayOf(row: Row): { replay?: ReplayMark } {
  if (row["replay"] === null) return {};
  const parsed = replayMark.safeParse(json(row["replay"]));
  return parsed.success ? { replay: parsed.data } : {};
}

const repeatMark = z.object({ repeatOf: eventId });

/** Of a call that repeats another one; it stands where the mark of a replay would. */
function repeatOf(row: Row): { repeatOf?: EventId } {
  if (row["replay"] === null) return {};
  const parsed = repeatMark.safeParse(json(row["replay"]));
  return parsed.success ? parsed.data : {};
}

function forwardOf(row: Row): { forward?: ForwardSummary } {
  if (row["forward"] === null) return {};
  const parsed = forwardSummary.safeParse(json(row["forward"]));
  return parsed.success ? { forward: parsed.data } : {};
}

function signatureOf(row: Row): { signature?: (typeof SIGNATURE_STATES)[number] } {
  const signature = wordOf(SIGNATURE_STATES, row["signature"]);
  return signature === undefined ? {} : { signature };
}

/** A check that another version wrote in another way is left out: what arrived is shown all the same. */
function checkOf(row: Row): SignatureCheck | null {
  if (typeof row["check_result"] !== "string") return null;
  const result = checkResult.safeParse(json(row["check_result"]));
  const settings = signatureSettings.safeParse(json(row["check_settings"]));
  if (!result.success || !settings.success) return null;
  const [checkedAgain, verdict] = result.data;
  return { verdict, settings: settings.data, checkedAgain };
}

/** What an unknown version did on purpose is left out: the status and the answer are there all the same. */
function purposeOf(row: Row): { onPurpose?: OnPurpose } {
  if (row["data"] === null) return {};
  const parsed = onPurpose.safeParse(json(row["data"]));
  return parsed.success ? { onPurpose: parsed.data } : {};
}

/** @throws DamagedRow or a ZodError when the row is not one that we wrote */
export function summaryOf(row: Row): EventSummary {
  const base = {
    id: number(row, "id"),
    at: number(row, "at"),
    ...(row["pinned"] === 1 ? { pinned: true } : {}),
  };
  const kind = word(KINDS, row, "kind");
  if (kind === "notice") return { ...base, kind, notice: noticeOf(row) };
  const request = {
    method: text(row, "method"),
    path: text(row, "path"),
    status: maybeNumber(row, "status"),
    duration: maybeNumber(row, "duration"),
    facts: factsOf(row),
  };
  if (kind === "delivery")
    return {
      ...base,
      kind,
      profile: stampOf(row),
      ...request,
      onPath: row["on_path"] === 1,
      completeness: word(COMPLETENESSES, row, "completeness"),
      answerState: word(ANSWER_STATES, row, "answer_state"),
      ...signatureOf(row),
      ...replayOf(row),
      ...forwardOf(row),
      size: number(row, "size"),
      ...purposeOf(row),
    };
  const profile = stampOf(row);
  if (profile === null) throw new DamagedRow("a call without its profile");
  return {
    ...base,
    kind,
    profile,
    ...request,
    operation: word(OPERATIONS, row, "operation"),
    outcome: row["data"] === null ? null : outcomeOf(row),
    ...replayOf(row),
    ...repeatOf(row),
  };
}

/** As `summaryOf`; a row that cannot be read shows as a notice that says so, since it must not hide its neighbours. */
export function summaryOrDamage(row: Row): EventSummary {
  try {
    return summaryOf(row);
  } catch {
    const id = number(row, "id");
    return {
      id,
      at: typeof row["at"] === "number" ? row["at"] : 0,
      kind: "notice",
      notice: { code: "internal-error", reason: `Row ${id} of the event log is damaged and cannot be shown.` },
    };
  }
}

/** What a detail is made of besides its summary's columns, and where it stands. */
export const DETAIL_COLUMNS = `rest, committed, answer_started, answer_ended, contents.signature AS check_result,
  signature_settings.settings AS check_settings, forwards.answer AS forward_answer`;
export const DETAIL_TABLES = `LEFT JOIN contents ON contents.id = events.id
  LEFT JOIN signature_settings ON signature_settings.key = contents.signature_settings
  LEFT JOIN forwards ON forwards.id = events.id`;

/** `row` has the summary's columns and those of `DETAIL_COLUMNS`. */
export function detailOf(row: Row): EventDetail {
  const summary = summaryOf(row);
  if (summary.kind === "notice") return { kind: "notice", summary };
  if (summary.kind === "call") {
    const [url, headers, size, answer, connected, sent, answerStarted, answerEnded] = callRest.parse(json(row["rest"]));
    return {
      kind: "call",
      summary,
      url,
      request: { headers, size },
      answer:
        answer === null
          ? null
          : {
              headers: answer[0],
              size: answer[1],
              httpVersion: answer[2],
              status: answer[3],
              statusText: answer[4],
              cut: answer[5] === 1,
              redacted: answer[6] === 1,
            },
      timing: { connected, sent, answerStarted, answerEnded },
    };
  }
  const rest = deliveryRest.parse(json(row["rest"]));
  const check = checkOf(row);
  const answer = rest[9];
  const forwarded = forwardAnswer.safeParse(json(row["forward_answer"]));
  return {
    kind: "delivery",
    summary,
    request: {
      headers: rest[0],
      size: rest[1],
      httpVersion: rest[2],
      trailers: rest[3],
      remoteAddress: rest[4],
      remotePort: rest[5],
      localAddress: rest[6],
      localPort: rest[7],
      problem: rest[8],
    },
    answer: answer === null ? null : { headers: answer[0], size: answer[1], status: answer[2] },
    ...(check === null ? {} : { signature: check }),
    ...(forwarded.success ? { forward: forwarded.data } : {}),
    timing: {
      headersComplete: rest[10],
      bodyComplete: rest[11],
      committed: maybeNumber(row, "committed"),
      answerStarted: maybeNumber(row, "answer_started"),
      answerEnded: maybeNumber(row, "answer_ended"),
    },
  };
}
