import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

test("what is selected is exported by keys alone, and each place can be kept", async ({ open }) => {
  const page = await open("log=runs");
  const { log, rows } = windowParts(page);
  await rows(/Credit/)
    .last()
    .click();
  await log.press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("radio", { name: /^Ticket text Plain/ })).toBeFocused();
  const har = dialog.getByRole("radio", { name: /HAR/ });
  await har.press("Space");
  await expect(har).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("switch", { name: /transaction.user.reference/ })).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Save as a file…" }).press("Enter");
  await expect(dialog.getByText("linkdesk-2026-11-22-15-04.har")).toBeVisible();
  const [written] = await asked(page, "evidence", "write");
  expect(written).toMatchObject({
    format: "har",
    redaction: { state: "redacted", keep: ["name Webhook transaction.user.reference"] },
  });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("unredacted is asked a second time, says what is in it, and can be taken back", async ({ open }) => {
  const page = await open("log=runs");
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Export unredacted…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("e-mail addresses (2)");
  await question.getByRole("button", { name: "Export unredacted" }).click();
  await expect(dialog.getByRole("region", { name: "Ticket text" })).toContainText("ref_ada");
  await dialog.getByRole("button", { name: "Leave personal values out" }).click();
  await expect(dialog.getByRole("region", { name: "Ticket text" })).not.toContainText("ref_ada");
});

test("writing can be given up, and the dialog says so when there is nothing", async ({ open }) => {
  const page = await open("log=runs");
  await page.evaluate(() =>
    window.fakeBridge.failNext("evidence", "prepare", "no-event", "There is nothing to export."),
  );
  await page.getByRole("button", { name: "Export the event log…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByText("There is nothing to export.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Export the event log…" }).click();
  await dialog.getByRole("radio", { name: /CSV/ }).click();
  await page.evaluate(() => void window.fakeBridge.hold("evidence", "write"));
  await dialog.getByRole("button", { name: "Save as a file…" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await asked(page, "evidence", "cancel")).toHaveLength(1);
});
