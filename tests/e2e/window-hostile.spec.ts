import type { Page } from "playwright/test";
import { watchPage } from "../hostile/bodies-watch.ts";
import { expect, test } from "./window.ts";

// Names of profiles come from files of strangers too, and stand beside the sign that says whether money is real.

const NAME = "Acme\u202e TSET\u200b \u0007<img src=x onerror=hostileRan()>\u2066";
/** How it is shown. */
const SHOWN = "AcmeRLO TSETZWSP BEL<img src=x onerror=hostileRan()>LRI";

/** Places of the page where characters stand as they came that hide, or turn the text around them about. */
function unmarked(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const unseen = /(?![\n\t\u00ad\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text) {
        if (unseen.test(node.data))
          found.push(`text in ${node.parentElement?.className}: ${JSON.stringify(node.data)}`);
      } else if (node instanceof Element)
        // A field has what is typed into it.
        for (const { name, value } of node.attributes)
          if (name !== "value" && unseen.test(value)) found.push(`${node.tagName} ${name}=${JSON.stringify(value)}`);
    if (unseen.test(document.title)) found.push("the title");
    return found;
  });
}

test("a hostile name of a profile is marked wherever it is shown", async ({ open }) => {
  const page = await open();
  const watch = await watchPage(page);
  await page.keyboard.press("Control+Shift+m");
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("button", { name: "New profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill(NAME);
  await page.getByRole("radio", { name: /^Test/ }).click();
  await page.getByLabel("Base URL").fill("https://beta.example.test/v1");
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(page.getByRole("navigation", { name: "Profiles" })).toContainText(SHOWN);
  expect(await unmarked(page)).toEqual([]);

  await test.step("in the switcher, and in the palette before it is chosen", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("use profile acme");
    const command = page.getByRole("option", { name: "Use profile Acme[RLO]" });
    await expect(command).toBeVisible();
    expect(await unmarked(page)).toEqual([]);
    await command.click();
    const switcher = page.getByRole("button", { name: /^Profile Acme/ });
    await expect(switcher).toContainText(SHOWN);
    await switcher.click();
    await expect(page.getByRole("menuitem", { name: /^Edit Acme/ })).toBeVisible();
    expect(await unmarked(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  await test.step("in the listener's parts", async () => {
    await page.getByRole("button", { name: /^Listening on/ }).click();
    for (const tab of ["Answer", "Forward"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel").getByText(SHOWN)).toBeVisible();
      expect(await unmarked(page)).toEqual([]);
    }
    await page.keyboard.press("Escape");
  });

  await test.step("in the message that it is gone", async () => {
    await page.keyboard.press("Control+Shift+m");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Acme[RLO] TSET[ZWSP] [BEL]<img")).toBeVisible();
    expect(await unmarked(page)).toEqual([]);
  });
  expect(await watch.faults()).toEqual([]);
});
