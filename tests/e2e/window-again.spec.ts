import { bench } from "./bench.ts";
import { asked, expect, test } from "./window.ts";

// Doing something again: a call with the same bytes or with others.

test("a call is sent again with the same body, and its new row is shown", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = bench(page);
  const credits = rows(/Credit of 50.000 NGN to ref_ada — test complete/);
  await credits.first().click();
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await page.getByRole("menuitem", { name: "Send the same again" }).click();
  await expect(rows(/test complete/).last()).toHaveAttribute("aria-selected", "true");
  const sent = (await asked(page, "calls", "send")).at(-1);
  expect(sent).toMatchObject({
    profileId: "sandbox",
    action: { operation: "credit", body: { raw: expect.any(String) } },
  });
});

test("a call opens in its form, to be sent with one value changed", async ({ open }) => {
  const page = await open();
  const { log, rows, field, inspector } = bench(page);
  await rows(/Charge of 125.000 NGN from ref_ada to ref_tunde/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Charge of/ })).toBeVisible();
  const text = '{"amount":125000,"currency":"NGN","from":"ref_ada","to":"ref_tunde","remark":"Lunch \\"two\\""}';
  await page.evaluate((bytes) => window.fakeBridge.handle("journal", "body", () => ({ bytes })), btoa(text));
  await log.press("r");
  await expect(field("Amount")).toBeFocused();
  await expect(field("Remark")).toHaveValue('Lunch "two"');
  await field("Amount").fill("9007199254740993123");
  await page.getByRole("button", { name: "Simulate charge" }).click();
  await expect.poll(() => asked(page, "calls", "send")).toHaveLength(1);
  expect((await asked(page, "calls", "send")).at(-1)).toMatchObject({
    action: { body: { amount: "9007199254740993123", from: "ref_ada", to: "ref_tunde", remark: 'Lunch "two"' } },
  });
});

test("a body that the fields could not make opens in the editor, from the menu too", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = bench(page);
  await rows(/Charge of 125.000 NGN from ref_ada to ref_tunde/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Charge of/ })).toBeVisible();
  await page.evaluate(
    (bytes) => window.fakeBridge.handle("journal", "body", () => ({ bytes })),
    btoa('{"amount": 1e2}'),
  );
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await page.getByRole("menuitem", { name: /Change values/ }).click();
  await expect(page.getByRole("textbox", { name: "JSON body" })).toContainText('{"amount": 1e2}');
  await expect(page.getByRole("textbox", { name: "JSON body" })).toBeFocused();
});

test("nothing is sent again to a profile that is gone", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = bench(page);
  await rows(/values not accepted/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Credit of/ })).toBeVisible();
  await page.evaluate(async () => {
    const { bridge, push } = window.fakeBridge;
    const list = await bridge.profiles.list(null);
    if (list.ok)
      push("profiles.changed", {
        ...list.value,
        profiles: list.value.profiles.filter(({ profile }) => profile.id !== "acme-test"),
      });
  });
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await expect(page.getByText("The profile “Acme Payments” no longer exists.")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Send the same again" })).toHaveAttribute("aria-disabled", "true");
});
