import type { Page } from "playwright";

export interface FormattedBody {
  /** Milliseconds from the press on the row to the frame after the formatted text was in the page. */
  readonly shown: number;
  /** The longest time between two frames until then and in the half second after it, in milliseconds. */
  readonly longestFrame: number;
  /** Milliseconds until the page had painted a scroll of the text that was made at once. */
  readonly scrolled: number;
}

/** Presses the row of this event and waits for the formatted view of its body, which has this amount in it. */
export function formattedBody(page: Page, id: number, amount: number): Promise<FormattedBody> {
  return page.evaluate(
    (wanted) =>
      new Promise<FormattedBody>((resolve, reject) => {
        const digits = String(wanted.amount);
        const row = document.getElementById(`event-${wanted.id}`);
        if (row === null) return reject(new Error("The row of the large body is not in sight."));
        const late = setTimeout(() => reject(new Error("The formatted view did not come.")), 30_000);
        let last = performance.now();
        let longestFrame = 0;
        let handle = requestAnimationFrame(function next(now) {
          longestFrame = Math.max(longestFrame, now - last);
          last = now;
          handle = requestAnimationFrame(next);
        });
        const afterPaint = (run: () => void): void => {
          requestAnimationFrame(() => setTimeout(run));
        };

        const observer = new MutationObserver(() => {
          const lines = document.querySelectorAll('[aria-label="Inspector"] .cm-line');
          // Laid out, one field is one line; as received, all of it is one.
          const found = [...lines].slice(0, 10).some((line) => line.textContent?.trim() === `"amount": ${digits},`);
          if (!found || lines.length < 10) return;
          observer.disconnect();
          clearTimeout(late);
          afterPaint(() => {
            const shown = performance.now() - begun;
            const scroller = document.querySelector('[aria-label="Inspector"] .cm-scroller');
            const moved = performance.now();
            scroller?.scrollBy(0, 2_000);
            afterPaint(() => {
              const scrolled = performance.now() - moved;
              setTimeout(() => {
                cancelAnimationFrame(handle);
                resolve({ shown, longestFrame, scrolled });
              }, 500);
            });
          });
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        const begun = performance.now();
        row.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
      }),
    { id, amount },
  );
}
