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
