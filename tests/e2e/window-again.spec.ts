import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// Doing something again: a call with the same bytes or with others.

test("a call is sent again with the same body, and the selection stays so that the key cannot go on from call to call", async ({
  open,
}) => {
  const page = await open();
  const { rows, inspector } = windowParts(page);
  const credits = rows(/Credit of 50.000 = 500.00 NGN to ref_ada — test complete/);
  await credits.first().click();
  await inspector.getByRole("button", { name: "Repeat" }).click();
  await page.getByRole("menuitem", { name: "Send the same again" }).click();
  await expect(page.getByText("Sent again: credit of 50 000 = 500.00 NGN to ref_ada")).toBeVisible();
  await expect(credits.first()).toHaveAttribute("aria-selected", "true");
  const sent = (await asked(page, "calls", "send")).at(-1);
  expect(sent).toMatchObject({
    profileId: "sandbox",
    action: { operation: "credit", body: { raw: expect.any(String) } },
  });
});

test("Shift R and the arrow, in turn, send each call once: the selection does not jump to what was sent", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { log, rows } = windowParts(page);
  const credits = rows(/^Call Credit of/);
  await credits.first().click();
  await log.focus();
  const first = await log.getByRole("row", { selected: true }).getAttribute("id");
  for (let sent = 1; sent <= 3; sent += 1) {
    await page.keyboard.press("Shift+R");
    await expect.poll(() => asked(page, "calls", "send")).toHaveLength(sent);
    // On to the next call: webhooks and notices stand between them.
    const selected = log.getByRole("row", { selected: true });
    do await page.keyboard.press("ArrowDown");
    while ((await selected.getByLabel("Call", { exact: true }).count()) === 0);
  }
  const repeated = (await asked(page, "calls", "send")).map((sent) => (sent as { repeatOf: number }).repeatOf);
  expect(new Set(repeated).size).toBe(3);
  expect(`event-${repeated[0]}`).toBe(first);
});

test("a call opens in its form, to be sent with one value changed", async ({ open }) => {
  const page = await open();
  const { log, rows, field, inspector } = windowParts(page);
  await rows(/Charge of 125.000 = 1.250.00 NGN from ref_ada to ref_tunde/)
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
  const { rows, inspector } = windowParts(page);
  await rows(/Charge of 125.000 = 1.250.00 NGN from ref_ada to ref_tunde/)
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
  const { rows, inspector } = windowParts(page);
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

const DELIVERY = /Webhook: charge of 125.000 = 1.250.00 NGN/;

test("a delivery is replayed to this listener by key, and the new delivery is marked", async ({ open }) => {
  const page = await open();
  const { log, rows, inspector } = windowParts(page);
  await rows(DELIVERY).last().click();
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await log.press("Shift+R");
  await expect(rows(DELIVERY).last()).toContainText("replay");
  const [sent] = await asked(page, "replay", "send");
  expect(sent).toMatchObject({ target: { kind: "listener" }, withSecrets: false, edited: null, agreed: "no" });
  await expect(page.getByText("Replayed")).toBeVisible();
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await rows(DELIVERY).last().click();
  await inspector.getByRole("button", { name: "The webhook it repeats" }).click();
  await expect(rows(DELIVERY).last()).toHaveAttribute("aria-selected", "false");
});

test("a replay beyond this machine is asked about, once or for good", async ({ open }) => {
  const page = await open();
  const { log, rows, inspector } = windowParts(page);
  await rows(DELIVERY).last().click();
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await log.press("r");
  const dialog = page.getByRole("dialog", { name: "Replay" });
  await dialog.getByRole("radio", { name: /Another address/ }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill("https://hooks.example.com/in");
  await expect(dialog.getByText("POST /in → hooks.example.com")).toBeVisible();
  await expect(dialog.getByRole("switch", { name: /Name the target/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Send it to another machine?")).toBeVisible();
  await dialog.getByRole("button", { name: "Send once" }).click();
  await expect(dialog).toBeHidden();
  expect((await asked(page, "replay", "send")).at(-1)).toMatchObject({ agreed: "once", host: "target" });
});

test("a delivery is edited before it is replayed, and what is refused stands beside its field", async ({ open }) => {
  const page = await open();
  const { log, rows, inspector } = windowParts(page);
  await rows(DELIVERY).last().click();
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await log.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit and replay" });
  await expect(dialog.getByLabel("Headers")).toHaveValue(/^Host: 127\.0\.0\.1:8787\nContent-Type: /);
  await dialog.getByLabel("Method").fill("P UT");
  await dialog.getByLabel("Headers").fill("A: 1\na: 2\noops");
  await expect(dialog.getByText("Line 3 is not a header")).toBeVisible();
  await dialog.getByLabel("Headers").fill("A: 1\na: 2");
  const body = dialog.getByRole("textbox", { name: "Body" });
  await body.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate(() => navigator.clipboard.writeText('{"amount": 10.00}'));
  await page.keyboard.press("ControlOrMeta+v");
  await page.evaluate(() =>
    window.fakeBridge.failNext("replay", "send", "field:method", "This is not a method that can be sent."),
  );
  await body.press("ControlOrMeta+Enter");
  await expect(dialog.getByText("This is not a method that can be sent.")).toBeVisible();
  await dialog.getByLabel("Method").fill("PUT");
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(dialog).toBeHidden();
  const edited = {
    method: "PUT",
    headers: [
      ["A", "1"],
      ["a", "2"],
    ],
    body: Buffer.from('{"amount": 10.00}').toString("base64"),
  };
  expect((await asked(page, "replay", "send")).at(-1)).toMatchObject({ edited });
});

test("what was replayed is replayed again by key, changed as it was, and the selection stays", async ({ open }) => {
  const page = await open("latency=0");
  const { log, rows, inspector } = windowParts(page);
  await rows(DELIVERY).last().click();
  await expect(inspector.getByRole("heading", { name: /Webhook: charge/ })).toBeVisible();
  await log.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit and replay" });
  await dialog.getByLabel("Method").fill("PUT");
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  const heading = inspector.getByRole("heading", { name: /Edited replay/ });
  await expect(heading).toBeVisible();
  await log.press("Shift+R");
  await expect.poll(() => asked(page, "replay", "send")).toHaveLength(2);
  const [first, second] = (await asked(page, "replay", "send")) as readonly {
    edited: { method: string; body: string };
  }[];
  expect(second).toMatchObject({ edited: { method: "PUT", body: first?.edited.body } });
  await expect(page.getByText(/^Replayed: webhook: charge of .* from/)).toBeVisible();
  await expect(heading).toBeVisible();
});
