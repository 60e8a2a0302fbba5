import { HAS_SSH_SERVER, startSshServer, unusedPort } from "../support/ssh-server.ts";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test.skip(!HAS_SSH_SERVER, "OpenSSH's server is not installed here.");

test("somebody new gets from a fresh start to a webhook through a server of their own in six presses and one paste", async ({
  launch,
}) => {
  const server = await startSshServer();
  const port = await unusedPort();
  try {
    const { page } = await launch();
    const { button, listenerButton, rows, inspector } = windowParts(page);
    await listenerButton.click();
    await page.getByRole("radio", { name: /^SSH/ }).click();
    await button("Key file").click();
    await page.getByLabel("Private key").setInputFiles({
      name: "id_ed25519",
      mimeType: "text/plain",
      buffer: Buffer.from(server.keys.plain),
    });
    await page.getByRole("textbox", { name: "Server", exact: true }).fill("127.0.0.1");
    await page.getByLabel("SSH port").fill(String(server.port));
    await page.getByRole("textbox", { name: "User", exact: true }).fill(server.user);
    await page.getByLabel("Port there").fill(String(port));
    await page.getByLabel("Address of the server from outside").fill(`http://127.0.0.1:${port}`);
    await button("Agree and get address").click();
    await expect(page.getByText(server.fingerprint)).toBeVisible();
    await button("Trust this key").click();
    await expect(page.getByText(/^Ready: last proven at/)).toBeVisible();
    const url = `http://127.0.0.1:${port}/webhooks`;
    await expect(page.getByRole("button", { name: `Public on ${url}` })).toBeVisible();
    // The paste is on the dashboard; what its service sends then comes from outside.
    const answer = await fetch(url, {
      method: "POST",
      body: '{"event":"hello"}',
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    expect(answer.status).toBe(200);
    await page.keyboard.press("Escape");
    await rows(/Webhook/).click();
    await expect(inspector.getByText("the public address: SSH, your own server")).toBeVisible();
    await inspector.getByRole("tab", { name: "Headers" }).click();
    await expect(inspector.getByText("tunnel", { exact: true })).toBeVisible();
    await expect(rows(/Public address ready/)).toHaveCount(1);

    server.kill();
    await expect(page.getByRole("button", { name: /Public address down/ })).toBeVisible();
    await server.restart();
    await expect(page.getByRole("button", { name: `Public on ${url}` })).toBeVisible({ timeout: 60_000 });
  } finally {
    server.close();
  }
});
