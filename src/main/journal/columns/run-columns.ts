import { z } from "zod";
import { type EventId, eventId, type Instant } from "../../../shared/primitives.ts";
import {
  batchItem,
  certainty,
  comparedField,
  downtime,
  faultOf,
  type RunSummary,
  reason,
  runSummary,
  type TieSummary,
} from "../../../shared/run.ts";
import type { Decision, SavedRun, SavedTie } from "../../runs/index.ts";
import {
  CALL_STATES,
  CERTAINTIES,
  type Codec,
  flag,
  integer,
  json,
  orNull,
  ROLES,
  type Stored,
  type ValueOf,
  type Values,
  VERDICTS,
  word,
} from "./codec.ts";
import { declaration, type Row, sqlName } from "./column.ts";

// How runs and ties are kept: what is filtered by in columns of its own, everything else as JSON. Each column is stated
// once; schema, statements and what is read follow.

const part = {
  fit: z.enum(["exact", "mismatch", "unconfirmed", "possible"]),
  certainty,
  fields: z.array(comparedField),
  reasons: z.array(reason),
  item: batchItem,
};
const decision = z.object({
  ...part,
  runId: eventId.nullable(),
  by: z.enum(["value", "hand"]),
  copyOf: eventId.nullable(),
  also: z.array(z.object({ ...part, runId: eventId })),
}) satisfies z.ZodType<Decision>;

/** All null until the run was judged for the first time. */
export const runColumns = defineRecord({
  call: orNull(word(CALL_STATES)),
  verdict: orNull(word(VERDICTS)),
  certainty: orNull(word(CERTAINTIES)),
  deadline: orNull(integer),
  summary: orNull(json(runSummary)),
  downtime: orNull(json(z.array(downtime))),
});

export interface RunRow {
  readonly id: EventId;
  readonly values: ReturnType<typeof runColumns.write>;
}

export const tieColumns = defineRecord({
  runId: orNull(integer),
  role: orNull(word(ROLES)),
  certainty: word(CERTAINTIES),
  byHand: flag,
  decision: json(decision),
});

/** A condition on the column of decisions: other items of the webhook belong to other runs. */
export const IS_BATCH = `instr(decision, '"also":[{') > 0`;

export interface TieRow {
  readonly deliveryId: EventId;
  readonly values: ReturnType<typeof tieColumns.write>;
}

function defineRecord<const Parts extends { readonly [name: string]: Codec<unknown> }>(parts: Parts) {
  const list = Object.entries(parts);
  return {
    names: list.map(([name]) => sqlName(name)),
    declarations: list.map(([name, codec]) => declaration(name, codec)).join(", "),
    write: (values: { readonly [Name in keyof Parts]: ValueOf<Parts[Name]> }) =>
      list.map(([name, codec]) => codec.write(values[name])) as readonly Stored[] as Values<Parts>,
    /** One column; null where it is not there or cannot be understood: such a row is judged as if it were new. */
    read<Name extends keyof Parts & string>(row: Row, name: Name): ValueOf<Parts[Name]> | null {
      const stored = row[sqlName(name)];
      if (stored === undefined || stored === null) return null;
      try {
        return parts[name]?.read(stored) as ValueOf<Parts[Name]>;
      } catch {
        return null;
      }
    },
  };
}

export function runRow({ id, call, summary, downtime: spans }: SavedRun): RunRow {
  const { certainty: sure, deadline } = summary;
  const verdict = summary.verdict.code;
  return { id, values: runColumns.write({ call, verdict, certainty: sure, deadline, summary, downtime: spans }) };
}

export function tieRow({ deliveryId, runId, role, decision: decided }: SavedTie): TieRow {
  const { certainty: sure, by } = decided;
  return {
    deliveryId,
    values: tieColumns.write({ runId, role, certainty: sure, byHand: by === "hand", decision: decided }),
  };
}

export function readSummary(row: Row): RunSummary | null {
  return runColumns.read(row, "summary");
}

/** null for a run that was not judged yet. */
export function readRun(id: EventId, row: Row): SavedRun | null {
  const call = runColumns.read(row, "call");
  const summary = readSummary(row);
  const spans = runColumns.read(row, "downtime");
  return call === null || summary === null || spans === null ? null : { id, call, summary, downtime: spans };
}

/** null for a delivery that was not held against any run. */
export function readTie(deliveryId: EventId, row: Row): SavedTie | null {
  const decided = tieColumns.read(row, "decision");
  if (decided === null) return null;
  return { deliveryId, runId: decided.runId, role: tieColumns.read(row, "role"), decision: decided };
}

/**
 * What a delivery's row shows.
 *
 * @param row its tie, and `called_at`: when the call of its run was sent; `item` of its decision, and all of that where
 * its role is a mismatch
 * @returns undefined for one that is tied to nothing and that nobody untied
 */
export function readTieSummary(deliveryId: EventId, at: Instant, row: Row): TieSummary | undefined {
  const byHand = tieColumns.read(row, "byHand") ?? false;
  const runId = tieColumns.read(row, "runId");
  const { called_at: calledAt, item } = row;
  // Its run is gone from the log: what is left is not worth a mark that leads nowhere.
  if (runId === null || typeof calledAt !== "number")
    return byHand ? { deliveryId, runId: null, role: null, certainty: null, after: null, byHand } : undefined;
  const role = tieColumns.read(row, "role");
  const decided = role === "mismatch" ? tieColumns.read(row, "decision") : null;
  return {
    deliveryId,
    runId,
    role,
    certainty: tieColumns.read(row, "certainty"),
    after: Math.max(0, at - calledAt),
    byHand,
    ...(typeof item === "number" ? { item } : {}),
    ...faultOf(role, decided?.fields ?? []),
  };
}
