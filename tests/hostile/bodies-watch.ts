import type { Page } from "playwright/test";

declare global {
  interface Window {
    /** What every hostile script calls, should it ever run. */
    hostileRan?: () => void;
    hostileRuns?: number;
  }
}

export interface PageWatch {
  /** What a page that shows hostile text must not do, as far as it has done it; empty when all is well. */
  faults(): Promise<readonly string[]>;
}

/** Watches a page: errors, scripts of strangers that run, dialogs, requests to elsewhere, another title or address. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const faults: string[] = [];
  const before = { url: page.url(), title: await page.title() };
  const origin = new URL(before.url).origin;
  await page.evaluate(() => {
    window.hostileRuns = 0;
    window.hostileRan = () => {
      window.hostileRuns = (window.hostileRuns ?? 0) + 1;
    };
  });
  page.on("pageerror", (error) => faults.push(`page error: ${error.message}`));
  page.on("crash", () => faults.push("the page has crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("framenavigated", (frame) => faults.push(`a navigation to ${frame.url()}`));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== "data:" && protocol !== "blob:") faults.push(`a request to ${request.url()}`);
  });
  return {
    async faults() {
      const runs = await page.evaluate(() => window.hostileRuns);
      const title = await page.title();
      return [
        ...faults,
        // undefined: the page is another one by now.
        ...(runs === 0 ? [] : [`scripts of strangers ran: ${runs ?? "the page was loaded anew"}`]),
        ...(title === before.title ? [] : [`the title has become ${title}`]),
        ...(page.url() === before.url ? [] : [`the address has become ${page.url()}`]),
      ];
    },
  };
}
