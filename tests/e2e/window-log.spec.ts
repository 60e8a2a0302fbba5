import type { Page } from "playwright/test";
import type { CallSummary, DeliverySummary } from "../../src/shared/events.ts";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// The list itself: how it moves, what it holds, what it says about what it does not show.

interface Batch {
  readonly from: number;
  readonly count: number;
  readonly skipped?: number;
}

/** Pushes deliveries with these row numbers, as main would. */
async function push(page: Page, { from, count, skipped = 0 }: Batch): Promise<void> {
  await page.evaluate(
    (batch) => {
      const appended = Array.from(
        { length: batch.count },
        (_, index): DeliverySummary => ({
          id: batch.from + index,
          at: Date.now() * 1_000,
          kind: "delivery",
          profile: null,
          method: "POST",
          path: `/row/${batch.from + index}`,
          onPath: false,
          completeness: "whole",
          status: 404,
          answerState: "sent",
          size: 0,
          duration: 900,
          facts: {},
        }),
      );
      window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: batch.skipped });
    },
    { from, count, skipped },
  );
}

/** Pushes one webhook, as main would. */
async function pushWebhook(page: Page, own: Pick<DeliverySummary, "id" | "signature" | "facts">): Promise<void> {
  await page.evaluate((given) => {
    const delivery: DeliverySummary = {
      at: Date.now() * 1_000,
      kind: "delivery",
      profile: null,
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole",
      status: 200,
      answerState: "sent",
      size: 0,
      duration: 900,
      ...given,
    };
    window.fakeBridge.push("journal.changed", { appended: [delivery], amended: [], reset: false, skipped: 0 });
  }, own);
}

/** A log of a million events that exists only as far as it is asked for. */
async function millionEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const last = 1_000_000;
    window.fakeBridge.handle("journal", "page", ({ before, after, at, limit }) => {
      if (at !== undefined) before = Math.ceil(at / 1_000_000) + limit / 2;
      const from = after === undefined ? Math.max(1, (before ?? last + 1) - limit) : after + 1;
      const to = after === undefined ? (before ?? last + 1) - 1 : Math.min(last, after + limit);
      const events = Array.from(
        { length: Math.max(0, to - from + 1) },
        (_, index): DeliverySummary => ({
          id: from + index,
          at: (from + index) * 1_000_000,
          kind: "delivery",
          profile: null,
          method: "POST",
          path: `/row/${from + index}`,
          onPath: false,
          completeness: "whole",
          status: 404,
          answerState: "sent",
          size: 0,
          duration: 900,
          facts: {},
        }),
      );
      return { events, moreBefore: from > 1, moreAfter: to < last };
    });
    window.fakeBridge.push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
  });
  await expect(page.locator("#event-1000000")).toBeVisible();
}

/** The numbers of the rows that are in the page, from top to bottom. */
function numbers(page: Page): Promise<readonly number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="grid"] [role="row"]')].map((row) => Number(row.id.replace("event-", ""))),
  );
}

function distanceFromEnd(page: Page): Promise<number> {
  return page
    .getByRole("grid", { name: "Event log" })
    .evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));
}

const atEnd = (page: Page) => expect.poll(() => distanceFromEnd(page)).toBe(0);

test("follows the end until one scrolls up, then says how many are new, and goes there", async ({ open }) => {
  const page = await open();
  const { log, rows, button } = windowParts(page);
  await atEnd(page);
  await push(page, { from: 10_000, count: 3 });
  await expect(rows(/row\/10002/)).toBeVisible();
  await atEnd(page);
  await log.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(100);
  const before = await numbers(page);
  await push(page, { from: 10_003, count: 11 });
  await push(page, { from: 10_014, count: 1 });
  await expect(button("12 new")).toBeVisible();
  // Below the rows, none of which it covers.
  const [rowsEnd, said] = await Promise.all([
    log.evaluate((list) => list.getBoundingClientRect().bottom),
    button("12 new").evaluate((pressed) => pressed.getBoundingClientRect().top),
  ]);
  expect(said).toBeGreaterThanOrEqual(rowsEnd);
  expect((await numbers(page)).slice(0, 10)).toEqual(before.slice(0, 10));
  await button("12 new").click();
  await expect(rows(/row\/10014/)).toBeVisible();
  await expect(button(/ new$/)).toBeHidden();
});

test("a flood stays at the newest row, with few rows in the page, and can be left by the wheel", async ({ open }) => {
  const page = await open();
  const { log, rows, button } = windowParts(page);
  for (let batch = 0; batch < 30; batch += 1)
    await push(page, { from: 20_000 + batch * 1_000, count: 200, skipped: 800 });
  await expect(rows(/row\/49199/)).toBeVisible();
  await atEnd(page);
  expect((await numbers(page)).length).toBeLessThan(80);
  // The rate is of the last moments: a page that takes longer to be looked at has to be sent more.
  let last = 50_000;
  await expect(async () => {
    last += 1_000;
    await push(page, { from: last, count: 200, skipped: 800 });
    await expect(page.getByText(/\d\/s$/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await atEnd(page);
  await log.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(0);
  await push(page, { from: last + 11_000, count: 200, skipped: 10_800 });
  await expect(button(/^11\s000 new$/)).toBeVisible();
});

test("pages through a million events from either end and never holds more than a window of them", async ({ open }) => {
  const page = await open();
  const { log, rows } = windowParts(page);
  await millionEvents(page);
  await expect(rows(/row\/1000000/)).toBeVisible();
  await log.focus();
  await page.keyboard.press("Home");
  await expect(rows(/row\/1 /)).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    await log.evaluate((list) => list.scrollBy(0, 4_000));
    await page.waitForFunction(() => document.querySelectorAll('[role="grid"] [role="row"]').length > 10);
    const shown = await numbers(page);
    expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index));
  }
  expect((await numbers(page))[0]).toBeGreaterThan(1_500);
  expect(await log.evaluate((list) => list.scrollHeight)).toBeLessThanOrEqual(2_000 * 36);
  await page.keyboard.press("End");
  await expect(rows(/row\/1000000/)).toBeVisible();
  await atEnd(page);
});

test("older rows that are loaded do not move the row that is read", async ({ open }) => {
  const page = await open();
  const { log } = windowParts(page);
  await millionEvents(page);
  await atEnd(page);
  await log.evaluate((list) => list.scrollTo(0, 1_000));
  await expect.poll(() => log.evaluate((list) => list.scrollHeight)).toBe(400 * 36);
  // The window began with row 999,801; 28 rows of 36 pixels further one stands 8 pixels below the edge.
  const place = await page.evaluate(() => {
    const edge = document.querySelector('[role="grid"]')?.getBoundingClientRect().top ?? 0;
    const row = document.querySelector("#event-999829")?.getBoundingClientRect().top ?? 0;
    return Math.round(row - edge);
  });
  expect(place).toBe(8);
});

test("is read with the keyboard alone", async ({ open }) => {
  const page = await open();
  const { log, inspector } = windowParts(page);
  const selected = log.getByRole("row", { selected: true });
  await log.focus();
  await page.keyboard.press("ArrowUp");
  await expect(selected).toContainText("Webhook: charge");
  const last = await log.getAttribute("aria-activedescendant");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toBeVisible();
  expect(await log.getAttribute("aria-activedescendant")).not.toBe(last);
  await page.keyboard.press("Home");
  await expect(selected).toContainText("Sandbox started");
  await page.keyboard.press("End");
  expect(await log.getAttribute("aria-activedescendant")).toBe(last);
  await page.keyboard.press("Enter");
  await expect(inspector.getByRole("tab", { name: "Overview" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(log).toBeFocused();
  expect(await log.getAttribute("aria-activedescendant")).toBe(last);
  await page.getByLabel("Amount", { exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+e");
  await expect(log).toBeFocused();
  await page.keyboard.press("ControlOrMeta+c");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z {2}Webhook: charge of .* \[bad signature, 200, 2\.3 ms\]$/,
  );
  await page.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);
  await expect(inspector.getByText("Nothing selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Filter events" })).toBeFocused();
});

test("what can be done with a row is in its menu, of a notice too", async ({ open }) => {
  const page = await open();
  const { log, rows } = windowParts(page);
  await log.focus();
  await page.keyboard.press("Home");
  await rows(/Sandbox started/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy the selected event" }).click();
  await expect(page.getByText("Copied the event as a line of text")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Sandbox started");
  await rows(/Sandbox started/).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Pin event.*P$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await expect.poll(async () => (await asked(page, "journal", "pin")).length).toBe(1);
  await rows(/^Call Charge of .*from ref_ada to ref_tunde/)
    .first()
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy payee’s reference" }).click();
  await expect(page.getByText("Copied the payee’s reference")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ref_tunde");
  await rows(/^Call Charge of .*from ref_ada to ref_tunde/)
    .first()
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Show only this payee’s reference" }).click();
  await expect(page.getByRole("combobox", { name: "Filter events" })).toHaveValue("ref:=ref_tunde");
  // Of several no item is about the one that was pressed last.
  await page.keyboard.press("Control+e");
  // With Caps Lock on, too.
  await page.keyboard.press("Control+A");
  await rows(/^Call Charge of .*from ref_ada to ref_tunde/)
    .first()
    .click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Send .* again, in order/ })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Go to/ })).toHaveCount(0);
  // What the selection has, and nothing of one event.
  await expect(page.getByRole("menuitem", { name: "Make a playbook" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Compare/ })).toHaveCount(0);
});

test("a row’s menu is seen whole at the lower edge of the smallest window", async ({ open }) => {
  const page = await open();
  const { log } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  const charge = log.getByRole("row", { name: /^Webhook Webhook: charge of/ }).last();
  await charge.click({ button: "right" });
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: "Export…" })).toBeVisible();
  await expect(menu).toBeInViewport({ ratio: 1 });
  const { hidden, items } = await menu.evaluate((element) => ({
    hidden: element.scrollHeight - element.clientHeight,
    items: element.children.length,
  }));
  // More than would stand below the row.
  expect(items).toBeGreaterThan(13);
  expect(hidden).toBe(0);
});

test("of a log that is longer than what is loaded, a selection of all says that there is more", async ({ open }) => {
  const page = await open();
  const { log, inspector } = windowParts(page);
  await millionEvents(page);
  await page.evaluate(() => {
    const stats = { events: 1_000_000, bytesOnDisk: 0, indexLag: 0, oldest: null, cleared: 0 };
    window.fakeBridge.handle("journal", "stats", () => stats);
  });
  await log.focus();
  await page.keyboard.press("Control+a");
  await expect(inspector.getByText("200 loaded events selected")).toBeVisible();
  await expect(inspector.getByText(/Only loaded events are selected: 200 of 1.000.000 in the log\./)).toBeVisible();
  await page.evaluate(() => {
    const counted = {
      events: 200,
      related: 0,
      pinned: 0,
      references: [],
      linkIds: [],
      remarks: [],
      unnamed: 0,
      elsewhere: [],
    };
    window.fakeBridge.handle("journal", "removal", () => counted);
  });
  await inspector.getByRole("button", { name: "Remove for good…" }).click();
  const question = page.getByRole("dialog", { name: "Remove for good" });
  await expect(question).toContainText(/Only loaded events are selected: 200 of 1.000.000 in the log\./);
});

test("a copy that the system does not let says so, from a button and from the palette", async ({ open }) => {
  const refuse = (page: Page) =>
    page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("Denied", "NotAllowedError"));
    });
  const first = await open();
  await first.getByRole("button", { name: "Copy webhook address" }).click();
  await expect(first.locator("[data-announcements]")).toHaveText("Copied");
  await refuse(first);
  await first.getByRole("button", { name: "Copy webhook address" }).click();
  await expect(first.getByText("Could not copy").first()).toBeVisible();

  const second = await open();
  await refuse(second);
  await second.keyboard.press("Control+k");
  await second.keyboard.type("copy webhook");
  await second.keyboard.press("Enter");
  await expect(second.getByText("Could not copy").first()).toBeVisible();
});

test("an amount that finds no room is cut with a sign, beside its chips and not under them", async ({ open }) => {
  const page = await open();
  await pushWebhook(page, {
    id: 10_000,
    signature: "missing",
    facts: { eventName: "transaction", amount: "9".repeat(400), currency: "NGN" },
  });
  const amount = page.locator('#event-10000 [aria-hidden="true"] b');
  await expect(amount).toBeVisible();
  const [amountBox, chipBox] = [
    await amount.boundingBox(),
    await page.locator("#event-10000 span[title]:not([role])").first().boundingBox(),
  ];
  expect((amountBox?.x ?? 0) + (amountBox?.width ?? 0)).toBeLessThanOrEqual(chipBox?.x ?? 0);
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(await amount.locator("span").evaluate(isCut)).toBe(true);
  // Digits give way, and never the currency behind them.
  await expect(amount).toHaveText(/\u00a0NGN$/);
  expect(await amount.evaluate(isCut)).toBe(false);
});

test("keeps its place and counts on while paused", async ({ open }) => {
  const page = await open();
  const { rows, button } = windowParts(page);
  await button("Pause event log").click();
  await push(page, { from: 10_000, count: 200, skipped: 40 });
  await expect(page.getByText("Paused · 240 new")).toBeVisible();
  await expect(rows(/row\/10199/)).toHaveCount(0);
  await button("Resume").click();
  await expect(page.getByText(/Paused/)).toBeHidden();
});

test("from the filter an arrow leads into what was found, and Enter opens it", async ({ open }) => {
  const page = await open("latency=0");
  const { log, rows, inspector } = windowParts(page);
  const selected = log.getByRole("row", { selected: true });
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref_ada");
  await expect(page.locator("[data-announcements]")).toHaveText(/match/);
  const last = await rows(/./).last().getAttribute("id");
  await filter.press("ArrowDown");
  await expect(log).toBeFocused();
  await expect(selected).toHaveAttribute("id", last ?? "");
  await page.keyboard.press("Enter");
  await expect(inspector.getByRole("tab", { name: "Overview" })).toBeFocused();
  // Enter chooses it, too: a key that is pressed next acts on what is in sight.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);
  await filter.press("Enter");
  await expect(selected).toHaveAttribute("id", last ?? "");
  // What the next filter hides is left for what it has found, also where the arrow comes before it was applied.
  await filter.fill("ref_tunde");
  await filter.press("ArrowDown");
  await expect(log).toBeFocused();
  await expect(selected).not.toHaveAttribute("id", last ?? "");
  await expect(selected).toHaveAttribute("id", (await rows(/./).last().getAttribute("id")) ?? "");
});

test("keys do nothing with an event that the filter hides, and say so", async ({ open }) => {
  const page = await open("latency=0");
  const { log, rows, inspector } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await rows(/^Call Credit of/)
    .first()
    .click();
  await expect(inspector.getByRole("button", { name: "Repeat" })).toBeVisible();
  await filter.fill("ref_tunde kind:delivery");
  await expect(inspector.getByText("Hidden by the filter")).toBeVisible();
  await log.focus();
  for (const key of ["Shift+R", "r", "c"]) {
    await page.keyboard.press(key);
    await expect(page.getByText("Nothing was done: the filter hides the selected event")).toBeVisible();
  }
  expect(await asked(page, "calls", "send")).toHaveLength(0);
  // Enter in the filter goes on to what it has found.
  await filter.press("Enter");
  await expect(inspector.getByText("Hidden by the filter")).toBeHidden();
  await expect(page.getByText("Nothing was done: the filter hides the selected event")).toHaveCount(0);
  await expect(log.getByRole("row", { selected: true })).toHaveCount(1);
  // Where the filter is cleared from the line, the event is in sight again.
  await filter.fill("");
  await rows(/^Call Credit of/)
    .first()
    .click();
  await filter.fill("ref_tunde kind:delivery");
  await inspector.getByRole("button", { name: "Clear filter" }).click();
  await expect(log.getByRole("row", { selected: true })).toBeInViewport();
  await log.focus();
  await page.keyboard.press("Shift+R");
  await expect(page.getByText(/^Sent again: credit of .* to ref_/)).toBeVisible();
});

test("what is typed is searched for once typing rests, however often the window has news meanwhile", async ({
  open,
}) => {
  const page = await open();
  await page.evaluate(async () => {
    const status = await window.fakeBridge.bridge.listener.status(null);
    if (!status.ok) return;
    const { value } = status;
    let count = 0;
    setInterval(() => {
      count += 1;
      window.fakeBridge.push("listener.changed", { ...value, url: `http://127.0.0.1:8787/${count}` });
    }, 20);
  });
  await page.getByRole("combobox", { name: "Filter events" }).fill("kind:notice");
  await expect
    .poll(() => asked(page, "journal", "page"), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ filter: "kind:notice" }));
});

test("the filter is completed at the cursor, and says where it is wrong", async ({ open }) => {
  const page = await open();
  const { rows, button } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await page.keyboard.press("ControlOrMeta+f");
  await filter.pressSequentially("ki");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(filter).toHaveValue("kind:");
  await page.getByRole("option", { name: "notice" }).click();
  await expect(filter).toHaveValue("kind:notice");
  await expect(rows(/Linkdesk did not run/)).toBeVisible();
  await expect(rows(/Webhook: charge/)).toHaveCount(0);
  const matches = await rows(/./).count();
  await expect(page.locator("[data-announcements]")).toHaveText(new RegExp(`^${matches} events match`));
  await filter.fill("kind:notice status:lots");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Still shown: kind:notice")).toBeVisible();
  await button(/Show where/).click();
  expect(
    await filter.evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    ),
  ).toBe("lots");
  // With all of it selected, so that one more key empties it.
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.press("Delete");
  await expect(filter).toHaveValue("");
  await expect(rows(/Webhook: charge/).last()).toBeVisible();
});

test("a field whose value is not typed yet is no fault, and references are offered that the filter in force hides", async ({
  open,
}) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:notice");
  await expect(windowParts(page).rows(/Webhook: charge/)).toHaveCount(0);
  await filter.pressSequentially(" ref:");
  await expect(page.getByRole("option", { name: "=ref_ada", exact: false }).first()).toBeVisible();
  await expect(page.getByText(/Write a value after ref: .* Still shown: kind:notice/)).toBeVisible();
  await expect(filter).not.toHaveAttribute("aria-invalid", "true");
  // Left out for good.
  await filter.pressSequentially(" ");
  await expect(filter).toHaveAttribute("aria-invalid", "true");
});

test("a day without its year is the last one there was, and a fault is read beside what could come next", async ({
  open,
}) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const list = page.getByRole("listbox", { name: "Suggestions for Filter events" });
  await filter.pressSequentially("since:1/1");
  await filter.press("Enter");
  await expect(filter).toHaveValue(/^since:\d{4}-01-01$/);
  await filter.fill("until:sometime kind:");
  await expect(list).toBeVisible();
  await expect(page.getByText(/“sometime” is not understood. After until: write how long ago/)).toBeVisible();
  await expect(list).toBeHidden();
});

test("the end of a long filter stays in sight while it is written", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const hiddenAtEnd = () =>
    filter.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth - Math.ceil(input.scrollLeft));
  const count = page.getByTitle(/event(s match|matches)$/);
  await filter.pressSequentially("kind:webhook ".repeat(6).trim());
  await expect(count).toBeAttached();
  await expect(count).toBeHidden();
  expect(await hiddenAtEnd()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1024, height: 680 });
  await expect.poll(hiddenAtEnd).toBeLessThanOrEqual(0);
  await filter.press("Enter");
  await expect(count).toBeVisible();
});

test("Enter closes the list of what could come next, whose place its result takes", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.pressSequentially("ref:nobody-at-all ");
  // Without rows there are none that the keyboard could be given to.
  await expect(page.getByText("No event matches")).toBeVisible();
  await expect(filter).toHaveAttribute("aria-expanded", "true");
  await filter.press("Enter");
  await expect(filter).toHaveAttribute("aria-expanded", "false");
});

test("a filter is saved under a name, chosen again and removed", async ({ open }) => {
  const page = await open();
  const { rows, button } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:notice");
  await button("Saved filters").click();
  await page.getByLabel("Name for the present filter").fill("Notices");
  await button("Save filter").click();
  await button("Clear filter").click();
  await expect(rows(/Webhook: charge/).last()).toBeVisible();
  await button("Saved filters").click();
  await page.getByRole("button", { name: /^Notices/ }).click();
  await expect(filter).toHaveValue("kind:notice");
  await expect(rows(/Webhook: charge/)).toHaveCount(0);
  await button("Saved filters").click();
  await button("Remove Notices").click();
  await expect(page.getByText(/None yet/)).toBeVisible();
});

test("each way of being empty says why and what to do", async ({ open }) => {
  const page = await open("log=empty");
  const { button, rows } = windowParts(page);
  await expect(page.getByText("Nothing yet")).toBeVisible();
  await page.getByRole("combobox", { name: "Filter events" }).fill("kind:call");
  await page.getByText("No event matches").waitFor();
  await button("Clear filter").last().click();
  await expect(page.getByText("Nothing yet")).toBeVisible();
  await button("Pause event log").click();
  await push(page, { from: 1, count: 2 });
  await expect(page.getByText(/2 events have arrived since/)).toBeVisible();
  await page.evaluate(() => window.fakeBridge.failNext("journal", "page", "journal", "The disk is gone."));
  await button("Resume").click();
  await expect(page.getByText("The disk is gone.")).toBeVisible();
  await button("Try again").click();
  await expect(page.getByText("Nothing yet")).toBeVisible();
  await expect(rows(/./)).toHaveCount(0);
});

test("the log goes to a time that is typed, and says what it does not understand", async ({ open }) => {
  const page = await open();
  await millionEvents(page);
  const { log, rows } = windowParts(page);
  await expect(rows(/row\/1000000/)).toBeVisible();
  await page.keyboard.press("Control+g");
  const dialog = page.getByRole("dialog", { name: "Go to time" });
  const time = dialog.getByRole("textbox", { name: "Time" });
  await expect(time).toBeFocused();
  await page.keyboard.type("some day");
  await page.keyboard.press("Enter");
  await expect(time).toHaveAccessibleDescription(/^Type a time such as 14:32/);
  // The millionth second of 1970 is on its twelfth day; this is the start of the sixth.
  await time.fill("1970-01-06T00:00:00Z");
  await expect(time).toHaveAccessibleDescription(/^First event at or after /);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const found = log.getByRole("row", { selected: true });
  await expect(found).toBeInViewport();
  await expect(found).toContainText("/row/432000");
  // It stays there, and the keyboard goes on from it.
  await expect(log).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(log.getByRole("row", { selected: true })).toContainText("/row/432001");
  await expect(page.getByRole("button", { name: "To the newest" })).toBeVisible();
});

test("a time whose event is selected already, but out of sight, is gone to all the same", async ({ open }) => {
  const page = await open();
  await millionEvents(page);
  const { log, rows } = windowParts(page);
  const goTo = async () => {
    await page.keyboard.press("Control+g");
    await page
      .getByRole("dialog", { name: "Go to time" })
      .getByRole("textbox", { name: "Time" })
      .fill("1970-01-06T00:00:00Z");
    await page.keyboard.press("Enter");
  };
  await goTo();
  const found = log.getByRole("row", { selected: true });
  await expect(found).toContainText("/row/432000");
  await page.getByRole("button", { name: "To the newest" }).click();
  await expect(rows(/row\/1000000/)).toBeVisible();
  await goTo();
  await expect(found).toBeInViewport();
  await expect(found).toContainText("/row/432000");
});

test("a long search is read out once it has gone on for a while and when it ends, and never in between", async ({
  open,
}) => {
  const page = await open();
  await expect(page.getByRole("row").first()).toBeVisible();
  await page.evaluate(() => {
    const at = Date.now() * 1_000;
    // As slow as a search through bodies is.
    window.fakeBridge.handle("journal", "page", async ({ before = 100_000 }) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (document.title === "found") return { events: [], moreBefore: false, moreAfter: false };
      const searchedTo = { id: before - 1, at: at + (before - 100_000) * 60_000_000 };
      return { events: [], moreBefore: true, moreAfter: false, searchedTo };
    });
  });
  await page.getByRole("combobox", { name: "Filter events" }).fill("-Lagos");
  const line = page.getByText(/^Searching\. Back to/);
  await expect(line).toBeVisible();
  const first = await line.textContent();
  const statuses = page.locator("[data-announcements]");
  await expect(statuses).toHaveText("Searching older events");
  // The line for the eye has gone on meanwhile.
  await expect(line).not.toHaveText(first ?? "");
  await expect(statuses).toHaveText("Searching older events");
  await page.evaluate(() => (document.title = "found"));
  await expect(statuses).toHaveText("Search finished, 0 events listed");
  await expect(line).toHaveCount(0);
});

test("clearing says what it clears, keeps to the filter, and is undone by key wherever the focus is", async ({
  open,
}) => {
  const page = await open();
  const { rows } = windowParts(page);
  const all = await page.evaluate(async () => {
    const stats = await window.fakeBridge.bridge.journal.stats(null);
    return stats.ok ? stats.value.events : 0;
  });
  // Without a filter, too, a press asks before it clears.
  await page.getByRole("button", { name: "Clear event log" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([`Clear the whole event log, ${all} events`]);
  expect(await asked(page, "journal", "clear")).toEqual([]);
  await page.keyboard.press("Escape");
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:notice");
  await filter.press("Enter");
  await expect(rows(/Credit of/)).toHaveCount(0);
  const shown = await rows(/./).count();
  await page.getByRole("button", { name: "Clear event log" }).click();
  await expect(
    page.getByRole("menuitem", { name: new RegExp(`Clear the whole event log, ${all} events`) }),
  ).toBeVisible();
  await page.getByRole("menuitem", { name: `Clear the ${shown} shown` }).click();
  await expect(page.getByText("No event matches").first()).toBeVisible();
  expect(await asked(page, "journal", "clear")).toMatchObject([{ filter: "kind:notice" }]);
  await page.getByRole("button", { name: "Clear event log" }).click();
  await expect(page.getByRole("menuitem", { name: `Bring back ${shown} cleared events` })).toBeVisible();
  await page.keyboard.press("Escape");

  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByRole("button", { name: "Undo" })).toBeVisible();
  await filter.focus();
  await page.keyboard.press("Control+z");
  await expect(rows(/./)).toHaveCount(shown);
  await expect(messages.getByRole("button", { name: "Undo" })).toBeHidden();
  expect(await asked(page, "journal", "undoClear")).toHaveLength(1);
});

test("a cleared log says so and can be had back by key when its message is gone, but not out of a field's own undoing", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { rows, log } = windowParts(page);
  const messages = page.getByRole("region", { name: "Messages" });
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const clear = async () => {
    await expect(rows(/./).first()).toBeVisible();
    await page.getByRole("button", { name: "Clear event log" }).click();
    await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
    // Told to screen readers only once the messages have the focus.
    await messages.getByRole("button", { name: "Dismiss", includeHidden: true }).click();
    await expect(messages.getByText(/^Cleared/)).toHaveCount(0);
  };
  await clear();
  await expect(page.getByText("Nothing yet")).toBeHidden();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await clear();
  await filter.focus();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("The log was cleared")).toBeVisible();
  await page.getByRole("button", { name: "Pause event log" }).focus();
  await page.keyboard.press("Control+z");
  await expect(rows(/./).first()).toBeVisible();
  expect(await asked(page, "journal", "undoClear")).toHaveLength(2);
  // Used up: the same key brings nothing a second time.
  await log.focus();
  await page.keyboard.press("Control+z");
  expect(await asked(page, "journal", "undoClear")).toHaveLength(2);
});

test("an event that was cleared says so where it is asked for, and is had back from there", async ({ open }) => {
  const page = await open("log=empty&latency=0");
  const { rows, answer, inspector } = windowParts(page);
  await page.getByRole("tab", { name: "Look up link" }).click();
  const lookUp = page.getByRole("button", { name: "Look up link", exact: true });
  await lookUp.click();
  await expect(rows(/./)).toHaveCount(1);
  await answer.getByRole("button", { name: "Show in log" }).waitFor();
  await page.getByRole("button", { name: "Clear event log" }).click();
  await page.getByRole("menuitem", { name: "Clear the whole event log, 1 event" }).click();
  await expect(rows(/./)).toHaveCount(0);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:call");
  await filter.press("Enter");
  await answer.getByRole("button", { name: "Show in log" }).click();
  await expect(inspector.getByText("This event was cleared")).toBeVisible();
  // It is not the filter that hides it.
  await expect(filter).toHaveValue("kind:call");
  await inspector.getByRole("button", { name: "Bring it back" }).click();
  await expect(rows(/./)).toHaveAttribute("aria-selected", "true");
  await expect(inspector.getByRole("tab", { name: "Overview" })).toBeVisible();
});

test("a filter that is cleared by key leaves no list over the rows", async ({ open }) => {
  const page = await open("latency=0");
  const { log } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("signature:valid");
  await filter.press("Enter");
  await expect(log).toBeFocused();
  // The key that leads there selects what is in it.
  await page.keyboard.press("/");
  await page.keyboard.press("Delete");
  await expect(filter).toHaveValue("");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await filter.pressSequentially("sig");
  await expect(page.getByRole("listbox")).toBeVisible();
});

test("what is wrong with the filter covers no row", async ({ open }) => {
  const page = await open();
  const { log } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("match:nonsense");
  await filter.press("Enter");
  const problem = page.getByRole("status").filter({ hasText: "nonsense" });
  await expect(problem).toBeVisible();
  const [complaint, list] = [await problem.boundingBox(), await log.boundingBox()];
  expect(list?.y).toBeGreaterThanOrEqual((complaint?.y ?? 0) + (complaint?.height ?? 0));
});

test("the selected row stays in sight when the filter is cleared, and is in sight after a start", async ({ open }) => {
  // The page is shared, and what is run at its start stays: by this mark for this test alone.
  const page = await open("latency=0#kept");
  const { log, rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const selected = log.getByRole("row", { selected: true });
  await filter.fill("kind:notice");
  await filter.press("Enter");
  await expect(rows(/Credit of/)).toHaveCount(0);
  await rows(/Listener started/)
    .first()
    .click();
  await expect(selected).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(rows(/Credit of/).first()).toBeVisible();
  await expect(selected).toBeInViewport();
  const id = await selected.getAttribute("id");
  // What was looked at is kept in the preferences, and read at the start before anything is drawn.
  await page.addInitScript(
    (kept) => {
      if (location.hash !== "#kept") return;
      const { bridge } = window.fakeBridge;
      const { get } = bridge.preferences;
      Object.assign(bridge.preferences, {
        get: async (input: null) => {
          const found = await get(input);
          return found.ok
            ? {
                ...found,
                value: { ...found.value, lookedAt: { ...found.value.lookedAt, filter: "", selectedId: kept } },
              }
            : found;
        },
      });
    },
    Number(id?.replace("event-", "")),
  );
  await page.reload();
  await expect(selected).toHaveAttribute("id", id ?? "");
  await expect(selected).toBeInViewport();
});

test("a row says an amount in one way at any width: the digits as sent, and the money they stand for", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { rows } = windowParts(page);
  for (const width of [1_024, 1_280, 1_900]) {
    await page.setViewportSize({ width, height: 680 });
    const row = rows(/^Webhook.*to ref_many/).last();
    await expect(row).toBeVisible();
    // Of the two ways to say it, the one that has no room is on a line that is not seen.
    const seen = await row
      .getByRole("gridcell")
      .nth(1)
      .evaluate((cell) => {
        const frame = cell.getBoundingClientRect();
        return [...cell.querySelectorAll("b")]
          .filter((each) => {
            const box = each.getBoundingClientRect();
            if ((each.closest('[aria-hidden="true"]') ?? cell).clientWidth < 8) return false;
            return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1 && box.right <= frame.right + 1;
          })
          .map((each) => each.textContent?.trim())
          .join(" ");
      });
    expect({ width, seen }).toEqual({ width, seen: "50\u202f000 = 500.00\u00a0NGN" });
  }
});

test("a row reads as one line without holes at any width, and rows of one kind are worded alike", async ({ open }) => {
  const page = await open("log=empty");
  await page.evaluate(() => {
    const facts = { amount: "50000", currency: "NGN" };
    const delivery = (id: number, more: Partial<DeliverySummary>): DeliverySummary => ({
      id,
      at: (Date.now() - id * 86_400_000) * 1_000,
      kind: "delivery",
      profile: null,
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole",
      status: 200,
      answerState: "sent",
      signature: "valid",
      size: 512,
      duration: 900,
      facts: {},
      ...more,
    });
    const appended = [
      delivery(1, { facts: { ...facts, subject: "charge", from: "ref_ada", to: "ref_tunde" } }),
      delivery(2, { facts: { ...facts, subject: "credit", userReference: "ref_ada" } }),
      delivery(3, {
        facts: { ...facts, subject: "credit", userReference: "a-reference-of-sixty-characters".repeat(2) },
      }),
      delivery(4, { facts: { ...facts, eventName: "direct_debit.success" }, signature: "invalid" }),
      delivery(5, { facts: { ...facts, subject: "charge", from: "ref_ada", to: "ref_tunde" }, tags: ["refund"] }),
      delivery(6, { facts: { ...facts, eventName: "payment.charged.v2", from: "CUS-12-of-a", to: "CUS-13-of-b" } }),
    ];
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  const { rows } = windowParts(page);
  for (const width of [1_024, 1_280, 1_440, 1_900]) {
    await page.setViewportSize({ width, height: 680 });
    await expect(rows(/Webhook: charge of .* from ref_ada to ref_tunde/)).toHaveCount(2);
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('[role="grid"] [role="row"] [role="gridcell"]:nth-child(2)')].map((cell) => {
        const seen = cell.getBoundingClientRect();
        const pieces: { text: string; left: number; right: number }[] = [];
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right, top, bottom, width } = range.getBoundingClientRect();
          const box = node.parentElement?.closest("span:not(:has(span))")?.getBoundingClientRect() ?? seen;
          const brief = node.parentElement?.closest('[aria-hidden="true"]')?.getBoundingClientRect() ?? seen;
          const isSeen =
            brief.width > 8 &&
            top >= seen.top - 1 &&
            bottom <= seen.bottom + 1 &&
            width > 0 &&
            left < seen.right &&
            box.width > 0;
          if (isSeen) pieces.push({ text: node.textContent ?? "", left, right: Math.min(right, box.right) });
        }
        pieces.sort((one, other) => one.left - other.left);
        const gaps = pieces.slice(1).map(({ left }, index) => left - (pieces[index]?.right ?? 0));
        const names = [...cell.querySelectorAll<HTMLElement>('[aria-hidden="true"] span:has(> bdi)')];
        return {
          text: pieces.map(({ text }) => text).join(""),
          widestGap: Math.round(Math.max(0, ...gaps)),
          start: Math.round((pieces[0]?.left ?? 0) - seen.left),
          cut: names.some(
            (name) =>
              (name.closest('[aria-hidden="true"]')?.clientWidth ?? 0) > 8 && name.scrollWidth > name.clientWidth + 1,
          ),
        };
      }),
    );
    expect(lines).toHaveLength(6);
    // The sender's word for it gives way before whom it is about.
    const people = lines.find(({ text }) => text.includes("CUS-1"));
    expect(people?.text).toMatch(/CUS-12-of-a.*CUS-13-of-b/);
    if (width >= 1_280) expect(people?.cut).toBe(false);
    for (const { text, widestGap, start } of lines)
      expect({ text, start, hole: widestGap > 12 }).toEqual({ text, start: 0, hole: false });
    // Whatever a row has beside its sentence; only before a reference is cut, the word for what it was goes.
    const wording = (text: string | undefined) => text?.split("50\u202f000")[0];
    expect(lines.map(({ text }) => wording(text)).slice(0, 5)).toEqual(
      width === 1_900
        ? [
            "Webhook: charge of ",
            "Webhook: credit of ",
            "Webhook: credit of ",
            "Webhook: direct_debit.success, ",
            "Webhook: charge of ",
          ]
        : ["Charge ", "Credit ", "", "direct_debit.success ", "Charge "],
    );
    // The longest reference is cut in the smallest window.
    if (width === 1_024) expect(lines.map(({ cut }) => cut)).toContain(true);
    if (width === 1_900)
      expect(lines[0]?.text).toBe("Webhook: charge of 50\u202f000\u00a0NGN from ref_ada to ref_tunde");
  }
});

test("that it is a charge is said before how the call ended, whose status its chip alone says", async ({ open }) => {
  const page = await open("log=empty");
  await page.evaluate(() => {
    const call = (id: number, more: Partial<CallSummary>): CallSummary => ({
      id,
      at: Date.now() * 1_000,
      kind: "call",
      profile: { id: "sandbox", name: "Sandbox", mode: "sandbox" },
      method: "POST",
      path: "/simulate",
      operation: "charge",
      status: 500,
      duration: 900,
      facts: { amount: "200", currency: "NGN", from: "ref_ada", to: "ref_kwame" },
      outcome: {
        code: "status",
        status: 500,
        message: null,
        body: "json",
        credentials: "sent",
        errors: {},
        retryAfterSeconds: null,
      },
      ...more,
    });
    const credit = { amount: "1000", currency: "NGN", userReference: "ref_tunde" };
    const unanswered = { status: null, outcome: { code: "answer-timeout", limitMs: 30_000 } } as const;
    const appended = [
      call(1, {}),
      call(2, { operation: "credit", facts: credit }),
      call(3, { operation: "credit", facts: { ...credit, userReference: "ref_of_tunde" }, ...unanswered }),
    ];
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  const { rows } = windowParts(page);
  await expect(rows(/service failed/)).toHaveCount(2);
  await expect(rows(/\(500\)/)).toHaveCount(0);
  const seen = (text: string) =>
    page.locator('[role="row"] [aria-hidden="true"]').getByText(text, { exact: true }).last();
  for (const width of [1_024, 1_280]) {
    await page.setViewportSize({ width, height: 680 });
    for (const row of await rows(/Credit/).all())
      await expect(row.locator('[aria-hidden="true"]').getByText("Credit", { exact: true })).toBeInViewport({
        ratio: 0.9,
      });
    await expect(seen("Charge")).toBeInViewport({ ratio: 0.9 });
  }
  await expect(seen("— service failed")).toBeInViewport({ ratio: 0.9 });
  // Nor are they cut to their first word, which says nothing: what their chip says, too, rather goes.
  for (let width = 1_024; width < 1_400; width += 20) {
    await page.setViewportSize({ width, height: 680 });
    const cut = await rows(/service failed/).evaluateAll((all) =>
      all.flatMap((row) => {
        const end = row.getBoundingClientRect().bottom;
        return [...row.querySelectorAll('[aria-hidden="true"] span')]
          .filter((each) => getComputedStyle(each).textOverflow === "ellipsis" && each.textContent?.includes("— "))
          .filter((each) => each.getBoundingClientRect().top < end && each.clientWidth < each.scrollWidth * 0.9)
          .map(({ clientWidth, scrollWidth }) => `${clientWidth} of ${scrollWidth}`);
      }),
    );
    expect(cut).toEqual([]);
  }
});

test("of an amount that is too long for its row, digits give way before the currency", async ({ open }) => {
  const page = await open("log=empty");
  await page.setViewportSize({ width: 1_024, height: 680 });
  await pushWebhook(page, {
    id: 1,
    signature: "invalid",
    facts: { amount: "1e+30", amountMeant: `1${"0".repeat(30)}`, currency: "NGN", subject: "credit" },
  });
  const cell = windowParts(page)
    .rows(/written 1e\+30/)
    .getByRole("gridcell")
    .nth(1);
  await expect(cell).toBeVisible();
  const seen = await cell.evaluate((sentence) => {
    const [amount] = sentence.querySelectorAll('[aria-hidden="true"] b');
    const [digits, currency] = amount?.childNodes ?? [];
    if (!(digits instanceof HTMLElement) || currency === undefined) return null;
    const range = document.createRange();
    range.selectNode(currency);
    const { right } = range.getBoundingClientRect();
    return {
      digitsCut: digits.scrollWidth > digits.clientWidth,
      currency: currency.textContent?.trim(),
      whole: right <= sentence.getBoundingClientRect().right,
    };
  });
  expect(seen).toEqual({ digitsCut: true, currency: "NGN", whole: true });
});

test("the row of a batch shows the item that its verdict is about, and how many there are where it has none", async ({
  open,
}) => {
  const page = await open("log=empty");
  const { rows } = windowParts(page);
  await pushWebhook(page, {
    id: 1,
    facts: {
      ...{ subject: "credit", amount: "77", currency: "EUR", userReference: "ref_zed" },
      others: [{ subject: "credit", amount: "1500", currency: "EUR", userReference: "ref_adaobi" }],
    },
  });
  await expect(rows(/Webhook: 2 items/)).toHaveCount(1);
  const tell = (item: number) =>
    page.evaluate((at) => {
      const tie = { deliveryId: 1, runId: 9, role: "match", certainty: "likely", after: 1, byHand: false } as const;
      window.fakeBridge.push("runs.changed", { runs: [], ties: [{ ...tie, item: at }] });
    }, item);
  await tell(1);
  await expect(rows(/credit of 1.500 EUR to ref_adaobi, one of 2 items/)).toHaveCount(1);
  await tell(0);
  await expect(rows(/credit of 77 EUR to ref_zed, one of 2 items/)).toHaveCount(1);
});

test("in the smallest window three chips leave the references whole, of whatever kind the chips are", async ({
  open,
}) => {
  const page = await open("log=empty");
  await page.evaluate(() => {
    const facts = { amount: "50000", currency: "NGN", subject: "credit", userReference: "CUS-7734-AB" } as const;
    const tie = { deliveryId: 1, runId: 9, role: "mismatch", certainty: "likely", after: 1, byHand: false } as const;
    const delivery = (id: number, more: Partial<DeliverySummary>): DeliverySummary => ({
      id,
      at: Date.now() * 1_000,
      kind: "delivery",
      profile: { id: "sandbox", name: "Sandbox", mode: "sandbox" },
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole",
      status: 500,
      answerState: "sent",
      signature: "invalid",
      size: 512,
      duration: 900,
      facts,
      tie: { ...tie, deliveryId: id },
      ...more,
    });
    const charge = { amount: "50000", currency: "NGN", subject: "charge", from: "CUS-77", to: "CUS-7734-AB" } as const;
    const appended = [
      delivery(1, {}),
      delivery(2, { status: 503, signature: "missing", tie: { ...tie, deliveryId: 2, role: "late" } }),
      delivery(3, {
        status: 500,
        signature: "valid",
        tags: ["refund"],
        tie: { ...tie, deliveryId: 3, role: "duplicate" },
      }),
      delivery(4, {
        tags: ["refund", "escalated"],
        tie: { ...tie, deliveryId: 4, role: "possible", certainty: "unsure" },
      }),
      delivery(5, { facts: charge, status: 200, signature: "valid" }),
    ];
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  await expect(windowParts(page).rows(/CUS-7734-AB/)).toHaveCount(5);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('[role="grid"] [role="row"]')].map((row) => {
      const [brief] = row.querySelectorAll<HTMLElement>('[role="gridcell"] > [aria-hidden="true"]');
      const names = [...(brief?.querySelectorAll<HTMLElement>("span:has(> bdi)") ?? [])];
      const last = names.at(-1);
      const chips = row.querySelectorAll('[role="gridcell"]:nth-child(3) span[title]').length;
      return {
        chips: chips > 2,
        text: last?.textContent,
        whole: names.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1),
        // What became of it is said in a word, not by a sign alone.
        word: [...row.querySelectorAll<HTMLElement>('[role="gridcell"]:nth-child(3) span[title] > [aria-hidden]')]
          .filter(({ offsetWidth }) => offsetWidth > 0)
          .map(({ innerText }) => innerText)
          .join(" "),
      };
    }),
  );
  const whole = { chips: true, text: "CUS-7734-AB", whole: true };
  expect(cut).toEqual(["mismatch", "late", "duplicate", "not sure", "mismatch"].map((word) => ({ ...whole, word })));
  // Beside a verdict, what is as it should be has no frame, and is before the time and not on it; a valid signature has left
  // its room to what the row is about, and is read out.
  const fine = page.locator("#event-5");
  const [sign, status, time] = await Promise.all(
    [
      fine.getByTitle("Its signature is valid"),
      fine.getByText("200", { exact: true }),
      fine.getByRole("gridcell").last(),
    ].map((each) => each.boundingBox()),
  );
  expect(sign?.width).toBe(1);
  expect((status?.x ?? 0) + (status?.width ?? 1_024)).toBeLessThan(time?.x ?? 0);
  await expect(fine).toHaveAccessibleName(/signed.*200/);
  // The pointer finds it too; one that is not valid has a sign of its own.
  await expect(fine).toHaveAttribute("title", "Its signature is valid");
  for (const id of [1, 2])
    await expect(
      page.locator(`#event-${id} [title*=" signature"] svg, #event-${id} [title*="not valid"] svg`),
    ).toBeVisible();
  // A status that is not fine stands after the signature, too, where both are on one line.
  await page.setViewportSize({ width: 1_440, height: 900 });
  const odd = page.locator("#event-3");
  const signed = odd.getByTitle("Its signature is valid");
  const isBefore = async () => {
    const [left, right] = [await signed.boundingBox(), await odd.getByText("500", { exact: true }).boundingBox()];
    return left !== null && right !== null && left.x + left.width < right.x;
  };
  await expect.poll(isBefore).toBe(true);
});

test("a row that says no value is read at every width, and a test of the address says where it came", async ({
  open,
}) => {
  const page = await open();
  await page.evaluate(() => {
    const proof = (id: number, onPath: boolean) => ({
      id,
      at: Date.now() * 1_000 + id,
      kind: "delivery" as const,
      profile: null,
      method: "POST",
      path: onPath ? "/webhooks" : "/webhook",
      onPath,
      completeness: "whole" as const,
      status: onPath ? 200 : 404,
      answerState: "sent" as const,
      size: 0,
      duration: 900,
      facts: {},
      onPurpose: { does: "proof" as const, ms: 0, choice: { by: "step" as const, step: 1, of: 1 } },
    });
    const appended = [proof(9_000_001, true), proof(9_000_002, false)];
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  const seen = (row: number) =>
    page.locator(`#event-${row} [aria-hidden="true"]`).getByText(/^(Test of the address: arrived|\/webhook)$/);
  for (const width of [1024, 1100]) {
    await page.setViewportSize({ width, height: 680 });
    for (const row of [9_000_001, 9_000_002]) await expect(seen(row)).toBeInViewport({ ratio: 0.5 });
  }
});

test("a day is picked from a calendar, and the time beside it stays", async ({ open }) => {
  const page = await open();
  await page.keyboard.press("Control+g");
  const dialog = page.getByRole("dialog", { name: "Go to time" });
  const time = dialog.getByRole("textbox", { name: "Time" });
  await time.fill("9:15");
  await page.evaluate(() => {
    // The calendar is the browser's own, outside of the page: that it is asked for is what can be seen of it.
    HTMLInputElement.prototype.showPicker = function () {
      this.dataset["asked"] = "";
    };
  });
  await dialog.getByRole("button", { name: "Pick a day" }).click();
  const day = dialog.locator("input[type=date][data-asked]");
  await expect(day).toHaveCount(1);
  await day.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "2026-01-06");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(time).toHaveValue("2026-01-06 9:15");
  await expect(time).toHaveAccessibleDescription(/First event at or after .*2026/);
});

test("suggestions of the filter use the room that there is, and none of their words is cut", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.click();
  await filter.press("ArrowDown");
  const list = page.getByRole("listbox", { name: /Suggestions/ });
  await expect(list).toBeVisible();
  const room = await list.evaluate((element) => {
    const { top, bottom, right } = element.getBoundingClientRect();
    return {
      inWindow: bottom <= innerHeight && right <= innerWidth,
      // As high as what is in it, or down to the end of the window.
      full:
        element.scrollHeight <= element.clientHeight || innerHeight - bottom < 60 || bottom - top > innerHeight * 0.6,
      cut: [...element.querySelectorAll('[role="option"] > span')].filter(
        (part) => part.scrollWidth > part.clientWidth + 1,
      ).length,
    };
  });
  expect(room).toEqual({ inWindow: true, full: true, cut: 0 });
});

test("in the smallest window a filter is read whole, and no chip touches the edge of its row", async ({ open }) => {
  const page = await open("log=runs");
  const { rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("amount:50000 kind:delivery match:matched");
  await expect.poll(() => filter.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByRole("button", { name: "Clear event log" })).toBeInViewport({ ratio: 1 });
  await filter.fill("");
  const newest = rows(/^Call Credit/).last();
  const gap = await newest.evaluate((row) => {
    const chip = row.querySelector("[data-tone]");
    return (chip?.getBoundingClientRect().top ?? 0) - row.getBoundingClientRect().top;
  });
  expect(gap).toBeGreaterThan(1);
});

test("Escape closes the filter's list, then empties the filter, then leads to the rows", async ({ open }) => {
  const page = await open();
  const { log, rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.pressSequentially("ref_ada kind:ca");
  await filter.press("Escape");
  await expect(filter).toHaveAttribute("aria-expanded", "false");
  await expect(filter).toBeFocused();
  await filter.fill("ref_ada kind:call");
  await expect(rows(/Webhook/)).toHaveCount(0);
  await filter.press("Escape");
  await expect(filter).toHaveValue("");
  await expect(filter).toBeFocused();
  await expect(rows(/Webhook/).first()).toBeVisible();
  await filter.press("ControlOrMeta+z");
  await expect(filter).toHaveValue("ref_ada kind:call");
  await filter.fill("");
  await filter.press("Escape");
  await expect(log).toBeFocused();
});

test("the log's bar is as high with a filter as without one, in the smallest window", async ({ open }) => {
  const page = await open();
  const bar = page.getByRole("toolbar", { name: "Event log tools" });
  const height = (await bar.boundingBox())?.height;
  await page.getByRole("combobox", { name: "Filter events" }).fill("kind:call");
  await expect(page.getByRole("button", { name: "Clear filter" })).toBeVisible();
  expect((await bar.boundingBox())?.height).toBe(height);
});

test("a plain number is offered as an amount, and looked for as a word by who chooses nothing", async ({ open }) => {
  const page = await open();
  const { log } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.pressSequentially("5000");
  await expect(
    page.getByRole("listbox", { name: "Suggestions for Filter events" }).getByRole("option").first(),
  ).toHaveText(/^amount:5000/);
  await filter.press("ArrowDown");
  await filter.press("Enter");
  await expect(filter).toHaveValue("amount:5000");
  await filter.fill("5000");
  await filter.press("Enter");
  await expect(filter).toHaveValue("5000");
  await expect(log).toBeFocused();
});

test("of a day that is over nothing is said to be shown once it arrives", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const said = page.getByText("What arrives and fits is shown here.");
  await filter.fill("ref:nobody-at-all since:2020-01-01");
  await expect(said).toBeVisible();
  await filter.fill("ref:nobody-at-all until:2020-01-01");
  await expect(page.getByText("No event matches")).toBeVisible();
  await expect(said).toHaveCount(0);
});

test("of a day before the log’s first event it is said that the log begins only later", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const said = page.getByText(/The log begins only on \w{3} \d+ \w{3} \d{4}, \d\d:\d\d:\d\d\./);
  await filter.fill("on:2020-01-01");
  await expect(said).toBeVisible();
  // Something was kept of that time; it only does not fit.
  const day = await page.evaluate(async () => {
    const stats = await window.fakeBridge.bridge.journal.stats(null);
    return new Date((stats.ok ? (stats.value.oldest ?? 0) : 0) / 1_000).toLocaleDateString("sv-SE");
  });
  await filter.fill(`ref:nobody-at-all until:${day}`);
  await expect(page.getByText("No event matches")).toBeVisible();
  await expect(said).toHaveCount(0);
});

test("a cleared filter comes back by the field's own undoing", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.pressSequentially("ref_ada kind:ca");
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(filter).toHaveValue("");
  await expect(filter).toHaveAttribute("aria-expanded", "false");
  await filter.press("ControlOrMeta+z");
  await expect(filter).toHaveValue("ref_ada kind:ca");
});

test("the filter's list opens for who asks for it, and a press elsewhere closes it and chooses nothing", async ({
  open,
}) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const isOpen = (open: boolean) => expect(filter).toHaveAttribute("aria-expanded", String(open));
  await filter.pressSequentially("ki");
  await isOpen(true);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(filter).toHaveValue("");
  await expect(filter).toBeFocused();
  await isOpen(false);
  await filter.press("ArrowDown");
  await isOpen(true);
  await filter.press("Escape");
  await isOpen(false);
  await filter.click();
  await isOpen(true);
  const { rows } = windowParts(page);
  await rows(/./).last().click();
  await isOpen(false);
  await expect(filter).toHaveValue("");
});

test("a day among the words is offered as a day, though there are events that have the words", async ({ open }) => {
  const page = await open();
  await page.evaluate(async () => {
    const found = await window.fakeBridge.bridge.journal.page({ limit: 3, filter: "" });
    if (!found.ok) throw new Error(found.message);
    window.fakeBridge.handle("journal", "page", async () => found.value);
  });
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("on 17 Nov 2026 ref_ada");
  await expect(page.getByText("“17 Nov 2026” is searched as words.")).toBeVisible();
  await page.getByRole("button", { name: "Search on that day" }).click();
  await expect(filter).toHaveValue("on:2026-11-17 ref_ada");
  await expect(page.getByText("is searched as words")).toHaveCount(0);
  await filter.fill("17 Nov ref_ada");
  await expect(page.getByRole("button", { name: "Search on that day" })).toBeVisible();
  await filter.fill("17 Nov ref_ada kind:webbook");
  await expect(page.getByRole("button", { name: "Search on that day" })).toBeHidden();
});

test("a filter that is refused says nothing against the log", async ({ open }) => {
  const page = await open();
  await page.evaluate(() => window.fakeBridge.failNext("journal", "page", "filter-invalid", "“on” is too short."));
  await page.getByRole("combobox", { name: "Filter events" }).fill("nobody");
  await expect(page.getByText("The filter is not understood")).toBeVisible();
  await expect(page.getByText("could not be read")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filter" }).last().click();
  await expect(page.getByText("The filter is not understood")).toHaveCount(0);
});

test("what the filter can be is listed in whole rows", async ({ open }) => {
  const page = await open();
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByRole("combobox", { name: "Filter events" }).click();
  const cut = await page.getByRole("listbox", { name: /Suggestions/ }).evaluate((list) => {
    const edge = list.getBoundingClientRect().bottom;
    return [...list.children].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top < edge - 5 && bottom > edge;
    }).length;
  });
  expect(cut).toBe(0);
});

test("a sign without a word in a row says at once what it means", async ({ open }) => {
  const page = await open("log=runs");
  const { log } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref:ref_quick");
  await log.getByRole("row").filter({ hasText: "ambiguous" }).first().getByText("ambiguous").locator("..").hover();
  await expect(page.locator("[data-side]", { hasText: "ambiguous" }).first()).toBeVisible();
  await filter.fill("");
  await expect(log.getByRole("row").nth(6)).toBeVisible();
  await page.evaluate(async () => {
    const found = await window.fakeBridge.bridge.journal.page({ limit: 20, filter: "kind:webhook" });
    const amended = (found.ok ? found.value.events : []).flatMap((event) =>
      event.kind === "delivery" ? [{ ...event, facts: { ...event.facts, reading: "proposed" as const } }] : [],
    );
    window.fakeBridge.push("journal.changed", { appended: [], amended, reset: false, skipped: 0 });
  });
  await log.getByRole("img", { name: "Reading only proposed" }).first().hover();
  await expect(page.locator("[data-side]", { hasText: /^How it is read is only proposed/ }).first()).toBeVisible();
});
