import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

/** Selects the call of the simulation that is for this reference. */
export async function simulation(page: Page, reference: string): Promise<void> {
  const row = page.getByRole("row", { name: new RegExp(`^Call Credit.*${reference}`) });
  await page.getByRole("grid", { name: "Event log" }).focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 20 && !(await row.first().isVisible()); step += 1) await page.keyboard.press("PageDown");
  await row.first().click();
  await page.waitForTimeout(250);
}

const VERDICTS = [
  "matched",
  "quick",
  "late",
  "twice",
  "retried",
  "wrong",
  "missing",
  "astray",
  "unexpected",
  "extra",
  "nothing",
  "refused",
  "unseen",
  "unsure",
  "many",
  "waiting",
  "underway",
];

export const RUN_STATES: readonly GalleryState[] = [
  { name: "runs-log", at: "log=runs" },
  ...VERDICTS.map((name) => ({
    name: `runs-${name}`,
    at: "log=runs",
    act: (page: Page) => simulation(page, `ref_${name}`),
  })),
];
