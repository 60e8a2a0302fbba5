import type { Bench, Measured } from "../harness/figure.ts";
import { median, numberText } from "../harness/statistics.ts";
import { type Load, startLoad } from "../load/load.ts";
import type { Target } from "../servers/server.ts";

const CONNECTIONS = 50;

interface Rate {
  /** Deliveries a second. */
  readonly perSecond: number;
  /** Microseconds of processor time for each, all threads and what comes after the answer included. */
  readonly processor: number | null;
}

/**
 * How many times as many deliveries a second the first takes as the second. They take turns, so that what else goes
 * on in the machine meets both alike, and the ratio is that of each pair.
 */
export async function ingestRatio(bench: Bench, name: string, ours: Target, other: Target): Promise<Measured> {
  const load = startLoad(bench);
  const seconds = bench.seconds(3);
  // Whatever is compiled and allocated at first is not what is measured.
  for (const target of [ours, other]) await oneRun(load, target, Math.min(2, seconds));
  const pairs: { readonly ours: Rate; readonly other: Rate }[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    const theirs = await oneRun(load, other, seconds);
    pairs.push({ ours: await oneRun(load, ours, seconds), other: theirs });
  }
  const runs = pairs.map((pair) => pair.ours.perSecond / pair.other.perSecond);
  const [mine, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.other)];
  return { name, runs, note: `${rateText(mine)} against ${rateText(theirs)}` };
}

function rateText(rates: readonly Rate[]): string {
  const rate = `${numberText(median(rates.map(({ perSecond }) => perSecond)))}/s`;
  const processor = rates.flatMap((each) => each.processor ?? []);
  // Unlike the rate this says something on a busy machine too.
  return processor.length === 0 ? rate : `${rate} (${numberText(median(processor))} µs of processor time each)`;
}

/** Each delivery that was answered 2xx must be known to the server. */
async function oneRun(load: Load, target: Target, seconds: number): Promise<Rate> {
  const before = await target.settle();
  const { succeeded, perSecond } = await load({ url: target.url, connections: CONNECTIONS, seconds, rate: null });
  const after = await target.settle();
  const recorded = difference(before.recorded, after.recorded);
  if (recorded !== null && recorded !== succeeded)
    throw new Error(`${succeeded} requests were answered 2xx, and ${recorded} recorded.`);
  const processor = difference(before.processor, after.processor);
  return { perSecond, processor: processor === null ? null : processor / succeeded };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
