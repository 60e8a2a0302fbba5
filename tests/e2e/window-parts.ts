import type { Locator, Page } from "playwright/test";

/** The parts of the window, by the names that people see. */
export function windowParts(page: Page) {
  const log = page.getByRole("grid", { name: "Event log" });
  const inspector = page.getByRole("region", { name: "Inspector" });
  const answer = page.getByRole("region", { name: "Answer" });
  return {
    log,
    inspector,
    answer,
    /** Rows whose sentence contains the text. */
    rows: (text: string | RegExp): Locator => log.getByRole("row", { name: text }),
    tab: (name: "Look up link" | "Credit" | "Charge") => page.getByRole("tab", { name, exact: true }),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    button: (name: string | RegExp) =>
      page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }),
    listenerButton: page.getByRole("button", { name: /Listening on http/ }),
    /** The address that the top bar shows. */
    async webhookUrl(): Promise<string> {
      const text = await page.getByRole("button", { name: /Listening on http/ }).textContent();
      const url = /http:\/\/[^\s]+\/webhooks/.exec(text ?? "")?.[0];
      if (url === undefined) throw new Error(`No address in “${text}”.`);
      return url;
    },
  };
}

/** Counts what somebody does with the mouse, or by pasting, from here on. */
export async function countPresses(page: Page): Promise<() => Promise<{ presses: number; pastes: number }>> {
  const counts = await page.evaluateHandle(() => {
    const seen = { presses: 0, pastes: 0 };
    addEventListener("pointerdown", () => (seen.presses += 1), true);
    addEventListener("paste", () => (seen.pastes += 1), true);
    return seen;
  });
  return () => counts.jsonValue();
}
