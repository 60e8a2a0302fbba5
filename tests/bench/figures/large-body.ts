import { windowParts as partsOf } from "../../e2e/window-parts.ts";
import { askBridge } from "../app/bridge.ts";
import { preciseNow } from "../app/clock.ts";
import { formattedBody } from "../app/formatted-body.ts";
import { launchForBench } from "../app/launch.ts";
import { bareJson, barePage } from "../bare/browser.ts";
import type { Figure, Measurement } from "../harness/figure.ts";
import { median, numberText } from "../harness/statistics.ts";
import { openSender } from "../load/single.ts";

const FIGURE: Figure = {
  name: "large-body",
  title: "A JSON body of 4.5 MB: from the click on its row to the formatted view, usable",
  unit: "ms",
  bare: "JSON.parse and JSON.stringify of the same text in the same browser",
  target: { atMost: 5 },
};
const BYTES = 4_500_000;

/** A JSON text of 4.5 MB, an array of many small objects, whose amount tells it from others. */
function body(amount: number): string {
  const items: string[] = [];
  for (let length = 0, place = 0; length < BYTES; place += 1) {
    const item = `{"id":${place},"reference":"ref_${amount}_${place}","amount":${place * 37},"user":{"name":"Ada Obi","tags":["one","two",null,true]},"note":"${"x".repeat(40)}"}`;
    items.push(item);
    length += item.length + 1;
  }
  return `{"type":"transaction","amount":${amount},"currency":"NGN","items":[${items.join(",")}]}`;
}

export const largeBody: Measurement = {
  figures: [FIGURE],
  async measure(bench) {
    const { page, url } = await launchForBench(bench);
    const sender = await openSender(url, preciseNow);
    bench.atEnd(() => sender.close());
    const { rows, inspector } = partsOf(page);
    const amounts = Array.from({ length: bench.runs + 1 }, (_, run) => 81_000_001 + run);
    for (const amount of amounts) await sender.post(body(amount));
    await sender.post('{"type":"small","amount":5,"currency":"NGN"}');
    const { events } = await askBridge(page, "journal", "page", { limit: 100, filter: "" });
    const ids = events.flatMap((event) => (event.kind === "delivery" && event.size > BYTES ? [event.id] : []));
    const small = rows(/small/).first();
    await small.click();
    await inspector.getByRole("tab", { name: "Received" }).click();
    const empty = await barePage(bench);
    const bare: number[] = [];
    const runs: number[] = [];
    const frames: number[] = [];
    const inputs: number[] = [];
    for (const [place, amount] of amounts.entries()) {
      await small.click();
      await inspector.locator(".cm-content").filter({ hasText: "small" }).waitFor();
      const { shown, longestFrame, scrolled } = await formattedBody(page, ids[place] ?? 0, amount);
      runs.push(shown);
      bare.push(await bareJson(empty, body(amount)));
      frames.push(longestFrame);
      inputs.push(scrolled);
    }
    // The first one warmed up the worker that reads bodies.
    return [
      {
        name: FIGURE.name,
        runs: runs.slice(1),
        bare: bare.slice(1),
        note: `first of all ${numberText(runs[0] ?? 0)} ms; longest frame ${numberText(median(frames.slice(1)))} ms; a scroll is painted ${numberText(median(inputs.slice(1)))} ms after it`,
      },
    ];
  },
};
