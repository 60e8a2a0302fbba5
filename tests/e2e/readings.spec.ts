import { hash } from "node:crypto";
import type { Page } from "playwright/test";
import type { App } from "../support/app.ts";
import type { ForeignService } from "../support/foreign-service.ts";
import { expect, test } from "./fixtures.ts";
import { launchAt } from "./foreign.ts";

/** How Kiosk, which nobody knows, writes what a credit has caused. */
function transfer(amount: string, reference: string, state = "cleared"): string {
  return JSON.stringify({
    id: `kiosk-${reference}-${state}`,
    kind: "transfer.booked",
    // An id where others have the name of the event.
    evt: `ev_${hash("sha1", `${amount} ${reference}`).slice(0, 10)}`,
    transfer: { total: Number(amount), fee: 125, money: "NGN", payee: { ref: reference }, state },
  });
}

/** Answers each credit and sends its webhook, written by `write`. */
async function kiosk(app: App, service: ForeignService) {
  let write: (amount: string, reference: string) => string = transfer;
  const url = await app.page
    .getByRole("button", { name: /Listening on http/ })
    .textContent()
    .then((text) => /http:\/\/[^\s]+\/webhooks/.exec(text ?? "")?.[0] ?? "");
  service.answerWith((response, { body }) => {
    response.setHeader("Content-Type", "application/json");
    response.end('{"message":"test complete"}');
    const { amount, user_reference: reference } = JSON.parse(body) as { amount: number; user_reference: string };
    response.once("close", () => void service.sendWebhook(url, write(String(amount), reference)));
  });
  return {
    writes: (next: typeof write) => {
      write = next;
    },
  };
}

async function simulate(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByRole("tab", { name: "Credit" }).click();
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByLabel("Currency", { exact: true }).fill("NGN");
  await page.getByLabel("User reference", { exact: true }).fill(reference);
  await page.getByRole("button", { name: "Simulate credit" }).click();
}

const rowOf = (page: Page, reference: string) =>
  page.getByRole("row", { name: new RegExp(`^Call Credit.*${reference}`) }).last();

test("one press confirms how a kind of webhook is read; from then on only what is new asks", async ({ launch }) => {
  // Fourteen simulations, one after the other.
  test.slow();
  const { app, service } = await launchAt(launch);
  const { page } = app;
  const sender = await kiosk(app, service);

  await simulate(page, "50000", "ada_1");
  await expect(rowOf(page, "ada_1")).toContainText("confirm?");
  await page.getByRole("region", { name: "Answer" }).getByRole("button", { name: "Yes, it is read correctly" }).click();
  await expect(rowOf(page, "ada_1")).not.toContainText("confirm?");
  await expect(rowOf(page, "ada_1")).toHaveAccessibleName(/matched/);

  for (let count = 2; count <= 11; count += 1) {
    await simulate(page, String(50_000 + count), `ada_${count}`);
    await expect(rowOf(page, `ada_${count}`)).toHaveAccessibleName(/matched/);
  }

  sender.writes((amount) => transfer(amount, "tunde_9"));
  await simulate(page, "61000", "ada_exchanged");
  await expect(rowOf(page, "ada_exchanged")).toContainText("mismatch");

  sender.writes((amount, reference) => transfer(amount, reference, "denied"));
  await simulate(page, "62000", "ada_new_word");
  await expect(rowOf(page, "ada_new_word")).toContainText("confirm?");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(
    answer.getByText("It says “denied” at transfer.state, which was not seen in this kind of webhook before"),
  ).toBeVisible();
  await answer.getByRole("button", { name: "It failed" }).click();
  await expect(rowOf(page, "ada_new_word")).toContainText("failed");

  await simulate(page, "63000", "ada_failed");
  await expect(rowOf(page, "ada_failed")).toContainText("failed");
});

test("a value that is read wrongly is pointed at by keyboard, and the correction can be undone", async ({ launch }) => {
  const { app, service } = await launchAt(launch);
  const { page } = app;
  await kiosk(app, service);
  await simulate(page, "50000", "ada_1");
  await rowOf(page, "ada_1").click();
  await page.getByRole("region", { name: "Inspector" }).getByRole("button", { name: "No, correct it…" }).click();

  const tree = page.getByRole("tree");
  await tree.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "This is the outcome" }).press("Enter");
  const words = page.getByRole("group", { name: "“cleared” means" });
  await words.getByRole("button", { name: "Failed" }).press("Enter");
  await page.getByRole("button", { name: "Use these words" }).press("Enter");
  await expect(page.getByRole("region", { name: "Corrected reading" })).toContainText("it failed");
  await page.getByRole("button", { name: "Yes, save this reading" }).press("Enter");
  await expect(rowOf(page, "ada_1")).toContainText("failed");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "ada_1")).toContainText("confirm?");
});
