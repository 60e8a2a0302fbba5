import type { Locator } from "playwright/test";
import { freePort } from "../support/free-port.ts";
import { HAS_SSH_SERVER, startSshServer } from "../support/ssh-server.ts";
import { expect, test } from "./fixtures.ts";
import { countPresses, windowParts } from "./window-parts.ts";

test.skip(!HAS_SSH_SERVER, "OpenSSH's server is not installed here.");

test("somebody new gets from a fresh start to a webhook through a server of their own in six presses and one paste", async ({
  launch,
}) => {
  const server = await startSshServer();
  const port = await freePort();
  try {
    const { page } = await launch();
    const { button, listenerButton, rows, inspector } = windowParts(page);
    const counted = await countPresses(page);
    await listenerButton.click();
    await page.getByRole("radio", { name: /^SSH/ }).click();
    await button("Key file").click();
    const choosing = page.waitForEvent("filechooser");
    await button("Choose key file…").click();
    await (await choosing).setFiles({
      name: "id_ed25519",
      mimeType: "text/plain",
      buffer: Buffer.from(server.keys.plain),
    });
    await paste(page.getByRole("textbox", { name: "Server", exact: true }), `${server.user}@127.0.0.1:${server.port}`);
    await expect(page.getByLabel("SSH port")).toHaveValue(String(server.port));
    // Other tests run beside this one: the port that is offered may be taken.
    await page.getByLabel("Port there").fill(String(port));
    await button("Agree and get address").click();
    await expect(page.getByText(server.fingerprint)).toBeVisible();
    await button("Trust this key").click();
    await expect(page.getByText(/^Leads here: last proven at/)).toBeVisible();
    const url = `http://127.0.0.1:${port}/webhooks`;
    await expect(page.getByRole("button", { name: `On this machine only: ${url}` })).toBeVisible();
    // What the service sends comes from outside.
    const answer = await fetch(url, {
      method: "POST",
      body: '{"event":"hello"}',
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    expect(answer.status).toBe(200);
    await expect(rows(/Webhook/)).toHaveCount(1);
    expect(await counted()).toEqual({ presses: 6, pastes: 1 });
    await page.keyboard.press("Escape");
    await rows(/Webhook/).click();
    await expect(inspector.getByText("the public address: SSH, your own server")).toBeVisible();
    await inspector.getByRole("tab", { name: "Headers" }).click();
    await expect(inspector.getByText("tunnel", { exact: true })).toBeVisible();
    await expect(rows(/Local address ready/)).toHaveCount(1);

    server.kill();
    await expect(page.getByRole("button", { name: /Local address down/ })).toBeVisible();
    await server.restart();
    await expect(page.getByRole("button", { name: `On this machine only: ${url}` })).toBeVisible({ timeout: 60_000 });
  } finally {
    server.close();
  }
});

/** As from the clipboard, which tests that run side by side would share. */
async function paste(into: Locator, text: string): Promise<void> {
  await into.evaluate((field, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", content);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
