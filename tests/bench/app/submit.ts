import type { Page } from "playwright";

/** Presses the form's button and waits for the answer in the page; milliseconds from one to the other. */
export function submitForm(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const found = [...document.querySelectorAll("button")].find((each) => each.textContent === wanted);
        const panel = document.querySelector('section[aria-label="Answer"]');
        const words = panel?.querySelector('[role="status"]');
        if (found === undefined || !panel || !words) return reject(new Error(`There is no form with “${wanted}”.`));
        const late = setTimeout(() => reject(new Error("No answer came.")), 20_000);
        // While a call is under way there are no words; those of the call before are taken away first.
        let underWay = words.childElementCount === 0;
        const observer = new MutationObserver(() => {
          if (words.childElementCount === 0) underWay = true;
          else if (underWay) {
            clearTimeout(late);
            observer.disconnect();
            resolve(performance.now() - begun);
          }
        });
        observer.observe(panel, { childList: true, subtree: true, characterData: true });
        const begun = performance.now();
        found.click();
      }),
    button,
  );
}
