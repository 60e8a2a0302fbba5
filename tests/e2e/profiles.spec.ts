import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NEW_PROFILE } from "../../src/shared/profile.ts";
import { newDataFolder, removeFolder } from "../support/app.ts";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

const KEY = "pssk_test_marker_4711";

test("a profile is made, used, deleted and brought back; its key never leaves main", async ({ launch }) => {
  const app = await launch();
  const { page } = app;
  const { button, field } = windowParts(page);
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await field("Name").first().fill("Acme");
  await dialog.getByText("Test", { exact: true }).first().click();
  await field("Base URL").fill("http://127.0.0.1:9");
  await field("Key").fill(KEY);
  await button("Create profile").click();
  // The name is there before the key is stored: what says where it is kept comes last.
  await expect(dialog.getByRole("group", { name: "Key" }).getByText("Kept for this session only")).toBeVisible();
  await expect(page.locator(`text=${KEY}`)).toHaveCount(0);
  expect(await page.content()).not.toContain(KEY);

  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("Acme").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await app.close();

  for (const name of await readdir(app.dataFolder)) {
    const bytes = await readFile(join(app.dataFolder, name)).catch(() => Buffer.alloc(0));
    expect(bytes.includes(KEY), name).toBe(false);
  }
});

test("an unreadable settings file is set aside with a notice, and nothing of it is lost", async ({ launch }) => {
  const dataFolder = await newDataFolder();
  await writeFile(join(dataFolder, "settings.json"), '{"version":1,"profiles":[');
  const app = await launch({ dataFolder, settings: undefined });
  await expect(windowParts(app.page).rows(/set aside|could not be read/i)).toHaveCount(1);
  const kept = (await readdir(dataFolder)).filter((name) => name.startsWith("settings.unreadable"));
  expect(kept).toHaveLength(1);
  expect(await readFile(join(dataFolder, kept[0] ?? ""), "utf8")).toBe('{"version":1,"profiles":[');
  await app.close();
  await removeFolder(dataFolder);
});

test("an export that is opened with Linkdesk is imported after a question, and only then", async ({ launch, host }) => {
  const folder = await newDataFolder();
  const file = join(folder, "team.linkdesk");
  const broken = join(folder, "broken.linkdesk");
  const profile = { ...NEW_PROFILE, name: "From a file", mode: "test", baseUrl: "https://api.example.test" };
  await writeFile(file, JSON.stringify({ format: "linkdesk-profiles", version: 1, profiles: [profile] }));
  await writeFile(broken, "{}");

  const app = await launch({ host, switches: [file] });
  const question = app.page.getByRole("alertdialog", { name: "Import this profile?" });
  await expect(question.getByText("https://api.example.test")).toBeVisible();
  await question.getByRole("button", { name: "Import" }).click();
  await expect(app.page.getByText("From a file was imported").first()).toBeVisible();
  await app.close();

  await expect(async () => {
    const again = await launch({ host, switches: [broken] });
    try {
      // The message goes by itself: where a busy machine shows it too early to be seen, the next start says it again.
      const refusal = again.page.getByText("not an export of Linkdesk profiles").first();
      await expect(refusal).toBeVisible({ timeout: 13_000 });
    } finally {
      await again.close();
    }
  }).toPass({ timeout: 80_000 });
  await removeFolder(folder);
});
