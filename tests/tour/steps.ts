import type { Page } from "playwright";
import { expect as patient } from "playwright/test";
import { windowParts } from "../e2e/window-parts.ts";
import { PATIENCE } from "../support/until.ts";

const expect = patient.configure({ timeout: PATIENCE.timeout });

/** One stop of the tour: what a person would do, and what must be on screen before the picture is taken. */
export interface TourStep {
  readonly name: string;
  readonly title: string;
  readonly act: (page: Page) => Promise<void>;
  /** Its picture is one of the user guide's, under `docs/guide/pictures`. */
  readonly guide?: true;
}

/** The daily job: look-up, credit, charge and their webhooks. What `npm start` shows where there is no display. */
const DAILY_JOB: readonly TourStep[] = [
  {
    name: "first-start",
    title: "A fresh start: the sandbox profile, the listener already running",
    guide: true,
    act: async (page) => {
      const { listenerButton, button } = windowParts(page);
      await expect(listenerButton).toBeVisible();
      await expect(button("Simulate credit")).toBeVisible();
    },
  },
  {
    name: "credit",
    title: "One press on Simulate credit: the call and its webhook",
    guide: true,
    act: async (page) => {
      const { rows, button, inspector } = windowParts(page);
      await button("Simulate credit").click();
      await expect(rows(/Credit of .* test complete/)).toBeVisible();
      await expect(rows(/Webhook: credit/)).toBeVisible();
      await rows(/Credit of .* test complete/).click();
      await expect(inspector.getByRole("region", { name: "Verdict" })).toContainText("Matched in");
    },
  },
  {
    name: "look-up",
    title: "Look up a link: user and peer as a picture",
    guide: true,
    act: async (page) => {
      const { rows, tab, button } = windowParts(page);
      await tab("Look up link").click();
      await button("Look up link").click();
      await expect(rows(/Look-up of link .* found/)).toBeVisible();
      await rows(/Look-up of link/)
        .last()
        .click();
    },
  },
  {
    name: "charge",
    title: "Simulate a charge, with a remark",
    guide: true,
    act: async (page) => {
      const { rows, tab, field, button } = windowParts(page);
      await tab("Charge").click();
      await field("Amount").fill("50000");
      await field("Remark").fill("Lunch");
      await button("Simulate charge").click();
      await expect(rows(/Charge of .* hook sent/)).toBeVisible();
      await expect(rows(/Webhook: charge/)).toBeVisible();
    },
  },
  {
    name: "webhook-body",
    title: "The webhook's body, every digit as it was received",
    guide: true,
    act: async (page) => {
      await windowParts(page)
        .rows(/Webhook: charge/)
        .last()
        .click();
      await page.getByRole("tab", { name: "Received" }).click();
      await expect(page.getByText("50000").last()).toBeVisible();
    },
  },
];

/** What a support agent meets on worse days. */
const WORSE_DAYS: readonly TourStep[] = [
  {
    name: "sandbox",
    title: "Let the sandbox misbehave: the webhook comes with another amount",
    guide: true,
    act: async (page) => {
      await windowParts(page).button("Sandbox behaviour").click();
      await page.getByRole("radio", { name: /^Wrong amount/ }).click();
      await expect(page.getByText("Changed on purpose: webhook wrong amount.")).toBeVisible();
    },
  },
  {
    name: "verdict",
    title: "The verdict: which field was wrong, what was expected, what came",
    guide: true,
    act: async (page) => {
      const { rows, tab, button, inspector } = windowParts(page);
      await button("Done").click();
      await tab("Charge").click();
      await button("Simulate charge").click();
      await expect(rows(/Webhook: charge/)).toHaveCount(2);
      await rows(/Call Charge/)
        .last()
        .click();
      await expect(inspector.getByRole("region", { name: "Verdict" })).toContainText("wrong amount");
    },
  },
  {
    name: "answers",
    title: "Answer badly on purpose: fail twice, then succeed",
    guide: true,
    act: async (page) => {
      const { button, listenerButton } = windowParts(page);
      await button("Sandbox back to normal").click();
      await listenerButton.click();
      await page.getByRole("tablist", { name: "Listener" }).getByRole("tab", { name: "Answer" }).click();
      await button("Fail twice, then succeed").click();
      await button("Save to profile").click();
      await expect(button("On purpose: 500, 500, 200")).toBeVisible();
    },
  },
  {
    name: "attempts",
    title: "What the sender did next: each attempt, and the gaps between them",
    guide: true,
    act: async (page) => {
      const { rows, tab, button, inspector } = windowParts(page);
      await page.keyboard.press("Escape");
      await tab("Credit").click();
      await button("Simulate credit").click();
      await expect(rows(/Webhook: credit/)).toHaveCount(4, { timeout: 60_000 });
      await rows(/Webhook: credit/)
        .last()
        .click();
      await page.getByRole("tab", { name: "Overview" }).click();
      await inspector.getByText(/Sent again 2 times/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "filter",
    title: "Find it in the log: webhooks that we did not answer with a 2xx",
    guide: true,
    act: async (page) => {
      await windowParts(page).button("Back to 200").click();
      await page.getByRole("combobox", { name: /^Filter/ }).fill("kind:webhook status:5xx");
      await page.keyboard.press("Enter");
      await expect(windowParts(page).rows(/Webhook: credit/)).toHaveCount(2);
      await expect(page.getByRole("row", { selected: true })).toBeVisible();
    },
  },
  {
    name: "replay",
    title: "Send a webhook again, to a receiver of your choice",
    guide: true,
    act: async (page) => {
      const { rows, inspector } = windowParts(page);
      await rows(/Webhook: credit/)
        .first()
        .click();
      await inspector.getByRole("button", { name: "Replay" }).click();
      await page.getByRole("menuitem", { name: "Replay to an address…" }).click();
      await page.getByRole("radio", { name: /^Another address/ }).click();
      await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:3000/webhooks");
      await expect(page.getByText("127.0.0.1:3000").last()).toBeVisible();
    },
  },
  {
    name: "public-address",
    title: "A public address: the ways to it, and who can read what passes",
    guide: true,
    act: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
      await windowParts(page).listenerButton.click();
      await page.getByRole("tablist", { name: "Listener" }).getByRole("tab", { name: "Public address" }).click();
      await page.getByRole("radio", { name: /^SSH/ }).click();
      await page.getByRole("textbox", { name: "Server", exact: true }).fill("hooks.acme.example");
      await page.getByRole("textbox", { name: "User", exact: true }).fill("ada");
      await expect(windowParts(page).button("Agree and get address")).toBeVisible();
    },
  },
  {
    // Without a network there is one address that leads here, and the proof takes it like any other.
    name: "public-address-ready",
    title: "Proven: a request of Linkdesk's own has come back through it",
    act: async (page) => {
      const { webhookUrl, button } = windowParts(page);
      const url = await webhookUrl();
      await page.getByRole("radio", { name: /^An address of your own/ }).click();
      await page.getByRole("textbox", { name: "Public address" }).fill(url);
      await button("Agree and use this address").click();
      await expect(page.getByText(/^Leads here: last proven at/)).toBeVisible();
    },
  },
  {
    name: "profile",
    title: "A profile for your own service",
    guide: true,
    act: async (page) => {
      const { field } = windowParts(page);
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: /^Filter/ }).fill("");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitem", { name: "New profile" }).click();
      await field("Name").first().fill("Acme Payments");
      await page.getByRole("dialog").getByText("Test", { exact: true }).first().click();
      await field("Base URL").fill("https://api.acme.example");
      await expect(page.getByRole("button", { name: "Create profile" })).toBeEnabled();
    },
  },
];

export const TOUR: readonly TourStep[] = [...DAILY_JOB, ...WORSE_DAYS];
