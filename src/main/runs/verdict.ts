import type { EventId, Instant } from "../../shared/primitives.ts";
import type { CallState, Downtime, RunDetail, RunSummary, Tie, Verdict } from "../../shared/run.ts";
import { arrived, type Decision, type Delivery, type Run, wasTaken } from "./state.ts";

type Role = Tie["role"];

/** What a run has come to by a moment: its summary, and each of its deliveries with its part in it. */
export interface Judgement {
  readonly summary: RunSummary;
  readonly ties: readonly Tie[];
}

/**
 * The verdict of a run. Depends on nothing but the run, its deliveries in order of arrival, the times in which nothing
 * could be seen, and whether its time is over.
 */
export function judgeRun(run: Run, deaf: readonly Downtime[], now: Instant): Judgement {
  const main = mainOf(run);
  const ties = tiesOf(run, main);
  const count = (role: Role) => ties.filter((tie) => tie.role === role).length;
  const counts = {
    duplicates: count("duplicate"),
    retries: count("retry"),
    extras: count("extra"),
    unconfirmed: 0,
    possible: count("possible"),
    astray: count("astray"),
  };
  const mainTie = ties.find(({ deliveryId }) => deliveryId === main?.id) ?? null;
  return {
    summary: {
      id: run.id,
      operation: run.expectation.operation,
      startedAt: run.at,
      deadline: run.deadline,
      call: run.call,
      verdict: verdictOf(run, mainTie, counts, deaf, now),
      certainty: mainTie?.certainty ?? (counts.possible > 0 ? "unsure" : null),
      counts,
    },
    ties,
  };
}

/** The delivery that decides: tied by hand, else the first that fits exactly, else one with something wrong. */
function mainOf(run: Run): Delivery | null {
  return run.ties.find(({ decision }) => decision?.by === "hand") ?? run.taken ?? run.mismatch;
}

function tiesOf(run: Run, main: Delivery | null): readonly Tie[] {
  const mainEvent = main === null ? null : eventOf(main);
  /** Events that have arrived so far, and whether an answer of ours took them. */
  const seen = new Map<number, boolean>();
  return run.ties.flatMap((delivery) => {
    const { decision } = delivery;
    if (decision === null) return [];
    const event = eventOf(delivery);
    const before = seen.get(event) ?? (event === mainEvent ? false : undefined);
    const role = delivery === main ? mainRole(run, delivery, decision) : otherRole(delivery, decision, before);
    if (arrived(delivery)) seen.set(event, before === true || wasTaken(delivery));
    return [tieOf(run, delivery, decision, role)];
  });
}

function mainRole(run: Run, { at }: Delivery, { fit }: Decision): Role {
  if (fit === "mismatch") return "mismatch";
  return at <= run.deadline ? "match" : "late";
}

/** @param before whether the same event was taken when it came before; undefined when it did not come before */
function otherRole(delivery: Delivery, { fit }: Decision, before: boolean | undefined): Role {
  if (!arrived(delivery)) return "astray";
  // After any answer but 2xx a sender is to try again.
  if (before !== undefined) return before ? "duplicate" : "retry";
  // With something wrong in it, or one too many: the right one is another.
  return fit === "possible" ? "possible" : "extra";
}

/** The first delivery of the event that this one tells of. */
function eventOf({ id, decision }: Delivery): number {
  return decision?.twinOf ?? id;
}

function tieOf(run: Run, delivery: Delivery, decision: Decision, role: Role): Tie {
  const { by, certainty, fields, reasons } = decision;
  const { id, at } = delivery;
  return { deliveryId: id, runId: run.id, at, after: after(run, at), by, role, certainty, fields, reasons };
}

/** A clock may be set back between a call and its webhook: time does not run backwards all the same. */
function after(run: Run, at: Instant): number {
  return Math.max(0, at - run.at);
}

function verdictOf(
  run: Run,
  main: Tie | null,
  counts: RunSummary["counts"],
  deaf: readonly Downtime[],
  now: Instant,
): Verdict {
  const open = now < run.deadline;
  if (main !== null && run.expectation.awaits === "nothing")
    return { code: "unexpected", because: "nothing-awaited", after: main.after };
  if (run.call === "refused") {
    if (main !== null) return { code: "unexpected", because: "call-refused", after: main.after };
    if (run.expectation.awaits === "webhook") return { code: "refused" };
  }
  if (main !== null) return verdictBy(run, main, counts);
  if (open) return { code: "waiting", until: run.deadline, downtime: deaf.find(({ until }) => until === null) ?? null };
  const possible = counts.possible + run.elsewhere.length;
  if (possible > 0) return { code: "not-sure", because: "doubt", possible };
  const spans = deaf.filter(({ from, until }) => from < run.deadline && (until === null || until > run.at));
  if (spans.length > 0) return { code: "not-seen", spans };
  return run.expectation.awaits === "nothing" ? { code: "nothing-came" } : { code: "missing", call: awaited(run.call) };
}

function verdictBy(run: Run, main: Tie, counts: RunSummary["counts"]): Verdict {
  const { after } = main;
  if (main.role === "mismatch")
    return { code: "mismatch", after, fields: main.fields.filter(({ state }) => state === "differs") };
  if (main.role === "late") return { code: "late", after, lateBy: Math.max(0, main.at - run.deadline) };
  if (counts.extras > 0) return { code: "unexpected", because: "extra", after };
  if (counts.duplicates > 0) return { code: "duplicate", after, times: counts.duplicates + 1 };
  return { code: "matched", after };
}

function awaited(call: CallState): Exclude<CallState, "refused"> {
  return call === "refused" ? "accepted" : call;
}

/** A run in full. */
export function detailOf(run: Run, deaf: readonly Downtime[], now: Instant): RunDetail {
  return { ...judgeRun(run, deaf, now), expectation: run.expectation, alsoFits: alsoFits(run) };
}

const ALSO_AT_MOST = 5;

/** Webhooks that would have fitted this run as well, but went to others. */
function alsoFits(run: Run): RunDetail["alsoFits"] {
  if (run.taken !== null || run.byHand > 0) return [];
  const found: { readonly deliveryId: EventId; readonly runId: EventId }[] = [];
  for (const { id, decision } of run.elsewhere)
    if (decision?.runId != null) found.push({ deliveryId: id, runId: decision.runId });
  for (const other of run.bucket.runs)
    for (const { id, at, decision } of other === run ? [] : other.ties)
      if (
        decision?.certainty === "ambiguous" &&
        id > run.id &&
        at <= run.near &&
        !run.elsewhere.some((each) => each.id === id)
      )
        found.push({ deliveryId: id, runId: other.id });
  return found.sort((one, two) => two.deliveryId - one.deliveryId).slice(0, ALSO_AT_MOST);
}
