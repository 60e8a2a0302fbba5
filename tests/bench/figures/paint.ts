import { setTimeout as pause } from "node:timers/promises";
import { pageAhead, preciseNow } from "../app/clock.ts";
import { launchForBench } from "../app/launch.ts";
import { watchRows } from "../app/watch-rows.ts";
import { barePage, bareRow } from "../bare/browser.ts";
import type { Figure, Measurement } from "../harness/figure.ts";
import { median, numberText, percentile } from "../harness/statistics.ts";
import { openSender } from "../load/single.ts";
import { bareServer } from "./ingest.ts";

const HALF: Figure = {
  name: "paint-median",
  title: "From the last byte of a delivery to the painted row, one at a time: median",
  unit: "ms",
  bare: "a bare collector's answer and a bare row painted in the same browser",
  target: { atMost: 3 },
};
const SLOWEST: Figure = { ...HALF, name: "paint-p99", title: "The same: p99", target: { atMost: 4 } };

const FIRST_AMOUNT = 70_000_000;

function body(amount: number): string {
  const transaction = { amount, currency: "NGN", status: "success", mode: "credit", filler: "x".repeat(880) };
  return JSON.stringify({ type: "transaction", transaction });
}

const slowest = (taken: readonly number[]): number => percentile(taken, 0.99);

export const paint: Measurement = {
  figures: [HALF, SLOWEST],
  async measure(bench) {
    const { page, url } = await launchForBench(bench);
    const rowOf = await watchRows(page);
    const sender = await openSender(url, preciseNow);
    bench.atEnd(() => sender.close());
    const count = bench.quick ? 30 : 150;
    const ahead = await pageAhead(page);
    const empty = await barePage(bench);
    const bareSender = await openSender((await bareServer(bench)).url, preciseNow);
    bench.atEnd(() => bareSender.close());
    const waits: number[][] = [];
    const bareWaits: number[][] = [];
    const framed: number[] = [];
    const inserted: number[] = [];
    const answers: number[] = [];
    let amount = FIRST_AMOUNT;
    // The first rows pay for what is loaded and compiled at first use; nobody waits for those twice.
    for (let run = -1; run < bench.runs; run += 1) {
      const taken: number[] = [];
      const bareTaken: number[] = [];
      for (let place = 0; place < count; place += 1) {
        amount += 1;
        const row = rowOf(amount);
        const sent = await sender.post(body(amount));
        const answered = preciseNow();
        const moments = await row;
        taken.push((moments.painted ?? moments.framed) + ahead - sent);
        if (run >= 0) {
          framed.push(moments.framed + ahead - sent);
          inserted.push(moments.inserted + ahead - sent);
          answers.push(answered - sent);
        }
        const bareSent = await bareSender.post(body(amount));
        bareTaken.push(preciseNow() - bareSent + (await bareRow(empty, amount)));
        // Not in step with the frames, of which there are sixty a second.
        await pause(20 + Math.random() * 40);
      }
      if (run < 0) continue;
      waits.push(taken);
      bareWaits.push(bareTaken);
    }
    const note = `answered after ${numberText(median(answers))}, row in the page after ${numberText(median(inserted))}, two frames later ${numberText(median(framed))} ms`;
    return [
      { name: HALF.name, runs: waits.map(median), bare: bareWaits.map(median), note },
      {
        name: SLOWEST.name,
        runs: waits.map(slowest),
        bare: bareWaits.map(slowest),
        note: `of ${count} deliveries a run`,
      },
    ];
  },
};
