import { decimalKey } from "../../shared/filter/decimal.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { CallState, Expectation } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { contextOf, isTelling } from "./score.ts";
import type { Bucket, Delivery, Run } from "./state.ts";
import type { PayloadValues } from "./values.ts";

/** Microseconds for which a webhook that comes after all is still tied: ten retries at five-minute intervals, doubled. */
export const HORIZON = 2 * 3_600_000_000;
/** Runs that are remembered; the oldest are forgotten first. */
export const RUNS_AT_MOST = 10_000;
// Different expectations that one payload is held against, the newest first; about a microsecond each.
const BUCKETS_AT_MOST = 4_096;
const NUMBERS_AT_MOST = 200;
const TEXTS_AT_MOST = 16;

/** The runs that are remembered, found by the values they wait for. */
export interface Roster {
  add(id: EventId, at: Instant, expectation: Expectation, call: CallState): Run;
  /** Moves the run's moments by so many microseconds. */
  move(run: Run, by: Microseconds): void;
  get(id: EventId): Run | undefined;
  has(id: EventId): boolean;
  /** All of them, in the order in which they were added. */
  all(): Iterable<Run>;
  /** Whether there is any that a delivery of this moment could belong to. */
  isWatching(at: Instant): boolean;
  /** Forgets what began too long before `latest`, and what is too much. */
  forget(latest: Instant): void;
  hasTag(tag: string): boolean;
  /** Those of these tags that more than one call went out with, of calls that stand before this row. */
  sharedTags(tags: readonly string[], before: EventId): ReadonlySet<string>;
  /** Whether this text tells whose a webhook is, for a run that is remembered. */
  isIdentity(text: string): boolean;
  /** The newest of them, at most so many; oldest first. */
  newest(count: number): readonly Run[];
  /** Expectations whose amount and somebody's identity both stand in the payload, or whose tag does. */
  likely(values: PayloadValues): readonly Bucket[];
  /** Those whose amount or identity stands in it. */
  remote(values: PayloadValues): readonly Bucket[];
}

export function createRoster(): Roster {
  const runs = new Map<EventId, Run>();
  /** The same by their ids. */
  const inOrder: Run[] = [];
  const buckets = new Map<string, Bucket>();
  // In each set the bucket with the newest run comes last.
  const byPair = new Map<string, Set<Bucket>>();
  const byTag = new Map<string, Set<Bucket>>();
  const byAmount = new Map<string, Set<Bucket>>();
  const byIdentity = new Map<string, Set<Bucket>>();

  let horizon: Instant = 0;

  function bucketOf(expectation: Expectation): Bucket {
    const key = JSON.stringify(expectation);
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const bucket: Bucket = { expectation, context: contextOf(expectation), runs: [], seenBy: 0 };
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
      if (amount !== null) change(byPair, pair(amount, identity), bucket);
    }
  }

  function remove(run: Run): void {
    const { bucket } = run;
    runs.delete(run.id);
    inOrder.splice(inOrder.indexOf(run), 1);
    bucket.runs.splice(bucket.runs.indexOf(run), 1);
    if (bucket.runs.length > 0) return;
    buckets.delete(JSON.stringify(bucket.expectation));
    index(bucket, exclude);
  }

  function identitiesIn(values: PayloadValues): readonly string[] {
    const found: string[] = [];
    for (const text of values.byText.keys()) if (byIdentity.has(text) && found.push(text) === TEXTS_AT_MOST) break;
    return found;
  }

  function callsWith(tag: string, before: EventId): number {
    let count = 0;
    for (const { runs: calls } of byTag.get(tag) ?? []) count += calls.filter(({ id }) => id < before).length;
    return count;
  }

  return {
    add(id, at, expectation, call) {
      const bucket = bucketOf(expectation);
      const { limit } = expectation;
      const run: Run = {
        id,
        at,
        expectation: bucket.expectation,
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
        possible: 0,
        elsewhere: [],
      };
      runs.set(id, run);
      insertById(inOrder, run);
      horizon = Math.max(horizon, run.horizon);
      insertById(bucket.runs, run);
      index(bucket, renew);
      return run;
    },
    move(run, by) {
      run.at += by;
      run.deadline += by;
      run.near += by;
      run.horizon += by;
      horizon = Math.max(horizon, run.horizon);
    },
    get: (id) => runs.get(id),
    has: (id) => runs.has(id),
    all: () => runs.values(),
    newest: (count) => inOrder.slice(-count),
    isWatching: (at) => runs.size > 0 && at <= horizon,
    forget(latest) {
      for (const run of runs.values()) {
        if (run.horizon >= latest && runs.size <= RUNS_AT_MOST) break;
        remove(run);
      }
    },
    hasTag: (tag) => byTag.has(tag),
    sharedTags: (tags, before) => new Set(tags.filter((tag) => callsWith(tag, before) > 1)),
    isIdentity: (text) => byIdentity.has(text),
    likely(values) {
      const identities = identitiesIn(values);
      const found = values.tags.map((tag) => byTag.get(tag));
      for (const number of numbersIn(values))
        for (const identity of identities) found.push(byPair.get(pair(number, identity)));
      return newest(found);
    },
    remote(values) {
      const found = identitiesIn(values).map((identity) => byIdentity.get(identity));
      for (const number of numbersIn(values)) found.push(byAmount.get(number));
      return newest(found);
    },
  };
}

function numbersIn(values: PayloadValues): ReadonlySet<string> {
  return new Set(values.amounts.slice(0, NUMBERS_AT_MOST).flatMap(({ keys }) => keys));
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

function amountOf(expectation: Expectation): string | null {
  return expectation.amount === null ? null : decimalKey(expectation.amount);
}

/** What tells whose a webhook is: references, and a remark that is long enough to be nobody else's. */
function identitiesOf({ user, from, to, remark }: Expectation): ReadonlySet<string> {
  const found = new Set<string>();
  for (const reference of [user, from, to]) if (reference !== null && reference !== "") found.add(reference);
  if (remark !== null && isTelling(remark)) found.add(remark);
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
