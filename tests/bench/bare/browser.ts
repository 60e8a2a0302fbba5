import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "../../../src/main/hosts/chromium/find-browser.ts";
import type { Bench } from "../harness/figure.ts";

// What the browser does on this machine with nothing of ours in it.

/** An empty page of the browser that the app's window is shown in. */
export async function barePage(bench: Bench): Promise<Page> {
  const browser: Browser = await chromium.launch({
    executablePath: findBrowser() ?? "",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  bench.atEnd(() => browser.close());
  return browser.newPage({ viewport: { width: 1_440, height: 900 } });
}

/** Inserts a row of plain text; resolves with the milliseconds until the browser had painted it. */
export function bareRow(page: Page, place: number): Promise<number> {
  return page.evaluate(
    (number) =>
      new Promise<number>((resolve) => {
        const row = document.createElement("p");
        row.textContent = `Webhook: charge of ${number} NGN`;
        row.setAttribute("elementtiming", `bare-${number}`);
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { identifier: string; renderTime: number })[])
            if (entry.identifier === `bare-${number}`) {
              observer.disconnect();
              row.remove();
              resolve(entry.renderTime - begun);
            }
        });
        observer.observe({ type: "element" });
        const begun = performance.now();
        document.body.append(row);
      }),
    place,
  );
}

/** Reads a JSON text and writes it laid out; milliseconds. */
export function bareJson(page: Page, text: string): Promise<number> {
  return page.evaluate((json) => {
    const begun = performance.now();
    JSON.stringify(JSON.parse(json), null, 2);
    return performance.now() - begun;
  }, text);
}
