import type { Locator, Page } from "playwright/test";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// Runs as people see them: on the rows, in the inspector, by hand.

/** Selects the row of a simulation or of a webhook; the log has one run for each verdict. */
async function select(page: Page, name: RegExp): Promise<void> {
  const { log, rows } = windowParts(page);
  await log.focus();
  await page.keyboard.press("Home");
  await expect(async () => {
    if (!(await rows(name).first().isVisible())) await page.keyboard.press("PageDown");
    await rows(name).first().click({ timeout: 500 });
  }).toPass();
}

const call = (reference: string) => new RegExp(`^Call Credit.*${reference}`);
const verdict = (page: Page) => windowParts(page).inspector.getByRole("region", { name: "Verdict" });

/** How many of these are seen in all their width: nothing lies over them, and nothing of them is cut. */
function seenWhole(parts: Locator): Promise<number> {
  return parts.evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        const ends = [document.elementFromPoint(left + 1, middle), document.elementFromPoint(right - 1, middle)];
        return ends.every((end) => element.contains(end)) && element.scrollWidth - element.clientWidth <= 1;
      }).length,
  );
}

test("a row says what became of its simulation, with amount and chip whole in a narrow window", async ({ open }) => {
  const page = await open("log=runs");
  const { rows } = windowParts(page);
  await select(page, call("ref_matched"));
  const row = rows(call("ref_matched"));
  await expect(row).toContainText("0.41 s");
  await expect(rows(call("ref_late"))).toContainText("late");
  // Both are there, in the whole sentence or, where that has no room, in the brief one.
  for (const part of [/^50\s000$/, /^ ?= 500\.00\sNGN$/])
    await expect.poll(() => seenWhole(row.locator("b", { hasText: part }))).toBeGreaterThan(0);
  await expect.poll(() => seenWhole(row.getByText(/^0\.41\ss$/))).toBeGreaterThan(0);
  // In the smallest window a chip keeps off the row's edge.
  await page.setViewportSize({ width: 1_024, height: 680 });
  const tops = [row, row.getByTitle(/./).filter({ hasText: "0.41 s" }).first()].map((each) => each.boundingBox());
  const [rowBox, chipBox] = await Promise.all(tops);
  expect((chipBox?.y ?? 0) - (rowBox?.y ?? 0)).toBeGreaterThanOrEqual(3);
});

test("in a narrow log a status that is as it should be looks alike in every row, and alone takes one line", async ({
  open,
}) => {
  const page = await open();
  await page.setViewportSize({ width: 1_024, height: 680 });
  const { rows } = windowParts(page);
  const [judged, other] = [rows(/^Webhook .*bad signature/).last(), rows(/POST \/webhooks, 24 B/).last()];
  for (const row of [judged, other])
    await expect(row.getByText("200", { exact: true }).last()).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const boxes = [other.getByText("200", { exact: true }).last(), other.getByText(/^\d\d:\d\d:\d\d/).last()];
  const [status, time] = await Promise.all(boxes.map((each) => each.boundingBox()));
  expect(Math.abs((status?.y ?? 0) - (time?.y ?? 99))).toBeLessThan(6);
});

test("a doubt about a match is said in a word where the column has room, and read out in any", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_quick"));
  const mark = windowParts(page).rows(call("ref_quick")).getByText("ambiguous", { exact: true });
  for (const width of [1_900, 1_024]) {
    await page.setViewportSize({ width, height: 680 });
    await expect(mark).toHaveCount(1);
    await expect.poll(async () => ((await mark.boundingBox())?.width ?? 0) > 40).toBe(width === 1_900);
  }
});

test("a simulation opens with its verdict, its course, what was expected and what came", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector } = windowParts(page);
  await select(page, call("ref_wrong"));
  await expect(verdict(page)).toContainText("Mismatch: wrong amount");
  await expect(verdict(page)).toContainText("Otherwise copy both, and show them");
  // The call itself was accepted: what its red is about stands beside it.
  await expect(inspector.getByText("· webhook: amount mismatch")).toBeVisible();
  await expect(inspector.getByRole("row", { name: /Webhook due/ })).toContainText("within 30 s");
  await expect(inspector.getByRole("row", { name: /Webhook → 200/ })).toContainText("Arrived 0.42 s after the start");
  const values = inspector.getByRole("table", { name: "Expected and actual values" });
  await expect(values.getByRole("row", { name: /differs Amount/ })).toContainText("transaction.amount");
  await expect(values.getByRole("row", { name: /agrees Currency/ })).toContainText("NGN");
});

test("an amount in another unit is corrected from the verdict that doubts it", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_wrong"));
  await expect(verdict(page)).toContainText("press “Correct the unit”: all of them are judged by it.");
  await verdict(page).getByRole("button", { name: "Correct the unit…" }).click();
  const dialog = page.getByRole("dialog", { name: "In which unit is the amount?" });
  await expect(dialog.getByRole("radio", { name: "In hundredths of what was sent" })).toBeChecked();
  await dialog.getByRole("button", { name: "Use this unit" }).click();
  await page.getByRole("button", { name: "Yes, save this reading" }).click();
  await expect.poll(() => asked(page, "readings", "confirm")).toMatchObject([{ reading: { amount: { scale: -2 } } }]);
});

test("what is wrong is laid beside what was asked, by meaning, and both are copied in one press", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_wrong"));
  await verdict(page).getByRole("button", { name: "Compare", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Compare events" });
  const table = dialog.getByRole("table", { name: "What the two say" });
  const amount = table.getByRole("row", { name: /^amount differs/ });
  await expect(amount.getByRole("cell").nth(1)).toHaveText(/^50\s000/);
  await expect(amount.getByRole("cell").nth(2)).toHaveText(/^5\s000\s000.*A hundred times as much/);
  await expect(table.getByRole("row", { name: /^user reference same/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Swap sides" }).click();
  await expect(amount.getByRole("cell").nth(1)).toHaveText(/^5\s000\s000/);
  await page.keyboard.press("Escape");

  await verdict(page).getByRole("button", { name: "Copy both" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(copied)
    .toMatch(
      /^The amount is [\s\S]*Request sent at .*POST [\s\S]*"amount":50000[\s\S]*Webhook received at [\s\S]*"amount":5000000/,
    );
  expect(await copied()).toContain(
    "The amount is 5\u202f000\u202f000 = 50\u202f000.00 at transaction.amount, expected was 50\u202f000 = 500.00.",
  );
  expect(await copied()).not.toMatch(/was found in it|Nothing in it was read/);

  // One that came twice is nothing without the first.
  await select(page, call("ref_twice"));
  await verdict(page).getByRole("button", { name: "Copy all three" }).click();
  await expect
    .poll(copied)
    .toMatch(/^The right webhook came[\s\S]*Request sent at[\s\S]*Webhook received at[\s\S]*Webhook received at/);
});

test("what nothing but its signature speaks against is called by that, in rows, card and webhook alike", async ({
  open,
}) => {
  const page = await open();
  const { rows, inspector, button } = windowParts(page);
  const forged = rows(/charge.*ref_zainab/i);
  await forged.last().click();
  await expect(inspector.getByText("Bad signature", { exact: true })).toBeVisible();
  // Whoever comes from the verdict finds what it told them to press.
  await expect(inspector.getByRole("button", { name: "Find the reason" })).toBeVisible();
  await expect(inspector.getByText(/mismatch|not as it should be/i)).toHaveCount(0);
  for (const row of [forged.first(), forged.last()]) {
    // Once: its part in the simulation and its signature say the same.
    await expect(row).toHaveAccessibleName(/^(?!.*mismatch).*bad signature(?!.*bad signature)/);
  }
  await button("Go to the simulation").click();
  await expect(verdict(page).getByRole("status").getByText("Bad signature", { exact: true })).toBeVisible();
  await expect(inspector.getByRole("button", { name: "Find the reason" })).toBeVisible();
  await button("Go to webhook").click();
  await expect(inspector.getByRole("tab", { name: "Signature" })).toHaveAttribute("aria-selected", "true");
});

test("a signature that the profile cannot read is not called bad, in rows, card, webhook and filter alike", async ({
  open,
}) => {
  const page = await open("signature=unreadable");
  const { rows, inspector, button } = windowParts(page);
  const webhooks = rows(/charge.*ref_zainab/i);
  await webhooks.last().click();
  await expect(inspector.getByText("Unreadable signature", { exact: true })).toBeVisible();
  for (const row of [webhooks.first(), webhooks.last()])
    await expect(row).toHaveAccessibleName(/^(?!.*bad).*unreadable signature(?!.*unreadable)/);
  await button("Go to the simulation").click();
  const card = verdict(page).getByRole("status");
  await expect(card.getByText("Unreadable signature", { exact: true })).toBeVisible();
  await expect(card).not.toContainText("who sent it");
  await expect(inspector.getByText("The signature was not understood")).toBeVisible();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("signature:unreadable");
  await filter.press("Enter");
  await expect(rows(/./)).toHaveCount(1);
});

test("a webhook whose signature could not be checked is not green, and says why, in row, card and webhook", async ({
  open,
}) => {
  const page = await open("signature=unchecked");
  const { rows, inspector, button } = windowParts(page);
  const webhooks = rows(/charge.*ref_zainab/i);
  await webhooks.last().click();
  await expect(inspector.getByText("Signature not checked", { exact: true })).toBeVisible();
  for (const row of [webhooks.first(), webhooks.last()])
    await expect(row).toHaveAccessibleName(/^(?!.*matched).*signature not checked(?!.*not checked)/);
  await button("Go to the simulation").click();
  await expect(verdict(page).getByText(/no secret is set in the profile/)).toBeVisible();
  await expect(verdict(page)).toHaveAttribute("data-tone", "odd");
  await expect(inspector.getByText("No secret is set in the profile.")).toBeVisible();
  await expect(inspector.getByRole("button", { name: "Check again" })).toBeVisible();
});

test("the seconds that are left are the same in row and verdict, whenever they change", async ({ open }) => {
  const page = await open("log=runs");
  const { rows, inspector } = windowParts(page);
  const row = rows(/^Call Credit.*ref_waiting/);
  await row.click();
  const timer = await inspector.getByRole("timer").elementHandle();
  const seen = await row.evaluate(
    (element, clock) =>
      new Promise<readonly string[]>((resolve) => {
        const texts: string[] = [];
        new MutationObserver(() => {
          const left = clock?.textContent?.replace(" left", "") ?? "";
          texts.push(element.textContent.includes(left) ? "same" : `${left} is not in ${element.textContent}`);
          if (texts.length === 3) resolve(texts);
        }).observe(clock as Node, { characterData: true, childList: true, subtree: true });
      }),
    timer,
  );
  expect(seen).toEqual(["same", "same", "same"]);
});

test("every verdict can be simulated again with one press, where its profile is there", async ({ open }) => {
  const page = await open("log=runs&latency=0");
  const { inspector, rows } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  const references = "matched late twice wrong missing unexpected nothing refused unseen unsure looks_right waiting";
  for (const [index, reference] of references.split(" ").entries()) {
    await filter.fill(`ref_${reference}`);
    await filter.press("Enter");
    await rows(call(`ref_${reference}`))
      .first()
      .click();
    const heading = inspector.getByRole("heading", { name: new RegExp(`ref_${reference}`) });
    await expect(heading).toBeVisible();
    await verdict(page).getByRole("button", { name: "Simulate again" }).click();
    await expect.poll(() => asked(page, "calls", "send")).toHaveLength(index + 1);
    // What comes of it is gone on to.
    await expect(heading).toBeHidden();
  }
});

test("the rows of a run are walked by key, from the list of its webhooks, and back", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector, button } = windowParts(page);
  await select(page, call("ref_retried"));
  const selected = page.getByRole("row", { selected: true });
  await page.keyboard.press("n");
  await expect(selected).toContainText("500");
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await expect(selected).toContainText("503");
  await page.keyboard.press("Shift+N");
  await expect(selected).toHaveAccessibleName(/retry.*500/);
  await expect(inspector.getByRole("region", { name: "Verdict" })).toBeHidden();
  await button("Go to the simulation").click();
  await expect(selected).toHaveAccessibleName(/^Call Credit.*ref_retried/);
  await inspector.getByRole("button", { name: /^retry after 7\.40 s/ }).click();
  await expect(selected).toHaveAccessibleName(/^Webhook .*ref_retried retry/);
});

test("the keys through a run pass over what the filter hides, and say so where nothing else is left", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { inspector, rows } = windowParts(page);
  const selected = page.getByRole("row", { selected: true });
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await select(page, call("ref_retried"));
  await expect(verdict(page)).toBeVisible();
  await filter.fill("kind:call");
  await filter.press("Enter");
  await expect(rows(/^Webhook/)).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page.getByText("4 rows of this run hidden by the filter")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the next" })).toBeVisible();
  await expect(selected).toHaveAccessibleName(/^Call Credit.*ref_retried/);
  await expect(page.getByRole("button", { name: /rows? of this run/ })).toHaveCount(0);

  // From the last of them there is a way back, one after the other.
  await filter.fill("status:503");
  await filter.press("Enter");
  await select(page, /^Webhook .*ref_retried retry.*503/);
  await expect(rows(/ref_retried/)).toHaveCount(1);
  await page.keyboard.press("Shift+N");
  await page.getByRole("button", { name: "Show the one before" }).click();
  await expect(selected).toHaveAccessibleName(/^Webhook .*ref_retried retry.*500/);
  await expect(filter).toHaveValue("");

  await filter.fill("kind:delivery");
  await filter.press("Enter");
  await select(page, /^Webhook .*ref_retried retry.*503/);
  await expect(inspector.getByRole("heading", { name: /Webhook/ })).toBeVisible();
  await page.keyboard.press("Shift+N");
  await expect(selected).toHaveAccessibleName(/^Webhook .*ref_retried retry.*500/);
  await page.keyboard.press("Shift+N");
  await expect(selected).not.toHaveAccessibleName(/retry/);
  await page.keyboard.press("Shift+N");
  await expect(page.getByText("1 row of this run hidden by the filter")).toBeVisible();
  await expect(selected).toHaveAccessibleName(/^Webhook .*ref_retried/);
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(selected).toHaveAccessibleName(/^Call .*ref_retried/);
  await expect(selected).toBeInViewport();
  await expect(filter).toHaveValue("");
});

test("where a webhook came to another path and no address is known, one press leads to the field that finds it", async ({
  open,
}) => {
  const page = await open("log=runs&profile=acme-test");
  const { inspector } = windowParts(page);
  const field = inspector.getByLabel("Webhook URL on the dashboard");
  const find = inspector.getByRole("button", { name: "Find the right address…" });
  await select(page, call("ref_astray"));
  await find.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await inspector.getByRole("button", { name: "Go to webhook" }).click();
  await expect(inspector.getByText(/If it was meant to be a webhook/)).toBeVisible();
  await find.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await field.fill("https://acme.tunnel.example/hooks");
  await page.keyboard.press("Enter");
  await expect(inspector.getByText("is as it must be with a tunnel or a proxy in between")).toHaveCount(1);
  // Each of the two ways says what it copies or sets.
  await inspector.getByRole("button", { name: "Copy http://127.0.0.1:8787/webhooks" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("http://127.0.0.1:8787/webhooks");
  await inspector.getByRole("button", { name: "Change the path here to /hooks" }).first().click();
  await expect(page.getByText("Webhooks are taken on /hooks now")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => await asked(page, "listener", "configure"))
    .toMatchObject([{ settings: { path: "/hooks" } }, { settings: { path: "/webhooks" } }]);
});

test("where a webhook came to another path the right one is copied beside the verdict and at the webhook", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { inspector } = windowParts(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = page.getByRole("button", { name: "Copy this address" });
  await select(page, call("ref_astray"));
  await expect(verdict(page)).toContainText("The right address: http://127.0.0.1:8787/webhooks");
  await copy.click();
  expect(await copied()).toBe("http://127.0.0.1:8787/webhooks");
  await page.evaluate(() => navigator.clipboard.writeText(""));
  // Whichever tab of a webhook was open last.
  await page.evaluate(() =>
    window.fakeBridge.bridge.preferences.set({ inspectorTabs: { call: "overview", delivery: "headers" } }),
  );
  await inspector.getByRole("button", { name: "Go to webhook" }).click();
  await expect(inspector.getByText(/If it was meant to be a webhook/)).toBeVisible();
  await copy.click();
  expect(await copied()).toBe("http://127.0.0.1:8787/webhooks");
  // Of a webhook that is only missing there is none.
  await select(page, call("ref_missing"));
  await expect(page.getByRole("region", { name: "Possible causes" }).getByText(/came to another path/)).toBeVisible();
  await expect(copy).toBeHidden();
  // Once a test came through the address it is the only way: the path here is not to be changed to fit another one.
  await page.evaluate(async () => {
    const { journal, diagnosis } = window.fakeBridge.bridge;
    const log = await journal.page({ limit: 1, filter: "kind:call ref_astray" });
    const result = await diagnosis.check({ runId: log.ok ? (log.value.events[0]?.id ?? null) : null });
    if (!result.ok) throw new Error(result.message);
    const checks = result.value.checks.map((check) => ({ ...check, otherwise: undefined }));
    window.fakeBridge.handle("diagnosis", "check", () => ({ ...result.value, checks }));
  });
  await select(page, call("ref_astray"));
  await expect(verdict(page)).toContainText("The right address: http://127.0.0.1:8787/webhooks");
});

test("an address that is proposed is tested beside it in one press", async ({ open }) => {
  const page = await open("log=runs&profile=acme-test");
  await page.evaluate(() =>
    window.fakeBridge.bridge.diagnosis.setAddress({ runId: null, address: "https://proxy.example/in/hooks" }),
  );
  await select(page, call("ref_astray"));
  await expect(verdict(page)).toContainText("The address to try: https://proxy.example/in/webhooks");
  await verdict(page).getByRole("button", { name: "Test this address" }).click();
  await expect(verdict(page)).toContainText("The right address: https://proxy.example/in/webhooks");
  await expect(verdict(page)).toContainText("A request through this address arrived here.");
  await expect(verdict(page).getByRole("button", { name: "Test this address" })).toBeHidden();
});

test("where a run goes on out of sight there is a way to it", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_many"));
  const selected = page.getByRole("row", { selected: true });
  await expect(selected).toHaveAccessibleName(call("ref_many"));
  const way = page.getByRole("button", { name: /rows of this run/ });
  // It covers no row's sign.
  const sign = await selected.getByRole("img").first().boundingBox();
  const edge = await way.boundingBox();
  expect((edge?.x ?? Infinity) + (edge?.width ?? 0)).toBeLessThanOrEqual(sign?.x ?? 0);
  // Nor, below it, the knot of the last row, which is 14 pixels from its edge.
  expect(edge?.height).toBeLessThan(14);
  await way.click();
  await expect(selected).toHaveAccessibleName(/^Webhook .*ref_many/);
  await expect(selected).toBeInViewport();
});

test("a webhook is tied by hand from the keyboard, taken back, and untied", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector, button } = windowParts(page);
  await select(page, /^Webhook .*ref_late/);
  await button("Belongs to another simulation…").click();
  const search = page.getByRole("combobox", { name: "Search simulations" });
  await expect(search).toBeFocused();
  await search.fill("ref_quick");
  // When, how much and for whom: what two of them are told apart by.
  await expect(page.getByRole("option", { name: /ref_quick/ })).toContainText(/50\s000/);
  await expect(page.getByRole("option", { name: /ref_quick/ })).toContainText(/^\d.* before/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Choose the simulation/ })).toBeHidden();
  await expect(inspector.getByText("by hand")).toBeVisible();
  await expect(inspector.getByText(/^Credit of 50.000(\s=\s500\.00)?\sNGN to ref_quick$/)).toBeVisible();
  await button("Undo").click();
  await expect.poll(() => asked(page, "runs", "decideAgain")).toHaveLength(1);
  await select(page, /^Webhook .*ref_extra/);
  await button("Belongs to none").click();
  await expect(inspector.getByText("You said that this webhook belongs to no simulation.")).toBeVisible();
  await button("Decide again").click();
  await expect(inspector.getByText("No simulation of Linkdesk fits this webhook.")).toBeVisible();
});

test("what Linkdesk is not sure of is settled in one press, and says what was in doubt", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector, button } = windowParts(page);
  await select(page, call("ref_unsure"));
  await expect(button("It is the one")).toBeVisible();
  await button("Go to webhook").click();
  await expect(inspector.getByText("Nothing in it says whose it is.")).toBeVisible();
  await button("It belongs here").click();
  await expect.poll(() => asked(page, "runs", "tie")).toHaveLength(1);
  await expect(button("It belongs here")).toBeHidden();
  await button("Go to the simulation").click();
  await expect(inspector.getByRole("heading", { name: /^Credit of .* to ref_unsure$/ })).toBeVisible();
  await expect(button("It is the one")).toBeHidden();
});

test("the window itself never scrolls, whichever event and part of it is shown", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { inspector } = windowParts(page);
  // What is hidden from the eye stands somewhere, too, and once made the page longer and wider than the window.
  const beyond = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { right: scrollWidth - window.innerWidth, below: scrollHeight - window.innerHeight };
    });
  await select(page, call("ref_missing"));
  for (const tab of await inspector.getByRole("tab").all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    expect(await beyond()).toEqual({ right: 0, below: 0 });
  }
  await page.setViewportSize({ width: 640, height: 400 });
  await inspector.getByRole("tab").first().click();
  await page.getByRole("navigation", { name: "Columns" }).getByRole("button", { name: "Inspector" }).click();
  expect(await beyond()).toEqual({ right: 0, below: 0 });
});

test("a missing webhook names the call that got one which fits both", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector } = windowParts(page);
  await select(page, call("ref_twin"));
  await expect(verdict(page)).toContainText("1 webhook fits just as well, and was given to another call");
  await expect(inspector.getByRole("button", { name: /^Webhook of \d\d:\d\d/ })).toBeVisible();
  await inspector.getByRole("button", { name: /^given to the call of \d\d:\d\d/ }).click();
  await expect(inspector.getByRole("heading", { name: /^Credit of .* to ref_quick$/ })).toBeVisible();
});

test("a reason names another simulation by what its row shows, and its number stands in its details", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { inspector } = windowParts(page);
  await select(page, call("ref_quick"));
  await expect(
    inspector.getByText(/^It fits the credit of .* to ref_\w+ at .*\d\d:\d\d.* equally well\./),
  ).toBeVisible();
  await expect(inspector.getByText(/^No\. \d+$/)).toBeVisible();
  await inspector.getByRole("button", { name: /^Go to .*\d\d:\d\d/ }).click();
  await expect(inspector.getByText("No. 1", { exact: true })).toBeVisible();
});

test("a match names what its webhook does not say", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_matched"));
  await expect(verdict(page)).toContainText("Nothing in it was read as its outcome.");
});

test("a tie that is refused says why, and nothing is lost", async ({ open }) => {
  const page = await open("log=runs");
  await select(page, call("ref_missing"));
  await page.evaluate(() =>
    window.fakeBridge.failNext("runs", "tie", "too-late", "This webhook came before the simulation was sent."),
  );
  await windowParts(page).button("Choose its webhook…").click();
  await page.getByRole("combobox", { name: "Search webhooks" }).fill("ref_extra");
  await expect(page.getByRole("option", { name: /ref_extra/ })).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This webhook came before the simulation was sent.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Choose the webhook/ })).toBeHidden();
  await expect(verdict(page)).toContainText("Late by");
});

test("counts down while it waits, and turns when the webhook has come", async ({ open }) => {
  const page = await open("log=empty&latency=1500");
  const { rows, button } = windowParts(page);
  await button("Simulate credit").click();
  await expect(rows(/^Call Credit/)).toContainText(/\d+ s/);
  await rows(/^Call Credit/).click();
  await expect(verdict(page)).toContainText("Waiting for the webhook");
  await expect(verdict(page).getByRole("timer")).toContainText(/\d+ s left/);
  await expect(verdict(page)).toContainText(/Matched in \d/);
  await expect(rows(/^Call Credit/)).toContainText(/\d.\d+ s/);
  await expect(rows(/^Webhook/)).toContainText(/\d.\d+ s/);
});

test("a run that is gone, or cannot be read, says so and can be asked for again", async ({ open }) => {
  const page = await open("log=runs");
  const { inspector, button } = windowParts(page);
  const end = await page.evaluateHandle(() =>
    window.fakeBridge.fail("runs", "get", "journal", "The file cannot be read."),
  );
  await select(page, call("ref_matched"));
  await expect(inspector.getByText("The simulation could not be read")).toBeVisible();
  await expect(verdict(page)).toContainText("Matched in 0.41 s");
  await end.evaluate((endIt) => endIt());
  await button("Try again").click();
  await expect(inspector.getByRole("table", { name: "Expected and actual values" })).toBeVisible();
  await page.evaluate(() => {
    window.fakeBridge.fail("runs", "get", "no-run", "This simulation is no longer in the log.");
  });
  await select(page, call("ref_twice"));
  await expect(inspector.getByText("Linkdesk does not follow this simulation")).toBeVisible();
});

test("a profile says what its simulations wait for, and complains beside the field", async ({ open }) => {
  const page = await open("profile=acme-test");
  const { field, button } = windowParts(page);
  await page.keyboard.press("ControlOrMeta+Shift+m");
  await page.getByRole("tab", { name: "Runs" }).click();
  await field("Webhook within").fill("soon");
  await button("Save").click();
  await expect(page.getByText("Enter a number of seconds, such as 30 or 0.5.")).toBeVisible();
  await field("Webhook within").fill("2.5");
  await button("Save").click();
  await expect.poll(() => asked(page, "profiles", "update")).toMatchObject([{ draft: { runs: { limitMs: 2_500 } } }]);
});

test("a late webhook leads to where more time is allowed", async ({ open }) => {
  const page = await open("log=runs&latency=0");
  const { field } = windowParts(page);
  await select(page, call("ref_late"));
  await expect(verdict(page)).toContainText("The right webhook came 47.2 s after the call; the limit is 30 s.");
  await verdict(page).getByRole("button", { name: "Allow more time…" }).click();
  await expect(field("Webhook within")).toBeVisible();
});

test("the course names each part whole", async ({ open }) => {
  const page = await open("log=runs&latency=0");
  await page.setViewportSize({ width: 1_280, height: 800 });
  const { inspector } = windowParts(page);
  await select(page, call("ref_looks_right"));
  const name = inspector.getByText(/^Looks like it → 200/).last();
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
