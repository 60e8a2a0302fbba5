import { z } from "zod";
import { type EventId, eventId, type Instant } from "../../../shared/primitives.ts";
import {
  certainty,
  downtime as downtimeSpan,
  type Expectation,
  evidence,
  expectation,
  type RunSummary,
  reason,
  runSummary,
  type TieSummary,
} from "../../../shared/run.ts";
import type { Decision, SavedRun, SavedTie } from "../../runs/index.ts";
import type { RunRow, TieRow } from "../messages.ts";
import { CALL_STATES, CERTAINTIES, codeOf, ROLES, VERDICTS, wordOf } from "./words.ts";

// How runs and ties are kept: what is filtered by in columns of its own, everything else as JSON.

const decision = z.object({
  runId: eventId.nullable(),
  by: z.enum(["value", "hand"]),
  fit: z.enum(["exact", "mismatch", "possible"]),
  certainty,
  fields: z.array(evidence),
  reasons: z.array(reason),
  twinOf: eventId.nullable(),
}) satisfies z.ZodType<Decision>;

export function encodeRun({ id, call, summary, downtime }: SavedRun): RunRow {
  return {
    id,
    call: codeOf(CALL_STATES, call),
    verdict: codeOf(VERDICTS, summary.verdict.code),
    certainty: summary.certainty === null ? null : codeOf(CERTAINTIES, summary.certainty),
    deadline: summary.deadline,
    summary: JSON.stringify(summary),
    deaf: JSON.stringify(downtime),
  };
}

export function encodeTie({ deliveryId, runId, role, decision: decided }: SavedTie): TieRow {
  return {
    deliveryId,
    runId,
    role: role === null ? null : codeOf(ROLES, role),
    certainty: codeOf(CERTAINTIES, decided.certainty),
    byHand: decided.by === "hand" ? 1 : 0,
    decision: JSON.stringify(decided),
  };
}

/** Columns as they were read, or a row of another version or of nobody's: what cannot be understood is not there. */
type Columns = Readonly<Record<string, unknown>>;

function parsed<Value>(schema: z.ZodType<Value>, column: unknown): Value | null {
  if (typeof column !== "string") return null;
  try {
    return schema.safeParse(JSON.parse(column)).data ?? null;
  } catch {
    return null;
  }
}

export function decodeExpectation(columns: Columns): Expectation | null {
  return parsed(expectation, columns["expectation"]);
}

export function decodeSummary(columns: Columns): RunSummary | null {
  return parsed(runSummary, columns["summary"]);
}

/** null for a run that was not judged yet. */
export function decodeRun(id: EventId, columns: Columns): SavedRun | null {
  const call = wordOf(CALL_STATES, columns["call"]);
  const summary = decodeSummary(columns);
  const downtime = parsed(z.array(downtimeSpan), columns["deaf"]);
  return call === undefined || summary === null || downtime === null ? null : { id, call, summary, downtime };
}

/** null for a delivery that was not held against any run. */
export function decodeTie(deliveryId: EventId, columns: Columns): SavedTie | null {
  const decided = parsed(decision, columns["decision"]);
  if (decided === null) return null;
  return { deliveryId, runId: decided.runId, role: wordOf(ROLES, columns["role"]) ?? null, decision: decided };
}

/**
 * What a delivery's row shows.
 *
 * @param columns those of its tie, and `called_at`: when the call of its run was sent
 * @returns undefined for one that is tied to nothing and that nobody untied
 */
export function decodeTieSummary(deliveryId: EventId, at: Instant, columns: Columns): TieSummary | undefined {
  const byHand = columns["by_hand"] === 1;
  const { run_id: runId, called_at: calledAt } = columns;
  // Its run is gone from the log: what is left is not worth a mark that leads nowhere.
  if (typeof runId !== "number" || typeof calledAt !== "number")
    return byHand ? { deliveryId, runId: null, role: null, certainty: null, after: null, byHand } : undefined;
  return {
    deliveryId,
    runId,
    role: wordOf(ROLES, columns["role"]) ?? null,
    certainty: wordOf(CERTAINTIES, columns["certainty"]) ?? null,
    after: Math.max(0, at - calledAt),
    byHand,
  };
}
