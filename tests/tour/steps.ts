import type { Page } from "playwright";
import { expect } from "playwright/test";

/** One stop of the tour: what a person would do, and what must be on screen before the picture is taken. */
export interface TourStep {
  readonly name: string;
  readonly title: string;
  readonly act: (page: Page) => Promise<void>;
}

const log = (page: Page) => page.getByRole("grid", { name: "Event log" });

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

export const TOUR: readonly TourStep[] = [
  {
    name: "first-start",
    title: "A fresh start: the sandbox profile, the listener already running",
    act: async (page) => {
      await expect(page.getByRole("button", { name: /Listening on http/ })).toBeVisible();
      await expect(page.getByRole("button", { name: "Simulate credit" })).toBeVisible();
    },
  },
  {
    name: "credit",
    title: "One press on Simulate credit: the call and its webhook",
    act: async (page) => {
      await page.getByRole("button", { name: "Simulate credit" }).click();
      await expect(log(page).getByRole("row", { name: /Credit of .* test complete/ })).toBeVisible();
      await expect(log(page).getByRole("row", { name: /Webhook: credit/ })).toBeVisible();
    },
  },
  {
    name: "look-up",
    title: "Look up a link: user and peer as a picture",
    act: async (page) => {
      await openTab(page, "Look up link");
      await page.getByRole("button", { name: "Look up link" }).click();
      await expect(log(page).getByRole("row", { name: /Look-up of link .* found/ })).toBeVisible();
      await log(page)
        .getByRole("row", { name: /Look-up of link/ })
        .last()
        .click();
    },
  },
  {
    name: "charge",
    title: "Simulate a charge, with a remark",
    act: async (page) => {
      await openTab(page, "Charge");
      await page.getByLabel("Amount", { exact: true }).fill("50000");
      await page.getByLabel("Remark", { exact: true }).fill("Lunch");
      await page.getByRole("button", { name: "Simulate charge" }).click();
      await expect(log(page).getByRole("row", { name: /Charge of .* hook sent/ })).toBeVisible();
      await expect(log(page).getByRole("row", { name: /Webhook: charge/ })).toBeVisible();
    },
  },
  {
    name: "webhook-body",
    title: "The webhook's body, every digit as it was received",
    act: async (page) => {
      await log(page)
        .getByRole("row", { name: /Webhook: charge/ })
        .last()
        .click();
      await page.getByRole("tab", { name: "Body" }).click();
      await expect(page.getByText("50000").last()).toBeVisible();
    },
  },
];
