import type { Locator, Page } from "playwright/test";
import { tracesIn } from "../security/traces.ts";
import type { App } from "../support/app.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { mark, storeSecrets } from "./secrets.ts";
import { windowParts } from "./window-parts.ts";

// Typed in the window itself, by key, so that nothing but the window has it. Once it is saved, or sent, the window has
// let go of it: the script engine's memory is searched. One look at it takes seven seconds on a quiet machine, and
// forty beside two other tests on a slow one.
const LONG_MS = 480_000;
const FORGOTTEN_MS = 160_000;

test("every secret of a profile that was typed is gone from the window's memory once it is saved", async ({ app }) => {
  test.setTimeout(LONG_MS);
  const { page } = app;
  const { button, field } = windowParts(page);
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  /** The switch of a header is called Secret too. */
  const secrets = dialog.locator("input[type=password]:visible");
  const part = (name: string) => dialog.getByRole("tab", { name }).click();
  const choose = async (list: string, option: RegExp) => {
    await dialog.getByRole("combobox", { name: list, exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await storeSecrets(page);
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  await field("Name").first().fill("Acme");
  await dialog.getByText("Test", { exact: true }).first().click();
  await field("Base URL").fill("http://127.0.0.1:9");

  const typed: Record<string, string> = {};
  const type = async (name: string, into: Locator) => {
    typed[name] = mark(name);
    await into.click();
    // As from a keyboard: through no script of the page.
    await page.keyboard.insertText(mark(name));
  };
  await test.step("a header made secret after its value was typed, and one that was secret before", async () => {
    for (const [index, name] of ["made-secret", "secret-header"].entries()) {
      await button("Add header").click();
      await dialog
        .getByRole("textbox", { name: "Name", exact: true })
        .nth(index + 1)
        .fill(`X-${index}`);
      const secret = dialog.getByRole("switch", { name: "Secret" }).nth(index);
      if (index === 1) await secret.click();
      await expect(secret).toHaveAttribute("aria-checked", String(index === 1));
      await type(name, dialog.getByLabel("Value", { exact: true }).nth(index));
      if (index === 0) await secret.click();
    }
  });
  await test.step("secrets of signatures, and a key", async () => {
    await part("Signature");
    await choose("Signature", /HMAC of the body/);
    await expect(secrets).toHaveCount(1);
    await type("signature", secrets.first());
    await button("Add secret").click();
    await type("second-signature", secrets.nth(1));
    await part("Connection");
    await type("key", field("Key"));
  });
  // The search finds what is there.
  expect(tracesIn("memory", await memoryOf(page), typed).join()).toContain("key, ");
  await button("Create profile").click();
  await expectKept(dialog, "Key");

  for (const [scheme, label] of [
    [/^Authorization token/, "Token"],
    [/^Basic/, "Password"],
  ] as const)
    await test.step(`a ${label} in its place`, async () => {
      await choose("Scheme", scheme);
      if (label === "Password") await field("User name").fill("ada");
      await dialog.getByRole("group", { name: label }).getByRole("button", { name: "Replace" }).click();
      await type(label.toLowerCase(), field(label));
      // Nothing answers there: what came of the test stands beside what it was made with, until that changes.
      await field("Link ID for the test").fill("L-1");
      await button("Test connection").click();
      await expect(dialog.getByText("Connection refused")).toBeVisible();
      await button("Save").click();
      await expectKept(dialog, label);
      // While the form stays open, too, what it was tested with is kept nowhere; one look is enough for both.
      const { token = "" } = typed;
      if (label === "Token")
        await expect
          .poll(async () => tracesIn("memory", await memoryOf(page), { token }), {
            timeout: FORGOTTEN_MS,
            intervals: [500, 1_000],
          })
          .toEqual([]);
    });
  await test.step("a value that never changes", async () => {
    await part("Signature");
    await choose("Signature", /Fixed value/);
    await button("Add value").click();
    await type("fixed-value", secrets.last());
    await button("Save").click();
    await expect(dialog.locator("output").getByText("Not saved yet")).toBeHidden();
    await expect(secrets).toHaveCount(0);
  });
  await part("Connection");
  await test.step("typed and discarded, by the button and by closing", async () => {
    const replace = dialog.getByRole("group", { name: "Password" }).getByRole("button", { name: "Replace" });
    await replace.click();
    await type("discarded", field("Password"));
    await button("Discard changes").click();
    await replace.click();
    await type("dropped", field("Password"));
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  });
  expect(Object.keys(typed)).toHaveLength(10);
  await expect(dialog).toBeHidden();
  await expectForgotten(app, typed);
});

test("what was typed into a replay is gone from the window's memory once it is sent", async ({ app }) => {
  test.setTimeout(LONG_MS);
  const { page } = app;
  const { rows, log, inspector, webhookUrl } = windowParts(page);
  const service = await startForeignService();
  const typed = { authorization: mark("authorization") };
  await service.sendWebhook(await webhookUrl(), '{"amount":1}');
  await rows(/Webhook/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Webhook/ })).toBeVisible();
  await log.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit and replay" });
  await dialog.getByRole("radio", { name: /Another address/ }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill(service.origin);
  await dialog.getByLabel("Headers").fill("Host: a\nAuthorization: Bearer ");
  await page.keyboard.insertText(typed.authorization);
  expect(tracesIn("memory", await memoryOf(page), typed)).not.toEqual([]);
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(/Edited replay/)).toContainText("200");
  expect(JSON.stringify(service.requests.at(-1)?.rawHeaders)).toContain("linkdesk-mark");
  await expectForgotten(app, typed);
  await service.close();
});

test("what was typed for a public address is gone from the window's memory with the press, or with its removal", async ({
  launch,
}) => {
  test.setTimeout(LONG_MS);
  const app = await launch({ settings: ANY_PORT });
  const { page } = app;
  const { button, listenerButton } = windowParts(page);
  await storeSecrets(page);
  await listenerButton.click();
  const typed: Record<string, string> = {};
  const type = async (label: string) => {
    typed[label] = mark(label.toLowerCase().replaceAll(" ", "-"));
    await page.getByRole("textbox", { name: label, exact: true }).click();
    await page.keyboard.insertText(typed[label] ?? "");
  };
  const way = (name: RegExp) => page.getByRole("radio", { name }).click();
  await way(/^cloudflared/);
  await button("Your own tunnel").click();
  await type("Token of the tunnel");
  await way(/^ngrok/);
  await type("Authtoken");
  await way(/^SSH/);
  await page.getByRole("textbox", { name: "Server", exact: true }).fill("127.0.0.1");
  // Nothing listens there: what matters is where the secrets go.
  await page.getByLabel("SSH port").fill("9");
  await page.getByRole("textbox", { name: "User", exact: true }).fill("ada");
  await button("Key file").click();
  await type("Passphrase of the key");
  typed["key"] = mark("private-key");
  await page.getByLabel("Private key").setInputFiles({
    name: "id_ed25519",
    mimeType: "text/plain",
    buffer: Buffer.from(`-----BEGIN OPENSSH PRIVATE KEY-----\n${typed["key"]}\n-----END OPENSSH PRIVATE KEY-----\n`),
  });
  await expect(page.getByText("Read. It is kept with the press on Get address.")).toBeVisible();
  await button("Password").click();
  await type("Password");
  const there = tracesIn("memory", await memoryOf(page), typed).join();
  for (const name of Object.keys(typed)) expect(there).toContain(`memory: ${name}, `);
  await button("Agree and get address").click();
  await expect(page.getByText(/^Getting an address|No way out to the other side/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /No public address/ })).toBeVisible({ timeout: 30_000 });
  // A second one, in the place of what is kept, and thought better of.
  await type("Password");
  await button("Remove: Password").click();
  await expect(button("Remove: Password")).toBeHidden();
  expect(Object.keys(typed)).toHaveLength(5);
  await page.keyboard.press("Escape");
  await expectForgotten(app, typed);
  await app.close();
});

/** Waits until the window says that a secret is kept: it does so last. */
async function expectKept(dialog: Locator, label: string): Promise<void> {
  await expect(dialog.getByRole("group", { name: label }).getByText(/^Stored on this machine/)).toBeVisible();
  await expect(dialog.locator("output").getByText("Not saved yet")).toBeHidden();
}

/** What the window does next, as anybody would use it; then the garbage is collected. */
async function expectForgotten({ page, output }: App, typed: Readonly<Record<string, string>>): Promise<void> {
  await windowParts(page).tab("Credit").click();
  await windowParts(page).tab("Look up link").click();
  await expect
    .poll(async () => tracesIn("memory", await memoryOf(page), typed), {
      timeout: FORGOTTEN_MS,
      intervals: [500, 1_000],
    })
    .toEqual([]);
  expect(tracesIn("page", Buffer.from(await page.content()), typed)).toEqual([]);
  expect(tracesIn("printed", Buffer.from(output()), typed)).toEqual([]);
}

/** The texts that the page's script engine holds, after a collection; what else is in a snapshot are numbers. */
async function memoryOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  const snapshot = chunks.join("");
  const texts = snapshot.indexOf('"strings":[');
  if (texts === -1) throw new Error("The snapshot has no texts.");
  return Buffer.from(snapshot.slice(texts));
}
