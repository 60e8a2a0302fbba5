import { decimalKey } from "../../shared/decimal.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { ReadItem } from "../../shared/reading.ts";
import type { CallState, Expectation } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { tellsWhose } from "../payload/index.ts";
import { plainReference, wrappedIn } from "./compare.ts";
import type { Bucket, Delivery, Run } from "./run-state.ts";

/**
 * Microseconds for which a webhook that comes after all is still tied: ten retries at five-minute intervals, doubled.
 */
export const HORIZON = 2 * 3_600_000_000;
/** Runs that are remembered; the oldest are forgotten first. */
export const RUNS_AT_MOST = 10_000;
/** Different expectations that one item is held against, the newest first; a few microseconds each. */
const BUCKETS_AT_MOST = 1_024;
/** How long after the clock was set that may be noticed. */
const CLOCK_LAG = 15_000_000;

/** The runs that are remembered, found by the values they wait for. */
export interface OpenRuns {
  add(id: EventId, at: Instant, expectation: Expectation, of: Pick<Run, "isLocal" | "profileId">, call: CallState): Run;
  /**
   * Moves the runs that waited when the clock was set; returns them.
   *
   * @param at when it was noticed, by the clock as it is set now
   * @param by how far it was set; negative: back
   */
  moveWaiting(at: Instant, by: Microseconds): readonly Run[];
  get(id: EventId): Run | undefined;
  has(id: EventId): boolean;
  /** All of them, in the order in which they were added. */
  all(): Iterable<Run>;
  /** Whether there is any that a delivery of this moment could belong to. */
  isWatching(at: Instant): boolean;
  /** The profiles that a delivery of this moment could belong to, each with its newest run. */
  awaiting(at: Instant): readonly AwaitingProfile[];
  /** Whether there is anything to forget. */
  isFull(latest: Instant): boolean;
  /** Forgets what began too long before `latest`, and what is too much. */
  forget(latest: Instant): void;
  hasTag(tag: string): boolean;
  /** Those of these tags that more than one call went out with, of calls that stand before this row. */
  sharedTags(tags: readonly string[], before: EventId): ReadonlySet<string>;
  /** Whether this text tells whose a webhook is, for a run that is remembered. */
  isIdentity(text: string): boolean;
  /** null when there is none. */
  oldestId(): EventId | null;
  /** The newest of them, at most so many; oldest first. */
  newest(count: number): readonly Run[];
  /** Expectations whose amount and somebody's identity both stand in the item, or whose tag does. */
  likely(item: ReadItem, tags: readonly string[]): readonly Bucket[];
  /** Those whose amount or identity stands in it. */
  remote(item: ReadItem, tags: readonly string[]): readonly Bucket[];
}

/** A profile with a simulation that a webhook may still belong to. */
export interface AwaitingProfile {
  readonly profileId: string;
  /** The newest simulation has no webhook yet, and one may still come. */
  readonly isExpected: boolean;
}

/** @param forgotten told of each run that is not remembered any more */
export function createOpenRuns(forgotten: (run: Run) => void): OpenRuns {
  const runs = new Map<EventId, Run>();
  /** The same by their ids. */
  const inOrder: Run[] = [];
  const buckets = new Map<string, Bucket>();
  // In each set the bucket with the newest run comes last.
  const byPair = new Map<string, Set<Bucket>>();
  const byTag = new Map<string, Set<Bucket>>();
  const byAmount = new Map<string, Set<Bucket>>();
  const byIdentity = new Map<string, Set<Bucket>>();
  /** The identities that are one but for how they are written. */
  const byPlain = new Map<string, Set<string>>();

  /** The newest run of each profile. */
  const newestOf = new Map<string, Run>();

  let horizon: Instant = 0;

  function bucketOf(expectation: Expectation): Bucket {
    const key = JSON.stringify(expectation);
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const bucket: Bucket = { expectation, runs: [], seenBy: 0 };
    buckets.set(key, bucket);
    return bucket;
  }

  function index(bucket: Bucket, change: (map: Map<string, Set<Bucket>>, key: string, bucket: Bucket) => void): void {
    const { expectation } = bucket;
    const amount = amountOf(expectation);
    if (amount !== null) change(byAmount, amount, bucket);
    for (const tag of tagsIn(expectation.remark ?? "")) change(byTag, tag, bucket);
    for (const identity of identitiesOf(expectation)) {
      change(byIdentity, identity, bucket);
      indexPlain(identity);
      if (amount !== null) change(byPair, pair(amount, identity), bucket);
    }
  }

  /** After a change of what is known by this identity. */
  function indexPlain(identity: string): void {
    const plain = plainReference(identity);
    const alike = byPlain.get(plain) ?? new Set();
    if (byIdentity.has(identity)) alike.add(identity);
    else alike.delete(identity);
    if (alike.size > 0) byPlain.set(plain, alike);
    else byPlain.delete(plain);
  }

  function remove(run: Run): void {
    const { bucket } = run;
    runs.delete(run.id);
    inOrder.splice(inOrder.indexOf(run), 1);
    bucket.runs.splice(bucket.runs.indexOf(run), 1);
    if (newestOf.get(run.profileId) === run) newestOf.delete(run.profileId);
    forgotten(run);
    if (bucket.runs.length > 0) return;
    buckets.delete(JSON.stringify(bucket.expectation));
    index(bucket, exclude);
  }

  function identitiesIn({ user, from, to, remark }: ReadItem): readonly string[] {
    const texts = [user, from, to, remark].flatMap((each) => each?.text ?? []);
    // What is the reference of a simulation to the letter is no other one's that is written otherwise.
    return [...new Set(texts.flatMap((text) => (byIdentity.has(text) ? [text] : writtenOtherwise(text))))];
  }

  function writtenOtherwise(text: string): readonly string[] {
    return wrappedIn(text).flatMap((part) => [...(byPlain.get(part) ?? [])]);
  }

  /** The oldest run, if it began too long ago or there are too many; null when none has to go. */
  function goesFirst(latest: Instant): Run | null {
    const [run] = runs.values();
    return run === undefined || (run.horizon >= latest && runs.size <= RUNS_AT_MOST) ? null : run;
  }

  function callsWith(tag: string, before: EventId): number {
    let count = 0;
    for (const { runs: calls } of byTag.get(tag) ?? []) count += calls.filter(({ id }) => id < before).length;
    return count;
  }

  return {
    add(id, at, expectation, { isLocal, profileId }, call) {
      const bucket = bucketOf(expectation);
      const { limit } = expectation;
      const run: Run = {
        id,
        at,
        expectation: bucket.expectation,
        isLocal,
        profileId,
        bucket,
        deadline: at + limit,
        near: at + 2 * limit,
        horizon: at + Math.max(HORIZON, 2 * limit),
        call,
        told: null,
        ties: [],
        taken: null,
        byHand: 0,
        mismatch: null,
        unconfirmed: null,
        possible: 0,
        elsewhere: [],
      };
      runs.set(id, run);
      if (id > (newestOf.get(profileId)?.id ?? 0)) newestOf.set(profileId, run);
      insertById(inOrder, run);
      horizon = Math.max(horizon, run.horizon);
      insertById(bucket.runs, run);
      index(bucket, renew);
      return run;
    },
    moveWaiting(at, by) {
      const waited = [...runs.values()].filter((run) => waitedThrough(run, at, by));
      for (const run of waited) {
        run.at += by;
        run.deadline += by;
        run.near += by;
        run.horizon += by;
        horizon = Math.max(horizon, run.horizon);
      }
      return waited;
    },
    get: (id) => runs.get(id),
    has: (id) => runs.has(id),
    all: () => runs.values(),
    oldestId: () => inOrder[0]?.id ?? null,
    newest: (count) => inOrder.slice(-count),
    isWatching: (at) => runs.size > 0 && at <= horizon,
    awaiting: (at) =>
      [...newestOf.values()]
        .filter((run) => at <= run.horizon)
        .map(({ profileId, near, taken }) => ({ profileId, isExpected: taken === null && at <= near })),
    isFull: (latest) => goesFirst(latest) !== null,
    forget(latest) {
      for (let run = goesFirst(latest); run !== null; run = goesFirst(latest)) remove(run);
    },
    hasTag: (tag) => byTag.has(tag),
    sharedTags: (tags, before) => new Set(tags.filter((tag) => callsWith(tag, before) > 1)),
    isIdentity: (text) => byIdentity.has(text),
    likely(item, tags) {
      // A tag speaks against every run that does not carry it.
      if (tags.length > 0) return newest(tags.map((tag) => byTag.get(tag)));
      const found: (ReadonlySet<Bucket> | undefined)[] = [];
      const amount = numberIn(item);
      if (amount !== null) for (const each of identitiesIn(item)) found.push(byPair.get(pair(amount, each)));
      return newest(found);
    },
    remote(item, tags) {
      if (tags.length > 0) return [];
      const found = identitiesIn(item).map((identity) => byIdentity.get(identity));
      const amount = numberIn(item);
      if (amount !== null) found.push(byAmount.get(amount));
      return newest(found);
    },
  };
}

function numberIn({ amount }: ReadItem): string | null {
  // Who is charged loses it: some services write that with a minus.
  return amount === null || amount.units === null ? null : decimalKey(amount.units.replace(/^-/, ""));
}

/**
 * Whether a run's times are those of the clock before it was set, and it waited at that moment: then they have to move
 * with the clock, or it would wait for an hour too long, or not at all. One that has moved is not moved again when the
 * log is read anew.
 */
function waitedThrough(run: Run, at: Instant, by: Microseconds): boolean {
  if (run.taken !== null) return false;
  // Set back: what began before has, by the clock, not begun yet.
  if (by < 0) return run.at > at;
  const before = at - by;
  return run.at <= before && before - CLOCK_LAG < run.deadline;
}

/**
 * Each once, in the order of their first runs, so that runs of later on change nothing in it. With more than can be
 * looked at, those without a new run for the longest time are left out.
 */
function newest(sets: readonly (ReadonlySet<Bucket> | undefined)[]): readonly Bucket[] {
  const found = new Set<Bucket>();
  for (const set of sets)
    for (const bucket of set === undefined ? [] : [...set].reverse())
      if (found.size < BUCKETS_AT_MOST) found.add(bucket);
  return [...found].sort((one, other) => (one.runs[0]?.id ?? 0) - (other.runs[0]?.id ?? 0));
}

function pair(amount: string, identity: string): string {
  return `${amount} ${identity}`;
}

/** Without the sign, as `numberIn`: whether it is the right one is compared. */
function amountOf({ amount }: Expectation): string | null {
  return amount === null ? null : decimalKey(amount.replace(/^-/, ""));
}

/** What tells which simulation a webhook belongs to: references, and a remark long enough to be of no other one. */
function identitiesOf({ user, from, to, remark }: Expectation): ReadonlySet<string> {
  const found = new Set<string>();
  for (const reference of [user, from, to]) if (reference !== null && reference !== "") found.add(reference);
  if (remark !== null && tellsWhose(remark)) found.add(remark);
  return found;
}

function renew(map: Map<string, Set<Bucket>>, key: string, bucket: Bucket): void {
  const known = map.get(key) ?? new Set();
  known.delete(bucket);
  map.set(key, known.add(bucket));
}

function exclude(map: Map<string, Set<Bucket>>, key: string, bucket: Bucket): void {
  const known = map.get(key);
  known?.delete(bucket);
  if (known?.size === 0) map.delete(key);
}

/** Puts an item where it belongs in a list that is sorted by id; nearly always that is the end. */
export function insertById<Item extends Run | Delivery>(list: Item[], item: Item): void {
  let place = list.length;
  while (place > 0 && (list[place - 1]?.id ?? 0) > item.id) place -= 1;
  list.splice(place, 0, item);
}
