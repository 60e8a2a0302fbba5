import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

/** Of one part, where the rest of the page is as it was: all in the light theme, and in the dark one what is another there. */
async function expectNoFaults(page: Page, part: string): Promise<void> {
  // Without a blank page beside it, and without a list of all that is right.
  const builder = () => new AxeBuilder({ page }).setLegacyMode(true).include(part);
  for (const [colorScheme, axe] of [
    ["light", builder().options({ resultTypes: ["violations"] })],
    [
      "dark",
      builder()
        .options({ resultTypes: ["violations"] })
        .withRules(["color-contrast"]),
    ],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await axe.analyze();
    expect({ colorScheme, faults: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) }).toEqual({
      colorScheme,
      faults: [],
    });
  }
}

test("no accessibility fault in any screen or dialog, light or dark", async ({ open }) => {
  test.slow();
  const page = await open("latency=0&log=empty");
  const { button, rows, tab, inspector, listenerButton } = windowParts(page);
  await button("Simulate credit").click();
  await expect(rows(/Credit of/)).toHaveCount(1);
  await tab("Look up link").click();
  await button("Look up link").click();
  await rows(/Look-up of link .* found/).click();
  await expectNoFaults(page, "html");
  for (const name of ["Overview", "Sent", "Headers", "Answer", "Timing"]) {
    await inspector.getByRole("tab", { name, exact: true }).click();
    await expectNoFaults(page, '[aria-label="Inspector"]');
  }
  for (const keys of ["ControlOrMeta+,", "ControlOrMeta+Shift+m", "ControlOrMeta+k"]) {
    await page.keyboard.press(keys);
    await expectNoFaultsInDialog(page);
  }
  for (const opener of [listenerButton, button("Sandbox behaviour"), button("Shortcuts")]) {
    await opener.click();
    await expectNoFaultsInDialog(page);
  }
});

async function expectNoFaultsInDialog(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFaults(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
