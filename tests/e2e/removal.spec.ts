import { tracesBelow } from "../security/traces.ts";
import { answerOf } from "../support/bridge.ts";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

const CUSTOMER = "CUS-77-mark-of-one-customer";

test("what one customer left behind is gone from every file once it is removed for good", async ({ launch }) => {
  const first = await launch();
  const before = windowParts(first.page);
  await before.button("Simulate credit").click();
  await expect(before.rows(/Credit of .*matched/)).toHaveCount(1);
  await before.field("User reference").fill(CUSTOMER);
  await before.button("Simulate credit").click();
  await expect(before.rows(new RegExp(`Credit of .*${CUSTOMER}`))).toHaveCount(1);
  await fetch(await before.webhookUrl(), { method: "POST", body: `{"amount":50000,"user_reference":"${CUSTOMER}"}` });
  await answerOf(first.page, "preferences", "set", { savedFilters: [{ name: "Hers", filter: `ref:${CUSTOMER}` }] });
  await first.close();
  expect(tracesBelow(first.dataFolder, { customer: CUSTOMER })).not.toEqual([]);

  const app = await launch();
  const { page } = app;
  const { rows, field, button } = windowParts(page);
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill(CUSTOMER);
  await filter.press("Enter");
  await expect(rows(/./)).toHaveCount(2);
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  await button(/^Remove 2 events$/).click();
  await expect(page.getByText("Removed 2 events for good: nothing of them is left")).toBeVisible();
  await filter.fill("");
  await filter.press("Enter");
  await expect(rows(/Credit of .*matched/)).toHaveCount(1);
  await expect(field("User reference")).not.toHaveValue(CUSTOMER);
  await app.close();
  expect(tracesBelow(app.dataFolder, { customer: CUSTOMER })).toEqual([]);
});

test("a look-up of a customer goes by their reference, with the link's ID and its picture beside the form", async ({
  launch,
}) => {
  const [reference, link, name] = ["ref_wanjiru", "lnk_wanjiru_sanne", "Wanjirũ Kamau"];
  const app = await launch();
  const { page } = app;
  const { rows, field, button, tab, answer } = windowParts(page);
  await tab("Look up link").click();
  await field("Link ID").fill(link);
  await button("Look up link").click();
  await expect(answer.getByText("Link found")).toBeVisible();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill(`ref:=${reference}`);
  await filter.press("Enter");
  await expect(rows(/./)).toHaveCount(1);
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  const question = page.getByRole("dialog", { name: "Remove for good" });
  await expect(question).toContainText("in the form Look up link of “Sandbox”: Link ID");
  await button(/^Remove 1 event$/).click();
  await expect(page.getByText("Removed 1 event for good: nothing of it is left")).toBeVisible();
  await expect(field("Link ID")).not.toHaveValue(link);
  await expect(page.getByText("Link found")).toHaveCount(0);
  await app.close();
  expect(tracesBelow(app.dataFolder, { name, link })).toEqual([]);
});
