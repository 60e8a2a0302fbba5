import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { watchFrames } from "../app/frames.ts";
import { launchForBench } from "../app/launch.ts";
import { submitForm } from "../app/submit.ts";
import { BEAT_MS, watchBareTimer } from "../bare/timer.ts";
import type { Figure, Measurement } from "../harness/figure.ts";
import { median, numberText, percentile } from "../harness/statistics.ts";
import { startLoad } from "../load/load.ts";

const RATE = 1_000;
const DELAY: Figure = {
  name: "flood-main-delay-p99",
  title: "At 1,000 deliveries a second: a timer of 5 ms in the main process, p99",
  unit: "ms",
  bare: "a timer of a thread with nothing to do, in the same flood",
  target: { atMost: 4 },
};
const FRAMES: Figure = {
  name: "flood-slow-frames",
  title: "The same: frames of the window over 50 ms",
  unit: "%",
  bare: null,
  target: { atMost: 1 },
};
const SUBMIT: Figure = {
  name: "flood-submit",
  title: "The same: from submitting a form to its answer, against idle",
  unit: "×",
  bare: null,
  target: { atMost: 2 },
};

const SLOW_FRAME_MS = 50;

/** Simulates a credit so many times; how long each took, in milliseconds. */
async function submits(page: Page, count: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let place = 0; place < count; place += 1) {
    taken.push(await submitForm(page, "Simulate credit"));
    await pause(300);
  }
  return taken;
}

export const flood: Measurement = {
  figures: [DELAY, FRAMES, SUBMIT],
  async measure(bench) {
    const app = await launchForBench(bench);
    const load = startLoad(bench);
    const seconds = bench.seconds(10);
    const count = bench.quick ? 4 : 20;
    await submits(app.page, 5);
    const delays: number[] = [];
    const bareDelays: number[] = [];
    const slow: number[] = [];
    const ratios: number[] = [];
    const notes = {
      delay: [] as number[],
      frame: [] as number[],
      idle: [] as number[],
      busy: [] as number[],
      rate: [] as number[],
    };
    for (let run = 0; run < bench.runs; run += 1) {
      const idle = median(await submits(app.page, count));
      await app.probe(true);
      const stopFrames = await watchFrames(app.page);
      const bareTimer = watchBareTimer();
      const [sent, busy] = await Promise.all([
        load({ url: app.url, connections: 50, seconds, rate: RATE }),
        submits(app.page, count),
      ]);
      const gaps = await stopFrames();
      const { delay } = await app.probe();
      delays.push(BEAT_MS + delay.p99);
      bareDelays.push(await bareTimer());
      slow.push((100 * gaps.filter((gap) => gap > SLOW_FRAME_MS).length) / gaps.length);
      ratios.push(median(busy) / idle);
      notes.delay.push(delay.max);
      notes.frame.push(percentile(gaps, 0.99));
      notes.idle.push(idle);
      notes.busy.push(median(busy));
      notes.rate.push(sent.perSecond);
      await app.settle();
    }
    const most = (values: readonly number[]): string => numberText(Math.max(...values));
    return [
      {
        name: DELAY.name,
        runs: delays,
        bare: bareDelays,
        note: `at most ${most(notes.delay)} ms; ${numberText(median(notes.rate))}/s came`,
      },
      { name: FRAMES.name, runs: slow, note: `p99 of a frame ${numberText(median(notes.frame))} ms` },
      {
        name: SUBMIT.name,
        runs: ratios,
        note: `${numberText(median(notes.busy))} ms against ${numberText(median(notes.idle))} ms`,
      },
    ];
  },
};
