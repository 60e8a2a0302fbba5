import type { Page } from "playwright-core";
import { simulation } from "./runs.ts";
import type { GalleryState } from "./states.ts";

const row = (page: Page, name: RegExp, at: "first" | "last" = "last") => page.getByRole("row", { name })[at]().click();

/** Marks one event and compares it with another. */
async function compare(page: Page, left: RegExp, right: RegExp): Promise<void> {
  await row(page, left, "first");
  await page.getByRole("button", { name: "Compare with another event" }).click();
  await row(page, right);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("dialog", { name: "Compare events" }).waitFor();
  await page.getByRole("tab", { name: "Body" }).last().waitFor();
  await page.waitForTimeout(500);
}

/** Other bodies for the two sides: the first one asked for gets the first. */
async function bodies(page: Page, ...texts: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    const known = new Map<number, string>();
    window.fakeBridge.handle("journal", "body", ({ id }) => {
      const bytes = known.get(id) ?? btoa(all[known.size] ?? "");
      known.set(id, bytes);
      return { bytes };
    });
  }, texts);
}

const WEBHOOKS = [/Webhook: credit of 50/, /Webhook: charge/] as const;

export const COMPARE_STATES: readonly GalleryState[] = [
  {
    name: "compare-meaning",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_wrong");
      await page.getByRole("region", { name: "Verdict" }).getByRole("button", { name: "Compare", exact: true }).click();
      await page.getByRole("table", { name: "What the two say" }).waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    name: "file-dragged",
    async act(page) {
      const dataTransfer = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["{}"], "hook.json"));
        return data;
      });
      await page.dispatchEvent("body", "dragover", { dataTransfer });
      await page.getByText("Drop it to open it").waitFor();
    },
  },
  {
    name: "compare-marked",
    async act(page) {
      await row(page, /Webhook: credit/);
      await page.keyboard.press("c");
      await row(page, /Webhook: charge/);
      await page.getByRole("button", { name: "Compare", exact: true }).waitFor();
    },
  },
  {
    name: "log-menu",
    async act(page) {
      await page
        .getByRole("row", { name: /Webhook: charge/ })
        .last()
        .click({ button: "right" });
      await page.getByRole("menuitem", { name: "Edit and replay" }).waitFor();
    },
  },
  {
    name: "compare-said",
    async act(page) {
      await compare(page, ...WEBHOOKS);
      await page.getByRole("tab", { name: "Meaning" }).click();
    },
  },
  { name: "compare-values", act: (page) => compare(page, ...WEBHOOKS) },
  {
    name: "compare-formatted",
    act: async (page) => (
      await compare(page, ...WEBHOOKS), await page.getByRole("button", { name: "Formatted" }).last().click()
    ),
  },
  {
    name: "compare-same",
    act: async (page) => (
      await bodies(page, '{"a":10,"b":[1]}', '{ "b":[1], "a":10.00 }'), await compare(page, ...WEBHOOKS)
    ),
  },
  {
    name: "compare-bytes",
    act: async (page) => (
      await bodies(page, "\0\x01\x02\x03abc", "\0\x01\x02\x04abcd"), await compare(page, ...WEBHOOKS)
    ),
  },
  {
    name: "compare-headers",
    act: async (page) => (
      await compare(page, /Credit of 50/, /Webhook: charge/),
      await page.getByRole("tab", { name: "Headers" }).last().click()
    ),
  },
  {
    name: "compare-outcome",
    act: async (page) => (
      await compare(page, /Credit of 50/, /Credit of 50.*timed|no answer within/),
      await page.getByRole("tab", { name: "Outcome" }).click()
    ),
  },
];
