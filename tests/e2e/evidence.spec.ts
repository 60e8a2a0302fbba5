import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test("a run is in the clipboard with two presses, and saved as a report that prints", async ({ app }) => {
  const { page } = app;
  const { tab, button, rows, log, inspector } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit.*matched/)).toHaveCount(1);
  await rows(/Credit of .*test complete/)
    .first()
    .click();
  await expect(inspector.getByRole("button", { name: "Export…" })).toBeVisible();

  await log.press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  const ticket = dialog.getByRole("region", { name: "Ticket text" });
  await expect(ticket).toContainText(/Matched in/);
  await expect(ticket).toContainText("Webhook");
  // References of people are left out, of the webhook as well as of the call, and it is said where they stood.
  await expect(ticket).not.toContainText("ref_ada");
  await expect(dialog.getByRole("group", { name: "Names and references" })).toContainText("Webhook:");

  await dialog.getByRole("radio", { name: /Report, PDF/ }).click();
  await dialog.getByRole("button", { name: "Save as a file…" }).click();
  await expect(dialog.getByText(/^Written/)).toBeVisible({ timeout: 60_000 });
  const path = (await dialog.getByText(/\.pdf$/).textContent()) ?? "";
  const pdf = await readFile(path, "latin1");
  expect(pdf.slice(0, 5)).toBe("%PDF-");
  // A4 in points, and its outline and tags.
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\s*\]/);
  expect(pdf).toContain("/StructTreeRoot");
});

test("a case file is written, found to be one's own and whole, and opened beside one's own log", async ({ app }) => {
  const { page } = app;
  const { tab, button, rows, log, inspector } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit.*matched/).last()).toBeVisible();
  await rows(/Credit of .*test complete/)
    .last()
    .click();
  await expect(inspector.getByRole("button", { name: "Export…" })).toBeVisible();
  await log.press("x");
  const exporting = page.getByRole("dialog", { name: "Export" });
  await exporting.getByRole("radio", { name: /Case file/ }).click();
  await exporting.getByRole("button", { name: "Save as a file…" }).click();
  const path = exporting.getByText(/\.linkdesk-case$/);
  await expect(path).toBeVisible();
  const file = (await path.textContent()) ?? "";
  await exporting.getByRole("button", { name: "Close" }).last().click();

  await page.getByLabel("File to open or check").setInputFiles(file);
  const opening = page.getByRole("dialog", { name: "Open a file" });
  await expect(opening.getByText("Whole, signed by this Linkdesk")).toBeVisible();
  await opening.getByRole("button", { name: "Open" }).click();
  const banner = page.getByRole("region", { name: "Opened file" });
  await expect(banner).toContainText("Not your log");
  await expect(rows(/Credit of/)).toHaveCount(1);
  await rows(/Credit of/).click();
  await expect(inspector).toContainText("Matched");
  await expect(inspector.getByRole("button", { name: "Pin event" })).toBeHidden();
  // It can be handed on, and says whose it is.
  await inspector.getByRole("button", { name: "Export…" }).click();
  await exporting.getByRole("radio", { name: /^Ticket text Plain/ }).click();
  await expect(exporting.getByRole("region", { name: "Ticket text" })).toContainText("Not recorded here");
  await exporting.getByRole("button", { name: "Close" }).last().click();
  await banner.getByRole("button", { name: "Close file" }).click();
  await expect(banner).toBeHidden();
  await expect(button("Simulate credit")).toBeVisible();
});
