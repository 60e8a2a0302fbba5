import type { Page } from "playwright/test";
import { expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// What the window says in its status line: how long it stays, what it may take the place of, and what it covers.

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
/** Those that can be read, the newest first. */
const shown = (page: Page) => messages(page).locator("[role$='dialog']:not([inert], [data-ending-style])");

/** Main refuses this the next time, and it is asked for. */
async function refuse(
  page: Page,
  [group, method]: ["journal", "pin"] | ["calls", "curl"] | ["journal", "clear"],
  ask: () => Promise<void>,
): Promise<void> {
  await page.evaluate(
    ([where, what]) =>
      window.fakeBridge.failNext(where as "journal", what as "pin", "journal-full", "The disk is full."),
    [group, method],
  );
  await ask();
}

async function openAtCall(open: (state?: string) => Promise<Page>): Promise<Page> {
  const page = await open("latency=0&log=runs");
  const { log, inspector, rows } = windowParts(page);
  await rows(/^Call Credit/)
    .first()
    .click();
  await expect(inspector.getByRole("button", { name: "Pin event" })).toBeVisible();
  await log.focus();
  return page;
}

const press = (page: Page, name: string) => () => windowParts(page).inspector.getByRole("button", { name }).click();

test("what was refused stays until it is dismissed, beside whatever is said after it", async ({ open }) => {
  const page = await openAtCall(open);
  await refuse(page, ["journal", "pin"], press(page, "Pin event"));
  await expect(shown(page)).toHaveText(/^Could not pin the eventThe disk is full\./);
  // Timers run a hundred times as fast from here on, and what is gone too soon to be seen is counted.
  const copied = await page.evaluateHandle(() => {
    const real = window.setTimeout;
    const fast = (run: TimerHandler, ms = 0, ...rest: unknown[]) => real(run, ms / 100, ...rest);
    window.setTimeout = fast as typeof window.setTimeout;
    const seen = { times: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.textContent?.startsWith("Copied as cURL") === true) seen.times += 1;
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  // Each of these goes by itself after four seconds: together longer than any message that does.
  for (let time = 1; time <= 4; time += 1) {
    await press(page, "Copy as cURL")();
    await expect.poll(() => copied.evaluate(({ times }) => times)).toBeGreaterThanOrEqual(time);
    await expect(shown(page)).toHaveText([/^Could not pin the event/]);
  }
  // The last "Copied" may still be fading out, and has such a button too.
  await shown(page).getByRole("button", { name: "Dismiss", includeHidden: true }).click();
  await expect(shown(page)).toHaveCount(0);
});

test("three messages are shown at most, others that failed wait, and the same once more is one", async ({ open }) => {
  const page = await openAtCall(open);
  await refuse(page, ["journal", "pin"], press(page, "Pin event"));
  await refuse(page, ["journal", "pin"], press(page, "Pin event"));
  await expect(shown(page)).toHaveText([/^Could not pin/]);
  await refuse(page, ["calls", "curl"], press(page, "Copy as cURL"));
  await expect(shown(page)).toHaveText([/^Could not copy as cURL/, /^Could not pin/]);
  await refuse(page, ["journal", "clear"], async () => {
    await page.getByRole("button", { name: "Clear event log" }).click();
    await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
  });
  await expect(shown(page)).toHaveText([/^Could not clear/, /^Could not copy as cURL/]);
  await expect(messages(page).getByText("1 more failed")).toBeVisible();
  await page.keyboard.press("Control+e");
  await page.keyboard.press("Control+c");
  await expect(shown(page)).toHaveText([/^Copied the event/, /^Could not clear/, /^Could not copy as cURL/]);

  // They cover neither rows nor the bar below them.
  const [box, log] = [await messages(page).boundingBox(), await windowParts(page).log.boundingBox()];
  expect((log?.y ?? 0) + (log?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);

  // By key, after the columns: the newest has the focus first, and what waited comes up.
  await page.keyboard.press("F6");
  await expect(windowParts(page).inspector.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("F6");
  // Its ring is seen whole: below it the window ends.
  await expect(messages(page)).toBeFocused();
  await expect(messages(page)).toHaveCSS("outline-offset", "-2px");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(shown(page)).toHaveText([/^Could not copy as cURL/, /^Could not pin/]);
  await expect(messages(page).getByText("1 more failed")).toBeHidden();
  // What succeeds after all takes the word of its failure with it.
  await press(page, "Pin event")();
  await expect(shown(page)).toHaveText([/^Could not copy as cURL/]);
});

test("F6 in a dialog stays there, with a message below it", async ({ open }) => {
  const page = await openAtCall(open);
  await refuse(page, ["journal", "pin"], press(page, "Pin event"));
  await expect(shown(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("F6");
  await page.keyboard.press("Shift+F6");
  await expect(dialog.locator(":focus")).toHaveCount(1);
});

test("a message covers nothing of the status line and no column, however much room is left beside it", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs&secrets=unprotected");
  const { rows } = windowParts(page);
  await rows(/^Call Credit/)
    .first()
    .click();
  for (const size of [
    { width: 1024, height: 700 },
    { width: 1280, height: 800 },
    { width: 700, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await refuse(page, ["journal", "pin"], press(page, "Pin event"));
    await press(page, "Copy as cURL")();
    await expect(shown(page)).toHaveText([/^Copied as cURL/, /^Could not pin/]);
    const apart = () =>
      page.evaluate(() => {
        const box = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect();
        if (box === undefined || box.width < 200) return "no room";
        const others = document.querySelectorAll(
          "footer button, main [data-panel] > * > section, main [data-panel] > section",
        );
        const covered = [...others].filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
        });
        return covered.map((other) => other.getAttribute("aria-label") ?? other.textContent).join(", ");
      });
    await expect.poll(apart).toBe("");
    // Its lower edge is in the window, too.
    expect(await messages(page).evaluate((box) => innerHeight - box.getBoundingClientRect().bottom)).toBeGreaterThan(0);
    await messages(page).getByRole("button", { name: "Dismiss", includeHidden: true }).first().click();
    await messages(page).getByRole("button", { name: "Dismiss", includeHidden: true }).first().click();
    await expect(shown(page)).toHaveCount(0);
  }
});

test("what waits behind others can be dismissed with them, and a dialog stays open beside it", async ({ open }) => {
  const page = await openAtCall(open);
  for (const [what, name] of [
    [["journal", "pin"], "Pin event"],
    [["calls", "curl"], "Copy as cURL"],
  ] as const)
    await refuse(page, [...what] as ["journal", "pin"], press(page, name));
  await refuse(page, ["journal", "clear"], async () => {
    await page.getByRole("button", { name: "Clear event log" }).click();
    await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
  });
  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await expect(dialog).toBeVisible();
  await messages(page).getByText("Dismiss all").click();
  await expect(shown(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
});
