import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test("the whole daily job by keyboard", async ({ app }) => {
  const { page } = app;
  const { rows, log, inspector } = windowParts(page);
  await page.keyboard.press("ControlOrMeta+k");
  const search = page.getByRole("combobox", { name: "Search commands" });
  await search.fill("charge");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Amount", { exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(rows(/Webhook: charge/)).toHaveCount(1);
  await log.focus();
  await page.keyboard.press("End");
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await page.keyboard.press("Home");
  await expect(inspector.getByRole("heading", { name: /Listener started/ })).toBeVisible();
});

test("clearing the log can be undone", async ({ app }) => {
  const { button, rows } = windowParts(app.page);
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(1);
  await button("Clear event log").click();
  await app.page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
  await expect(app.page.getByText("The log was cleared")).toBeVisible();
  await app.page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(/Webhook: credit/)).toHaveCount(1);
});

test("the filter finds by words and by fields, and says what it does not understand", async ({ app }) => {
  const { button, rows, tab } = windowParts(app.page);
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(1);
  await tab("Look up link").click();
  await button("Look up link").click();
  await expect(rows(/Look-up of link/)).toHaveCount(1);
  const filter = app.page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:delivery");
  await filter.press("Enter");
  await expect(rows(/Look-up of link/)).toHaveCount(0);
  await expect(rows(/Webhook: credit/)).toHaveCount(1);
  await filter.fill("zebra-crossing");
  await filter.press("Enter");
  await expect(app.page.getByText("No event matches").first()).toBeVisible();
  await filter.fill("status:banana");
  await filter.press("Enter");
  await expect(app.page.getByText(/banana/).last()).toBeVisible();
});
