import type { EventId } from "../../shared/primitives.ts";
import { NO_ITEM, type ReadItem, type WebhookReading } from "../../shared/reading.ts";
import type { ComparedField, Reason } from "../../shared/run.ts";
import {
  choose,
  chooseWaiting,
  hasItsOwn,
  isAnswered,
  RANK,
  rankExact,
  rankMismatch,
  rankPossible,
  type Scored,
  TIES_AT_MOST,
} from "./candidates.ts";
import { doubted, exactDecision, inexactDecision, isInDoubt, rather } from "./certainty.ts";
import { compare, compareAll, doubtOf, namesNobody, type Said } from "./compare.ts";
import type { Earlier } from "./duplicate-delivery.ts";
import type { OpenRuns } from "./open-runs.ts";
import {
  agreeingIn,
  arrived,
  type Bucket,
  type Decision,
  type Delivery,
  isStillOpen,
  nowhere,
  type Part,
  partsOf,
  type Run,
  strayReason,
} from "./run-state.ts";
import { decideSilent, saysNothing, unread } from "./silent-delivery.ts";

/** What a delivery says, with all that it takes to hold it against runs. */
interface ReadDelivery {
  readonly delivery: Delivery;
  readonly reading: WebhookReading;
  readonly runs: OpenRuns;
  readonly sharedTags: ReadonlySet<string>;
}

/**
 * Where a delivery belongs, given what the runs have got so far. First come, first served: of runs that it fits
 * equally well the earliest one gets it. A run is a candidate only if its call stands before the delivery in the log.
 * Of a batch each item is decided by itself.
 *
 * @param earlier an earlier delivery of the same event, if there is one
 * @returns null when it has nothing to do with any run that is remembered
 */
export function decide(
  delivery: Delivery,
  reading: WebhookReading,
  runs: OpenRuns,
  earlier: Earlier | null,
): Decision | null {
  const of: ReadDelivery = { delivery, reading, runs, sharedTags: runs.sharedTags(reading.tags, delivery.id) };
  const isCutShort = reading.incomplete !== null && reading.items.every((item) => doubtOf(reading, item) !== null);
  const silent = isCutShort || saysNothing(reading);
  // What says nothing is the same each time without being the same event.
  const isCopy = earlier !== null && (!silent || earlier.first.decision?.by === "hand");
  const copy = isCopy ? copyOf(of, earlier) : null;
  const items = reading.items.length === 0 ? [NO_ITEM] : reading.items;
  if (copy !== null && (earlier?.kind === "bytes-and-id" || items.length > 1)) return copy;
  const decided =
    items.length === 1
      ? [decideItem(of, items[0] ?? NO_ITEM, copy, earlier?.kind ?? null, new Set())]
      : decideBatch(of, items);
  const [main, ...others] = decided.flatMap((each) => each ?? []).toSorted((one, two) => fitOrder(two) - fitOrder(one));
  if (main?.runId == null) return (silent ? decideSilent(delivery, reading, runs) : null) ?? main ?? null;
  return { ...main, also: others.flatMap(partsOf) };
}

/**
 * Each item to a run of its own: those that fit exactly first, then the others, what agrees in most before the rest.
 * Where an item that is left says the opposite of one that fits, nobody knows which of them counts.
 */
function decideBatch(of: ReadDelivery, items: readonly ReadItem[]): readonly Decision[] {
  const given = new Set<EventId>();
  const found: Decision[] = [];
  const left = new Set(items);
  const take = (item: ReadItem, decision: Decision | null): boolean => {
    if (decision?.runId == null || given.has(decision.runId)) return false;
    found.push({ ...decision, item: items.indexOf(item) });
    given.add(decision.runId);
    left.delete(item);
    return true;
  };
  const rest = items.filter((item) => !take(item, decideExact(of, item, null, null, given)));
  const agreeing = (item: ReadItem) => agreeingIn(decideItem(of, item, null, null, given)?.fields ?? []);
  const counted = rest.map((item) => ({ item, agreeing: agreeing(item) }));
  for (const { item } of counted.toSorted((one, two) => two.agreeing - one.agreeing))
    take(item, decideItem(of, item, null, null, given));
  const isContradicted = ({ runId, fit }: Decision): boolean => {
    const run = fit === "exact" && runId !== null ? of.runs.get(runId) : undefined;
    return run !== undefined && [...left].some((item) => contradicts(compareAll(run.expectation, saidBy(of, item))));
  };
  const told = found.map((each): Decision => {
    if (!isContradicted(each)) return each;
    return { ...each, fit: "possible", certainty: "unsure", reasons: [...each.reasons, { code: "contradicted" }] };
  });
  return told.length > 0 ? told : rest.flatMap((item) => decideItem(of, item, null, null, given) ?? []).slice(0, 1);
}

/** The same amount and people, and something else came of it. */
function contradicts(fields: readonly ComparedField[]): boolean {
  const says = (isOf: (field: ComparedField["field"]) => boolean) => fields.filter(({ field }) => isOf(field));
  const ended = says((field) => field === "outcome" || field === "purpose");
  const values = says((field) => ["amount", "currency", "user", "from", "to"].includes(field));
  return (
    ended.some(({ state }) => state === "differs" || state === "unclear") &&
    values.some(({ field, state }) => field === "amount" && state === "agrees") &&
    values.every(({ state }) => state === "agrees" || state === "absent")
  );
}

const FIT_ORDER: Readonly<Record<Part["fit"], number>> = { exact: 4, mismatch: 3, unconfirmed: 2, possible: 1 };

function fitOrder({ runId, fit }: Decision): number {
  return runId === null ? 0 : FIT_ORDER[fit];
}

function saidBy({ delivery, reading, sharedTags }: ReadDelivery, item: ReadItem): Said {
  const isProposed = reading.by === "proposed";
  return { item, tags: reading.tags, sharedTags, signature: delivery.signature, isProposed };
}

/** What holds an item against runs, and marks what comes of it as far as its reading can be trusted. */
function comparer(of: ReadDelivery, item: ReadItem) {
  const { delivery, reading, runs } = of;
  const said = saidBy(of, item);
  const doubt = doubtOf(reading, item);
  const scored = (buckets: readonly Bucket[]): readonly Scored[] =>
    buckets.flatMap((bucket) => {
      const score = compare(bucket.expectation, said);
      if (score === null) return [];
      bucket.seenBy = Math.max(bucket.seenBy, delivery.id);
      return [{ bucket, score }];
    });
  return {
    sure: doubt === null,
    trusted: (decision: Decision) => asFarAsTrusted(decision, doubt, reading),
    scored,
    /** All runs that the item says something of. */
    all: () => union(scored(runs.remote(item, reading.tags)), scored(runs.likely(item, reading.tags))),
  };
}

/** @returns null where it fits no run exactly, and is no copy of one that did */
function decideExact(
  of: ReadDelivery,
  item: ReadItem,
  copy: Decision | null,
  kind: Earlier["kind"] | null,
  given: ReadonlySet<EventId>,
): Decision | null {
  const { delivery, reading, runs } = of;
  const { sure, trusted, scored, all } = comparer(of, item);
  // The same bytes without any id may as well be another run's, and so may an id that is not the event's own.
  const weakly = kind === "bytes" || kind === "shared-id";
  const likely = scored(runs.likely(item, reading.tags));
  // What names nobody is found by its amount alone.
  const anonymous = namesNobody(item) ? scored(runs.remote(item, reading.tags)) : [];
  const exact = union(likely, anonymous).filter(({ score }) => score.fit === "exact");
  const inDoubt = likely.filter(isInDoubt);
  const best = choose(delivery, exact, rankExact, sure, given);
  if (best === null) return null;
  const isExactCopy = copy !== null && copy.fit === (sure ? "exact" : "unconfirmed");
  if (isExactCopy) {
    const other = otherFor(delivery, weakly ? [...exact, ...inDoubt] : exact, copy.runId, weakly, sure);
    if (other === null) return copy;
    // The same id in other bytes is a copy, unless this sender's ids are not what their name says. The same bytes
    // without any id are rather for a run that still waits than for one that has got its own, but who knows.
    const isBestFree = best.rank <= RANK.longAgo && best.run.id !== copy.runId && !hasItsOwn(best.run);
    if (!weakly || !isBestFree) return doubted(copy, other);
  }
  // What was tied by hand need not be its own: this may be.
  const isSpare = copy === null && !best.score.byTag && best.run.byHand === 0 && isAnswered(best.run);
  const waiting = isSpare ? chooseWaiting(delivery, all(), sure, best.run, given) : null;
  if (waiting !== null) return trusted(rather(waiting, best.run));
  return trusted(exactDecision(delivery, best, [...exact, ...inDoubt], copy, runs.get));
}

function decideItem(
  of: ReadDelivery,
  item: ReadItem,
  copy: Decision | null,
  kind: Earlier["kind"] | null,
  given: ReadonlySet<EventId>,
): Decision | null {
  const exact = decideExact(of, item, copy, kind, given);
  if (exact !== null) return exact;
  if (copy !== null && (copy.fit !== "possible" || kind !== "bytes")) return copy;

  const { delivery, runs } = of;
  const { sure, trusted, ...compared } = comparer(of, item);
  const all = compared.all();
  const ofFit = (fit: "mismatch" | "possible") => all.filter(({ score }) => score.fit === fit);
  const wrong = choose(delivery, ofFit("mismatch"), rankMismatch, sure, given);
  if (wrong !== null) {
    const others = [...ofFit("mismatch"), ...all.filter(isInDoubt)];
    return trusted(inexactDecision(delivery, wrong, others, copy, runs.get));
  }
  const possible = choose(delivery, ofFit("possible"), rankPossible, sure, given);
  if (possible !== null) return trusted(inexactDecision(delivery, possible, ofFit("possible"), null, runs.get));
  return copy ?? (all.length === 0 ? null : nowhere());
}

function union(one: readonly Scored[], other: readonly Scored[]): readonly Scored[] {
  const known = new Set(one.map(({ bucket }) => bucket));
  return [...one, ...other.filter(({ bucket }) => !known.has(bucket))];
}

/** What a decision comes to where its reading was never confirmed, or not all of the webhook could be read. */
function asFarAsTrusted(
  decision: Decision,
  doubt: ReturnType<typeof doubtOf>,
  { incomplete, format }: WebhookReading,
): Decision {
  if (doubt === null || decision.runId === null) return decision;
  const { reasons, certainty } = decision;
  if (doubt === "not-searched") {
    const why: Reason = incomplete === null || format === "text" ? { code: "not-structured" } : unread(incomplete);
    return { ...decision, fit: "possible", certainty: "unsure", reasons: [...reasons, why] };
  }
  return {
    ...decision,
    fit: "unconfirmed",
    certainty: certainty === "certain" ? "certain" : "unsure",
    reasons: [...reasons, { code: "not-confirmed", because: doubt }],
  };
}

/** Another run that it may be for and that waits, or has got one that may have been a copy too; null when there is none. */
function otherFor(
  delivery: Delivery,
  candidates: readonly Scored[],
  but: EventId | null,
  evenTaken: boolean,
  sure: boolean,
): Run | null {
  for (const { bucket } of candidates)
    for (const run of bucket.runs) {
      const rank = run.id === but ? null : rankExact(run, delivery, sure);
      if (rank !== null && (rank <= RANK.longAgo || (evenTaken && rank === RANK.taken))) return run;
    }
  return null;
}

/** To the run that the same event went to before; null when that was none, or when that one did not count and this does. */
function copyOf(of: ReadDelivery, { first, kind, reason }: Earlier): Decision | null {
  const { delivery, reading, runs } = of;
  const before = first.decision;
  if (before === null) return null;
  // What was untied by hand stays so, and so do its copies.
  if (before.runId === null) return before.by === "hand" ? { ...nowhere(), reasons: [reason], copyOf: first.id } : null;
  const run = runs.get(before.runId);
  if (run === undefined || run.ties.length >= TIES_AT_MOST || (arrived(delivery) && !arrived(first))) return null;
  let { fields } = before;
  if (kind === "id" || kind === "shared-id") {
    const [item] = reading.items;
    const [said] = first.reading?.items ?? [];
    if (item === undefined || said === undefined || first.reading === null) return null;
    fields = compareAll(run.expectation, saidBy(of, item));
    // Other values under the same id are no copy: it is the next that is told of one event, or the id is none.
    const asBefore = compareAll(run.expectation, { ...saidBy(of, said), tags: first.reading.tags });
    if (statesOf(fields) !== statesOf(asBefore)) return null;
    if ((doubtOf(reading, item) === null) !== (doubtOf(first.reading, said) === null)) return null;
  }
  const stray = strayReason(delivery);
  return {
    runId: run.id,
    by: "value",
    fit: before.fit,
    certainty: before.by === "hand" ? "certain" : before.certainty,
    fields,
    reasons: stray === null ? [reason] : [reason, stray],
    copyOf: before.copyOf ?? first.id,
    also: before.also,
    item: before.item,
  };
}

function statesOf(fields: readonly ComparedField[]): string {
  return fields.map(({ field, state, actual }) => `${field} ${state} ${field === "outcome" ? actual : ""}`).join();
}

/**
 * What the user decided about a delivery, with its values compared all the same.
 *
 * @param run the run with this id, if it is remembered
 */
export function decideByHand(
  delivery: Delivery,
  runId: EventId | null,
  run: Run | undefined,
  runs: OpenRuns,
  earlier: Earlier | null,
): Decision {
  const { reading, decision: before } = delivery;
  const same = before?.runId === runId ? before : null;
  let fields = same?.fields ?? [];
  let sure = same?.fit !== "unconfirmed";
  let item = same?.item;
  if (run !== undefined && reading !== null) {
    const of: ReadDelivery = { delivery, reading, runs, sharedTags: runs.sharedTags(reading.tags, delivery.id) };
    const items = reading.items.length === 0 ? [NO_ITEM] : reading.items;
    const compared = items.map((each, at) => ({
      fields: compareAll(run.expectation, saidBy(of, each)),
      sure: doubtOf(reading, each) === null,
      at,
    }));
    const [best] = compared.toSorted((one, two) => agreeingIn(two.fields) - agreeingIn(one.fields));
    fields = best?.fields ?? [];
    sure = best?.sure ?? true;
    item = items.length > 1 ? best?.at : undefined;
  }
  const wrong = fields.some(({ field, state }) => state === "differs" && field !== "tag");
  const isOver = !fields.some(isStillOpen);
  const copyOfId = runId !== null && earlier?.first.decision?.runId === runId ? earlier.first.id : null;
  return {
    runId,
    by: "hand",
    fit: wrong ? (sure ? "mismatch" : "unconfirmed") : sure && !isOver ? "possible" : "exact",
    certainty: "by-hand",
    fields,
    reasons:
      !wrong || sure ? [{ code: "by-hand" }] : [{ code: "by-hand" }, { code: "not-confirmed", because: "reading" }],
    copyOf: copyOfId,
    also: [],
    item,
  };
}
