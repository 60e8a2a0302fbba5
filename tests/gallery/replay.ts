import type { Page } from "playwright-core";
import type { ForwardSummary } from "../../src/shared/replay.ts";
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

const FORWARDS = {
  answered: { outcome: { code: "success", message: null }, status: 202, duration: 12_300 },
  failed: { outcome: { code: "refused", host: "127.0.0.1", port: "3000" }, status: null, duration: 12_300 },
  waiting: { outcome: { code: "waiting" }, status: null, duration: 0 },
  closed: { outcome: { code: "not-sent", because: "closed" }, status: null, duration: 0 },
  again: {
    outcome: { code: "not-sent", because: "closed" },
    status: null,
    duration: 0,
    again: { by: 1, outcome: { code: "success", message: null }, status: 202 },
  },
} as const satisfies Readonly<Record<string, ForwardSummary>>;

/** Shows what became of the last webhook, which was to be handed on. */
async function forwardTo(page: Page, url: string): Promise<void> {
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Forward" }).click();
  await page.getByLabel("Forward to").fill(url);
  await page.getByRole("button", { name: "Save and forward" }).click();
}

async function forwarded(page: Page, how: keyof typeof FORWARDS): Promise<void> {
  await page.evaluate(async (forward) => {
    const found = await window.fakeBridge.bridge.journal.page({ limit: 1, filter: "charge kind:delivery" });
    const id = found.ok ? (found.value.events[0]?.id ?? 0) : 0;
    const old = await window.fakeBridge.bridge.journal.detail({ id });
    if (!old.ok || old.value.kind !== "delivery") throw new Error("There is no such delivery.");
    const answer = {
      url: "http://127.0.0.1:3000/hooks",
      httpVersion: "1.1",
      statusText: "Accepted",
      headers: [["Content-Type", "application/json"]] as const,
      size: 12,
      cut: false,
      redacted: false,
    };
    const detail = {
      ...old.value,
      summary: { ...old.value.summary, forward },
      ...(forward.duration === 0 ? {} : { forward: answer }),
    };
    window.fakeBridge.handle("journal", "detail", () => detail);
    window.fakeBridge.handle("journal", "body", () => ({ bytes: btoa('{"ok": true}') }));
    window.fakeBridge.push("journal.changed", { appended: [], amended: [detail.summary], reset: false, skipped: 0 });
  }, FORWARDS[how]);
  await delivery(page);
  if (how === "closed") return page.getByRole("button", { name: "Forward again" }).waitFor();
  if (how === "again") return page.getByRole("button", { name: "Go to the last try" }).waitFor();
  await page.getByRole("tab", { name: "Answer", exact: true }).last().click();
  await page.getByRole("button", { name: "From the target" }).click();
  await page.waitForTimeout(300);
}

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
  {
    name: "forward-panel",
    async act(page) {
      await page.getByRole("button", { name: /Listening on/ }).click();
      await page.getByRole("tab", { name: "Forward" }).click();
      await page.getByLabel("Forward to").fill("http://127.0.0.1:3000/hooks");
    },
  },
  {
    name: "forward-on",
    act: (page) => forwardTo(page, "http://127.0.0.1:3000/hooks"),
  },
  {
    name: "forward-on-failed",
    async act(page) {
      await forwardTo(page, "http://127.0.0.1:3000/hooks");
      await page.evaluate(async (forward) => {
        const log = await window.fakeBridge.bridge.journal.page({ limit: 1, filter: "charge kind:delivery" });
        const event = log.ok ? log.value.events[0] : undefined;
        if (event?.kind !== "delivery") throw new Error("There is no such delivery.");
        const failed = { ...event, id: 99_999, forward };
        window.fakeBridge.push("journal.changed", { appended: [failed], amended: [], reset: false, skipped: 0 });
      }, FORWARDS.failed);
      await page.getByText(/^The latest webhook, of /).waitFor();
    },
  },
  {
    name: "forward-off",
    async act(page) {
      await forwardTo(page, "http://127.0.0.1:3000/hooks");
      await page.getByRole("button", { name: "Stop forwarding" }).click();
      await page.getByRole("button", { name: "Start forwarding" }).waitFor();
    },
  },
  {
    name: "forward-own",
    async act(page) {
      await page.getByRole("button", { name: /Listening on/ }).click();
      await page.getByRole("tab", { name: "Forward" }).click();
      await page.getByLabel("Forward to").fill("http://localhost:8787");
      await page.getByText("This is the address of this listener").waitFor();
    },
  },
  {
    name: "forward-ask",
    async act(page) {
      await forwardTo(page, "https://hooks.example.com");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "forward-answer", act: (page) => forwarded(page, "answered") },
  { name: "forward-failed", act: (page) => forwarded(page, "failed") },
  { name: "forward-waiting", act: (page) => forwarded(page, "waiting") },
  { name: "forward-closed", act: (page) => forwarded(page, "closed") },
  { name: "forward-again", act: (page) => forwarded(page, "again") },
];
