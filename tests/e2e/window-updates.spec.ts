import { SAMPLE_OFFER } from "../fakes/updates.ts";
import { asked, expect, test } from "./window.ts";

test("nothing is looked for before the question is answered; both answers can be taken back", async ({ open }) => {
  const page = await open("updates=idle");
  expect(await asked(page, "updates", "check")).toEqual([]);
  await page.getByRole("button", { name: "Look for updates?" }).click();
  await expect(page.getByText("Asks github.com/acme/linkdesk")).toBeVisible();
  await page.getByRole("button", { name: "No", exact: true }).click();
  const daily = page.getByRole("switch", { name: "Look for updates once a day" });
  await expect(daily).not.toBeChecked();
  await daily.click();
  await expect(daily).toBeChecked();
  expect(await asked(page, "preferences", "set")).toMatchObject([{ updates: "off" }, { updates: "on" }]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Look for updates?" })).toBeHidden();
});

test("each step is a press: look, read what is new, download, install", async ({ open }) => {
  const page = await open("updates=idle");
  await page.getByRole("button", { name: "Preferences" }).click();
  await page.getByRole("button", { name: "Look now" }).click();
  const notes = page.getByRole("region", { name: `What is new in ${SAMPLE_OFFER.version}` });
  // Text, whatever is in it.
  await expect(notes).toContainText("<b>Text</b> from a release");
  await expect(notes.locator("b")).toHaveCount(0);
  expect(await asked(page, "updates", "download")).toEqual([]);
  await page.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("Without it, nothing changes when you quit.")).toBeVisible();
  expect(await asked(page, "updates", "install")).toEqual([]);
  await page.getByRole("button", { name: "Quit and install" }).click();
  await expect(page.getByRole("button", { name: "Installing 0.2.0…" })).toBeVisible();
});

test("a failed download says why and is tried again; the status line says that something is there", async ({
  open,
}) => {
  const page = await open("updates=failed");
  await page.getByRole("button", { name: "The update failed" }).click();
  await expect(page.getByText("could not be reached (ERR_CONNECTION_RESET)")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Version 0.2.0 is ready to install" })).toBeVisible();
});

test("where there are none, the preferences say why, and nothing else speaks of them", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Preferences" }).click();
  await expect(page.getByText("This Linkdesk was started from its source.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /updates\?|Version/ })).toHaveCount(0);
});
