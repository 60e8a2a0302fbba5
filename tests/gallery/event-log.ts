import type { Page } from "playwright-core";
import type { DeliverySummary } from "../../src/shared/events.ts";
import type { GalleryState } from "./states.ts";

const filter = (page: Page) => page.getByRole("combobox", { name: "Filter events" });
const log = (page: Page) => page.getByRole("grid", { name: "Event log" });

/** As many deliveries as main would push in one batch, the rest left out. */
async function flood(page: Page, count: number, skipped: number): Promise<void> {
  await page.evaluate(
    ({ count, skipped }) => {
      const from = 10_000 + Math.floor(performance.now()) * 10;
      const appended = Array.from({ length: count }, (_, index): DeliverySummary => {
        return {
          id: from + index,
          at: Date.now() * 1_000,
          kind: "delivery",
          profile: null,
          method: "POST",
          path: "/webhooks",
          onPath: true,
          completeness: "whole",
          status: 200,
          answerState: "sent",
          size: 1_024,
          duration: 812,
          facts: { subject: "charge", amount: String(1_000 + index), currency: "NGN", from: "ada", to: "tunde" },
        };
      });
      window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped });
    },
    { count, skipped },
  );
}

async function scrollUp(page: Page): Promise<void> {
  await log(page).hover();
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(200);
}

async function typeTime(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+g");
  await page.getByRole("textbox", { name: "Time" }).fill(text);
}

export const EVENT_LOG_STATES: readonly GalleryState[] = [
  {
    name: "log-cleared",
    at: "latency=0",
    async act(page) {
      await page.getByRole("button", { name: "Simulate credit" }).click();
      await page.getByRole("button", { name: "Show in log" }).waitFor();
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
      await page.getByText("The log was cleared").waitFor();
      await page.getByRole("button", { name: "Show in log" }).click();
      await page.getByText("This event was cleared").waitFor();
    },
  },
  {
    name: "log-clear",
    at: "log=runs",
    async act(page) {
      await filter(page).fill("ref_matched");
      await page.locator("[data-announcements]", { hasText: "match" }).waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: /^Clear the \d+ shown/ }).waitFor();
    },
  },
  {
    name: "log-unlisted",
    at: "log=runs&latency=0",
    async act(page) {
      await filter(page).fill("ref_matched");
      await page.locator("[data-announcements]", { hasText: "match" }).waitFor({ state: "attached" });
      await page.getByLabel("User reference", { exact: true }).fill("ref_somebody");
      await page.getByRole("button", { name: "Simulate credit" }).click();
      await page.getByText("What was sent last does not fit the filter.").waitFor();
    },
  },
  {
    name: "log-searching",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.handle("journal", "page", ({ before }) =>
          before === undefined
            ? { events: [], moreBefore: true, moreAfter: false, searchedTo: { id: 900, at: Date.now() * 1_000 } }
            : new Promise(() => undefined),
        ),
      );
      await filter(page).fill("-everywhere");
      await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    },
  },
  {
    name: "log-clearing",
    async act(page) {
      await page.evaluate(() => window.fakeBridge.handle("journal", "clear", () => new Promise(() => undefined)));
      await filter(page).fill("kind:delivery");
      await filter(page).press("Enter");
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: /^Clear the \d+ shown|^Clear all that/ }).click();
      await page.evaluate(() =>
        window.fakeBridge.push("journal.clearing", {
          cleared: 12_500,
          searchedTo: (Date.now() - 3 * 3_600_000) * 1_000,
        }),
      );
      await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    },
  },
  {
    name: "log-day",
    async act(page) {
      await filter(page).fill("nobody last tuesday");
      await page.getByRole("button", { name: "Search on that day" }).waitFor();
    },
  },
  { name: "log-time", act: (page) => typeTime(page, "yesterday 9:00") },
  {
    name: "log-time-wrong",
    async act(page) {
      await typeTime(page, "half past");
      await page.keyboard.press("Enter");
      await page.getByText("Type a time such as").waitFor();
    },
  },
  {
    name: "log-days",
    async act(page) {
      await page.evaluate(() => {
        const appended = Array.from({ length: 12 }, (_, index): DeliverySummary => {
          return {
            id: 20_000 + index,
            at: (Date.now() - Math.floor((11 - index) / 4) * 86_400_000 + index) * 1_000,
            kind: "delivery",
            profile: null,
            method: "POST",
            path: "/webhooks",
            onPath: true,
            completeness: "whole",
            status: 200,
            answerState: "sent",
            size: 1_024,
            duration: 812,
            facts: { subject: "charge", amount: String(1_000 + index), currency: "NGN", from: "ada", to: "tunde" },
          };
        });
        window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
      });
      await page.waitForTimeout(200);
    },
  },
  {
    name: "log-selection",
    async act(page) {
      await log(page).focus();
      await page.keyboard.press("End");
      for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "Control+ArrowUp", "Control+ArrowUp", " "])
        await page.keyboard.press(key);
      await page.getByText("4 events selected").waitFor();
    },
  },
  {
    name: "log-sent-again",
    at: "log=runs&latency=0",
    async act(page) {
      await log(page).focus();
      await page.keyboard.press("Home");
      for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("Shift+ArrowDown");
      await page.evaluate(async () => {
        const status = await window.fakeBridge.bridge.sandbox.status(null);
        if (!status.ok) return;
        const { settings } = status.value;
        const behaviour = { ...settings.behaviour, webhookFault: "dropped" as const };
        window.fakeBridge.push("sandbox.changed", { ...status.value, settings: { ...settings, behaviour } });
      });
      await page.getByRole("button", { name: /calls again, in order/ }).click();
      await page.getByRole("button", { name: /^Show the .* sent again/ }).waitFor();
      await page.evaluate(async () => {
        const { journal, runs } = window.fakeBridge.bridge;
        const found = await journal.page({ limit: 3, filter: "kind:call" });
        for (const { id } of found.ok ? found.value.events : []) {
          const run = await runs.get({ id });
          const verdict = { code: "matched", after: 410_000 } as const;
          if (run.ok) window.fakeBridge.push("runs.changed", { runs: [{ ...run.value.summary, verdict }], ties: [] });
        }
      });
      await page.getByRole("heading", { name: /sent again, /i }).waitFor();
    },
  },
  {
    name: "log-notes",
    async act(page) {
      await page.evaluate(async () => {
        const { journal } = window.fakeBridge.bridge;
        const found = await journal.page({ limit: 12, filter: "" });
        const [one, other] = found.ok ? [found.value.events[3], found.value.events[5]] : [];
        if (one === undefined || other === undefined) return;
        await journal.annotate({ ids: [one.id, other.id], add: ["refund", "vip client", "asked twice"] });
        await journal.annotate({
          ids: [one.id],
          note: "The business says that this one never came.\nAsked them again.",
        });
      });
      await log(page)
        .getByRole("img", { name: /^Note:/ })
        .first()
        .click();
      await page.getByRole("note", { name: "Note" }).waitFor();
    },
  },
  {
    name: "log-note-writing",
    async act(page) {
      await log(page).focus();
      await page.keyboard.press("End");
      await page.getByRole("button", { name: "Note and tags" }).waitFor();
      await page.keyboard.press("t");
      await page.getByRole("textbox", { name: "Note" }).fill("Asked them again.");
    },
  },
  {
    name: "log-removal",
    async act(page) {
      await filter(page).fill("ref_ada");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
      await page.getByRole("button", { name: /^Remove \d+ events/ }).waitFor();
    },
  },
  {
    name: "log-removal-names",
    async act(page) {
      for (const reference of ["ref_bisi", "ref_bisi2"]) {
        await page.getByLabel("User reference", { exact: true }).fill(reference);
        await page.getByRole("button", { name: "Simulate credit" }).click();
        await page.getByRole("row", { name: new RegExp(`^Call .*${reference}([^0-9]|$)`) }).waitFor();
      }
      await filter(page).fill("ref:ref_bisi");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
      await page.getByText("These events name 2 references").waitFor();
    },
  },
  {
    name: "log-removal-elsewhere",
    async act(page) {
      await filter(page).fill("ref:=ref_ada");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
      await page.getByText("and stay").waitFor();
    },
  },
  {
    name: "log-new",
    async act(page) {
      await scrollUp(page);
      await flood(page, 12, 0);
      await page.getByRole("button", { name: "12 new" }).waitFor();
    },
  },
  {
    name: "log-flood",
    async act(page) {
      for (let batch = 0; batch < 6; batch += 1) {
        await flood(page, 100, 300);
        await page.waitForTimeout(150);
      }
      await page.getByText("/s", { exact: false }).first().waitFor();
    },
  },
  {
    name: "log-paused",
    async act(page) {
      await page.getByRole("button", { name: "Pause event log" }).click();
      await flood(page, 100, 1_140);
      await page.getByText(/Paused · 1/).waitFor();
    },
  },
  {
    name: "log-paused-empty",
    at: "log=empty",
    async act(page) {
      await page.getByRole("button", { name: "Pause event log" }).click();
      await flood(page, 3, 0);
      await page.getByText(/3 events have arrived/).waitFor();
    },
  },
  {
    name: "log-no-match",
    async act(page) {
      await filter(page).fill("kind:call nowhere_to_be_found");
      await page.getByText("No event matches").waitFor();
      await filter(page).blur();
    },
  },
  {
    name: "log-completion",
    async act(page) {
      await filter(page).click();
      await filter(page).pressSequentially("kind:call st");
      await page.getByRole("option", { name: /status:/ }).waitFor();
    },
  },
  {
    name: "log-filter-error",
    async act(page) {
      await filter(page).fill("status:lots");
      await page.getByRole("button", { name: /Show where/ }).waitFor();
      await filter(page).blur();
    },
  },
  {
    name: "log-saved",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.bridge.preferences.set({
          savedFilters: [
            { name: "Failed calls", filter: "kind:call status:>=400" },
            { name: "Incomplete deliveries of the last hour", filter: "is:incomplete since:1h" },
          ],
        }),
      );
      await filter(page).fill("kind:delivery");
      await page.waitForTimeout(400);
      await page.getByRole("button", { name: "Saved filters" }).click();
      await page.getByText("Failed calls").waitFor();
    },
  },
  {
    name: "log-not-recording",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.push("journal.status", {
          problem: {
            code: "disk-full",
            sentence: "The disk is full. Deliveries are answered 503 until there is room.",
          },
          indexLag: 1_240,
        }),
      );
      await filter(page).fill("kind:delivery");
      await page.getByText(/indexing/).waitFor();
      await filter(page).blur();
    },
  },
  {
    name: "log-failed",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.failNext(
          "journal",
          "page",
          "journal",
          "The file of the event log cannot be read: input/output error.",
        ),
      );
      await page.evaluate(() =>
        window.fakeBridge.push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 }),
      );
      await page.getByText("The log could not be read").waitFor();
    },
  },
];
