import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export" });

async function open(page: Page): Promise<void> {
  await page
    .getByRole("row", { name: /Credit/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog(page).waitFor();
}

async function form(page: Page, name: RegExp): Promise<void> {
  await open(page);
  await dialog(page).getByRole("radio", { name }).click();
}

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save as a file…" }).click();

export const EVIDENCE_STATES: readonly GalleryState[] = [
  { name: "export-ticket", at: "log=runs", act: open },
  { name: "export-pdf", at: "log=runs", act: (page) => form(page, /Report, PDF/) },
  {
    name: "export-kept",
    at: "log=runs",
    async act(page) {
      await form(page, /HAR/);
      await dialog(page)
        .getByRole("switch", { name: /transaction.id/ })
        .click();
    },
  },
  {
    name: "export-rules",
    at: "log=runs",
    async act(page) {
      await form(page, /HAR/);
      const rules = dialog(page).getByRole("group", { name: "Your rules" });
      const text = rules.getByRole("textbox", { name: "Text like" });
      await text.fill("ORD-####");
      await text.press("Enter");
      await rules.getByRole("listitem").waitFor();
      await text.fill("#");
      await text.press("Enter");
      await rules.getByText("At least two characters besides *.").waitFor();
    },
  },
  {
    name: "export-written",
    at: "log=runs",
    async act(page) {
      await form(page, /NDJSON/);
      await save(page);
      await dialog(page)
        .getByText(/^Written/)
        .waitFor();
    },
  },
  {
    name: "export-failed",
    at: "log=runs",
    async act(page) {
      await form(page, /HAR/);
      await page.evaluate(() =>
        window.fakeBridge.failNext("evidence", "write", "not-written", "The file was not written. The disk is full."),
      );
      await save(page);
      await dialog(page).getByText("The disk is full.").waitFor();
    },
  },
  {
    name: "export-writing",
    at: "log=runs",
    async act(page) {
      await form(page, /CSV/);
      await page.evaluate(() => void window.fakeBridge.hold("evidence", "write"));
      await save(page);
      await dialog(page).getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "export-looking",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() => void window.fakeBridge.hold("evidence", "prepare"));
      await open(page);
    },
  },
  {
    name: "export-nothing",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.failNext(
          "evidence",
          "prepare",
          "no-event",
          "There is nothing to export: the log has no event like that any more.",
        ),
      );
      await open(page);
    },
  },
  {
    name: "export-ask-unredacted",
    at: "log=runs",
    async act(page) {
      await form(page, /HAR/);
      await dialog(page).getByRole("button", { name: "Export unredacted…" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "export-unredacted",
    at: "log=runs",
    async act(page) {
      await form(page, /HAR/);
      await dialog(page).getByRole("button", { name: "Export unredacted…" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Export unredacted" }).click();
    },
  },
];
