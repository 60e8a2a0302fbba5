import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { until } from "../support/until.ts";
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

test("an export that a full disk or a kill of the whole app breaks off leaves no half file", async ({ launch }) => {
  test.slow();
  const home = await newDataFolder();
  const downloads = join(home, "saved");
  mkdirSync(downloads);
  writeFileSync(join(home, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  let disk = mountSmallDisk(downloads, 1);
  try {
    const env = { XDG_CONFIG_HOME: home };
    const app = await launch({ env });
    const { log, webhookUrl } = windowParts(app.page);
    const address = await webhookUrl();
    // So many values that going through them takes seconds, of which a kill needs none.
    const values = Array.from({ length: 15_000 }, (_, index) => `${index} of ${randomUUID()}`);
    for (let count = 0; count < 10; count += 1)
      expect((await fetch(address, { method: "POST", body: JSON.stringify({ count, values }) })).status).toBe(200);
    await log.press("Control+a");
    await log.press("x");
    const dialog = app.page.getByRole("dialog", { name: "Export" });
    await dialog.getByRole("radio", { name: /Case file/ }).click();
    const save = dialog.getByRole("button", { name: "Save as a file…" });
    if (disk !== null) {
      await save.click();
      await expect(dialog.getByText("The file was not written. The disk is full.")).toBeVisible({ timeout: 60_000 });
      expect(readdirSync(downloads)).toEqual([]);
      disk.undo();
      disk = null;
    }
    await save.click();
    await until(() => readdirSync(downloads).length > 0, 60_000);
    await app.kill();
    const [half = "", ...others] = readdirSync(downloads);
    expect(others).toEqual([]);
    expect(half).toMatch(/^\.linkdesk-.*\.part$/);

    const again = await launch({ env });
    expect(readdirSync(downloads)).toEqual([]);
    const kept = await answerOf(again.page, "journal", "page", { after: 0, limit: 100, filter: "kind:delivery" });
    expect(kept.events).toHaveLength(10);
  } finally {
    disk?.undo();
    await removeFolder(home);
  }
});
