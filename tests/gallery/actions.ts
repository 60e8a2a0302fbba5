import type { Page } from "playwright-core";
import type { CallDetail } from "../../src/shared/events.ts";
import type { FormMemory } from "../../src/shared/form-memory.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { Verdict } from "../../src/shared/run.ts";
import type { FakeBridge } from "../fakes/bridge.ts";
import type { GalleryState } from "./states.ts";

declare global {
  interface Window {
    readonly fakeBridge: FakeBridge;
  }
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const answered = (page: Page) => page.getByRole("button", { name: "Show in log" }).waitFor();

/** Makes the next calls end like this, whatever is sent. */
async function endWith(page: Page, outcome: Outcome, status: number | null): Promise<void> {
  await page.evaluate(
    ({ ending, code }) => {
      window.fakeBridge.handle("calls", "send", ({ action }) => {
        const event: CallDetail = {
          kind: "call",
          summary: {
            id: 1,
            at: Date.now() * 1_000,
            kind: "call",
            profile: { id: "acme-test", name: "Acme test", mode: "test" },
            operation: action.operation,
            method: "POST",
            path: `/test/${action.operation}`,
            outcome: ending,
            status: code,
            duration: 184_000,
            facts: {},
          },
          url: `https://api.example.test/test/${action.operation}`,
          request: { headers: [], size: 80 },
          answer: null,
          timing: { connected: null, sent: null, answerStarted: null, answerEnded: null },
        };
        return { event };
      });
    },
    { ending: outcome, code: status },
  );
}

const MEMORY: FormMemory = {
  last: {},
  bodies: {},
  recent: {
    linkIds: [],
    references: ["ref_tunde", "usr_4f8e2a90c1", "a reference with spaces"],
    currencies: ["NGN"],
    amounts: ["50000", "9007199254740993123", "1"],
    remarks: [],
  },
};

/** A look-up whose answer has everything that can go wrong with text and types in it. */
export const HOSTILE_LINK = JSON.stringify({
  link: {
    id: `lnk_${"0123456789abcdef".repeat(40)}`,
    user: {
      name: "\u202eadA \u202c<img src=x onerror=alert(1)>",
      identifier: "ada\u0000\u0007\u200b",
      identifier_type: "iban_of_the_second_kind_and_then_some_more_words",
      email: null,
      reference: "",
      created_at: "yesterday",
      phone: "+234 800 000 0000",
    },
    peer: {
      user: { name: "שלום עולם", identifier: "BIG", identifier_type: null, email: "", tags: ["a", "b"] },
      business: {
        id: "biz_1",
        name: `${"Very long business name ".repeat(6)}`,
        logo: "https://example.test/missing.png",
        logo_colour: "javascript:alert(1)",
        identifier_type: "email",
      },
    },
    created_at: "2021-04-14T10:00:00.123456Z",
    updated_at: "2031-07-16T00:59:44.000000Z",
    "weird › key\u0000": { nested: [1, 2, { deep: true }] },
  },
}).replace('"BIG"', "9007199254740993123");

async function answerLink(page: Page, text: string): Promise<void> {
  await page.evaluate((body) => {
    const bytes = btoa(String.fromCharCode(...new TextEncoder().encode(body)));
    window.fakeBridge.handle("journal", "body", () => ({ bytes }));
  }, text);
}

export const ACTION_STATES: readonly GalleryState[] = [
  { name: "actions-link", act: (page) => tab(page, "Look up link") },
  {
    name: "actions-link-part",
    async act(page) {
      await endWith(page, { code: "success", message: null, missing: ["ID", "user", "peer"] }, 200);
      await tab(page, "Look up link");
      await press(page, "Look up link");
      await answered(page);
    },
  },
  {
    name: "actions-link-address",
    async act(page) {
      await tab(page, "Look up link");
      await page.getByLabel("Link ID", { exact: true }).fill("https://pay.example/link/abc123?x=1");
      await page.getByRole("button", { name: "Use abc123" }).waitFor();
    },
  },
  { name: "actions-charge", act: (page) => tab(page, "Charge") },
  {
    name: "actions-suggestions",
    async act(page) {
      await page.evaluate((memory) => window.fakeBridge.handle("forms", "get", () => memory), MEMORY);
      await press(page, "Simulate credit");
      await answered(page);
      await page.getByLabel("User reference", { exact: true }).press("ArrowDown");
      await page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "actions-wrong",
    at: "profile=acme-test",
    async act(page) {
      await page.getByLabel("Amount", { exact: true }).fill("50 000");
      await page.getByLabel("User reference", { exact: true }).fill("ref_ada ");
      await press(page, "Simulate credit");
    },
  },
  {
    name: "actions-decimals",
    async act(page) {
      await page.getByLabel("Amount", { exact: true }).fill("250.00");
      await press(page, "Simulate credit");
      await page.getByRole("button", { name: /^Use 25/ }).waitFor();
    },
  },
  {
    name: "actions-busy",
    at: "latency=60000",
    async act(page) {
      await press(page, "Simulate credit");
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "actions-cancelled",
    at: "latency=60000",
    async act(page) {
      await press(page, "Simulate credit");
      await page.keyboard.press("Escape");
      await answered(page);
    },
  },
  {
    name: "actions-credit-sent",
    at: "latency=20",
    async act(page) {
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  {
    name: "actions-credit-missing",
    at: "latency=20&log=empty",
    act: (page) => creditWith(page, { code: "missing", call: "accepted" }),
  },
  {
    name: "actions-credit-mismatch",
    at: "latency=20&log=empty",
    act: (page) =>
      creditWith(page, {
        code: "mismatch",
        after: 420_000,
        fields: [
          { field: "amount", state: "differs", expected: "50000", actual: "50001", path: "data.amount", hint: null },
        ],
      }),
  },
  {
    name: "actions-charge-sent",
    at: "latency=20",
    async act(page) {
      await tab(page, "Charge");
      await press(page, "Simulate charge");
      await answered(page);
    },
  },
  {
    name: "actions-odd",
    async act(page) {
      await endWith(page, { code: "unexpected-message", message: "queued \u202eyltcerroc" }, 202);
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  {
    name: "actions-422",
    async act(page) {
      const errors = {
        amount: ["The amount must be at least 10000."],
        user_reference: ["The selected user reference is invalid."],
        mood: ["The mood field is required."],
      };
      const message = "The given data was invalid.";
      await endWith(
        page,
        { code: "status", status: 422, message, body: "json", credentials: "sent", errors, retryAfterSeconds: null },
        422,
      );
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  {
    name: "actions-401",
    at: "profile=acme-test",
    act: async (page) => {
      await tab(page, "Credit");
      const refused = {
        message: "Unauthenticated.",
        errors: {},
        retryAfterSeconds: null,
        credentials: "sent",
      } as const;
      await endWith(page, { code: "status", status: 401, body: "json", ...refused }, 401);
      await page.getByLabel("Amount").fill("500");
      await page.getByLabel("Currency").fill("NGN");
      await page.getByLabel("User reference").fill("ref_1");
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  { name: "actions-unheard", at: "listener=stopped", act: (page) => tab(page, "Credit") },
  {
    name: "actions-error-in-success",
    async act(page) {
      const sign = "success: false";
      await endWith(
        page,
        { code: "reported-error", status: 200, sign, message: "Customer is unknown", errors: {} },
        200,
      );
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  {
    name: "actions-no-connection",
    async act(page) {
      await endWith(page, { code: "refused", host: "127.0.0.1", port: "8788" }, null);
      await press(page, "Simulate credit");
      await answered(page);
    },
  },
  {
    name: "actions-refused",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.failNext(
          "calls",
          "send",
          "bridge",
          "Linkdesk cannot keep a record of this call: the disk is full.",
        ),
      );
      await press(page, "Simulate credit");
      await page.getByText("Not sent").waitFor();
    },
  },
  {
    name: "actions-edit-body",
    async act(page) {
      await page.getByRole("switch", { name: "Edit body" }).click();
      await page.getByRole("textbox", { name: "JSON body" }).waitFor();
    },
  },
  {
    name: "actions-edit-body-wrong",
    async act(page) {
      await page.getByRole("switch", { name: "Edit body" }).click();
      await page
        .getByRole("textbox", { name: "JSON body" })
        .fill('{\n  "amount": 1e400,\n  "currency": "NGN\u202e",\n  oops\n}');
    },
  },
  {
    name: "actions-link-found",
    at: "latency=20",
    async act(page) {
      await tab(page, "Look up link");
      await press(page, "Look up link");
      await answered(page);
      await page.getByRole("figure", { name: "The link in short" }).waitFor();
    },
  },
  {
    name: "actions-link-hostile",
    at: "latency=20",
    async act(page) {
      await answerLink(page, HOSTILE_LINK);
      await tab(page, "Look up link");
      await press(page, "Look up link");
      await answered(page);
      await page.getByRole("figure", { name: "The link in short" }).waitFor();
    },
  },
  {
    name: "actions-no-key",
    at: "profile=acme-test",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.bridge.profiles.removeSecret({ id: "acme-test", slot: "authentication" }).then(async () => {
          const view = await window.fakeBridge.bridge.profiles.list(null);
          if (view.ok) window.fakeBridge.push("profiles.changed", view.value);
        }),
      );
    },
  },
  { name: "actions-live", at: "profile=acme-live" },
  { name: "actions-unset", at: "profile=staging" },
  { name: "actions-live-link", at: "profile=acme-live", act: (page) => tab(page, "Look up link") },
];

/** A credit that was accepted, and what has become of its webhook. */
async function creditWith(page: Page, verdict: Verdict): Promise<void> {
  await press(page, "Simulate credit");
  await answered(page);
  await page.evaluate(async (given) => {
    const rows = await window.fakeBridge.bridge.journal.page({ limit: 10, filter: "kind:call" });
    const call = rows.ok ? rows.value.events.at(-1) : undefined;
    if (call === undefined) throw new Error("The call has no row.");
    const counts = { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 };
    const times = { startedAt: call.at, deadline: call.at + 30_000_000 };
    const run = { id: call.id, operation: "credit", call: "accepted", certainty: null, ...times } as const;
    window.fakeBridge.push("runs.changed", { runs: [{ ...run, verdict: given, counts }], ties: [] });
  }, verdict);
  await page.getByText(/Webhook: (missing|amount)/).waitFor();
}
