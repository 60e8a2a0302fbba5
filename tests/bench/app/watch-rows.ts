import type { Page } from "playwright";

/** When a row came into the page, in milliseconds since the epoch by the page's precise clock. */
export interface RowMoments {
  /** It was in the document. */
  readonly inserted: number;
  /** The frame that shows it had been painted: in the second animation frame after its insertion. */
  readonly framed: number;
  /** The browser's own account of its text's first paint (Element Timing); null where it gives none. */
  readonly painted: number | null;
}

interface Watch {
  rowOf(amount: number): Promise<RowMoments>;
}

/** Watches the log's rows from now on. Rows are told apart by their amount, which nobody else may use. */
export async function watchRows(page: Page): Promise<(amount: number) => Promise<RowMoments>> {
  await page.evaluate(() => {
    const found = new Map<number, { inserted: number; framed: number | null; painted: number | null }>();
    const waiting = new Map<number, (moments: RowMoments) => void>();
    const now = (): number => performance.timeOrigin + performance.now();
    // Element Timing is told a little after the paint; who does not tell within this gives none.
    const patienceMs = 150;

    function settle(amount: number): void {
      const row = found.get(amount);
      if (row === undefined || row.framed === null) return;
      waiting.get(amount)?.({ inserted: row.inserted, framed: row.framed, painted: row.painted });
      waiting.delete(amount);
    }

    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { identifier: string; renderTime: number })[]) {
        const row = found.get(Number(entry.identifier));
        if (row !== undefined && entry.renderTime > 0) row.painted ??= performance.timeOrigin + entry.renderTime;
        settle(Number(entry.identifier));
      }
    }).observe({ type: "element" });

    function take(element: Element): void {
      const sentence = element.querySelectorAll('[role="gridcell"]')[1];
      // The sentence stands there twice: once as it is read out.
      const [first = ""] = /[0-9][0-9\s]*/.exec(sentence?.textContent ?? "") ?? [];
      const amount = Number(first.replaceAll(/\s/g, ""));
      if (sentence === undefined || amount === 0 || found.has(amount)) return;
      for (const part of [sentence, ...sentence.querySelectorAll("*")])
        part.setAttribute("elementtiming", String(amount));
      const row = { inserted: now(), framed: null as number | null, painted: null };
      found.set(amount, row);
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          row.framed = now();
          setTimeout(() => settle(amount), patienceMs);
        }),
      );
    }

    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const row of node.matches('[role="row"]') ? [node] : node.querySelectorAll('[role="row"]')) take(row);
    }).observe(document.body, { childList: true, subtree: true });

    const watch: Watch = {
      rowOf: (amount) =>
        new Promise((resolve) => {
          waiting.set(amount, resolve);
          const row = found.get(amount);
          if (row?.painted !== null) settle(amount);
        }),
    };
    Object.assign(window, { benchRows: watch });
  });
  return (amount) =>
    page.evaluate((wanted) => (window as unknown as { readonly benchRows: Watch }).benchRows.rowOf(wanted), amount);
}
