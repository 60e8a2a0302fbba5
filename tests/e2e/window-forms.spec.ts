import { expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// The forms: where the keys go, and that no result stands beside what contradicts it.

test("a shortcut has moved the focus before the next key counts", async ({ open }) => {
  const page = await open("latency=0");
  const { field } = windowParts(page);
  // Both in one turn of the page: nothing is given time to settle in between.
  const focused = await page.evaluate(() => {
    const key = { key: "2", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    return document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
  });
  expect(focused).toBe(await field("Amount").inputValue());
  await page.keyboard.type("5150");
  await expect(field("Amount")).toHaveValue("5150");
});

test("where nothing listens it is said before a simulation is sent, with the way to change it", async ({ open }) => {
  const page = await open("latency=0&listener=stopped");
  const { button, tab } = windowParts(page);
  await tab("Look up link").click();
  await expect(button("Start listening")).toBeHidden();
  await tab("Credit").click();
  await expect(page.getByText("The listener is stopped")).toBeVisible();
  await button("Start listening").click();
  await expect(page.getByText("The listener is stopped")).toBeHidden();
});

test("an amount below nothing goes out, with a remark", async ({ open }) => {
  const page = await open("latency=0");
  const { field, tab } = windowParts(page);
  await tab("Credit").click();
  await expect(field("Amount")).not.toHaveAccessibleDescription(/Less than nothing/);
  await field("Amount").fill("-500");
  await expect(field("Amount")).toHaveAccessibleDescription(/Less than nothing/);
});

test("a result goes when the form under it is wrong, and the inspector goes on to the new one", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { answer, button, field, inspector, tab, rows } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await rows(/Credit of/).click();
  await expect(inspector.getByRole("heading", { name: /Credit of/ })).toBeVisible();

  await field("Amount").fill("0");
  await button("Simulate credit").click();
  await expect(answer.getByText("422").first()).toBeVisible();
  await expect(inspector.getByText(/amount must be at least 1/i).first()).toBeVisible();

  await field("Amount").fill("12,5");
  await button("Simulate credit").click();
  await expect(page.getByText(/Enter a whole number of units/)).toBeVisible();
  await expect(answer.getByText("422").first()).toBeHidden();
});

test("an answer is not green while the webhook of its simulation is missing", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { answer, button, tab } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const rows = await window.fakeBridge.bridge.journal.page({ limit: 10, filter: "kind:call" });
    const call = rows.ok ? rows.value.events.at(-1) : undefined;
    if (call === undefined) throw new Error("The call has no row.");
    window.fakeBridge.push("runs.changed", {
      runs: [
        {
          id: call.id,
          operation: "credit",
          startedAt: call.at,
          deadline: call.at + 30_000_000,
          call: "accepted",
          verdict: { code: "missing", call: "accepted" },
          certainty: null,
          counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
        },
      ],
      ties: [],
    });
  });
  await expect(answer.getByText(/Webhook: missing/)).toBeVisible();
  await expect(answer.locator("[data-tone]").first()).toHaveAttribute("data-tone", "bad");
});

test("the tab of a body says whose it is", async ({ open }) => {
  const page = await open();
  const { inspector, rows } = windowParts(page);
  await rows(/Credit of .* test complete/)
    .first()
    .click();
  await expect(inspector.getByRole("tab", { name: "Sent", exact: true })).toBeVisible();
  await expect(inspector.getByRole("tab", { name: "Answer", exact: true })).toBeVisible();
  await rows(/Webhook: charge/)
    .last()
    .click();
  await expect(inspector.getByRole("tab", { name: "Received", exact: true })).toBeVisible();
});
