import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

const row = (page: Page, name: RegExp) => page.getByRole("row", { name }).last().click();
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name, exact: true }).last().click();
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Puts other bytes in the place of every body. */
async function bodies(page: Page, base64: string): Promise<void> {
  await page.evaluate((bytes) => window.fakeBridge.handle("journal", "body", () => ({ bytes })), base64);
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const settled = (page: Page) => page.waitForTimeout(250);

async function body(page: Page, content: string | Buffer, next?: string): Promise<void> {
  await bodies(page, typeof content === "string" ? base64(content) : content.toString("base64"));
  await row(page, /charge of 125/);
  await tab(page, /^(Sent|Received)$/);
  if (next !== undefined) await view(page, next);
  await settled(page);
}

const HOSTILE = `{"amount":9007199254740993123,"amount":10.00,"huge":1E400,"name":"gpj.\u202eexe\\u0007\u200b","lone":"\\ud800","deep":${"[".repeat(60)}1${"]".repeat(60)}}`;

export const INSPECTOR_STATES: readonly GalleryState[] = [
  { name: "inspector-call", act: (page) => row(page, /Credit of .* test complete/) },
  {
    name: "inspector-repeat",
    async act(page) {
      await row(page, /Credit of .* test complete/);
      await page.getByRole("button", { name: "Repeat" }).click();
      await settled(page);
    },
  },
  { name: "inspector-failed", act: (page) => row(page, /values not accepted/) },
  { name: "inspector-link", act: async (page) => (await row(page, /Look-up of link 9b1c/), await settled(page)) },
  { name: "inspector-delivery", act: (page) => row(page, /Webhook: charge/) },
  {
    name: "inspector-tabs",
    async act(page) {
      await row(page, /Webhook: charge/);
      const more = page.getByRole("button", { name: /more: About this event/ });
      // Where all have room there is none.
      if ((page.viewportSize()?.width ?? 0) < 1_200) await more.click();
    },
  },
  {
    name: "inspector-attempts",
    at: "log=attempts&script=twice",
    async act(page) {
      await row(page, /credit of 77/);
      await page.getByRole("table").first().waitFor();
    },
  },
  {
    name: "inspector-attempts-gave-up",
    at: "log=attempts",
    async act(page) {
      await page
        .getByRole("row", { name: /credit of 77/ })
        .nth(2)
        .click();
      await page.getByRole("table").first().waitFor();
    },
  },
  {
    name: "inspector-pinned",
    async act(page) {
      await row(page, /Webhook: charge/);
      await page.getByRole("button", { name: "Pin event" }).click();
      await page.getByLabel("Pinned").waitFor();
    },
  },
  { name: "inspector-cut", act: (page) => row(page, /cut/) },
  { name: "inspector-notice", act: (page) => row(page, /Linkdesk did not run/) },
  {
    name: "inspector-headers",
    act: async (page) => (await row(page, /Credit of .* test complete/), await tab(page, "Headers")),
  },
  {
    name: "inspector-answer",
    act: async (page) => (await row(page, /Look-up of link 9b1c/), await tab(page, "Answer"), await settled(page)),
  },
  {
    name: "inspector-timing-call",
    act: async (page) => (await row(page, /Credit of .* test complete/), await tab(page, "Timing")),
  },
  {
    name: "inspector-timing-delivery",
    act: async (page) => (await row(page, /Webhook: charge/), await tab(page, "Timing")),
  },
  {
    name: "inspector-body",
    act: async (page) => (
      await row(page, /Webhook: charge/), await tab(page, /^(Sent|Received)$/), await settled(page)
    ),
  },
  { name: "inspector-body-hostile", act: (page) => body(page, HOSTILE) },
  { name: "inspector-body-original", act: (page) => body(page, HOSTILE, "Original") },
  { name: "inspector-body-tree", act: (page) => body(page, HOSTILE, "Tree") },
  {
    name: "inspector-body-bytes",
    act: (page) => body(page, Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 37) % 256))),
  },
  {
    name: "inspector-body-not-json",
    act: (page) => body(page, '{\n  "amount": 50000,\n  "currency" "NGN"\n}', "Tree"),
  },
  {
    name: "inspector-body-invalid",
    act: (page) =>
      body(page, Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"name":"Jos'), 0xe9, ...Buffer.from('"}')])),
  },
  {
    name: "inspector-found-word",
    at: "latency=0",
    async act(page) {
      await page
        .getByRole("row", { name: /Webhook: charge/ })
        .last()
        .click();
      const filter = page.getByRole("combobox", { name: "Filter events" });
      await filter.fill("application/json");
      await page.getByText(/^“application\/json” is in$/).waitFor();
    },
  },
  {
    name: "inspector-body-large",
    act: (page) =>
      body(page, JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, amount: "50000", ok: true })))),
  },
  { name: "inspector-body-line", act: (page) => body(page, `"${"0123456789 ".repeat(200_000)}"`, "Original") },
  {
    name: "inspector-body-find",
    async act(page) {
      await body(page, HOSTILE);
      await page.getByRole("button", { name: "Find in body" }).click();
      await page.getByRole("textbox", { name: "Find in body" }).fill("amount");
      await page.getByText("1 of 2").waitFor();
    },
  },
  {
    name: "inspector-body-menu",
    act: async (page) => (
      await body(page, HOSTILE), await page.getByRole("button", { name: "Copy or save the body" }).click()
    ),
  },
];
