import type { Page } from "playwright/test";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

/** Gives the two sides these bodies, in the order in which they are asked for, and compares two webhooks by key. */
async function compare(page: Page, left: Buffer | string, right: Buffer | string) {
  const { log, rows } = windowParts(page);
  await page.evaluate(
    (texts) => {
      const known = new Map<number, string>();
      window.fakeBridge.handle("journal", "body", ({ id }) => {
        const bytes = known.get(id) ?? texts[known.size] ?? "";
        known.set(id, bytes);
        return { bytes };
      });
    },
    [left, right].map((body) => Buffer.from(body).toString("base64")),
  );
  await rows(/Webhook: credit/)
    .first()
    .click();
  await log.press("c");
  await expect(page.getByText("choose another event in the log")).toBeVisible();
  await rows(/Webhook: charge/)
    .last()
    .click();
  await log.press("c");
  return page.getByRole("dialog", { name: "Compare events" });
}

test("two events are compared by their values, and the rules are remembered", async ({ open }) => {
  const page = await open();
  const dialog = await compare(
    page,
    '{"id":"a","amount":9007199254740993,"list":[1,2],"at":"2026-01-01T00:00:00Z"}',
    '{"list":[2,1],"amount":9007199254740992,"id":"b","at":"2026-01-02T00:00:00Z","new":null}',
  );
  const rows = dialog.getByRole("table", { name: "Values that differ" }).locator("tbody").getByRole("row");
  await expect(dialog.getByText("4 values differ")).toBeVisible();
  await expect(rows.filter({ hasText: "amount" })).toContainText("9007199254740993");
  await expect(rows.filter({ hasText: "amount" })).toContainText("9007199254740992");
  await expect(rows.filter({ hasText: "new" })).toContainText("only right");
  await dialog.getByRole("switch", { name: "Ignore the order of lists" }).click();
  await expect(dialog.getByText("2 values differ")).toBeVisible();
  await dialog.getByRole("switch", { name: "Ignore ids" }).click();
  await expect(dialog.getByText("3 values differ")).toBeVisible();
  expect(await asked(page, "preferences", "set")).toContainEqual({
    compare: { ids: false, times: true, itemOrder: true },
  });
  await expect(dialog.getByText(/^Left, the earlier · /)).toBeVisible();
  await dialog.getByRole("button", { name: "Swap sides" }).click();
  await expect(dialog.getByText(/^Left, the later · /)).toBeVisible();
  await expect(rows.filter({ hasText: "new" })).toContainText("only left");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("ids are known by their form, and a person's reference is none", async ({ open }) => {
  const page = await open();
  const known = await page.evaluate(async () => {
    const found = await window.fakeBridge.bridge.journal.page({ limit: 300, filter: "kind:webhook about:charge" });
    const last = found.ok ? found.value.events.at(-1) : undefined;
    return last?.kind === "delivery" ? last.facts.from : undefined;
  });
  expect(known).toMatch(/./);
  const body = (number: number, id: string) => JSON.stringify({ trace: `trc_${number}`, id });
  const dialog = await compare(page, body(100_002, "somebody"), body(100_003, known ?? ""));
  await expect(dialog.getByText("1 value differs")).toBeVisible();
  const rows = dialog.getByRole("table", { name: "Values that differ" }).locator("tbody").getByRole("row");
  await expect(rows).toContainText("somebody");
});

test("a number that counts to the moment of its event is a time, whatever its name", async ({ open }) => {
  const page = await open();
  const now = await page.evaluate(() => Date.now());
  const dialog = await compare(page, `{"a":1,"sent_ms":${now}}`, `{"a":2,"sent_ms":${now + 7}}`);
  await expect(dialog.getByText("1 value differs")).toBeVisible();
  await dialog.getByRole("switch", { name: "Ignore times" }).click();
  await expect(dialog.getByText("2 values differ")).toBeVisible();
});

test("what became of the two says their verdicts and signatures, and nothing of it can be left out", async ({
  open,
}) => {
  const page = await open();
  const dialog = await compare(page, "{}", "{}");
  const rules = dialog.getByRole("group", { name: "What does not count" });
  await expect(rules).toBeVisible();
  await dialog.getByRole("tab", { name: "Outcome" }).click();
  await expect(rules).toHaveCount(0);
  const row = (name: string) => dialog.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("Kind same")).toContainText("Webhook");
  await expect(row("Verdict")).toContainText("matched in");
  // That one came later than the other is no finding.
  await expect(row("Began")).toContainText("each its own");
  await expect(row("Signature")).toContainText(/valid|no signature|not checked/);
});

test("bodies that are the same say how far", async ({ open }) => {
  const page = await open();
  const body = '{"a":1}';
  await expect((await compare(page, body, body)).getByText("Identical, byte for byte")).toBeVisible();
  await page.keyboard.press("Escape");
  const dialog = await compare(page, body, '{ "a": 1.0 }');
  await expect(dialog.getByText("Same values, other bytes")).toBeVisible();
  await dialog.getByRole("button", { name: "Original" }).click();
  await expect(dialog.getByRole("textbox", { name: "Right body" })).toContainText('{ "a": 1.0 }');
});

test("what is not JSON is compared as text, what is no text as bytes, and what is too much says so", async ({
  open,
}) => {
  const page = await open();
  const text = await compare(page, "one\ntwo", "one\nthree");
  await expect(text.getByText(/Neither is JSON/)).toBeVisible();
  await expect(text.getByRole("textbox", { name: "Left body" })).toContainText("two");
  await page.keyboard.press("Escape");
  const bytes = await compare(page, Buffer.alloc(40_000, 1), Buffer.concat([Buffer.alloc(40_000, 1), Buffer.of(2)]));
  await expect(bytes.getByText(/They part at byte 40.000\./)).toBeVisible();
  await expect(bytes.getByRole("group", { name: "Bytes of both sides" })).toContainText("00009c40");
  await page.keyboard.press("Escape");
  const many = `[${"0,".repeat(1_000_000)}0]`;
  const large = await compare(page, many, `${many} `);
  await expect(large.getByText(/more than 200.000 values/)).toBeVisible();
  await large.getByRole("button", { name: "Original" }).click();
  await expect(large.getByText("Too long to be laid side by side")).toBeVisible();
});

test("a row has a menu of what can be done with its event", async ({ open }) => {
  const page = await open();
  const { rows } = windowParts(page);
  const line = await page.getByRole("contentinfo").boundingBox();
  await rows(/Webhook: charge/)
    .last()
    .click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Edit and replay" })).toBeVisible();
  // The menu of the lowest row, too, ends above the line in which messages stand.
  const lowerEdge = async () => {
    const menu = await page.getByRole("menu").boundingBox();
    return menu === null ? Number.POSITIVE_INFINITY : menu.y + menu.height;
  };
  await expect.poll(lowerEdge).toBeLessThanOrEqual(line?.y ?? 0);
  await page.getByRole("menuitem", { name: "Compare with another event" }).click();
  await expect(page.getByText("choose another event in the log")).toBeVisible();
  await rows(/Credit of .*test complete/)
    .last()
    .click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Send the same call again" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Edit and replay" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Compare with the marked event" }).click();
  await expect(page.getByRole("dialog", { name: "Compare events" })).toBeVisible();
});

test("the key compares the row that was pressed just before, and Escape ends what waits for another", async ({
  open,
}) => {
  const page = await open();
  const { log, rows } = windowParts(page);
  const bar = page.getByText(/^Compare .*choose another event in the log/);
  await rows(/Webhook: charge/)
    .last()
    .click();
  await expect(page.getByRole("button", { name: "Compare with another event" })).toBeVisible();
  // The detail of the next one never comes: the key counts all the same.
  await page.evaluate(() => window.fakeBridge.handle("journal", "detail", () => new Promise<never>(() => undefined)));
  await rows(/Webhook: credit/)
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Compare with another event" })).toHaveCount(0);
  await log.press("c");
  await expect(bar).toContainText("Webhook: credit");
  await log.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(log.getByRole("row", { selected: true })).toContainText("Webhook: credit");
});

test("one Escape ends what waits for another event, wherever the focus is, and the next leads back", async ({
  open,
}) => {
  const page = await open();
  const { inspector, log, rows, tab } = windowParts(page);
  const bar = page.getByText(/^Compare .*choose another event in the log/);
  await rows(/Webhook: charge/)
    .last()
    .click();
  const mark = inspector.getByRole("button", { name: "Compare with another event" });
  await mark.click();
  await expect(bar).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(mark).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(log).toBeFocused();

  await mark.click();
  await tab("Credit").click();
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(log.getByRole("row", { selected: true })).toContainText("Webhook: charge");
});
