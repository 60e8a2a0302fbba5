import type { Locator } from "playwright/test";
import { choose } from "../gallery/opened.ts";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

test("what is selected is exported by keys alone, and each place can be kept", async ({ open }) => {
  const page = await open("log=runs");
  const { log, rows } = windowParts(page);
  await rows(/Credit/)
    .last()
    .click();
  await log.press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("radio", { name: /^Ticket text Plain/ })).toBeFocused();
  const har = dialog.getByRole("radio", { name: /HAR/ });
  await har.press("Space");
  await expect(har).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("switch", { name: /transaction.user.reference/ })).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Save as a file…" }).press("Enter");
  await expect(dialog.getByText("linkdesk-2026-11-22-15-04.har")).toBeVisible();
  const [written] = await asked(page, "evidence", "write");
  expect(written).toMatchObject({
    format: "har",
    redaction: { state: "redacted", keep: ["name Webhook transaction.user.reference"] },
  });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("rows that the mouse has chosen, some and from one to another, and what a filter shows, are exported", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  const { log, rows, inspector } = windowParts(page);
  const dialog = page.getByRole("dialog", { name: "Export" });
  const all = log.getByRole("row");
  const ids = (some: Locator) =>
    some.evaluateAll((each) => each.map(({ id }) => Number(id.replace("event-", ""))).toSorted((a, b) => a - b));
  const look = async (at: number): Promise<void> => {
    await log.press("x");
    await expect(dialog).toContainText(`${at} selected events`);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toBeHidden();
  };

  const credits = rows(/^Call Credit/);
  await credits.last().click();
  await credits.nth(-2).click({ modifiers: ["ControlOrMeta"] });
  await expect(inspector.getByText("2 events selected")).toBeVisible();
  const some = await ids(log.getByRole("row", { selected: true }));
  await look(2);

  await all.nth(-4).click();
  await all.last().click({ modifiers: ["Shift"] });
  await expect(inspector.getByText("4 events selected")).toBeVisible();
  const range = (await ids(all)).slice(-4);
  await look(4);

  const filter = page.getByRole("combobox", { name: "Filter" });
  await filter.fill("kind:delivery");
  await filter.press("Enter");
  await page.getByRole("button", { name: "Export what the filter shows…" }).click();
  await expect(dialog).toContainText("What the filter shows");
  expect(some).toHaveLength(2);
  expect(await asked(page, "evidence", "prepare")).toMatchObject([
    { scope: { of: "events", ids: some } },
    { scope: { of: "events", ids: range } },
    { scope: { of: "filter", filter: "kind:delivery" } },
  ]);
});

test("unredacted is asked a second time, says what is in it, and can be taken back", async ({ open }) => {
  const page = await open("log=runs");
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Export unredacted…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("e-mail addresses (2)");
  await question.getByRole("button", { name: "Export unredacted" }).click();
  await expect(dialog.getByRole("region", { name: "Ticket text" })).toContainText("ref_ada");
  await dialog.getByRole("button", { name: "Leave personal values out" }).click();
  await expect(dialog.getByRole("region", { name: "Ticket text" })).not.toContainText("ref_ada");
});

test("writing can be given up, and the dialog says so when there is nothing", async ({ open }) => {
  const page = await open("log=runs");
  await page.evaluate(() =>
    window.fakeBridge.failNext("evidence", "prepare", "no-event", "There is nothing to export."),
  );
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByText("There is nothing to export.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Export the event log…" }).click();
  await dialog.getByRole("radio", { name: /CSV/ }).click();
  await page.evaluate(() => void window.fakeBridge.hold("evidence", "write"));
  await dialog.getByRole("button", { name: "Save as a file…" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await asked(page, "evidence", "cancel")).toHaveLength(1);
});

test("how writing ended is in sight also where the list was scrolled in a small window", async ({ open }) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: /HAR/ }).click();
  await dialog.getByRole("textbox", { name: "Text like" }).focus();
  await dialog.getByRole("button", { name: "Export unredacted…" }).scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    window.fakeBridge.failNext("evidence", "write", "not-written", "The file was not written. The disk is full."),
  );
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("The disk is full.")).toBeInViewport();
  await dialog.getByRole("button", { name: "Export unredacted…" }).scrollIntoViewIfNeeded();
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText(/^Written/)).toBeInViewport();
});

test("a rule of the profile's own is added and taken away where it is wanted, and everything is looked through again", async ({
  open,
}) => {
  const page = await open("log=runs");
  await page.setViewportSize({ width: 1024, height: 680 });
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  const rules = dialog.getByRole("group", { name: "Your rules" });
  const text = rules.getByRole("textbox", { name: "Text like" });
  await text.fill("#");
  await page.keyboard.press("Enter");
  // In a small window it would be said behind the dialog's foot.
  await expect(rules.getByText("At least two characters besides *.")).toBeInViewport();
  await text.fill("ORD-####");
  await page.keyboard.press("Enter");
  await expect(rules.getByRole("listitem")).toContainText("Every text like ORD-####");
  expect(await asked(page, "profiles", "update")).toMatchObject([
    { draft: { redactionRules: [{ hides: "text", pattern: "ORD-####" }] } },
  ]);
  expect(await asked(page, "evidence", "prepare")).toHaveLength(2);
  expect(await asked(page, "evidence", "drop")).toHaveLength(1);
  await rules.getByRole("button", { name: "Remove the rule ORD-####" }).click();
  await expect(rules.getByRole("listitem")).toHaveCount(0);
});

test("a ticket is in the clipboard with two presses from the run", async ({ open }) => {
  const page = await open("log=runs");
  const { log, rows } = windowParts(page);
  await rows(/^Call Credit/)
    .last()
    .click();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await log.focus();
  await press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("button", { name: "Copy text" })).toBeEnabled();
  await press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("VERDICT");
});

test("a file is said to be whole, altered or a stranger's, and the stranger is given a name", async ({ open }) => {
  const page = await open("log=runs");
  const dialog = page.getByRole("dialog");
  const words = {
    "own.linkdesk-case": "Whole, signed by this Linkdesk",
    "altered-known.linkdesk-case": "events.har was changed",
    "unsigned.linkdesk-case": "The signature does not hold",
    "checkout.har": "A HAR file carries no proof",
  };
  for (const [name, found] of Object.entries(words)) {
    await choose(page, name);
    await expect(dialog.getByText(found).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  await choose(page, "ticket.linkdesk-case");
  await dialog.getByRole("textbox", { name: "Whose fingerprint it is" }).fill("Ada");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Whole, signed by Ada")).toBeVisible();
  expect(await asked(page, "preferences", "set")).toMatchObject([{ knownSigners: [{ name: "Ada" }] }]);
});

test("an opened file is a log of its own: marked, read-only, compared with one's own, closed", async ({ open }) => {
  const page = await open("log=runs");
  const { rows, inspector } = windowParts(page);
  await choose(page, "known.linkdesk-case");
  await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
  const banner = page.getByRole("region", { name: "Opened file" });
  await expect(banner).toContainText("Not your log: known.linkdesk-case");
  await expect(page.getByRole("region", { name: "Actions" })).toBeHidden();
  await page.keyboard.press("Control+2");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("nothing is sent from there");
  await rows(/^Call Credit/)
    .last()
    .click();
  await expect(inspector.getByRole("region", { name: "Verdict" })).toBeVisible();
  await expect(inspector.getByRole("button", { name: /^Choose/ })).toBeHidden();
  await rows(/Webhook/)
    .last()
    .click();
  await expect(inspector.getByRole("button", { name: "Pin event" })).toBeHidden();
  await page.keyboard.press("Delete");
  await inspector.getByRole("button", { name: "Export…" }).click();
  const exporting = page.getByRole("dialog", { name: "Export" });
  await expect(exporting.getByText("Not from your log")).toBeVisible();
  // Nor is a removal begun, which would be refused.
  await expect(page.getByText("it can be looked at, and not changed")).toHaveCount(0);
  expect(await asked(page, "evidence", "prepare")).toMatchObject([{ log: "opened" }]);
  await page.keyboard.press("Escape");
  await inspector.getByRole("button", { name: "Compare with another event" }).click();
  await banner.getByRole("button", { name: "Your log" }).click();
  await expect(page.getByRole("region", { name: "Actions" })).toBeVisible();
  await rows(/Webhook/)
    .last()
    .click();
  await inspector.getByRole("button", { name: "Compare with the marked event" }).click();
  const comparison = page.getByRole("dialog", { name: "Compare events" });
  await expect(comparison.getByText("opened file")).toHaveCount(1);
  expect(await asked(page, "opened", "body")).toHaveLength(1);
  expect(await asked(page, "journal", "body")).not.toHaveLength(0);
  await page.keyboard.press("Escape");
  await banner.getByRole("button", { name: "Opened file" }).click();
  await expect(banner).toContainText("Not your log");
  await banner.getByRole("button", { name: "Close file" }).click();
  await expect(banner).toBeHidden();
});

test("an opened file says nothing of one's own log: no filter of it, no row, no profile, no attempt it does not have", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { rows, inspector } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter" });
  await filter.fill("ref:nobody-of-this-file");
  await filter.press("Enter");
  await expect(page.getByText("What arrives and fits is shown here.")).toBeVisible();
  await choose(page, "own.linkdesk-case");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Content14 eventsExported");
  const held = await page.evaluateHandle(() => ({ release: window.fakeBridge.hold("opened", "page") }));
  await dialog.getByRole("button", { name: "Open" }).click();
  const banner = page.getByRole("region", { name: "Opened file" });
  await expect(banner).toContainText("Not your log");
  // Until it is read, nothing of one's own stands below.
  await expect(page.getByText("Reading the file")).toBeVisible();
  await expect(page.getByRole("region", { name: "Event log" })).toHaveCount(0);
  await held.evaluate(({ release }) => release());
  await expect(filter).toHaveValue("");
  await rows(/Webhook/)
    .first()
    .click();
  await expect(inspector.getByText("It is from a file and not from your log")).toBeVisible();
  await expect(inspector.getByText("Others may not be in this file.")).toBeVisible();
  await expect(inspector.getByText("The profile that it came to")).toHaveCount(0);
  await filter.fill("ref:nobody-of-that-file");
  await filter.press("Enter");
  await expect(page.getByText("Nothing in the file fits")).toBeVisible();
  await expect(page.getByText("What arrives and fits is shown here.")).toHaveCount(0);
  await banner.getByRole("button", { name: "Close file" }).click();
  await expect(filter).toHaveValue("ref:nobody-of-this-file");
});
