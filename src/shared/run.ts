import { z } from "zod";
import { type DeepReadonly, eventId, instant, microseconds } from "./primitives.ts";
import { incomplete } from "./reading.ts";
import { signatureState } from "./signature-check.ts";

/**
 * A run: one simulation with everything that belongs to it. Its id is the event id of its call. All of it is data
 * and is put into words only when shown (explain-run.ts), so that a better sentence reaches old runs too. Imports
 * neither events nor profiles: both may carry parts of it.
 */

/**
 * What a run is compared by. `purpose`: whether the webhook is about a credit or a charge; `outcome`: whether what it
 * tells of went through; `signature`: where the profile checks it.
 */
export const runField = z.enum([
  "amount",
  "currency",
  "user",
  "from",
  "to",
  "remark",
  "tag",
  "purpose",
  "outcome",
  "signature",
]);
export type RunField = z.infer<typeof runField>;

export const awaits = z.enum(["webhook", "nothing"]);

/** How a profile's simulations are followed. */
export const runSettings = z.object({
  /** Milliseconds from the start of the call within which the webhook is to come. */
  limitMs: z.int().min(100, "At least 0.1 seconds.").max(86_400_000, "At most one day."),
  /** Adds a short tag to the remark of a charge, so that its webhook can be told beyond doubt. */
  tagRemarks: z.boolean(),
  /** `nothing`: a webhook would be the fault. */
  awaits,
});
export type RunSettings = DeepReadonly<z.infer<typeof runSettings>>;

export const DEFAULT_RUN_SETTINGS: RunSettings = { limitMs: 30_000, tagRemarks: false, awaits: "webhook" };

/**
 * What a run waits for, as its call was sent; stored with the call, so that a later change of the profile changes
 * nothing. null: the body sent did not say it, or it has no place in this operation.
 */
export const expectation = z.object({
  operation: z.enum(["credit", "charge"]),
  /** The digits as sent. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** References of people: `user` of a credit, `from` and `to` of a charge. */
  user: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  remark: z.string().nullable(),
  tag: z.string().nullable(),
  awaits,
  limit: microseconds,
});
export type Expectation = DeepReadonly<z.infer<typeof expectation>>;

/**
 * What is known of the call. `unclear`: it went out, but nobody knows whether the service acted on it (no answer in
 * time, connection broken, not JSON). `refused`: it failed, so no webhook is to be expected.
 */
export const callState = z.enum(["under-way", "accepted", "unclear", "refused"]);
export type CallState = z.infer<typeof callState>;

/**
 * One value compared. `unclear`: nobody can tell whether it is the same, or it is not the last word.
 * `absent`: the payload does not carry it, which is no fault: payload shapes are not specified.
 */
export const comparedField = z.object({
  field: runField,
  state: z.enum(["agrees", "differs", "unclear", "absent"]),
  expected: z.string(),
  /** The value as it stands in the payload, and where. */
  actual: z.string().nullable(),
  path: z.string().nullable(),
  /** An amount in the units of the simulation, where it is written in others, as it is read. */
  meant: z.string().optional(),
  /**
   * What is worth a word beside it. `other-side`: the reference that is expected of the other side of a charge;
   * `new-word`: nobody has said yet what this word means.
   */
  hint: z
    .enum(["hundred-times", "hundredth", "other-sign", "within", "written-otherwise", "other-side", "new-word"])
    .nullable(),
});
export type ComparedField = DeepReadonly<z.infer<typeof comparedField>>;

/**
 * How sure a tie is. `certain`: the tag, and no other run fits. `likely`: the values agree and only one open run fits.
 * `ambiguous`: several fit equally; first come, first served. `unsure`: it may belong here, but what it says leaves a
 * doubt, or nobody has confirmed yet how it is read.
 */
export const certainty = z.enum(["certain", "likely", "ambiguous", "unsure", "by-hand"]);
export type Certainty = z.infer<typeof certainty>;

/**
 * What a delivery is to its run. `duplicate`: the same again after an answer of ours that was 2xx; `retry`: the same
 * again after any other; `extra`: another one with the right values; `unconfirmed`: it looks like this run's, but
 * somebody has to say whether it is read correctly; `possible`: too little to tell; `astray`: fits, but missed the
 * webhook path or did not come whole.
 */
export const role = z.enum([
  "match",
  "mismatch",
  "late",
  "duplicate",
  "retry",
  "extra",
  "unconfirmed",
  "possible",
  "astray",
]);
export type Role = z.infer<typeof role>;

/** Runs that a reason names: at most fifty, and how many more there are (at least). */
const others = { runIds: z.array(eventId).max(50), more: z.int().nonnegative() };

/** Why a delivery was tied as it was, beside the values compared. */
export const reason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("by-hand") }),
  /** The same bytes as another delivery, tied with it. */
  z.object({ code: z.literal("same-bytes"), as: eventId }),
  /** The same id of its own within, at `path`. */
  z.object({ code: z.literal("same-id"), as: eventId, path: z.string(), value: z.string() }),
  /** Other runs that it fits equally. */
  z.object({ code: z.literal("rivals"), ...others }),
  /** Those of them whose limit was over when it came, and to which a late one still counts. */
  z.object({ code: z.literal("late-rivals"), ...others }),
  /** Other runs, with other values, that it could belong to as well: so it is not taken for a match. */
  z.object({ code: z.literal("contested"), ...others }),
  /** Earlier runs with the same values that never got theirs: a very late one would look like this. */
  z.object({ code: z.literal("earlier-unanswered"), ...others }),
  /** An earlier run that has just these values, and had got its own webhook before this one came. */
  z.object({ code: z.literal("earlier-answered"), ...others }),
  z.object({ code: z.literal("no-identity") }),
  z.object({ code: z.literal("no-amount") }),
  z.object({ code: z.literal("not-structured") }),
  /** Another transaction in the same webhook has the same amount and people, and ended otherwise. */
  z.object({ code: z.literal("contradicted") }),
  /** Only a part of it was read, so that the rest may say otherwise. */
  z.object({ code: z.literal("not-searched"), because: incomplete }),
  /** Somebody has to say whether it is read correctly, as in the verdict of this name. */
  z.object({ code: z.literal("not-confirmed"), because: z.enum(["reading", "new-word"]) }),
  z.object({ code: z.literal("other-path"), path: z.string() }),
  z.object({ code: z.literal("not-whole"), completeness: z.enum(["cut", "aborted", "timed-out", "malformed"]) }),
]);
export type Reason = DeepReadonly<z.infer<typeof reason>>;

/** Which item of a batch it is about, from 0 on; left out where there is only one, and in what older versions stored. */
export const batchItem = z.int().nonnegative().optional();

export const tie = z.object({
  deliveryId: eventId,
  runId: eventId,
  at: instant,
  /** From the start of the call to the arrival. */
  after: microseconds,
  by: z.enum(["value", "hand"]),
  role,
  certainty,
  fields: z.array(comparedField),
  reasons: z.array(reason),
  item: batchItem,
});
export type Tie = DeepReadonly<z.infer<typeof tie>>;

/** A time in which no webhook could be seen; `until` is null while it lasts. */
export const downtime = z.object({
  from: instant,
  until: instant.nullable(),
  cause: z.enum([
    "asleep",
    "ended-abruptly",
    "log-damaged",
    "listener-stopped",
    "listener-failed",
    "not-recorded",
    "address-down",
    "address-stopped",
    "relay-away",
    "relay-removed",
    "relay-stopped",
  ]),
});
export type Downtime = DeepReadonly<z.infer<typeof downtime>>;

export const verdict = z.discriminatedUnion("code", [
  /** `downtime`: as long as it lasts, nothing can be seen. */
  z.object({ code: z.literal("waiting"), until: instant, downtime: downtime.nullable() }),
  z.object({ code: z.literal("matched"), after: microseconds }),
  /** `spans`: when nothing could be seen until then; left out where there was no such time. */
  z.object({
    code: z.literal("late"),
    after: microseconds,
    lateBy: microseconds,
    spans: z.array(downtime).optional(),
  }),
  /** Matched, and the same came again. */
  z.object({ code: z.literal("duplicate"), after: microseconds, times: z.int() }),
  /** The right one came with something wrong in it; `fields` has what differs. */
  z.object({ code: z.literal("mismatch"), after: microseconds, fields: z.array(comparedField) }),
  /**
   * One came that looks like it, and somebody has to say whether it is read correctly. `reading`: a webhook of this
   * kind was never confirmed; `new-word`: what it says of its purpose or outcome was never seen. `fields`: what looks
   * wrong.
   */
  z.object({
    code: z.literal("unconfirmed"),
    looks: z.enum(["right", "wrong"]),
    deliveryId: eventId,
    because: z.enum(["reading", "new-word"]),
    after: microseconds,
    fields: z.array(comparedField),
  }),
  z.object({ code: z.literal("missing"), call: callState.extract(["under-way", "accepted", "unclear"]) }),
  /** Something came where nothing should: nothing was awaited, the call failed, or one more came than was asked for. */
  z.object({
    code: z.literal("unexpected"),
    because: z.enum(["nothing-awaited", "call-refused", "extra"]),
    after: microseconds,
  }),
  z.object({ code: z.literal("nothing-came") }),
  z.object({ code: z.literal("refused") }),
  /** Nothing came, but for a part of the time nothing could have been seen. */
  z.object({ code: z.literal("not-seen"), spans: z.array(downtime) }),
  /**
   * `doubt`: what came may be it or not; `not-over`: it tells of something that has not ended; `not-searched`: not all
   * of it could be read.
   */
  z.object({
    code: z.literal("not-sure"),
    because: z.enum(["doubt", "not-over", "not-searched"]),
    possible: z.int(),
  }),
]);
export type Verdict = DeepReadonly<z.infer<typeof verdict>>;
export type VerdictCode = Verdict["code"];

/** A run in brief, for its row and for whatever counts runs. */
export const runSummary = z.object({
  id: eventId,
  operation: expectation.shape.operation,
  startedAt: instant,
  deadline: instant,
  call: callState,
  verdict,
  /** How sure the tie is that decides the verdict; null when there is none. */
  certainty: certainty.nullable(),
  counts: z.object({
    duplicates: z.int(),
    retries: z.int(),
    extras: z.int(),
    unconfirmed: z.int(),
    possible: z.int(),
    astray: z.int(),
  }),
});
export type RunSummary = DeepReadonly<z.infer<typeof runSummary>>;

/** What is wrong with a signature that the profile asks for. */
export const wrongSignature = signatureState.exclude(["valid"]);
export type WrongSignature = z.infer<typeof wrongSignature>;

/** Set where nothing but the signature speaks against a webhook: nobody can tell who sent it. */
export function onlyWrongSignature(fields: readonly ComparedField[]): WrongSignature | null {
  const only = onlyFault(fields);
  return only?.field === "signature" ? (wrongSignature.safeParse(only.actual).data ?? "invalid") : null;
}

function onlyFault(fields: readonly ComparedField[]): ComparedField | null {
  const [only = null, ...others] = fields.filter(({ state }) => state === "differs");
  return others.length === 0 ? only : null;
}

/** What a delivery's row shows of its tie; `runId` and the rest are null once it is tied to nothing any more. */
export const tieSummary = z.object({
  deliveryId: eventId,
  runId: eventId.nullable(),
  role: role.nullable(),
  certainty: certainty.nullable(),
  after: microseconds.nullable(),
  /** Tied or untied by hand: no longer decided by itself. */
  byHand: z.boolean(),
  item: batchItem,
  /** What is wrong with the signature, where nothing else is wrong. */
  wrongSignature: wrongSignature.optional(),
  /** What differs, in any other mismatch. */
  differing: z.array(comparedField).optional(),
});
export type TieSummary = DeepReadonly<z.infer<typeof tieSummary>>;

export type Fault = Pick<TieSummary, "wrongSignature" | "differing">;

/** What a tie's summary says of what is wrong. */
export function faultOf(role: Role | null, fields: readonly ComparedField[]): Fault {
  if (role !== "mismatch") return {};
  const found = onlyWrongSignature(fields);
  if (found !== null) return { wrongSignature: found };
  const differing = fields.filter(({ state }) => state === "differs");
  return differing.length === 0 ? {} : { differing };
}

/** A run in full, for the inspector. */
export const runDetail = z.object({
  summary: runSummary,
  expectation,
  /** In order of arrival. */
  ties: z.array(tie),
  /** Deliveries that fit just as well but were given to other runs with the same values; the newest five. */
  alsoFits: z.array(z.object({ deliveryId: eventId, runId: eventId })),
});
export type RunDetail = DeepReadonly<z.infer<typeof runDetail>>;

/** The webhook that decides the verdict, else the one that comes nearest to it; of equal ones the first to arrive. */
export function decidingTie(ties: readonly Tie[]): Tie | null {
  const deciding = ties.find(({ role }) => role === "match" || role === "late" || role === "mismatch");
  if (deciding !== undefined) return deciding;
  const unconfirmed = ties.filter(({ role }) => role === "unconfirmed");
  const [nearest] = (unconfirmed.length > 0 ? unconfirmed : ties).toSorted(
    (one, other) => count(one, "differs") - count(other, "differs") || count(other, "agrees") - count(one, "agrees"),
  );
  return nearest ?? null;
}

function count({ fields }: Tie, wanted: ComparedField["state"]): number {
  return fields.filter(({ state }) => state === wanted).length;
}

/** What changed in runs and ties, told in batches. */
export const runsChange = z.object({ runs: z.array(runSummary), ties: z.array(tieSummary) });
export type RunsChange = DeepReadonly<z.infer<typeof runsChange>>;
