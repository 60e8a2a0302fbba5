import { playbookText } from "../../src/shared/playbook.ts";
import { SAMPLE_PLAYBOOK, sampleOfRows, sampleRunning } from "../fakes/playbooks.ts";
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
  await dialog.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await expect(dialog.getByText("1 passed, 1 failed, 1 could not run, 1 unsure")).toBeVisible();
  expect(await asked(page, "playbooks", "start")).toMatchObject([
    { rows: [{ amount: "777", user: "ref_ada" }], only: null },
  ]);
  await dialog.getByRole("button", { name: "Run again what did not pass" }).press("Enter");
  expect((await asked(page, "playbooks", "start")).at(-1)).toMatchObject({
    only: [
      { row: 0, stepId: "step-1" },
      { row: 0, stepId: "step-3" },
    ],
  });
  await dialog.getByRole("button", { name: "Run this step again: step 3" }).press("Enter");
  expect((await asked(page, "playbooks", "start")).at(-1)).toMatchObject({ only: [{ row: 0, stepId: "step-3" }] });
  const difference = dialog.getByRole("table", { name: "The first difference" });
  await expect(difference.getByRole("row").last()).toContainText(/Step 1, transaction\.amountdiffers50\s000\s*50\s001/);
  await dialog.getByRole("button", { name: "Event No. 1" }).first().press("Enter");
  await expect(dialog).toBeHidden();
});

test("where no playbook is yet, it is said where one is made of a call, and that is so", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  await page.evaluate(() => window.fakeBridge.handle("playbooks", "list", () => ({ playbooks: [], unreadable: [] })));
  await page.keyboard.press("Control+b");
  const none = "None yet: select a call, open “Repeat” above it and choose “Make a playbook”.";
  await expect(page.getByText(none)).toBeVisible();
  await page.keyboard.press("Escape");
  await page
    .getByRole("grid", { name: "Event log" })
    .getByRole("row", { name: /^Call Credit of/ })
    .first()
    .click();
  await page.getByTitle("Repeat", { exact: true }).click();
  await page.getByRole("menuitem", { name: "Make a playbook" }).click();
  await expect(page.getByRole("dialog", { name: "Playbooks" }).getByRole("button", { name: "Save" })).toBeVisible();
  await expect(page.getByText("None saved yet.")).toBeVisible();
  await expect(page.getByText(none)).toBeHidden();
});

test("the dialog stays where it is when a message comes", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  await page.setViewportSize({ width: 1_024, height: 680 });
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(dialog).not.toHaveAttribute("data-starting-style");
  const before = await dialog.boundingBox();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("“Top up and check” was saved")).toBeVisible();
  expect(await dialog.boundingBox()).toEqual(before);
});

test("of webhooks that belong to no simulation no playbook is offered, and it is said why", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  await page.evaluate(() => {
    const webhook = (id: number) => ({
      id,
      at: Date.now() * 1_000 + id,
      kind: "delivery" as const,
      profile: null,
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole" as const,
      status: 200,
      answerState: "sent" as const,
      size: 2,
      duration: 900,
      facts: {},
    });
    const appended = [webhook(1), webhook(2)];
    window.fakeBridge.push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  const { log, inspector } = windowParts(page);
  await log.getByRole("row").last().click();
  await page.keyboard.press("Shift+ArrowUp");
  const make = inspector.getByRole("button", { name: "Make a playbook" });
  await expect(make).toBeDisabled();
  await expect(inspector.getByText("A playbook is made of calls, or of webhooks that belong to a")).toBeVisible();
});

test("of a step's currency that is no code it is said, of a parameter it is not", async ({ open }) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const currency = dialog.getByLabel("Currency", { exact: true }).first();
  const remark = /three capital letters/;
  await currency.fill("EURO");
  await expect(currency).toHaveAccessibleDescription(remark);
  await currency.fill("{currency}");
  await expect(currency).not.toHaveAccessibleDescription(remark);
});

test("steps are edited without code: moved, copied, switched off, given an expectation from a real field, and undone", async ({
  open,
}) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const seen = dialog.getByRole("list", { name: "Steps" }).locator("> li").first();
  await expect(seen).toContainText("was 50\u202f001");
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
  await page.keyboard.press("Tab");
  await steps.first().getByText("Fields of the answer that were seen (2)").click();
  await steps.first().getByRole("switch", { name: "link.id" }).press("Space");
  await expect(steps.first().getByText("link.id of the answer is there, with any value")).toBeVisible();
  // Ids are other ones each time; the value of a parameter is the parameter's.
  await steps.first().getByRole("switch", { name: "link.user.reference" }).press("Space");
  await expect(steps.first().getByText("link.user.reference of the answer is “{user}”")).toBeVisible();
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await page.getByRole("menuitem", { name: "Wait until…" }).click();
  await expect(steps.last()).toContainText("4. Wait until at least 1 webhook within 10.0 s");
  // By the pointer they are drawn to their place.
  const handle = (place: number) => steps.nth(place).locator("[draggable]");
  await handle(2).scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all([handle(3).boundingBox(), handle(2).boundingBox()]);
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 40, { steps: 5 });
  await page.mouse.up();
  await expect(steps.nth(2)).toContainText("3. Wait until at least 1 webhook");
  await dialog.getByRole("button", { name: "Undo the last change" }).press("Enter");
  await expect(steps.last()).toContainText("4. Wait until at least 1 webhook");
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
    .getByLabel("A playbook’s file")
    .setInputFiles({ name: "a.linkdesk-playbook", mimeType: "", buffer: Buffer.from("{}") });
  const question = page.getByRole("alertdialog", { name: "Import this playbook?" });
  expect(await asked(page, "playbooks", "save")).toHaveLength(1);
  await question.getByRole("button", { name: "Import" }).click();
  expect(await asked(page, "playbooks", "save")).toHaveLength(2);
});

test("of a run with many rows what did not pass is shown, and all of it on request", async ({ open }) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  const steps = dialog.getByRole("list", { name: "Steps" }).locator("> li");
  await expect(steps).toHaveCount(2);
  // Nothing moves when the scroll bar comes.
  await expect(dialog.getByRole("region", { name: "Playbook", exact: true })).toHaveCSS("scrollbar-gutter", "stable");
  await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), sampleOfRows(150));
  await expect(dialog.getByText("So far: 149 passed, 1 failed")).toBeVisible();
  await expect(steps).toHaveText([/Row 149, 3\. Look up link lnk_149/]);
  await expect(dialog.getByText("Shown: 1 of the 1 that did not pass.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show all 150 steps" }).press("Enter");
  await expect(steps).toHaveCount(150);
});

test("rows that a run was started with stay in sight after it, and go with their switch", async ({ open }) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  const rows = dialog.getByLabel("Rows");
  const run = dialog.getByRole("button", { name: "Run", exact: true });
  await dialog.getByRole("switch", { name: "Run once for each row of a table" }).press("Space");
  await rows.fill("amount\tuser\n1\tref_ada\n2\tref_ada");
  await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), sampleRunning("running"));
  await expect(rows).toBeHidden();
  await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), {
    ...sampleRunning("running"),
    state: "ended" as const,
  });
  await expect(rows).toHaveValue(/^amount/);
  await dialog.getByRole("switch", { name: "Run once for each row of a table" }).press("Space");
  await run.press("Enter");
  expect((await asked(page, "playbooks", "start")).at(-1)).toMatchObject({ rows: [{ amount: "50000" }] });
});

test("a file from outside, one that is dropped and one of Ctrl O are asked about, one after the other", async ({
  open,
}) => {
  const page = await open("log=runs");
  const question = page.getByRole("alertdialog", { name: "Import this playbook?" });
  const [playbook, text] = [SAMPLE_PLAYBOOK, playbookText(SAMPLE_PLAYBOOK)];
  await page.evaluate((given) => {
    const { push } = window.fakeBridge;
    push("playbooks.offered", { readable: true, file: "first.linkdesk-playbook", playbook: given });
    push("playbooks.offered", {
      readable: false,
      file: "second.linkdesk-playbook",
      reason: "This file is not valid JSON.",
    });
  }, playbook);
  await expect(question).toContainText("first.linkdesk-playbook");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("This file is not valid JSON.").first()).toBeVisible();
  expect(await asked(page, "playbooks", "save")).toEqual([]);

  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.linkdesk-playbook"));
    return data;
  }, text);
  await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
  const sign = page.getByText(/^Drop it to open it/);
  await expect(sign).toBeVisible();
  await page.dispatchEvent("body", "dragleave", { dataTransfer: dropped });
  await expect(sign).toBeHidden();
  // One that was given up without a word goes with what can only be done when nothing is held.
  const { rows } = windowParts(page);
  const selected = rows(/./).and(page.locator("[aria-selected=true]"));
  await rows(/./).last().click();
  await expect(selected).toHaveCount(1);
  for (const giveUp of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.move(300, 300),
    () => page.mouse.down().then(() => page.mouse.up()),
    () => page.dispatchEvent("body", "dragend"),
  ]) {
    await page.dispatchEvent("body", "dragenter", { dataTransfer: dropped });
    await expect(sign).toBeVisible();
    await giveUp();
    await expect(sign).toBeHidden();
    if (giveUp.toString().includes("Escape")) await expect(selected).toHaveCount(1);
  }
  // The browser goes to a file that nobody has taken, from its entering on.
  for (const type of ["dragenter", "dragover", "drop"])
    expect(
      await dropped.evaluate(
        (dataTransfer, name) =>
          document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })),
        type,
      ),
    ).toBe(false);
  await expect(question).toContainText("dropped.linkdesk-playbook");
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
  await expect(sign).toBeHidden();
  await expect(question).toContainText("dropped.linkdesk-playbook");
  await question.getByRole("button", { name: "Import" }).press("Enter");
  await expect(
    page.getByRole("dialog", { name: "Playbooks" }).getByRole("heading", { name: playbook.name }),
  ).toBeVisible();
  expect(await asked(page, "playbooks", "save")).toHaveLength(1);
  await page.keyboard.press("Escape");

  const choosing = page.waitForEvent("filechooser");
  // The browser is asked to hand the chooser over, and keys take another way to the page: what the page says after it
  // was asked is the receipt.
  await expect(page.getByRole("dialog", { name: "Playbooks" })).toBeHidden();
  await page.keyboard.press("Control+o");
  const chooser = await choosing;
  await chooser.setFiles({ name: "chosen.linkdesk-playbook", mimeType: "", buffer: Buffer.from(text) });
  await expect(question).toContainText("chosen.linkdesk-playbook");
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(question).toBeHidden();
});

test("two results are compared line by line, and lead to what came of both", async ({ open }) => {
  const page = await open("log=runs");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  await dialog.getByRole("button", { name: "Results" }).click();
  await dialog.getByLabel("Compared with").click();
  await page.getByRole("option").nth(1).click();
  const compared = dialog.getByRole("region", { name: "Compared" });
  await expect(compared.getByRole("status")).toHaveText("1 expectation came out otherwise, 3 the same.");
  await expect(compared.getByRole("table")).toContainText("step 1: the amount in the webhook is 50\u202f000");
  await compared.getByRole("button", { name: "Compare what came…" }).press("Enter");
  await page.getByRole("menuitem", { name: "What came of step 1" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Compare events" })).toBeVisible();
});

test("a playbook says what its amounts stand for, and that the sandbox's steps cannot run with another service", async ({
  open,
}) => {
  const page = await open("profile=acme-test");
  await page.keyboard.press("Control+b");
  const dialog = page.getByRole("dialog", { name: "Playbooks" });
  // It opens on the list, where one goes on, and not on what brings files in.
  await expect(dialog.getByRole("navigation", { name: "All playbooks" }).locator("section :focus")).toHaveCount(1);
  await dialog.getByRole("region", { name: "For the sandbox" }).getByRole("button").first().click();
  await expect(dialog.getByRole("list", { name: "Steps" })).toContainText(
    /credit of 50\s000 = 500\.00\sNGN to ref_ada/,
  );
  await expect(dialog.getByText("It is made for the sandbox")).toBeVisible();
  await expect(dialog.getByText(/cannot be told to the service of “Acme Payments”/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Run the other steps there" })).toBeEnabled();
});
