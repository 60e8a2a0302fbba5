import type { Locator } from "playwright/test";
import type { DeliverySummary } from "../../src/shared/events.ts";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// Several events at once, what is written about them, and when they were.

test("a note that is not saved is not lost by Escape", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { log, inspector } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  await inspector.getByRole("button", { name: "Note and tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Note and tags" });
  await dialog.getByRole("textbox", { name: "Note" }).fill("asked the bank");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard what is not saved?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByRole("textbox", { name: "Note" })).toHaveValue("asked the bank");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toBeHidden();
});

test("a pinned event in the inspector says why the newest call is not shown there, and leads to it", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { log, button, inspector } = windowParts(page);
  const note = inspector.getByText("This is pinned, and stays. A newer call was sent.");
  const send = async () => {
    await button("Simulate credit").click();
    await expect(button("Show in log")).toBeVisible();
  };
  await log.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("p");
  await expect(inspector.getByRole("button", { name: "Pin event" })).toHaveAttribute("aria-pressed", "true");
  await send();
  await expect(note).toBeVisible();
  // Then the call is there, and nothing is to be said; nor of the pinned event once somebody goes back to it.
  await inspector.getByRole("button", { name: "Show it" }).press("Enter");
  await expect(inspector.getByRole("heading", { name: /^Credit of/ })).toBeVisible();
  await expect(log).toBeFocused();
  await expect(inspector.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
  await expect(note).toBeHidden();
  await log.getByRole("img", { name: "Pinned" }).first().click();
  await expect(inspector.getByRole("button", { name: "Pin event" })).toHaveAttribute("aria-pressed", "true");
  await expect(note).toBeHidden();
});

test("the picture of a link in short wraps its names and cuts none", async ({ open }) => {
  const page = await open("latency=0");
  await page.getByRole("tab", { name: "Look up link" }).click();
  await page.getByRole("button", { name: "Look up link" }).click();
  const short = page.getByRole("figure", { name: "The link in short" });
  await expect(short).toBeVisible();
  const cut = await short.evaluate(
    (figure) =>
      [...figure.querySelectorAll("*")].filter((part) => getComputedStyle(part).textOverflow === "ellipsis").length,
  );
  expect(cut).toBe(0);
});

test("several rows are sent again in their order, pinned together, annotated, and two of them compared", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { log, button, inspector } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await expect(inspector.getByText("4 events selected")).toBeVisible();
  await expect(inspector.getByText("To compare, select exactly two calls or webhooks.")).toBeVisible();
  const shown = await log
    .getByRole("row", { selected: true })
    .evaluateAll((rows) =>
      rows.flatMap((row) =>
        row.querySelector('[aria-label="Call"]') === null ? [] : [Number(row.id.replace("event-", ""))],
      ),
    );
  expect(shown.length).toBeGreaterThan(1);
  const again = inspector.getByRole("button", { name: /calls again, in order/ });
  await expect(again).toHaveAttribute("title", /^With the profile “.+”, as they were sent before\./);
  const pinStands = () => button(/^Pin all/).boundingBox();
  const stood = await pinStands();
  await again.click();
  const sent = async () => (await asked(page, "calls", "send")).map((each) => (each as { repeatOf: number }).repeatOf);
  await expect.poll(sent).toEqual(shown);
  // The message goes; the way to what was sent stays.
  const count = String(shown.length);
  const places = inspector.getByRole("button", { name: `Show the ${count} sent again` });
  await expect(places).toBeVisible();
  expect(await pinStands()).toEqual(stood);
  await inspector.getByRole("button", { name: `Make a playbook of the ${count} sent again` }).click();
  const events = (await asked(page, "playbooks", "draft")).at(-1) as { readonly ids: readonly number[] };
  expect(events.ids).toHaveLength(shown.length);
  expect(events.ids).not.toEqual(shown);
  await page.getByRole("dialog", { name: "Playbooks" }).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await places.click();
  await expect(inspector.getByText(`${count} events selected`)).toBeVisible();
  await expect(log.getByRole("row", { selected: true })).toHaveCount(shown.length);
  for (const row of await log.getByRole("row", { selected: true }).all()) await expect(row).toBeInViewport();
  await expect(places).toBeHidden();

  await button(/^Pin all/).click();
  await expect.poll(async () => (await asked(page, "journal", "pin")).at(-1)).toMatchObject({ pinned: true });
  await page.keyboard.press("p");
  await expect.poll(async () => (await asked(page, "journal", "pin")).at(-1)).toMatchObject({ pinned: false });
  await inspector.getByRole("button", { name: "Note and tags" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Asked them again.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await log.focus();
  await page.keyboard.press("End");
  await expect(inspector.getByRole("button", { name: /Compare the two/ })).toBeHidden();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(inspector.getByRole("button", { name: /Compare the two/ })).toBeEnabled();
  await expect(inspector.getByText(/^To compare/)).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Compare events" })).toBeVisible();
});

test("how calls ended that were sent again is laid beside how they had ended before", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { log, inspector } = windowParts(page);
  await log.focus();
  await page.keyboard.press("Home");
  // The last of them had come late.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("Shift+ArrowDown");
  await inspector.getByRole("button", { name: /3 calls again, in order/ }).click();
  await expect(inspector.getByRole("button", { name: "Show the 3 sent again" })).toBeVisible();
  await page.evaluate(async () => {
    const { journal, runs } = window.fakeBridge.bridge;
    const found = await journal.page({ limit: 3, filter: "kind:call" });
    for (const { id } of found.ok ? found.value.events : []) {
      const run = await runs.get({ id });
      const verdict = { code: "matched", after: 410_000 } as const;
      if (run.ok) window.fakeBridge.push("runs.changed", { runs: [{ ...run.value.summary, verdict }], ties: [] });
    }
  });
  await expect(
    page.getByText("3 calls sent again: 3 matched; 2 ended as before and 1 differently").first(),
  ).toBeVisible();
  await expect(
    // Their webhooks are selected as well, and were not sent.
    inspector.getByRole("heading", { name: "3 of them sent again, 2 ended as before and 1 differently" }),
  ).toBeVisible();
  const others = inspector.getByRole("list", { name: "Ended differently than before" });
  await expect(others).toContainText("ref_late — late before, matched now");
  await others.getByRole("button").click();
  await expect(inspector.getByText("2 events selected")).toBeVisible();
  await expect(inspector.getByRole("button", { name: /Compare the two/ })).toBeEnabled();
});

test("calls that go to another service than the one in use say so before they are sent again", async ({ open }) => {
  const page = await open("latency=0&log=runs&profile=acme-test");
  const { log, inspector } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await expect(
    inspector.getByText("Sent again they go out with the profile “Sandbox” as before, whichever is in use."),
  ).toBeVisible();
  const again = inspector.getByRole("button", { name: /calls again, in order/ });
  await expect(again).toHaveAttribute("title", /The sandbox behaves as it is set now\.$/);
  // What it did when they went out may be what one wants again: that is said where it is another thing now.
  const otherwise = inspector.getByText(/^The sandbox is set otherwise now/);
  await expect(otherwise).toBeHidden();
  await page.evaluate(async () => {
    const status = await window.fakeBridge.bridge.sandbox.status(null);
    if (!status.ok) return;
    const { settings } = status.value;
    const behaviour = { ...settings.behaviour, webhookFault: "dropped" as const };
    window.fakeBridge.push("sandbox.changed", { ...status.value, settings: { ...settings, behaviour } });
  });
  await expect(otherwise).toContainText("now (webhook: dropped) than at the time (nothing wrong)");
});

test("an old row says its day and its second, the days between rows their weekday, the inspector the whole date", async ({
  open,
}) => {
  const page = await open("latency=0&log=empty");
  const at = new Date();
  at.setDate(at.getDate() - 3);
  at.setHours(14, 6, 12, 345);
  await page.evaluate((time) => {
    const appended = [time, Date.now()].map(
      (moment, index): DeliverySummary => ({
        id: index + 1,
        at: moment * 1_000,
        kind: "delivery",
        profile: null,
        method: "POST",
        path: "/webhooks",
        onPath: true,
        completeness: "whole",
        status: 200,
        answerState: "sent",
        size: 10,
        duration: 812,
        facts: {
          subject: "charge",
          amount: "50000",
          currency: "NGN",
          from: "CUS-A-REFERENCE-1",
          to: "CUS-A-REFERENCE-2",
        },
      }),
    );
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  }, at.getTime());
  const { log, rows } = windowParts(page);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await expect(rows(/14:06:12/)).toHaveCount(1);
  const weekday = (day: Date) => new RegExp(`^${day.toLocaleDateString("en", { weekday: "short" })} `);
  await expect(log.getByText(weekday(new Date()))).toBeVisible();
  // What finds no room in the row is read in full where the pointer rests.
  await expect(rows(/14:06:12/).locator("[title*='CUS-A-REFERENCE-1 to CUS-A-REFERENCE-2']")).toHaveCount(1);

  const whole = windowParts(await open("latency=0"));
  // Beside all of its tools the date has no room in a narrow inspector.
  await page.setViewportSize({ width: 1_900, height: 900 });
  await whole
    .rows(/^Webhook/)
    .last()
    .click();
  const date = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d$/;
  await expect(whole.inspector.getByText(date)).toBeVisible();
});

test("a unit is explained as far as the profile knows it", async ({ open }) => {
  const known = windowParts(await open("latency=0"));
  await expect(known.field("Amount")).toHaveAccessibleDescription(
    /In units, 100 to one NGN, sent as typed\. = 500\.00 NGN/,
  );
  const unknown = windowParts(await open("latency=0&profile=staging"));
  await unknown.tab("Credit").click();
  await expect(unknown.field("Amount")).toHaveAccessibleDescription(
    /In units as the service means them, sent as typed/,
  );
});

test("an amount with decimals is turned into its units in one press, where the profile says what a unit is", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { field, button } = windowParts(page);
  await field("Amount").fill("250.00");
  await button("Simulate credit").click();
  await expect(field("Amount")).toHaveAccessibleDescription(/Enter a whole number of units/);
  // The way out stands below the sentence, and not over it.
  const sentence = await page.getByText("no separators and no decimals").boundingBox();
  const remedy = await page.getByRole("button", { name: /^Use / }).boundingBox();
  expect((sentence?.y ?? 0) + (sentence?.height ?? 0)).toBeLessThanOrEqual(remedy?.y ?? 0);
  await page.getByRole("button", { name: /^Use 25000 = 250\.00 NGN$/ }).click();
  await expect(field("Amount")).toHaveValue("25000");
  await expect(field("Amount")).toHaveAccessibleDescription(/= 250\.00 NGN/);
  await field("Amount").fill("7,500");
  await page.getByRole("button", { name: /^Use 7500 = 75\.00 NGN$/ }).click();
  await expect(field("Amount")).toHaveValue("7500");
  // Where nobody knows what a unit is, none is guessed.
  const unknown = windowParts(await open("latency=0&profile=staging"));
  await unknown.tab("Credit").click();
  await unknown.field("Amount").fill("250.00");
  await unknown.field("Amount").press("Control+Enter");
  await expect(page.getByRole("button", { name: /^Use / })).toHaveCount(0);
});

test("what is removed for good is named first, and no filter goes on naming whose it was", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { rows, log } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref_matched");
  await expect(rows(/ref_late/)).toHaveCount(0);
  await rows(/^Call .*ref_matched/).click();
  await log.focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill("customer");
  await page.getByRole("option", { name: /Remove the selected event for good/ }).click();
  const question = page.getByRole("dialog", { name: "Remove for good" });
  // Nothing was cleared.
  await expect(question).toContainText("With it go:");
  await expect(question).not.toContainText("cleared");
  await expect(question.getByRole("list", { name: "Selected" })).toContainText(/Credit of .* to ref_matched/);
  await expect(question).toContainText(/1 other event has “ref_matched” in it, and stays ?Nothing of that is selected/);
  await page.evaluate(() =>
    window.fakeBridge.handle("journal", "remove", () => ({
      removed: 2,
      setAside: [],
      forgotten: { names: ["ref_matched"], remarks: [] },
    })),
  );
  await question.getByRole("button", { name: /^Remove / }).click();
  await expect(filter).toHaveValue("");
  await expect(page.getByText(/^Removed 2 events for good\. 1 other event has “ref_matched” in it/)).toBeVisible();
});

test("Delete asks about what is selected, and is the field's where one is typed into", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { field, inspector, rows, log } = windowParts(page);
  const question = page.getByRole("dialog", { name: "Remove for good" });
  const shortcut = async (title: string) => {
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const entry = list.locator("div").filter({ hasText: title }).last();
    await expect(entry.locator("kbd")).toHaveText(["Del"]);
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  };
  await shortcut("Remove the selected events for good…");
  await log.focus();
  await page.keyboard.press("Delete");
  await expect(question).toBeHidden();

  await rows(/^Call .*ref_waiting/).click();
  await shortcut("Remove the selected event for good…");
  await field("User reference").focus();
  await page.keyboard.press("Delete");
  // Over an open panel nobody means what lies behind it.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Listening/ })
    .click();
  await page.getByRole("dialog", { name: "Listener" }).getByRole("tab").first().focus();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Listener" })).toBeHidden();

  await rows(/^Call .*ref_waiting/).click({ button: "right" });
  const item = page.getByRole("menuitem", { name: "Remove the selected event for good…" });
  await expect(item.locator("kbd")).toHaveText(["Del"]);
  await item.hover();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
  await expect(item).toBeHidden();
  expect(await asked(page, "journal", "removal")).toEqual([]);
  await log.focus();
  await page.keyboard.press("Delete");
  await expect(question.getByRole("list", { name: "Selected" })).toContainText(/Credit of .* to ref_waiting/);
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(question).toBeHidden();

  await page.keyboard.press("Shift+ArrowUp");
  await expect(inspector.getByText("2 events selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(question.getByRole("button", { name: /^Remove \d+ events$/ })).toBeVisible();
  await question.getByRole("button", { name: "Keep them" }).click();
  await expect(question).toBeHidden();

  await rows(/^Call .*ref_waiting/).click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("ref:ref_late");
  await expect(rows(/ref_waiting/)).toHaveCount(0);
  await log.focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Nothing was done: the filter hides the selected event").first()).toBeVisible();
  await expect(question).toBeHidden();
});

test("the palette says how to remove and to clear, under the words that they are looked for by", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const search = page.getByRole("combobox", { name: "Search commands" });
  for (const word of ["remove", "delete", "customer"]) {
    await page.keyboard.press("Control+k");
    await search.fill(word);
    await expect(page.getByRole("option", { name: "Clear event log" })).toBeVisible();
    await expect(page.getByRole("option", { name: "Remove what belongs to a reference…" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
  }
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("nobody_at_all");
  await expect(page.getByText("No event matches")).toBeVisible();
  await page.keyboard.press("Control+k");
  await search.fill("remove");
  await expect(page.getByRole("option").first()).toHaveText(/^Remove/);
  await search.fill("remove what belongs");
  await page.getByRole("option", { name: "Remove what belongs to a reference…" }).click();
  await expect(page.getByText(/^Choose whose events are to go.* in the bin’s menu, beside the filter/)).toBeVisible();
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue("ref:=");
  // All are offered, and not only what the filter before showed; the field's undoing has that back.
  await expect(page.getByText("No event matches")).toBeHidden();
  await page.keyboard.press("Control+z");
  await expect(filter).toHaveValue("nobody_at_all");
  await page.keyboard.press("Control+Shift+z");
  await expect(filter).toHaveValue("ref:=");
  await page.keyboard.type("ref_mat");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(filter).toHaveValue("ref:=ref_matched");

  // A reference that is typed already is the one that is meant.
  await filter.fill("ref_matched");
  await expect(page.getByRole("status").filter({ hasText: "is not understood" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await search.fill("remove what belongs");
  await page.getByRole("option", { name: "Remove what belongs to a reference…" }).click();
  await expect(filter).toHaveValue("ref:=ref_matched");
});

test("what is typed where all rows are selected takes the place of the filter", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref_matched");
  await filter.press("Enter");
  await expect(windowParts(page).log).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("amount:50000");
  await expect(filter).toHaveValue("amount:50000");
});

test("a removal names every customer that the filter has found, narrows to one, and says what stays", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { field, button, rows } = windowParts(page);
  for (const reference of ["ref_bisi", "ref_bisi2"]) {
    await field("User reference").fill(reference);
    await button("Simulate credit").click();
    await expect(rows(new RegExp(`^Call .*${reference}$|^Call .*${reference}[^0-9]`))).toHaveCount(1);
  }
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref:ref_bisi");
  await filter.press("Enter");
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  const question = page.getByRole("dialog", { name: "Remove for good" });
  await expect(question).toContainText(/These events name 2 references/);
  await expect(question).toContainText(/ref_bisi \(\d events?\), ref_bisi2 \(\d events?\)/);
  // What is typed into the form goes, and is named.
  await expect(question).toContainText("in the form Credit of “Sandbox”: User reference");
  await question.getByRole("button", { name: "Choose only the events of ref_bisi", exact: true }).click();
  await expect(question).toContainText("all that “ref:=ref_bisi” shows");
  await expect(question).not.toContainText(/These events name/);
  await expect(question).not.toContainText("in the form Credit");

  // What has a longer reference in it is somebody else's.
  await expect(question).not.toContainText(/other events? ha(s|ve) “/);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await filter.fill("ref:ref_bisi");
  await filter.press("Enter");
  await expect(rows(/ref_bisi2/).first()).toBeVisible();
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  await question.getByRole("button", { name: "Choose only the events of ref_bisi2" }).click();
  await expect(question).toContainText("all that “ref:=ref_bisi2” shows");
});

test("what has a removed reference elsewhere is shown first, goes too at a press, or is told of afterwards", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { rows, button } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const question = page.getByRole("dialog", { name: "Remove for good" });
  await page.getByRole("grid", { name: "Event log" }).press("Home");
  await rows(/^Call .*ref_matched/).click();
  await page.keyboard.press("t");
  await page.getByRole("textbox", { name: "Note" }).fill("as ref_late, see ref_late2");
  await page.getByRole("textbox", { name: "Note" }).press("Control+Enter");
  async function ask() {
    await filter.fill("ref:=ref_late");
    await filter.press("Enter");
    await button("Clear event log").click();
    await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  }
  await ask();
  await expect(question).toContainText(/1 other event has “ref_late” in it, and stays/);
  const remove = question.getByRole("button", { name: /^Remove \d+ events?$/ });
  const count = Number(/\d+/.exec((await remove.textContent()) ?? "")?.[0]);
  await question.getByRole("switch", { name: "Remove it, too" }).press("Space");
  await expect(question).toContainText("in it, and goes, too");
  await expect(remove).toHaveText(`Remove ${count + 1} events`);
  await expect(question.getByRole("switch")).toBeFocused();
  await question.getByRole("switch").press("Space");
  await expect(remove).toHaveText(new RegExp(`^Remove ${count} events?$`));
  await question.getByRole("button", { name: "Show it first" }).click();
  await expect(filter).toHaveValue("word:ref_late -ref:=ref_late");
  await expect(rows(/./)).toHaveCount(1);
  await ask();
  await remove.click();
  await expect(page.getByText(/^Removed .* for good\. 1 other event has “ref_late” in it, and stays$/)).toBeVisible();
  await button("Show it").click();
  await expect(filter).toHaveValue("word:ref_late");
  await expect(rows(/./)).toHaveCount(1);
});

test("an event of another customer stays open while one is removed", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { rows, inspector, button } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref:=ref_matched");
  await rows(/^Call .*ref_matched/).click();
  const title = inspector.getByRole("heading", { name: /ref_matched/ });
  await expect(title).toBeVisible();
  // Without Enter, which would go on to what is found.
  await filter.fill("ref:=ref_late");
  await expect(rows(/ref_matched/)).toHaveCount(0);
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  await page.getByRole("button", { name: /^Remove \d+ events?$/ }).click();
  await expect(page.getByText(/nothing of them is left/).first()).toBeVisible();
  await expect(filter).toHaveValue("");
  await expect(title).toBeVisible();
  await filter.fill("ref:=ref_matched");
  await expect(rows(/^Call .*ref_matched/)).toHaveAttribute("aria-selected", "true");
});

test("a reference that no event has is found as a word, where it stands in a body", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("ref:ref_nobody");
  await expect(page.getByText("No event matches")).toBeVisible();
  await expect(page.getByRole("button", { name: "Search for the word" })).toBeHidden();
  await filter.fill("ref:amount");
  await expect(page.getByText(/As a word it stands in (at least )?\d+ events?\./)).toBeVisible();
  await page.getByRole("button", { name: "Search for the word" }).click();
  await expect(filter).toHaveValue("amount");
  await expect(rows(/./).first()).toBeVisible();
});

test("a place of a body written as if it were a field finds its value in one press", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("transaction.user.reference:ref_matched");
  await expect(page.getByText(/There is no field “transaction\.user\.reference”\. Its value stands in/)).toBeVisible();
  await page.getByRole("button", { name: "Search for the value" }).click();
  await expect(filter).toHaveValue("ref_matched");
  await expect(rows(/ref_matched/).first()).toBeVisible();
});

test("a field that there is none of has its value searched for in one press", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:webhook body:ref_matched");
  await expect(page.getByText(/There is no field “body”/)).toBeVisible();
  await page.getByRole("button", { name: "Search for the value" }).click();
  await expect(filter).toHaveValue('kind:webhook "ref_matched"');
  await expect(page.getByText(/There is no field/)).toBeHidden();
});

test("what is sent under a filter that hides it is said to be hidden, and shown in one press", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { rows, button, field } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  // Others are in sight until the filter is at work.
  await expect(rows(/ref_matched/)).toHaveCount(0);
  await filter.fill("ref_matched");
  await expect(rows(/ref_matched/)).toHaveCount(2);
  await field("User reference").fill("ref_somebody");
  await button("Simulate credit").click();
  const hidden = page.getByRole("status").filter({ hasText: "What was sent last does not fit the filter." });
  await expect(hidden).toBeVisible();
  await hidden.getByRole("button", { name: "Show it" }).click();
  await expect(rows(/^Call .*ref_somebody/)).toBeInViewport();
  await expect(hidden).toBeHidden();
});

test("keys typed right behind the palette's own are its first letters, before any frame is drawn", async ({ open }) => {
  const page = await open("latency=0");
  const { log } = windowParts(page);
  await log.focus();
  // As on a machine that is too busy to draw.
  const draw = await page.evaluateHandle(() => {
    const { requestAnimationFrame } = window;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    return () => {
      window.requestAnimationFrame = requestAnimationFrame;
      for (const callback of held) requestAnimationFrame(callback);
    };
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zoom");
  await draw.evaluate((drawAgain) => drawAgain());
  const field = page.getByRole("combobox", { name: "Search commands" });
  await expect(field).toHaveValue("zoom");
  await expect(page.getByRole("option")).toHaveText([/^Zoom in/, /^Zoom out/, /^Reset zoom/]);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(log).toBeFocused();
});

test("larger text is found in the palette, and is the host's to make", async ({ open }) => {
  const page = await open("latency=0");
  const search = page.getByRole("combobox", { name: "Search commands" });
  const zooms = async () => asked(page, "app", "zoom");
  for (const [words, how] of [
    ["larger", "in"],
    ["smaller text", "out"],
    ["normal size", "reset"],
  ] as const) {
    // The palette of before may still be fading out, and this key would only close it.
    await expect(search).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await zooms()).at(-1)).toEqual({ how });
  }
  // Its own keys belong to the host: the window does not zoom a second time.
  await page.keyboard.press("Control+0");
  await expect(search).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  expect(await zooms()).toHaveLength(3);
});

for (const size of [
  { width: 640, height: 400 },
  { width: 800, height: 600 },
])
  test(`at ${size.width} pixels every column and tool can be reached, by mouse and by key`, async ({ open }) => {
    const page = await open("latency=0&log=runs");
    await page.setViewportSize(size);
    const { inspector, log } = windowParts(page);
    const isInSight = (part: Locator) =>
      part.evaluate((element) => {
        const { left, right, top } = element.getBoundingClientRect();
        return left >= -1 && right <= window.innerWidth + 1 && top >= -1 && top < window.innerHeight;
      });
    // Nothing of the window itself lies beyond its edge: only the columns scroll sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const tools = page.getByRole("banner").getByRole("button");
    for (let each = 0; each < (await tools.count()); each += 1) expect(await isInSight(tools.nth(each))).toBe(true);
    const columns = page.getByRole("navigation", { name: "Columns" });
    for (const [name, part] of [
      ["Inspector", page.getByRole("region", { name: "Inspector" })],
      ["Event log", page.getByRole("region", { name: "Event log" })],
      ["Actions", page.getByRole("region", { name: "Actions" })],
    ] as const) {
      await columns.getByRole("button", { name }).click();
      await expect.poll(() => isInSight(part)).toBe(true);
    }
    await page.keyboard.press("Control+e");
    await expect(log).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(inspector.getByRole("tab", { name: "Overview" })).toBeFocused();
    await expect.poll(() => isInSight(inspector.getByRole("region", { name: "Verdict" }))).toBe(true);
    await page.keyboard.press("Control+2");
    await page.keyboard.type("7");
    await expect.poll(() => isInSight(page.getByLabel("Amount", { exact: true }))).toBe(true);
  });

test("F6 leads round the columns, a double click to the event, Ctrl+Enter sends from anywhere, Escape lets go of all", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { log, rows, inspector, field } = windowParts(page);
  const overview = inspector.getByRole("tab", { name: "Overview" });
  await field("Amount").fill("70");
  await rows(/^Call Credit/)
    .last()
    .dblclick();
  await expect(overview).toBeFocused();
  // Wherever Enter leads, as the tab that was used last, one key leads on to the verdict.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(overview).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Home");
  await expect(overview).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("F6");
  await expect(field("Amount")).toBeFocused();
  await page.keyboard.press("Shift+F6");
  await expect(overview).toBeFocused();
  await page.keyboard.press("Shift+F6");
  await expect(log).toBeFocused();

  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await asked(page, "calls", "send")).length).toBe(1);
  await expect(page.getByRole("region", { name: "Answer" }).getByText("Test complete", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Filter events" }).press("Control+Enter");
  await expect.poll(async () => (await asked(page, "calls", "send")).length).toBe(2);

  // What was done with several leaves the focus beside them.
  await log.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowUp");
  await inspector.getByRole("button", { name: "Pin all" }).click();
  await page.keyboard.press("Escape");
  await expect(inspector.getByText("Nothing selected")).toBeVisible();
});

test("the arrows go on in the log from wherever nothing else takes them", async ({ open }) => {
  const page = await open("latency=0");
  const { log, rows, tab, field, answer, inspector } = windowParts(page);
  const selected = log.locator('[aria-selected="true"]');
  const sent = page.getByRole("row", { name: /^Call Credit/, selected: true });
  await page.keyboard.press("Control+Enter");
  await expect(sent).toHaveCount(1);
  await expect(answer.getByText(/^Webhook: /)).toBeVisible();
  const webhook = await rows(/^Webhook/)
    .last()
    .getAttribute("id");
  await page.keyboard.press("ArrowDown");
  await expect(log).toBeFocused();
  await expect(selected).toHaveAttribute("id", webhook ?? "");

  // A button of the answer is pressed by other keys.
  await answer.getByRole("button").first().focus();
  await page.keyboard.press("ArrowUp");
  await expect(log).toBeFocused();
  await expect(sent).toHaveCount(1);

  // These are gone through by them, or typed into.
  const mode = page.getByRole("button", { name: /^Profile / });
  for (const taker of [field("User reference"), tab("Charge"), inspector.getByRole("tab").first(), mode]) {
    await taker.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Escape");
  }
  await expect(sent).toHaveCount(1);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(sent).toHaveCount(1);
});

test("Ctrl+A beside all fields and texts selects the loaded events, and never the words of the window", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { log, rows, field, inspector } = windowParts(page);
  const marked = () => page.evaluate(() => String(document.getSelection()));
  const several = inspector.getByText(/events selected/);
  await rows(/^Call Credit/)
    .first()
    .click();
  // All of the text that has the focus.
  const overview = inspector.getByRole("tabpanel");
  await overview.focus();
  await page.keyboard.press("Control+a");
  await expect.poll(marked).not.toBe("");
  expect(await marked()).not.toContain("Look up link");
  await expect(several).toBeHidden();

  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Escape");
  await expect(several).toBeHidden();
  await field("Amount").focus();
  await page.keyboard.press("Control+a");
  await expect(several).toBeHidden();

  await page.getByRole("tabpanel", { name: "Credit" }).click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Control+a");
  await expect(several).toBeVisible();
  await expect(log).toBeFocused();
  expect(await marked()).not.toContain("Look up link");
});

test("Ctrl+Enter sends the form in sight, also while the focus is on its tab", async ({ open }) => {
  const page = await open("latency=0");
  const { tab, rows } = windowParts(page);
  const credits = rows(/^Call Credit/i);
  const before = await credits.count();
  await tab("Credit").click();
  await expect(tab("Credit")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(credits).toHaveCount(before + 1);
});

test("the listener's panel stays where it is when a badge appears beside its button", async ({ open }) => {
  const page = await open("latency=0");
  await page.getByRole("button", { name: /Listening on/ }).click();
  const panel = page.getByRole("dialog", { name: "Listener" });
  await panel.getByRole("tab", { name: "Answer" }).click();
  const place = async () => (await panel.boundingBox())?.x;
  const line = await page.getByRole("contentinfo").boundingBox();
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBe(page.viewportSize()?.height);
  const before = await place();
  await panel.getByRole("group", { name: "Presets" }).getByRole("button").nth(1).click();
  await panel.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: /^On purpose/ })).toBeVisible();
  expect(await place()).toBe(before);
});

test("whoever sends something while reading further back is taken to it", async ({ open }) => {
  const page = await open("latency=0");
  const { log, button } = windowParts(page);
  await log.focus();
  await page.keyboard.press("Home");
  const below = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expect.poll(below).toBeGreaterThan(100);
  await button("Simulate credit").click();
  await expect(log.getByRole("row", { selected: true, name: /^Call Credit/ })).toBeInViewport();
  await expect.poll(below).toBeLessThanOrEqual(2);
});

test("what a filter hides of a selection is neither removed nor handed over until it is shown", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { log, inspector, button } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(inspector.getByText("2 events selected")).toBeVisible();
  await expect(button("Remove for good…")).toBeEnabled();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("ref:ref_matched");
  await expect(inspector.getByText("The filter hides all of them")).toBeVisible();
  await expect(button("Remove for good…")).toBeDisabled();
  await expect(button("Export…")).toBeHidden();
  await inspector.getByRole("button", { name: "Clear filter" }).click();
  await expect(button("Remove for good…")).toBeEnabled();
});

test("a word typed over the rows goes into the filter, and none of its letters acts", async ({ open }) => {
  const page = await open("latency=0");
  const { log, rows, inspector } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await rows(/^Call Credit of/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Credit of/ })).toBeVisible();
  const selected = await log.getByRole("row", { selected: true }).getAttribute("id");
  // Each of these letters is a key of something, from the first on.
  for (const word of ["Report", "note", "text", "pcx"]) {
    await log.focus();
    // All at once: letters that a busy machine has far between are no word.
    await Promise.all(word.split("").map((letter) => page.keyboard.press(letter)));
    await expect(filter).toBeFocused();
    await expect(filter).toHaveValue(word);
    await filter.fill("");
  }
  // What stands there already is not lost.
  await filter.fill("kind:call");
  await log.focus();
  await Promise.all("credit".split("").map((letter) => page.keyboard.press(letter)));
  await expect(filter).toHaveValue("kind:call credit");
  await filter.fill("");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(log.getByRole("row", { selected: true })).toHaveAttribute("id", selected ?? "");
  expect(await asked(page, "calls", "send")).toHaveLength(0);

  // A list that is gone through by letters keeps them.
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
  await page.keyboard.type("se");
  await expect(page.getByRole("menuitem", { name: "Send the same again" })).toBeFocused();
  await expect(filter).toHaveValue("");
  await page.keyboard.press("Escape");

  // What is typed past the fields of an open panel is not for what lies behind it.
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("button", { name: "Stop listening" }).focus();
  await page.keyboard.type("report");
  await expect(page.getByRole("button", { name: "Stop listening" })).toBeFocused();
  await expect(filter).toHaveValue("");
  await page.keyboard.press("Escape");
  await log.focus();

  // A letter alone acts, and for the event that was selected when it was pressed.
  await log.focus();
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowUp");
  await expect(inspector.getByText(/^Compare.*credit/i)).toBeVisible();
  await expect(log.getByRole("row", { selected: true })).not.toHaveAttribute("id", selected ?? "");

  // A small letter and a capital one are two commands, however soon after each other.
  await rows(/^Call Credit of/)
    .first()
    .click();
  await log.focus();
  await Promise.all([page.keyboard.press("c"), page.keyboard.press("Shift+R")]);
  await expect.poll(() => asked(page, "calls", "send")).toHaveLength(1);
  await expect(filter).toHaveValue("");
});

test("the palette leads from a simulation to its webhook and back, and says how several calls are sent again", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { log, rows, inspector } = windowParts(page);
  const choose = async (words: string, title: string) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill(words);
    await palette.getByRole("option", { name: title }).click();
    await expect(palette).toBeHidden();
  };
  await page.keyboard.press("Control+e");
  for (const words of ["repeat", "send again"]) {
    await choose(words, "Send several calls again…");
    await expect(page.getByText("Select the calls with Shift or Ctrl and a press, then press Shift R")).toBeVisible();
    // Nothing was done: it must not look like that.
    await expect(page.getByRole("dialog", { name: /^Select the calls/ })).toHaveAttribute("data-type", "hint");
    await expect(log).toBeFocused();
  }
  const name = /^Call Credit.*ref_looks_wrong/;
  await page.keyboard.press("End");
  while (!(await rows(name).isVisible())) await page.keyboard.press("PageUp");
  await rows(name).click();
  await choose("go webhook", "Go to webhook");
  await expect(inspector.getByRole("heading", { name: /^Webhook/ })).toBeVisible();
  await choose("go simulation", "Go to the simulation of this webhook");
  await expect(inspector.getByRole("heading", { name: /^Credit of .* to ref_looks_wrong$/ })).toBeVisible();
  await rows(name).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Go to webhook" })).toBeVisible();
  // Of one event the menu has only what can be done with one.
  await expect(page.getByRole("menuitem", { name: "Send several calls again…" })).toHaveCount(0);
  await page.keyboard.press("Escape");
});
