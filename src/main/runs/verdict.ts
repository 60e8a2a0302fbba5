import type { EventId, Instant } from "../../shared/primitives.ts";
import type { CallState, Downtime, RunDetail, RunSummary, Tie, Verdict } from "../../shared/run.ts";
import { PEOPLE } from "./compare.ts";
import { firstOf } from "./duplicate-delivery.ts";
import { arrived, type Delivery, type Part, partOf, type Run, speaksAgainst, wasTaken } from "./run-state.ts";

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
export function judgeRun(run: Run, downtimes: readonly Downtime[], now: Instant): Judgement {
  const main = mainOf(run);
  const ties = tiesOf(run, main);
  const count = (role: Role) => ties.filter((tie) => tie.role === role).length;
  const eventOf = new Map(run.ties.map((delivery) => [delivery.id, firstOf(delivery)]));
  /** Webhooks, each of which may have been sent several times. */
  const countEvents = (role: Role) =>
    new Set(ties.flatMap((tie) => (tie.role === role ? [eventOf.get(tie.deliveryId)] : []))).size;
  const counts = {
    duplicates: count("duplicate"),
    retries: count("retry"),
    extras: countEvents("extra"),
    unconfirmed: countEvents("unconfirmed"),
    possible: countEvents("possible"),
    astray: countEvents("astray"),
  };
  const mainTie = ties.find(({ deliveryId }) => deliveryId === main?.id) ?? null;
  return {
    summary: {
      id: run.id,
      operation: run.expectation.operation,
      startedAt: run.at,
      deadline: run.deadline,
      call: run.call,
      verdict: verdictOf(run, mainTie, ties, downtimes, now),
      certainty: mainTie?.certainty ?? (counts.possible > 0 ? "unsure" : null),
      counts,
    },
    ties,
  };
}

/** The delivery that decides: tied by hand, else the first that fits exactly, else what comes nearest to it. */
function mainOf(run: Run): Delivery | null {
  const byHand = run.ties.find(({ decision }) => decision?.by === "hand");
  if (byHand !== undefined || run.taken !== null) return byHand ?? run.taken;
  const { unconfirmed, mismatch } = run;
  const part = unconfirmed === null ? null : partOf(unconfirmed, run.id);
  // One that looks right may be it; something wrong, if it is read correctly, is less than something that is wrong.
  return part !== null && (mismatch === null || !part.fields.some(speaksAgainst)) ? unconfirmed : mismatch;
}

function tiesOf(run: Run, main: Delivery | null): readonly Tie[] {
  const mainEvent = main === null ? null : firstOf(main);
  /** Events that have arrived so far, and whether an answer of ours took them. */
  const seen = new Map<number, boolean>();
  return run.ties.flatMap((delivery) => {
    const part = partOf(delivery, run.id);
    if (part === null) return [];
    const event = firstOf(delivery);
    const before = seen.get(event) ?? (event === mainEvent ? false : undefined);
    const role = delivery === main ? mainRole(run, delivery, part) : otherRole(delivery, part, before);
    if (arrived(delivery)) seen.set(event, before === true || wasTaken(delivery));
    return [tieOf(run, delivery, part, role)];
  });
}

function mainRole(run: Run, { at }: Delivery, { fit }: Part): Role {
  if (fit === "mismatch" || fit === "unconfirmed" || fit === "possible") return fit;
  return at <= run.deadline ? "match" : "late";
}

/** @param before whether the same event was taken when it came before; undefined when it did not come before */
function otherRole(delivery: Delivery, { fit, reasons }: Part, before: boolean | undefined): Role {
  if (!arrived(delivery)) return fit === "possible" && delivery.onPath ? "possible" : "astray";
  // After any answer but 2xx a sender is to try again.
  if (before !== undefined) return before ? "duplicate" : "retry";
  // The right one has come, so this may be one too many of the earlier run that it fits.
  if (reasons.some(({ code }) => code === "earlier-answered")) return "possible";
  // With something wrong in it, or one too many: the right one is another.
  return fit === "possible" || fit === "unconfirmed" ? fit : "extra";
}

function tieOf(run: Run, delivery: Delivery, part: Part, role: Role): Tie {
  const { certainty, fields, reasons, item } = part;
  const { id, at, decision } = delivery;
  const by = decision?.by ?? "value";
  return { deliveryId: id, runId: run.id, at, after: after(run, at), by, role, certainty, fields, reasons, item };
}

/** A clock may be set back between a call and its webhook: time does not run backwards all the same. */
function after(run: Run, at: Instant): number {
  return Math.max(0, at - run.at);
}

function verdictOf(
  run: Run,
  main: Tie | null,
  ties: readonly Tie[],
  downtimes: readonly Downtime[],
  now: Instant,
): Verdict {
  const { awaits } = run.expectation;
  if (main?.role === "unconfirmed") return unconfirmed(main);
  if (main?.role === "possible") return notSure([main], 1);
  if (main !== null && awaits === "nothing")
    return { code: "unexpected", because: "nothing-awaited", after: main.after };
  if (run.call === "refused") {
    if (main !== null) return { code: "unexpected", because: "call-refused", after: main.after };
    if (awaits === "webhook") return { code: "refused" };
  }
  if (main !== null) return verdictBy(run, main, ties, downtimes);
  if (now < run.deadline)
    return { code: "waiting", until: run.deadline, downtime: downtimes.find(({ until }) => until === null) ?? null };
  const held = downtimes.find(({ until, cause }) => until === null && cause === "relay-away");
  if (held !== undefined) return { code: "waiting", until: run.deadline, downtime: held };
  const doubtful = ties.filter((tie) => tie.role === "possible" || isCut(tie));
  if (doubtful.length + run.elsewhere.length > 0) return notSure(doubtful, doubtful.length + run.elsewhere.length);
  const spans = unseenWithin(run, downtimes);
  if (spans.length > 0) return { code: "not-seen", spans };
  return awaits === "nothing" ? { code: "nothing-came" } : { code: "missing", call: awaited(run.call) };
}

function verdictBy(run: Run, main: Tie, ties: readonly Tie[], downtimes: readonly Downtime[]): Verdict {
  const { after: passed } = main;
  if (main.role === "mismatch")
    return { code: "mismatch", after: passed, fields: main.fields.filter(({ state }) => state === "differs") };
  if (main.role === "late") {
    const spans = unseenWithin(run, downtimes);
    const lateBy = Math.max(0, main.at - run.deadline);
    return { code: "late", after: passed, lateBy, ...(spans.length === 0 ? {} : { spans }) };
  }
  if (ties.some(({ role }) => role === "extra")) return { code: "unexpected", because: "extra", after: passed };
  const duplicates = ties.filter(({ role }) => role === "duplicate").length;
  if (duplicates > 0) return { code: "duplicate", after: passed, times: duplicates + 1 };
  return { code: "matched", after: passed };
}

/** When within its wait nothing could be seen. */
function unseenWithin({ at, deadline }: Run, downtimes: readonly Downtime[]): readonly Downtime[] {
  return downtimes.filter(({ from, until }) => from < deadline && (until === null || until > at));
}

function unconfirmed({ deliveryId, after: passed, fields, reasons }: Tie): Verdict {
  const because = reasons.some((reason) => reason.code === "not-confirmed" && reason.because === "new-word")
    ? "new-word"
    : "reading";
  // A proposal that reads nobody says nothing good of the people: they may be others.
  const people = fields.filter(({ field }) => PEOPLE.has(field));
  const isNobody = because === "reading" && people.every(({ state }) => state === "absent");
  const against = fields.filter((field) => speaksAgainst(field) || (isNobody && people.includes(field)));
  return {
    code: "unconfirmed",
    looks: against.length === 0 ? "right" : "wrong",
    deliveryId,
    because,
    after: passed,
    fields: against,
  };
}

/** Whether a webhook came to the webhook path, but broke off: what is missing of it may say anything. */
function isCut({ role, reasons }: Tie): boolean {
  const codes = reasons.map(({ code }) => code);
  return role === "astray" && codes.includes("not-whole") && !codes.includes("other-path");
}

function notSure(ties: readonly Tie[], possible: number): Verdict {
  const isNotOver = ({ fields }: Tie) => fields.some(({ field, state }) => field === "outcome" && state === "unclear");
  const isUnread = ({ reasons }: Tie) =>
    reasons.some(({ code }) => code === "not-searched" || code === "not-structured" || code === "not-whole");
  const because =
    ties.length === 0 ? "doubt" : ties.some(isNotOver) ? "not-over" : ties.every(isUnread) ? "not-searched" : "doubt";
  return { code: "not-sure", because, possible };
}

function awaited(call: CallState): Exclude<CallState, "refused"> {
  return call === "refused" ? "accepted" : call;
}

/** A run in full. */
export function detailOf(run: Run, downtimes: readonly Downtime[], now: Instant): RunDetail {
  return { ...judgeRun(run, downtimes, now), expectation: run.expectation, alsoFits: alsoFits(run) };
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
