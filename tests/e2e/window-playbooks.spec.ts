import { sampleRunning } from "../fakes/playbooks.ts";
import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

test("what is selected becomes a playbook that is saved and run, in few presses and by keys alone", async ({
  open,
}) => {
  const page = await open("log=runs");
  const { rows } = windowParts(page);
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await rows(/Credit/)
    .last()
    .click();
  await page.getByRole("button", { name: "Repeat" }).press("Enter");
  await page.getByRole("menuitem", { name: "Make a playbook" }).press("Enter");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Simulate a credit");
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(dialog.getByRole("heading", { name: "Simulate a credit" })).toBeVisible();
  await dialog.getByLabel("amount", { exact: true }).fill("777");
  await dialog.getByRole("button", { name: "Run", exact: true }).last().press("Enter");
  await expect(dialog.getByText("1 passed, 1 failed, 1 could not run, 1 unsure")).toBeVisible();
  expect(await asked(page, "playbooks", "start")).toMatchObject([
    { rows: [{ amount: "777", user: "ref_ada" }], only: null },
  ]);
  await dialog.getByRole("button", { name: "Run the failed again" }).press("Enter");
  expect((await asked(page, "playbooks", "start")).at(-1)).toMatchObject({
    only: [
      { row: 0, stepId: "step-1" },
      { row: 0, stepId: "step-3" },
    ],
  });
  await dialog.getByRole("button", { name: "Event 1" }).first().press("Enter");
  await expect(dialog).toBeHidden();
});

test("steps are edited without code: moved, copied, switched off, given an expectation from a real field, and undone", async ({
  open,
}) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const steps = dialog.getByRole("list", { name: "Steps" }).locator("> li");
  await dialog.getByRole("button", { name: "Move down: step 1" }).press("Enter");
  await expect(steps.first()).toContainText("1. Wait 2.00 s");
  await dialog.getByRole("button", { name: "Duplicate: step 1" }).press("Enter");
  await expect(steps).toHaveCount(4);
  await dialog.getByRole("button", { name: "Undo the last change" }).press("Enter");
  await dialog.getByRole("button", { name: "Undo the last change" }).press("Enter");
  await expect(steps).toHaveCount(3);
  await expect(steps.first()).toContainText("Simulate a credit");
  await steps.first().getByRole("button", { name: "Expect something" }).click();
  await page.getByRole("menuitem", { name: "A field of the webhook" }).click();
  await steps.first().getByLabel("Field").fill("transaction.amount");
  await expect(steps.first().getByText("transaction.amount of the webhook is “50001”")).toBeVisible();
  await dialog.getByLabel("Default of amount").fill("9007199254740993123");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const saved = await asked(page, "playbooks", "save");
  expect(saved).toMatchObject([{ id: "own-1", playbook: { parameters: [{ default: "9007199254740993123" }, {}] } }]);
});

test("a playbook under way is paused, asked and stopped; a removed one comes back; a file is asked about first", async ({
  open,
}) => {
  const page = await open("log=runs");
  await page.getByRole("button", { name: "Playbooks", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("heading", { name: "Top up and check" }).waitFor();
  const pushed = sampleRunning("asking");
  await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), pushed);
  await dialog.getByLabel("Note").fill("by phone");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await dialog.getByRole("button", { name: "Pause" }).click();
  await dialog.getByRole("button", { name: "Stop" }).click();
  expect(await asked(page, "playbooks", "answer")).toEqual([{ yes: true, note: "by phone" }]);
  expect(await asked(page, "playbooks", "pause")).toEqual([{ paused: true }]);
  expect(await asked(page, "playbooks", "stop")).toHaveLength(1);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("button", { name: /^Top up and check/ })).toBeVisible();
  await dialog
    .getByLabel("A playbook's file")
    .setInputFiles({ name: "a.linkdesk-playbook", mimeType: "", buffer: Buffer.from("{}") });
  const question = page.getByRole("alertdialog", { name: "Import this playbook?" });
  expect(await asked(page, "playbooks", "save")).toHaveLength(1);
  await question.getByRole("button", { name: "Import" }).click();
  expect(await asked(page, "playbooks", "save")).toHaveLength(2);
});
