import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

const delivery = (page: Page) =>
  page
    .getByRole("row", { name: /Webhook: charge/ })
    .last()
    .click();
const heading = (page: Page) => page.getByRole("heading", { name: /Webhook: charge/ }).waitFor();

async function open(page: Page, key: "r" | "e"): Promise<void> {
  await delivery(page);
  await heading(page);
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
}

async function to(page: Page, address: string): Promise<void> {
  await open(page, "r");
  await page.getByRole("radio", { name: /Another address/ }).click();
  await page.getByRole("textbox", { name: "Address" }).fill(address);
}

const press = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Replay", exact: true }).click();

export const REPLAY_STATES: readonly GalleryState[] = [
  {
    name: "replay-menu",
    async act(page) {
      await delivery(page);
      await heading(page);
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.getByRole("menuitem", { name: /Edit and replay/ }).waitFor();
    },
  },
  { name: "replay-dialog", act: (page) => open(page, "r") },
  { name: "replay-address", act: (page) => to(page, "http://127.0.0.1:3000/hooks") },
  { name: "replay-bad-address", act: (page) => to(page, "localhost:3000") },
  {
    name: "replay-ask",
    async act(page) {
      await to(page, "https://hooks.example.com");
      await press(page);
      await page.getByText("Send it to another machine?").waitFor();
      await page.getByText("Send it to another machine?").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "replay-busy",
    at: "latency=60000",
    act: async (page) => (await to(page, "http://127.0.0.1:3000"), await press(page)),
  },
  {
    name: "replay-edit",
    async act(page) {
      await open(page, "e");
      await page.getByLabel("Method").waitFor();
    },
  },
  {
    name: "replay-edit-lower",
    async act(page) {
      await open(page, "e");
      await page.getByText("Sign it again").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "replay-done",
    async act(page) {
      await to(page, "http://127.0.0.1:3000");
      await press(page);
      await page.getByRole("heading", { name: /Replay of/ }).waitFor();
      await page.waitForTimeout(600);
    },
  },
];
