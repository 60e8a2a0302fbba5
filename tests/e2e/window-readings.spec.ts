import type { Locator, Page } from "playwright/test";
import { READING_STATES } from "../gallery/readings.ts";
import { KIOSK_READING, readItemOf, webhookReadingOf } from "../support/sample-reading.ts";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

async function bring(page: Page, name: string): Promise<void> {
  const state = READING_STATES.find((each) => each.name === name);
  if (state === undefined) throw new Error(`There is no state ${name}.`);
  await state.act?.(page);
}

test("an event that is selected begins at its top in the smallest window, however much it asks", async ({ open }) => {
  const page = await open("log=runs&latency=0");
  await bring(page, "readings-gone");
  const inspector = page.getByRole("region", { name: "Inspector" });
  const panel = inspector.getByRole("tabpanel");
  const top = () => panel.evaluate(({ scrollTop }) => scrollTop);
  await panel.hover();
  await page.mouse.wheel(0, 4_000);
  await expect.poll(top).toBeGreaterThan(0);
  const { log } = windowParts(page);
  await log.press("ArrowUp");
  await expect.poll(top).toBe(0);
  await log.press("ArrowDown");
  await expect(inspector.getByText(/did it go through\?/).first()).toBeVisible();
  expect(await top()).toBe(0);
});

test("how a corrected reading is saved stays in sight, however low the window is", async ({ open }) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await bring(page, "readings-draft");
  const save = page.getByRole("button", { name: "Yes, save this reading" });
  await expect(save).toHaveCount(1);
  await expect(save).toBeInViewport({ ratio: 1 });
  // Nothing lies over it.
  await save.click({ trial: true });
  await page.getByRole("button", { name: "Discard" }).click({ trial: true });
});

test("while a reading is corrected the tree keeps at least half of the room", async ({ open }) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await bring(page, "readings-draft");
  const heightOf = (part: Locator) => part.evaluate(({ clientHeight }) => clientHeight);
  const tree = page.getByRole("tree");
  const room = page.getByRole("region", { name: "Inspector" }).getByRole("tabpanel");
  expect(await heightOf(tree)).toBeGreaterThanOrEqual((await heightOf(room)) / 2);
  // What it says is marked in the tree, and listed for who asks.
  const listed = page.getByRole("group", { name: "What it says" });
  await expect(listed).toBeHidden();
  await page.getByText("So corrected, it says").click();
  await expect(listed).toContainText("lunch");
});

test("the words of a place are said to be those of webhooks that are built alike", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-words");
  const dialog = page.getByRole("dialog", { name: "What do these words say of the outcome?" });
  await expect(dialog).toContainText("Words seen so far at transfer.state in webhooks built like this one.");
});

test("wherever a yes can be said it is told what that leaves unchecked", async ({ open }) => {
  const page = await open("log=runs");
  const webhook = webhookReadingOf({
    items: [readItemOf({ amount: { text: "50000", path: "transfer.total", units: "50000" } })],
  });
  await page.evaluate((says) => window.fakeBridge.handle("readings", "of", () => says), {
    profileId: "sandbox",
    reading: KIOSK_READING,
    complete: true,
    values: [],
    webhook,
  });
  await bring(page, "readings-looks-right");
  const inspector = page.getByRole("region", { name: "Inspector" });
  const told = inspector.getByText("After a yes Linkdesk checks amount, but not purpose and outcome.");
  await expect(told).toBeVisible();
  await inspector.getByRole("button", { name: "No, correct it…" }).click();
  await expect(inspector.getByRole("tab", { name: "Received" })).toHaveAttribute("aria-selected", "true");
  await expect(told).toBeVisible();
});

test("each value that was read has its own path beside it, and no other", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-looks-right");
  const said = page.getByRole("region", { name: "Inspector" }).getByLabel("What it says").first();
  const middle = (text: string) =>
    said.getByText(text, { exact: true }).evaluate((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  expect(Math.abs((await middle("transfer.money")) - (await middle("NGN")))).toBeLessThan(4);
  expect((await middle("NGN")) - (await middle("transfer.total"))).toBeGreaterThan(8);
});

test("the message that a reading is saved lies over no question", async ({ open }) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await bring(page, "readings-new-word");
  // The message is still there: it was shown a moment ago.
  await expect(page.getByText(/are judged by this, from now on/).first()).toBeVisible();
  const inspector = page.getByRole("region", { name: "Inspector" });
  for (const name of ["It went through", "It failed", "It is not over"])
    await inspector.getByRole("button", { name }).click({ trial: true });
});

test("an amount that is written otherwise is confirmed by key, in that form too", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-amount-form");
  const verdict = page.getByRole("region", { name: "Inspector" }).getByRole("region", { name: "Verdict" });
  await expect(verdict.getByText("The amount is written “50,000.00”, in another way than before.")).toBeVisible();
  await expect(verdict.getByText(/^50\s000 = 500\.00, written 50,000\.00/)).toBeVisible();
  await expect(verdict.getByRole("button", { name: "It went through" })).toHaveCount(0);
  await page.keyboard.press("y");
  await expect.poll(() => asked(page, "readings", "confirm")).toHaveLength(1);
  expect((await asked(page, "readings", "confirm"))[0]).toMatchObject({
    reading: { amount: { forms: ["#,###.##", "####"] } },
  });
});

test("the focus stays where a question was answered by key, though its buttons go", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-looks-right");
  const inspector = page.getByRole("region", { name: "Inspector" });
  const yes = inspector.getByRole("button", { name: "Yes, it is read correctly" });
  await yes.focus();
  await yes.press("Enter");
  await expect(yes).toHaveCount(0);
  await page.waitForFunction(() => document.activeElement !== document.body);
  expect(await inspector.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  // And is seen there.
  await expect(inspector.locator(":focus")).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Tab");
  expect(await inspector.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test("a place that is gone is asked about by its name, and answered", async ({ open }) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await bring(page, "readings-gone");
  const inspector = page.getByRole("region", { name: "Inspector" });
  await expect(
    inspector.getByText("“transfer.paid_at” is not there, and was before: did it go through?"),
  ).toBeVisible();
  await expect(inspector.getByRole("code").filter({ hasText: "transfer.paid_at" }).first()).toBeVisible();
  // A “No” would be taken for the answer to that.
  await expect(inspector.getByRole("button", { name: "Correct how it is read…" })).toBeVisible();
  await expect(inspector.getByRole("button", { name: "No, correct it…" })).toHaveCount(0);
  // “It went through” would answer both at once.
  await expect(inspector.getByText("There may be another question about this webhook after it.")).toBeVisible();
  // In a small window, too, what can be answered is in sight at once.
  await expect(inspector.getByRole("button", { name: "It is not over" })).toBeInViewport({ ratio: 1 });
  // And, from the verdict on, where what it is asked about begins.
  await expect(inspector.getByRole("region", { name: "Verdict" }).getByRole("heading").first()).toBeInViewport({
    ratio: 1,
  });
  await expect(inspector.getByLabel("What it says")).toBeInViewport();
  await inspector.getByRole("button", { name: "It failed" }).click();
  await expect.poll(() => asked(page, "readings", "confirm")).toHaveLength(1);
});

test("values that have no tree are listed, and nothing is said that does not hold for a list", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-list-of-values");
  const lines = page.getByRole("list", { name: "Values of the webhook" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  // However long their names are, values stand below each other, and so do their buttons.
  const columns = await lines.evaluateAll((all) =>
    all.map((line) => [...line.children].map((part) => Math.round(part.getBoundingClientRect().left))),
  );
  for (const line of columns) expect(line).toEqual(columns[0]);
  // The fake one is said to be JSON, which it is not; its original is not what is shown.
  await expect(page.getByText(/Not JSON/)).toHaveCount(1);
  await expect(page.getByText(/Here is the original/)).toHaveCount(0);
});

test("amounts that a reading is tried on, and asked about, have the money that they stand for beside them", async ({
  open,
}) => {
  const page = await open("log=runs");
  await bring(page, "readings-profile-tried");
  const tried = page.getByRole("list", { name: "Webhooks in the log" }).getByRole("listitem");
  for (const line of await tried.all()) await expect(line).toContainText(/Amount 50\s000 = 500\.00 from/);
  await open("log=runs");
  await bring(page, "readings-draft");
  const corrected = page.getByRole("region", { name: "Corrected reading" });
  await corrected.getByText("So corrected, it says").click();
  await expect(corrected.getByRole("group", { name: "What it says" })).toContainText(/= [\d\s]+\.00/);
  await open("log=runs");
  await bring(page, "readings-unit");
  await expect(page.getByRole("dialog", { name: "In which unit is the amount?" })).toContainText(
    /and 50\s000 = 500\.00 was asked for/,
  );
});

test("a change of a reading is taken back by key while its message offers that, never later, and no field without the focus changes", async ({
  open,
}) => {
  const page = await open("log=runs");
  await page.getByRole("tab", { name: "Charge" }).click();
  const remark = page.getByLabel("Remark");
  await remark.pressSequentially("rent");
  const typed = await remark.inputValue();
  await bring(page, "readings-confirmed");
  const messages = page.getByRole("region", { name: "Messages" });
  await page.getByRole("row").last().click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(messages.getByText(/^The reading “.*” is not confirmed any more/).first()).toBeVisible();
  expect(await asked(page, "readings", "restore")).toHaveLength(1);
  // Nothing is left to be taken back; the browser would do it in the field that was typed into last.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(remark).toHaveValue(typed);
  expect(await asked(page, "readings", "restore")).toHaveLength(1);
  await messages.getByRole("button", { name: "Redo", includeHidden: true }).click();
  await expect(messages.getByText(/^The reading “.*” is changed again$/).first()).toBeVisible();
  expect(await asked(page, "readings", "restore")).toHaveLength(2);
  await messages.getByRole("button", { name: "Dismiss", includeHidden: true }).click();
  await expect(messages.getByText(/is changed again/)).toHaveCount(0);
  await page.getByRole("row").last().click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(
    messages.getByText(/^Nothing to undo by key: the last change of the reading “.*” can be undone in the/),
  ).toHaveCount(1);
  await expect(remark).toHaveValue(typed);
  expect(await asked(page, "readings", "restore")).toHaveLength(2);
});

test("a removal for good brings up no earlier change of a reading to be taken back by key", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-confirmed");
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:call");
  await filter.press("Enter");
  await page.getByRole("button", { name: "Clear event log" }).click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  await page.getByRole("button", { name: /^Remove \d+ events/ }).click();
  await expect(page.getByText(/nothing of them is left/).first()).toBeVisible();
  await page.getByRole("row").last().click();
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("/");
  await expect(filter).toBeFocused();
  expect(await asked(page, "readings", "restore")).toHaveLength(0);
});

test("the last change of a reading is taken back where readings are listed", async ({ open }) => {
  const page = await open("log=runs");
  await bring(page, "readings-profile");
  const undo = page.getByRole("button", { name: /^Undo the last change of “/ });
  await undo.press("Enter");
  await expect(undo).toHaveCount(0);
  await expect(page.getByText("None yet. When a webhook of a new kind comes")).toBeVisible();
});

test("a question that is answered says so until the log is judged by it, and cannot be answered again", async ({
  open,
}) => {
  const page = await open("log=runs");
  await bring(page, "readings-looks-right");
  const inspector = page.getByRole("region", { name: "Inspector" });
  const yes = inspector.getByRole("button", { name: "Yes, it is read correctly" });
  // Saved at once, and judged when main says so.
  await page.evaluate(() =>
    window.fakeBridge.handle("readings", "confirm", async ({ reading }) => {
      const profiles = await window.fakeBridge.bridge.profiles.list(null);
      const view = profiles.ok ? profiles.value.profiles.find(({ profile }) => profile.id === "sandbox") : undefined;
      if (view === undefined) throw new Error("There is no sandbox.");
      return { readingId: reading.id, view };
    }),
  );
  await yes.click();
  await expect(page.getByText(/are judged by this, from now on/).first()).toBeVisible();
  await expect(yes).toHaveAttribute("aria-busy", "true");
  await expect(inspector.getByText("Judging the log anew")).toBeVisible();
  await expect(inspector.getByRole("button", { name: "No, correct it…" })).toBeDisabled();
  await page.evaluate(() => window.fakeBridge.push("readings.progress", { profileId: "sandbox", done: 7, of: 40 }));
  await expect(inspector.getByText(/^17\s%$/)).toBeVisible();
  await expect(yes).toHaveAttribute("aria-busy", "true");
  // Whatever is still open then is asked anew.
  await page.evaluate(() => window.fakeBridge.push("readings.progress", { profileId: "sandbox", done: 40, of: 40 }));
  await expect(yes).not.toHaveAttribute("aria-busy", "true");
  await expect(inspector.getByText("Judging the log anew")).toBeHidden();
});
