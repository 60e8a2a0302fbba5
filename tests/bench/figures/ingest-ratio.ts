import type { Bench, Measured } from "../harness/figure.ts";
import { median, numberText } from "../harness/statistics.ts";
import { type Load, startLoad } from "../load/load.ts";
import type { Target } from "../servers/server.ts";

const CONNECTIONS = 50;

/**
 * How many times as many deliveries a second the first takes as the second. They take turns, so that what else goes
 * on in the machine meets both alike, and the ratio is that of each pair.
 */
export async function ingestRatio(bench: Bench, name: string, ours: Target, other: Target): Promise<Measured> {
  const load = startLoad(bench);
  const seconds = bench.seconds(3);
  // Whatever is compiled and allocated at first is not what is measured.
  for (const target of [ours, other]) await oneRun(load, target, Math.min(2, seconds));
  const rates: { readonly ours: number; readonly other: number }[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    const theirs = await oneRun(load, other, seconds);
    rates.push({ ours: await oneRun(load, ours, seconds), other: theirs });
  }
  const [mine, their] = [median(rates.map((rate) => rate.ours)), median(rates.map((rate) => rate.other))];
  return {
    name,
    runs: rates.map((rate) => rate.ours / rate.other),
    note: `${numberText(mine)}/s against ${numberText(their)}/s`,
  };
}

/** Deliveries a second; each that was answered 2xx must be known to the server. */
async function oneRun(load: Load, target: Target, seconds: number): Promise<number> {
  const before = await target.settle();
  const { succeeded, perSecond } = await load({ url: target.url, connections: CONNECTIONS, seconds, rate: null });
  const after = await target.settle();
  if (before !== null && after !== null && after - before !== succeeded)
    throw new Error(`${succeeded} requests were answered 2xx, and ${after - before} recorded.`);
  return perSecond;
}
