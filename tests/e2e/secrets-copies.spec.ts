import type { Locator, Page } from "playwright/test";
import type { SignatureSettings } from "../../src/shared/signature.ts";
import { answerOf } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { expect, test } from "./fixtures.ts";
import { makeProfile, mark, outputsOf, readPage, repeatEverything } from "./secrets.ts";
import { windowParts } from "./window-parts.ts";

const SECRETS = {
  key: mark("key"),
  extra: mark("extra"),
  value: mark("value"),
  wrong: mark("wrong"),
  sender: mark("sender"),
};

const STATIC: SignatureSettings = {
  kind: "static",
  header: "X-Token",
  prefix: "",
  secrets: [{ id: "one", name: "One", source: "own" }],
};

declare global {
  interface Window {
    /** Everything that was copied, or saved as a file. */
    taken?: string[];
  }
}

test("whatever is copied or saved in the window has no secret in it", async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const { rows, log, inspector, webhookUrl } = windowParts(page);
  const outputs = outputsOf(app);
  const service = await startForeignService();
  service.answerWith(repeatEverything);
  const profileId = await makeProfile(
    page,
    outputs,
    {
      baseUrl: service.origin,
      authentication: { scheme: "header", name: "x-api-key" },
      extraHeaders: [{ id: "one", name: "X-Extra", value: "", secret: true }],
      signature: STATIC,
    },
    { authentication: SECRETS.key, "header:one": SECRETS.extra, "signature:one": SECRETS.value },
  );
  await answerOf(page, "profiles", "select", { id: profileId });
  const action = { operation: "credit", body: { amount: "7", currency: "NGN", userReference: "ada" } } as const;
  await answerOf(page, "calls", "send", { requestId: "one", profileId, action });
  const url = await webhookUrl();
  await service.sendWebhook(`${url}?right`, '{"n":1}', { "X-Token": SECRETS.value });
  await service.sendWebhook(`${url}?wrong`, '{"n":2}', { "X-Token": SECRETS.wrong });
  const { events } = await answerOf(page, "journal", "page", { limit: 10, filter: "kind:delivery" });
  await answerOf(page, "replay", "send", {
    requestId: "again",
    id: events[0]?.id ?? 0,
    target: { kind: "url", url: service.origin },
    host: "received",
    withSecrets: true,
    edited: {
      method: "POST",
      path: "/",
      headers: [["Authorization", `Bearer ${SECRETS.sender}`]],
      body: null,
      sign: true,
    },
    agreed: "no",
  });
  await record(page);

  for (const row of [/Credit of 7/, /Webhook.*signed/, /Webhook.*bad signature/, /Edited replay/])
    await test.step(`everything of ${row.source}`, async () => {
      await rows(row).first().click();
      await expect(rows(row).first()).toHaveAttribute("aria-selected", "true");
      const heading = /Webhook/.test(row.source) ? /Webhook/ : /Edited/.test(row.source) ? /replay/i : /Credit/;
      await expect(inspector.getByRole("heading", { name: heading }).first()).toBeVisible();
      await log.press("ControlOrMeta+c");
      await expect.poll(() => takenSoFar(page)).toBeGreaterThan(0);
      const names = await inspector.getByRole("tab").allTextContents();
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) {
        const tab = inspector.getByRole("tab", { name, exact: true });
        await tab.click();
        await expect(tab).toHaveAttribute("aria-selected", "true");
        // Our own answer to a webhook has no body.
        if (/^(Sent|Received)/.test(name) || (name.startsWith("Answer") && !row.source.startsWith("Webhook")))
          await takeBody(page, inspector);
        await pressAll(page, inspector.getByRole("button", { name: /^Copy(?! or save)/ }));
        await readPage(page, outputs);
      }
    });
  await test.step("what the doctor finds", async () => {
    await rows(/Webhook.*bad signature/)
      .first()
      .click();
    await inspector.getByRole("tab", { name: "Signature" }).click();
    await inspector.getByRole("button", { name: "Find the reason" }).click();
    await expect(inspector.getByRole("button", { name: "Find the reason" })).toBeEnabled();
    await readPage(page, outputs);
  });
  await test.step("the listener, the profiles, the palette", async () => {
    await page.keyboard.press("ControlOrMeta+l");
    const listener = page.getByRole("dialog", { name: "Listener", exact: true });
    await expect(listener).toBeVisible();
    await pressAll(page, listener.getByRole("button", { name: /^Copy/ }));
    await page.keyboard.press("Escape");
    await expect(listener).toBeHidden();
    await page.keyboard.press("ControlOrMeta+k");
    const search = page.getByRole("combobox", { name: "Search commands" });
    await search.fill("copy webhook address");
    const before = await takenSoFar(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => takenSoFar(page)).toBeGreaterThan(before);
    await expect(search).toBeHidden();
    await page.keyboard.press("ControlOrMeta+Shift+m");
    const dialog = page.getByRole("dialog", { name: "Profiles" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Export all" }).click();
    await expect.poll(() => taken(page)).toContainEqual(expect.stringContaining("linkdesk-profiles"));
    await readPage(page, outputs);
  });
  const copies = await taken(page);
  // Commands and files among them: the search has had something to search.
  expect(copies.filter((text) => text.startsWith("curl ")).length).toBeGreaterThanOrEqual(3);
  outputs.keep(...copies);
  await app.close();
  await service.close();
  outputs.expectNoTraces(SECRETS);
});

/** Keeps what is copied by a button, a menu or a key, and what is saved as a file. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taken: string[] = [];
    window.taken = taken;
    navigator.clipboard.writeText = async (text) => void taken.push(text);
    document.addEventListener("copy", (event) => {
      taken.push(event.clipboardData?.getData("text/plain") || String(document.getSelection()));
    });
    const addressOf = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (thing) => {
      if (thing instanceof Blob) void thing.text().then((text) => taken.push(text));
      return addressOf(thing);
    };
  });
}

function taken(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => window.taken ?? []);
}

async function takenSoFar(page: Page): Promise<number> {
  return (await taken(page)).length;
}

/** Presses each of some buttons, and waits until each has copied something. */
async function pressAll(page: Page, buttons: Locator): Promise<void> {
  const before = await takenSoFar(page);
  const count = await buttons.evaluateAll((elements) => {
    for (const element of elements) if (element instanceof HTMLElement) element.click();
    return elements.length;
  });
  await expect.poll(() => takenSoFar(page)).toBeGreaterThanOrEqual(before + count);
}

/** Takes a body out in every way that its menu offers. */
async function takeBody(page: Page, inspector: Locator): Promise<void> {
  const menu = inspector.getByRole("button", { name: "Copy or save the body" });
  await expect(menu).toBeVisible();
  for (const item of ["Copy as text", "Copy as base64", "Save to file…"]) {
    const before = await takenSoFar(page);
    await menu.click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect.poll(() => takenSoFar(page)).toBeGreaterThan(before);
    await expect(page.getByRole("menu")).toBeHidden();
  }
}
