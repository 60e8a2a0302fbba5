import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

const dialog = (page: Page) => page.getByRole("dialog");

/** A file of this name is chosen: what the fake finds of it follows from the name. */
export async function choose(page: Page, name: string): Promise<void> {
  await page
    .getByLabel("File to open or check")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(48_213, "x") });
}

async function checked(page: Page, name: string): Promise<void> {
  await choose(page, name);
  await dialog(page).getByRole("button", { name: /^Open/ }).waitFor();
}

async function opened(page: Page, name = "known.linkdesk-case"): Promise<void> {
  await checked(page, name);
  await dialog(page).getByRole("button", { name: /^Open/ }).click();
  await page.getByRole("region", { name: "Opened file" }).waitFor();
}

const of = (name: string) => (page: Page) => checked(page, name);

export const OPENED_STATES: readonly GalleryState[] = [
  { name: "case-unknown", at: "log=runs", act: of("ticket-4711.linkdesk-case") },
  { name: "case-known", at: "log=runs", act: of("known.linkdesk-case") },
  { name: "case-own", at: "log=runs", act: of("own.linkdesk-case") },
  { name: "case-altered", at: "log=runs", act: of("altered-known.linkdesk-case") },
  { name: "case-unsigned", at: "log=runs", act: of("unsigned.linkdesk-case") },
  { name: "case-har", at: "log=runs", act: of("checkout.har") },
  {
    name: "case-checking",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() => void window.fakeBridge.hold("opened", "check"));
      await choose(page, "known.linkdesk-case");
      await dialog(page)
        .getByText(/Checking/)
        .waitFor();
    },
  },
  {
    name: "case-failed",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.failNext(
          "opened",
          "check",
          "newer",
          "This file was written by a newer version of Linkdesk. Install that version to open it.",
        ),
      );
      await choose(page, "known.linkdesk-case");
      await dialog(page).getByText("The file was not opened").waitFor();
    },
  },
  { name: "case-opened", at: "log=runs", act: (page) => opened(page) },
  {
    name: "case-opened-run",
    at: "log=runs",
    async act(page) {
      await opened(page);
      await page
        .getByRole("row", { name: /Credit/ })
        .last()
        .click();
      await page.getByRole("heading", { name: "Course" }).waitFor();
    },
  },
  {
    name: "case-opened-own",
    at: "log=runs",
    async act(page) {
      await opened(page);
      await page.getByRole("button", { name: "Your log" }).click();
    },
  },
  {
    name: "case-compared",
    at: "log=runs",
    async act(page) {
      await opened(page);
      await page
        .getByRole("row", { name: /Webhook/ })
        .last()
        .click();
      await page.getByRole("button", { name: "Compare with another event" }).click();
      await page.getByRole("button", { name: "Your log" }).click();
      await page
        .getByRole("row", { name: /Webhook/ })
        .last()
        .click();
      await page.getByRole("button", { name: "Compare with the marked event" }).click();
      await page.getByRole("dialog", { name: "Compare events" }).waitFor();
    },
  },
];
