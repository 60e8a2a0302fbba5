import type { Page } from "playwright/test";
import { answerOf } from "../support/bridge.ts";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test("from a fresh start to the first webhook and its verdict on screen: one press", async ({ app }) => {
  const { button, rows, answer, inspector } = windowParts(app.page);
  await button("Simulate credit").click();
  await expect(answer.getByText("test complete").first()).toBeVisible();
  await expect(rows(/Credit of .* test complete/)).toHaveCount(1);
  await expect(rows(/Webhook: credit of/)).toHaveCount(1);
  await expect(rows(/matched in/)).toHaveCount(2);
  await expect(answer.getByText(/^Webhook: matched in/)).toBeVisible();
  // What the sandbox sends is known: nobody is asked whether it is read correctly.
  await expect(button(/read correctly/)).toHaveCount(0);
  await rows(/Credit of .* test complete/).click();
  await expect(inspector.getByRole("region", { name: "Verdict" })).toContainText(/^Matched in \d/);
  await expect(inspector.getByRole("row", { name: /Webhook → 200/ })).toContainText(/Arrived .* after the start/);
});

test("a charge is sent as typed and its webhook arrives", async ({ app }) => {
  const { tab, field, button, rows, inspector } = windowParts(app.page);
  await tab("Charge").click();
  await field("Amount").fill("9007199254740993123");
  await field("Remark").fill('lunch “für zwei” 🍜 </script> "quoted"');
  await button("Simulate charge").click();
  await expect(rows(/Charge of .* hook sent/)).toHaveCount(1);
  await rows(/Webhook: charge of/).click();
  await inspector.getByRole("tab", { name: "Received" }).click();
  await expect(inspector.getByText("9007199254740993123").first()).toBeVisible();
});

test("a look-up shows the link as a picture", async ({ app }) => {
  const { tab, button, rows, inspector } = windowParts(app.page);
  await tab("Look up link").click();
  await button("Look up link").click();
  await rows(/Look-up of link .* found/).click();
  const picture = inspector.getByRole("figure", { name: "The link", exact: true });
  await expect(picture).toBeVisible();
  await expect(picture.getByText("lnk_ada_kwame").first()).toBeVisible();
  await expect(picture.getByText("Mangrove Wallet").first()).toBeVisible();
});

test("what is typed, sent and chosen outlives a restart; until a theme is chosen it follows the system", async ({
  launch,
}) => {
  const first = await launch();
  const before = windowParts(first.page);
  await before.field("Amount").fill("12345");
  await before.field("Amount").press("ControlOrMeta+Enter");
  await expect(before.rows(/Credit of 12.345/)).toHaveCount(1);
  await expect(before.rows(/Webhook: credit of 12.345/)).toHaveCount(1);
  await first.page.emulateMedia({ colorScheme: "light" });
  const light = await backgroundOf(first.page);
  await first.page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => backgroundOf(first.page)).not.toBe(light);
  const dark = await backgroundOf(first.page);
  await first.page.emulateMedia({ colorScheme: "light" });
  await first.page.keyboard.press("ControlOrMeta+,");
  await first.page.getByRole("dialog", { name: "Preferences" }).getByText("Dark", { exact: true }).click();
  await expect.poll(() => backgroundOf(first.page)).toBe(dark);
  await first.page.keyboard.press("Escape");
  // What is looked at lies between the log's two ends.
  const url = await before.webhookUrl();
  for (let n = 0; n < 60; n += 1) await fetch(url, { method: "POST", body: `{"n":${n}}` });
  const selected = before.log.getByRole("row", { selected: true });
  await before.log.press("End");
  for (let n = 0; n < 30; n += 1) await before.log.press("ArrowUp");
  const looked = (await selected.getAttribute("id")) ?? "";
  await expect
    .poll(async () => `event-${(await answerOf(first.page, "preferences", "get", null)).lookedAt.selectedId}`)
    .toBe(looked);
  await before.inspector.getByRole("tab", { name: "Headers" }).click();
  await first.close();

  const second = await launch();
  const after = windowParts(second.page);
  await second.page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => backgroundOf(second.page)).toBe(dark);
  await expect(after.log.getByRole("row", { selected: true })).toHaveAttribute("id", looked);
  await expect(after.log.getByRole("row", { selected: true })).toBeInViewport();
  await expect(after.field("Amount")).toHaveValue("12345");
  await expect(after.answer.getByText("Test complete", { exact: true })).toBeVisible();
  await expect(after.inspector.getByRole("tab", { name: "Headers" })).toHaveAttribute("aria-selected", "true");
  await expect(second.page.getByRole("button", { name: /0 webhooks since the start/ })).toBeVisible();
  await after.log.press("Home");
  await expect(after.rows(/Credit of 12.345 .* test complete/)).toHaveCount(1);
  await expect(after.rows(/Webhook: credit of 12.345/)).toHaveCount(1);
});

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
