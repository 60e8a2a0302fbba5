import type { Page } from "playwright-core";
import type { GalleryState } from "./states.ts";

async function open(page: Page, row: RegExp): Promise<void> {
  const target = page.getByRole("row", { name: row }).last();
  // Only the rows in sight are there: it may stand further up.
  for (let pages = 0; pages < 10 && !(await target.isVisible()); pages += 1) {
    await page.getByRole("grid", { name: "Event log" }).press("PageUp");
    await page.waitForTimeout(100);
  }
  await target.click();
  await page.getByRole("tab", { name: "Signature", exact: true }).last().click();
  await page.waitForTimeout(250);
}

const INVALID = /bad signature/;

async function search(page: Page): Promise<void> {
  await open(page, INVALID);
  await page.getByRole("button", { name: "Find the reason" }).click();
}

async function openProfile(page: Page): Promise<void> {
  await page.keyboard.press("Control+p");
  await page.getByRole("dialog").getByRole("tab", { name: "Signature" }).click();
}

/** Signatures: in the inspector, and in a profile. */
export const SIGNATURE_STATES: readonly GalleryState[] = [
  { name: "signature-valid", act: (page) => open(page, /signed/) },
  { name: "signature-invalid", act: (page) => open(page, INVALID) },
  { name: "signature-missing", act: (page) => open(page, /no signature/) },
  { name: "signature-unchecked", act: (page) => open(page, /cut/) },
  {
    name: "signature-busy",
    at: "diagnosis=never",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "signature-cancelled",
    at: "diagnosis=never",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("The search was cancelled").waitFor();
    },
  },
  {
    name: "signature-found",
    async act(page) {
      await search(page);
      await page.getByText(/escaped slashes/).waitFor();
    },
  },
  {
    name: "signature-fixable",
    at: "diagnosis=fixable",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Change the profile" }).waitFor();
    },
  },
  {
    name: "signature-confirm",
    at: "diagnosis=fixable",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Change the profile" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "signature-unknown",
    at: "diagnosis=unknown",
    async act(page) {
      await search(page);
      await page.getByText("No known cause.").waitFor();
    },
  },
  { name: "profiles-signature", at: "profile=acme-test", act: openProfile },
  { name: "profiles-signature-sandbox", act: openProfile },
  {
    name: "profiles-signature-schemes",
    async act(page) {
      await openProfile(page);
      await page.getByRole("combobox", { name: "Signature" }).click();
      await page.getByRole("option", { name: /Fixed value/ }).waitFor();
    },
  },
  {
    name: "profiles-signature-own",
    at: "profile=acme-test",
    async act(page) {
      await openProfile(page);
      await page.getByText("Details", { exact: true }).click();
      await page.getByLabel("Template").fill("{body}.{nonce}");
      await page.getByLabel("Template").press("Tab");
      await page.getByLabel("Template").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "sandbox-fixed-header",
    async act(page) {
      await page.getByRole("button", { name: "Sandbox behaviour" }).click();
      await page.getByLabel("Fixed header").fill("X-Business-Hash");
      await page.getByLabel("Fixed header").scrollIntoViewIfNeeded();
    },
  },
];
