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

test("forms are sent with Ctrl+Enter and remember their last values over a restart", async ({ launch }) => {
  const first = await launch();
  const before = windowParts(first.page);
  await before.field("Amount").fill("12345");
  await before.field("Amount").press("ControlOrMeta+Enter");
  await expect(before.rows(/Credit of 12.345/)).toHaveCount(1);
  await expect(before.rows(/Webhook: credit of 12.345/)).toHaveCount(1);
  await first.close();

  const second = await launch();
  const after = windowParts(second.page);
  await expect(after.field("Amount")).toHaveValue("12345");
  await expect(after.rows(/Credit of 12.345 .* test complete/)).toHaveCount(1);
  await expect(after.rows(/Webhook: credit of 12.345/)).toHaveCount(1);
});
