import type { Page } from "playwright-core";
import type { SignatureState } from "../../src/shared/signature-check.ts";
import type { GalleryState } from "./states.ts";

async function open(page: Page, signature: SignatureState, tab = "Signature"): Promise<void> {
  // Only rows in sight are there: the filter brings the wanted one down.
  await page.getByRole("combobox", { name: "Filter events" }).fill(`signature:${signature}`);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(400);
  await page.getByRole("grid", { name: "Event log" }).getByRole("row").last().click();
  await page.getByRole("tab", { name: tab, exact: true }).last().click();
  await page.waitForTimeout(250);
}

async function search(page: Page): Promise<void> {
  await open(page, "invalid");
  await page.getByRole("button", { name: "Find the reason" }).click();
}

async function openProfile(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+m");
  await page.getByRole("dialog").getByRole("tab", { name: "Signature" }).click();
}

/** Signatures: in the inspector, and in a profile. */
export const SIGNATURE_STATES: readonly GalleryState[] = [
  { name: "signature-valid", act: (page) => open(page, "valid") },
  { name: "signature-overview", act: (page) => open(page, "invalid", "Overview") },
  { name: "signature-invalid", act: (page) => open(page, "invalid") },
  { name: "signature-missing", act: (page) => open(page, "missing") },
  { name: "signature-unchecked", act: (page) => open(page, "unchecked") },
  { name: "signature-no-secret", at: "signature=unchecked", act: (page) => open(page, "unchecked") },
  {
    name: "signature-unreadable",
    at: "signature=unreadable&doctor=separator",
    async act(page) {
      await open(page, "unreadable");
      await page.getByRole("button", { name: "Find the reason" }).click();
      await page.getByText(/taken apart at commas/).waitFor();
    },
  },
  {
    name: "signature-unreadable-unproved",
    at: "signature=unreadable&doctor=apart",
    async act(page) {
      await open(page, "unreadable");
      await page.getByRole("button", { name: "Find the reason" }).click();
      await page.getByText(/set “Between several”/).waitFor();
    },
  },
  {
    name: "signature-stopped",
    at: "doctor=stopped",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Search for a minute" }).waitFor();
    },
  },
  {
    name: "signature-busy",
    at: "doctor=never",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "signature-cancelled",
    at: "doctor=never",
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
    at: "doctor=fixable",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Change the profile" }).waitFor();
    },
  },
  {
    name: "signature-confirm",
    at: "doctor=fixable",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Change the profile" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "signature-right",
    at: "doctor=right",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Copy a question to the sender" }).waitFor();
    },
  },
  {
    name: "signature-right-confirm",
    at: "doctor=right",
    async act(page) {
      await search(page);
      await page.getByRole("button", { name: "Change the profile" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "signature-unknown",
    at: "doctor=unknown",
    async act(page) {
      await search(page);
      await page.getByText(/explains it\./).waitFor();
    },
  },
  { name: "profiles-signature", at: "profile=acme-test", act: openProfile },
  { name: "profiles-signature-sandbox", act: openProfile },
  {
    name: "profiles-signature-secret",
    at: "profile=acme-test",
    async act(page) {
      await openProfile(page);
      await page.getByRole("group", { name: "Signing secret" }).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "profiles-signature-schemes",
    async act(page) {
      await openProfile(page);
      await page.getByRole("combobox", { name: "Signature" }).click();
      await page.getByRole("option", { name: /Fixed value/ }).waitFor();
    },
  },
  {
    name: "profiles-signature-provider",
    async act(page) {
      await openProfile(page);
      await page.getByRole("combobox", { name: "Signature" }).click();
      await page.getByRole("option", { name: /^PayPal/ }).click();
      await page.getByLabel("Template").scrollIntoViewIfNeeded();
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
    name: "profiles-signature-example",
    at: "profile=staging",
    async act(page) {
      await openProfile(page);
      await page
        .getByLabel("Example of the header")
        .fill(`X-Nimbus-Proof: t=1795447281813,s=${"239aa95aa71ff922".repeat(4)}`);
      await page.getByText("Found in X-Nimbus-Proof").waitFor();
    },
  },
  {
    name: "profiles-pasted-key",
    async act(page) {
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitem", { name: "New profile" }).click();
      await page.getByLabel("Scheme").click();
      await page.getByRole("option", { name: /^Authorization token/ }).click();
      await page.getByLabel("Token", { exact: true }).fill("Authorization: Token nb_test_51f7c0");
      await page.getByText("What you pasted was taken apart").scrollIntoViewIfNeeded();
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
