import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

/** Of one part, where the rest of the page is as it was; in the second theme only the colours are others. */
async function expectNoFaults(page: Page, part: string, onlyColours: boolean): Promise<void> {
  // Without a blank page beside it, and without a list of all that is right.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(part)
    .options({ resultTypes: ["violations"] });
  const { violations } = await (onlyColours ? axe.withRules(["color-contrast"]) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`no accessibility fault in any screen or dialog (${colorScheme})`, async ({ open }) => {
    test.slow();
    const page = await open("latency=0&log=empty");
    const { button, rows, tab, inspector, listenerButton } = windowParts(page);
    await button("Simulate credit").click();
    await expect(rows(/Credit of/)).toHaveCount(1);
    await tab("Look up link").click();
    await button("Look up link").click();
    await rows(/Look-up of link .* found/).click();
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page, "html", colorScheme === "dark");
    for (const name of ["Overview", "Sent", "Headers", "Answer", "Timing"]) {
      await inspector.getByRole("tab", { name, exact: true }).click();
      await expectNoFaults(page, '[aria-label="Inspector"]', colorScheme === "dark");
    }
    for (const keys of ["ControlOrMeta+,", "ControlOrMeta+Shift+m", "ControlOrMeta+k"]) {
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoFaults(page, "[role=dialog]", colorScheme === "dark");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    for (const opener of [listenerButton, button("Sandbox behaviour"), button("Shortcuts")]) {
      await opener.click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoFaults(page, "[role=dialog]", colorScheme === "dark");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
