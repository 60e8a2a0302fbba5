import { NO_ADDRESS } from "../../src/shared/address.ts";
import { explainAddressProblem } from "../../src/shared/text/explain-address.ts";
import { ADDRESSES } from "../fakes/address.ts";
import { asked, expect, test } from "./window.ts";

test("an address in three presses: the panel, the way's consent, copied from the bar", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await expect(page.getByRole("definition").getByText("can read every webhook")).toBeVisible();
  await page.getByRole("button", { name: "Agree and get address" }).click();
  await expect(page.getByText(/^Ready: last proven at/)).toBeVisible();
  expect(await asked(page, "address", "start")).toMatchObject([{ agreed: true, settings: { way: "cloudflared" } }]);
  await expect(page.getByRole("button", { name: /Public on https:\/\/quiet-river/ })).toBeVisible();
  await page.getByRole("button", { name: "Stop public address" }).click();
  await expect(page.getByRole("button", { name: "Get address", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Listening on/ })).toBeVisible();
});

test("what a server of one's own is to be told is checked beside its fields, and kept when the panel is closed", async ({
  open,
}) => {
  const page = await open();
  const panel = page.getByRole("button", { name: /Listening on/ });
  await panel.click();
  await page.getByRole("radio", { name: /^SSH/ }).click();
  await page.getByRole("button", { name: "Agree and get address" }).click();
  await expect(page.getByRole("textbox", { name: "Server", exact: true })).toHaveAccessibleDescription(
    /Enter the name or address/,
  );
  expect(await asked(page, "address", "start")).toEqual([]);
  // What scrolls ends above the button, and so does its scroll bar.
  const form = page.getByRole("form", { name: "Public address" });
  expect(await form.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
  expect(
    await form.evaluate(({ firstElementChild: scrolls }) =>
      scrolls === null ? 0 : scrolls.scrollHeight - scrolls.clientHeight,
    ),
  ).toBeGreaterThan(0);
  await page.getByRole("textbox", { name: "Server", exact: true }).fill("hooks.acme.example");
  await page.getByRole("textbox", { name: "User", exact: true }).fill("ada");
  await page.keyboard.press("Escape");
  await panel.click();
  await expect(page.getByRole("textbox", { name: "Server", exact: true })).toHaveValue("hooks.acme.example");
  await page.getByLabel("Address of the server from outside").fill("https://hooks.acme.example");
  await page.getByRole("button", { name: "Password" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await page.getByRole("button", { name: "Agree and get address" }).click();
  await expect(page.getByText(/^Ready/)).toBeVisible();
  expect(await asked(page, "address", "setSecret")).toEqual([{ name: "ssh-password", value: "correct horse" }]);
  const [start] = await asked(page, "address", "start");
  expect(JSON.stringify(start)).not.toContain("correct horse");
});

test("an address of one's own has no tunnel that could say something, and is stopped by its name", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("radio", { name: /^An address of your own/ }).click();
  await page.getByRole("textbox", { name: "Public address" }).fill("http://localhost:9634/webhooks");
  await page.getByRole("button", { name: "Agree and use this address" }).click();
  await expect(page.getByText(/^Leads here: last proven at/)).toBeVisible();
  await expect(page.getByText("What the tunnel says")).toHaveCount(0);
  await page.getByRole("button", { name: "Stop local address" }).click();
  await expect(page.getByRole("button", { name: "Use this address", exact: true })).toBeVisible();
});

test("a server is taken with the user and the port that are written with it, and its address follows", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("radio", { name: /^SSH/ }).click();
  const server = page.getByRole("textbox", { name: "Server", exact: true });
  await server.pressSequentially("ada@hooks.acme.example:2222");
  await page.getByLabel("SSH port").focus();
  await expect(server).toHaveValue("hooks.acme.example");
  await expect(page.getByLabel("SSH port")).toHaveValue("2222");
  await expect(page.getByRole("textbox", { name: "User", exact: true })).toHaveValue("ada");
  await expect(page.getByLabel("Address of the server from outside")).toHaveAttribute(
    "placeholder",
    "http://hooks.acme.example:8080/",
  );
  await page.getByLabel("SSH port").fill("70000");
  await expect(page.getByText("1 to 65535.")).toBeVisible();
  await page.getByRole("button", { name: "Agree and get address" }).click();
  expect(await asked(page, "address", "start")).toMatchObject([
    { settings: { way: "ssh", ssh: { host: "hooks.acme.example", port: 2222, user: "ada", publicUrl: "" } } },
  ]);
});

test("a key file is read once; what is no private key is said", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("radio", { name: /^SSH/ }).click();
  await page.getByRole("button", { name: "Key file" }).click();
  const file = page.getByLabel("Private key");
  await file.setInputFiles({ name: "id.pub", mimeType: "text/plain", buffer: Buffer.from("ssh-ed25519 AAAA") });
  await expect(page.getByText("This file is no private key.")).toBeVisible();
  const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
  await file.setInputFiles({ name: "id", mimeType: "text/plain", buffer: Buffer.from(key) });
  await expect(page.getByText("Read. It is kept with the press on Get address.")).toBeVisible();
});

test("an unknown key is shown and trusted by a press; a changed one is forgotten only after a question", async ({
  open,
}) => {
  const unknown = await open("address=unknown-key");
  await unknown.getByRole("button", { name: /No public address: is this the right server/ }).click();
  await expect(unknown.getByText(/SHA256:tG1kR0zXv7nS9aQ2/)).toBeVisible();
  await unknown.getByRole("button", { name: "Trust this key" }).click();
  await expect(unknown.getByText(/^Ready/)).toBeVisible();
  expect(await asked(unknown, "address", "trustHostKey")).toMatchObject([{ host: "hooks.acme.example", port: 22 }]);

  const changed = await open("address=changed-key");
  await changed.getByRole("button", { name: /No public address/ }).click();
  await expect(changed.getByText(/SHA256:0pQ9aZs8/)).toBeVisible();
  await changed.getByRole("button", { name: "Forget the former key…" }).click();
  await changed.getByRole("alertdialog").getByRole("button", { name: "Forget it" }).click();
  expect(await asked(changed, "address", "forgetHostKey")).toEqual([{ host: "hooks.acme.example", port: 22 }]);
});

test("each cause is told with what was seen and what to do next, in the panel as in the bar", async ({ open }) => {
  const page = await open("address=failed");
  await page.getByRole("button", { name: /No public address/ }).click();
  const panel = page.getByRole("dialog", { name: "Listener" });
  for (const [name, status] of Object.entries(ADDRESSES)) {
    const { state } = status;
    if (state?.name !== "failed") continue;
    await page.evaluate((given) => window.fakeBridge.push("address.changed", given), { ...NO_ADDRESS, ...status });
    const { title, sentence, nextStep } = explainAddressProblem(state.problem);
    await expect(panel.getByText(title, { exact: true }), name).toBeVisible();
    await expect(panel.getByText(sentence, { exact: true }), name).toBeVisible();
    await expect(panel.getByText(nextStep, { exact: true }), name).toBeVisible();
    const short = title.charAt(0).toLowerCase() + title.slice(1);
    await expect(page.getByRole("button", { name: `No public address: ${short}` }), name).toBeVisible();
  }
});

test("what keeps a start from getting on is shown while it goes on", async ({ open }) => {
  const page = await open("address=starting-blocked");
  await page.getByRole("button", { name: /Getting a public address/ }).click();
  await expect(page.getByText("Getting an address: waiting for the connection")).toBeVisible();
  await expect(page.getByText("The program gets no connection to Cloudflare; it takes port 7844, out.")).toBeVisible();
});

test("a changed address stands beside the former one until a webhook has come", async ({ open }) => {
  const page = await open("address=changed");
  await page.getByRole("button", { name: /Now public on/ }).click();
  const panel = page.getByRole("dialog", { name: "Listener" });
  await expect(panel.getByText("The address has changed: tell the dashboard")).toBeVisible();
  await expect(panel.getByText("https://former-name-of-it.trycloudflare.com/webhooks")).toBeVisible();
});

test("an address that was mistyped is shown while it is tried and when it failed, and is corrected there", async ({
  open,
}) => {
  const wrong = "https://hoks.acme.example/webhooks";
  const right = "https://hooks.acme.example/webhooks";
  const trying = await open("address=own-starting");
  await trying.getByRole("button", { name: /Testing the address/ }).click();
  const panel = trying.getByRole("dialog", { name: "Listener" });
  await expect(panel.getByText("Not proven yet: testing the address again")).toBeVisible();
  // It has never led here: there is no address to stop.
  await expect(panel.getByRole("button", { name: "Stop testing" })).toBeVisible();
  await expect(panel.getByRole("definition").filter({ hasText: wrong })).toBeVisible();
  const change = panel.getByRole("button", { name: "Change the address…" });
  await change.click();
  const field = panel.getByRole("textbox", { name: "Public address" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(wrong);
  await panel.getByRole("button", { name: "Keep trying" }).click();
  await change.click();
  // What was typed is selected whole: the right one is typed over it.
  await trying.keyboard.type(right);
  await trying.keyboard.press("Enter");
  await expect(panel.getByText(/^Ready: last proven at/)).toBeVisible();
  expect(await asked(trying, "address", "stop")).toEqual([]);
  expect(await asked(trying, "address", "start")).toMatchObject([{ settings: { way: "own", own: { url: right } } }]);

  const failed = await open("address=own-failed");
  await failed.getByRole("button", { name: /No public address/ }).click();
  await expect(failed.getByRole("definition").filter({ hasText: wrong })).toBeVisible();
  await expect(failed.getByRole("textbox", { name: "Public address" })).toHaveValue(wrong);
  await failed.getByRole("textbox", { name: "Public address" }).fill(right);
  await failed.getByRole("button", { name: "Use this address", exact: true }).click();
  await expect(failed.getByText(/^Ready: last proven at/)).toBeVisible();
});
