import type { Page } from "playwright-core";
import { openListener } from "./panels.ts";
import { simulation } from "./runs.ts";
import type { GalleryState } from "./states.ts";

const open = (page: Page) => openListener(page, "Public address");

/** The form of a way, as it is before the first press. */
const chosen = (name: string, kind: RegExp, variant?: string): GalleryState => ({
  name: `public-way-${name}`,
  at: "address=both",
  act: async (page) => {
    await open(page);
    await page.getByRole("radio", { name: kind }).click();
    if (variant !== undefined) await page.getByRole("button", { name: variant, exact: true }).click();
  },
});

async function row(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("row", { name }).last().click();
  await page.waitForTimeout(250);
}

/** The public address in each of its states: panel, bar, log, inspector and checklist. */
export const PUBLIC_ADDRESS_STATES: readonly GalleryState[] = [
  { name: "public-off", act: open },
  chosen("own-tunnel", /^cloudflared/, "Your own tunnel"),
  chosen("ssh", /^SSH/),
  chosen("localhost.run", /^SSH/, "localhost.run"),
  chosen("pinggy", /^SSH/, "pinggy"),
  chosen("serveo", /^SSH/, "serveo"),
  chosen("ngrok", /^ngrok/),
  chosen("own", /^An address of your own/),
  {
    name: "public-ssh-wrong",
    act: async (page) => {
      await open(page);
      await page.getByRole("radio", { name: /^SSH/ }).click();
      await page.getByRole("button", { name: "Key file" }).click();
      await page.getByRole("button", { name: "Agree and get address" }).click();
      await page.getByText("Enter the name or address").waitFor();
    },
  },
  {
    name: "public-ssh-lower",
    act: async (page) => {
      await open(page);
      await page.getByRole("radio", { name: /^SSH/ }).click();
      await page.getByRole("button", { name: "Password", exact: true }).click();
      await page.getByText("Who can read it").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "public-way-missing",
    act: async (page) => {
      await open(page);
      await page.getByRole("radio", { name: /^ngrok/ }).click();
    },
  },
  ...[
    "starting",
    "starting-blocked",
    "ready",
    "changed",
    "reconnecting",
    "own-starting",
    "own-failed",
    "unknown-key",
    "changed-key",
    "failed",
    "program-missing",
    "listener-down",
    "login",
    "quota",
    "name-taken",
    "dns",
    "blocked",
    "warning-page",
    "not-found",
    "timed-out",
    "stopped",
  ].map((address): GalleryState => ({ name: `public-${address}`, at: `address=${address}`, act: open })),
  {
    name: "public-own-changing",
    at: "address=own-starting",
    act: async (page) => {
      await open(page);
      await page.getByRole("button", { name: "Change the address…" }).click();
    },
  },
  {
    name: "public-forget-key",
    at: "address=changed-key",
    act: async (page) => {
      await open(page);
      await page.getByRole("button", { name: "Forget the former key…" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "public-said",
    at: "address=ready",
    act: async (page) => {
      await open(page);
      await page.getByText("What the tunnel says").click();
      await page.getByText("Registered tunnel").waitFor();
    },
  },
  ...["starting", "ready", "changed", "reconnecting", "failed"].map(
    (address): GalleryState => ({ name: `public-bar-${address}`, at: `address=${address}` }),
  ),
  { name: "public-log", at: "log=address&address=ready", act: (page) => row(page, /Public address changed/) },
  { name: "public-log-failed", at: "log=address&address=failed", act: (page) => row(page, /No public address/) },
  {
    name: "public-log-strangers",
    at: "log=address&address=ready",
    act: (page) => row(page, /Only counted/),
  },
  { name: "public-webhook", at: "log=address&address=ready", act: (page) => row(page, /^Webhook/) },
  {
    name: "public-webhook-headers",
    at: "log=address&address=ready",
    act: async (page) => {
      await row(page, /^Webhook/);
      await page.getByRole("tab", { name: "Headers" }).click();
    },
  },
  { name: "public-gap", at: "log=address&address=ready", act: (page) => simulation(page, "ref_unseen") },
  {
    name: "public-diagnosis",
    at: "profile=acme-test&address=reconnecting",
    act: async (page) => {
      await openListener(page, "Nothing arrives?");
      await page.getByLabel("Webhook URL on the dashboard").waitFor();
    },
  },
];
