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

/** An address that is proposed is tested, as `ends` says. */
async function proposed(page: Page, ends: () => void): Promise<void> {
  await page.evaluate(() =>
    window.fakeBridge.bridge.diagnosis.setAddress({ runId: null, address: "https://proxy.example/in/hooks" }),
  );
  await page.evaluate(ends);
  await simulation(page, "ref_astray");
  await page.getByRole("button", { name: "Test this address" }).first().click();
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

/** Selects a simulation whose run cannot be had; the first row is selected on the way there. */
async function refused(page: Page, code: string, message: string): Promise<void> {
  await simulation(page, "ref_matched");
  await page.evaluate(([code, message]) => window.fakeBridge.failNext("runs", "get", code, message), [
    code,
    message,
  ] as const);
  await simulation(page, "ref_twice");
}

/** Selects a webhook of the simulation that is for this reference. */
async function webhook(page: Page, reference: string): Promise<void> {
  await simulation(page, reference);
  await page.keyboard.press("n");
  await page.getByText("Go to the simulation").waitFor();
  await page.waitForTimeout(250);
}

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });

export const RUN_STATES: readonly GalleryState[] = [
  {
    name: "runs-lower",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_retried");
      await inspector(page)
        .getByRole("heading", { name: /Its 4 webhooks/ })
        .scrollIntoViewIfNeeded();
      await inspector(page).getByRole("heading", { name: "Call", exact: true }).scrollIntoViewIfNeeded();
    },
  },
  { name: "runs-webhook", at: "log=runs", act: (page) => webhook(page, "ref_quick") },
  { name: "runs-webhook-astray", at: "log=runs", act: (page) => webhook(page, "ref_astray") },
  { name: "runs-webhook-wrong", at: "log=runs", act: (page) => webhook(page, "ref_wrong") },
  {
    name: "runs-address-testing",
    at: "log=runs&profile=acme-test",
    act: (page) => proposed(page, () => window.fakeBridge.handle("diagnosis", "prove", () => new Promise(() => {}))),
  },
  {
    name: "runs-address-failed",
    at: "log=runs&profile=acme-test",
    act: (page) =>
      proposed(page, () =>
        window.fakeBridge.handle("diagnosis", "prove", async ({ runId }) => {
          const found = await window.fakeBridge.bridge.diagnosis.check({ runId });
          if (!found.ok) throw new Error(found.message);
          const sentence =
            "Nothing arrived: proxy.example answered 502. Whatever stands there does not reach Linkdesk.";
          const tested = { addressTested: { state: "problem" as const, sentence } };
          const checks = found.value.checks.map((each) => (each.code === "elsewhere" ? { ...each, ...tested } : each));
          return { ...found.value, checks };
        }),
      ),
  },
  {
    name: "runs-forged",
    async act(page) {
      await page.getByRole("row", { name: /^Call Charge.*ref_zainab/ }).click();
      await inspector(page).getByRole("button", { name: "Check again" }).waitFor();
    },
  },
  {
    name: "runs-unreadable",
    at: "signature=unreadable",
    async act(page) {
      await page.getByRole("row", { name: /^Call Charge.*ref_zainab/ }).click();
      await inspector(page).getByRole("button", { name: "Check again" }).waitFor();
    },
  },
  {
    name: "runs-unchecked",
    at: "signature=unchecked",
    async act(page) {
      await page.getByRole("row", { name: /^Call Charge.*ref_zainab/ }).click();
      await inspector(page).getByRole("button", { name: "Check again" }).waitFor();
    },
  },
  {
    name: "runs-webhook-untied",
    at: "log=runs",
    async act(page) {
      await webhook(page, "ref_late");
      await page.getByRole("button", { name: "Belongs to none" }).click();
      await page.getByText("You said that").waitFor();
    },
  },
  {
    name: "runs-choose-simulation",
    at: "log=runs",
    async act(page) {
      await webhook(page, "ref_late");
      await page.getByRole("button", { name: "Belongs to another simulation…" }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "runs-choose-webhook",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_missing");
      await page.evaluate(() =>
        window.fakeBridge.failNext("runs", "tie", "too-late", "This webhook came before the simulation was sent."),
      );
      await page.getByRole("button", { name: "Choose its webhook…" }).click();
      await page.getByRole("option").first().click();
      await page.getByText("They cannot be tied").waitFor();
    },
  },
  {
    name: "runs-failed",
    at: "log=runs",
    async act(page) {
      await refused(page, "journal", "The file of the event log cannot be read.");
      await page.getByText("could not be read").waitFor();
    },
  },
  {
    name: "runs-gone",
    at: "log=runs",
    async act(page) {
      await refused(page, "no-run", "This simulation is no longer in the log.");
      await page.getByText("does not follow").waitFor();
    },
  },
  {
    name: "runs-profile",
    at: "profile=acme-test",
    async act(page) {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("tab", { name: "Runs" }).click();
      await page.getByLabel("Webhook within").fill("soon");
      await page.getByLabel("Webhook within").blur();
      await page.getByText("Enter a number of seconds").waitFor();
    },
  },
  { name: "runs-log", at: "log=runs" },
  ...VERDICTS.map((name) => ({
    name: `runs-${name}`,
    at: "log=runs",
    act: (page: Page) => simulation(page, `ref_${name}`),
  })),
];
