import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../src/relay/people/sqlite-registry.ts";
import { startRelayProcess } from "../support/relay-process.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test("an invitation is opened, and what the relay kept and keeps comes into the log", async ({ launch }) => {
  const data = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  const relay = await startRelayProcess(data, 0);
  const people = openRegistry(data);
  try {
    const inbox = (await people.addInbox("Acme Payments", { status: 200, body: "" })).id;
    const post = (text: string) => fetch(`${relay.url}/in/${inbox}`, { method: "POST", body: text });
    expect((await post('{"event":"before"}')).status).toBe(200);
    const { page } = await launch({ settings: ANY_PORT });
    const { listenerButton, rows, button, field } = windowParts(page);
    await listenerButton.click();
    await page.getByRole("tab", { name: "Relay" }).click();
    await field("Invitation").fill("nonsense");
    await button("Join relay").click();
    await expect(page.getByText("This is no invitation")).toBeVisible();
    await field("Invitation").fill(`${relay.url}/join#${await people.invite("ada", [inbox], Number.MAX_SAFE_INTEGER)}`);
    await button("Join relay").press("Enter");
    await expect(page.getByText(/^Up to date since/)).toBeVisible();
    expect((await post('{"event":"after"}')).status).toBe(200);
    await page.keyboard.press("Escape");
    await expect(rows(/Relay ready: Acme Payments/)).toHaveCount(1);
    await rows(/after/).click();
    const inspector = page.getByRole("region", { name: "Inspector" }).or(page.locator("body"));
    await expect(inspector.getByText(/Acme Payments, number 2/).first()).toBeVisible();
    await expect(page.getByText("At the relay").first()).toBeVisible();
  } finally {
    relay.child.kill();
    await people.close();
    rmSync(data, { recursive: true, force: true });
  }
});
