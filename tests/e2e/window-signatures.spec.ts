import type { Locator, Page } from "playwright/test";
import { asked, expect, test } from "./window.ts";

async function openSignature(page: Page) {
  await page.keyboard.press("Control+Shift+m");
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("tab", { name: "Signature" }).click();
  return dialog;
}

test("a preset is chosen first, changed in its details, and saved with its secrets", async ({ open }) => {
  const page = await open("profile=staging");
  const dialog = await openSignature(page);
  await expect(dialog.getByLabel("Signature header")).toHaveCount(0);
  await expect(dialog.getByText(/^How your service signs what it sends/)).toBeVisible();
  const taken = dialog.getByText(/^Webhooks are taken as they come/);
  await expect(taken).toBeVisible();
  await dialog.getByRole("combobox", { name: "Signature" }).click();
  await page.getByRole("option", { name: /Standard Webhooks/ }).click();
  await expect(dialog.getByLabel("Signature header")).toHaveValue("webhook-signature");
  await expect(taken).toBeHidden();
  await expect(dialog.getByText(/^Nothing is checked yet: no secret is set/)).toBeVisible();
  await dialog.getByText("Details", { exact: true }).click();
  await expect(dialog.getByLabel("Template")).toHaveValue("{id}.{timestamp}.{body}");
  await dialog.getByLabel("Tolerance").fill("soon");
  await dialog.getByLabel("Signing secret", { exact: true }).fill("MARKER-SECRET");
  await expect(dialog.getByText(/^Each webhook that arrives while this profile is in use is checked/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Tolerance")).toHaveAccessibleDescription(/Enter a whole number/);
  expect(await asked(page, "profiles", "update")).toEqual([]);

  await dialog.getByLabel("Tolerance").fill("600");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Stored in your keychain")).toBeVisible();
  expect(await asked(page, "profiles", "update")).toMatchObject([
    { draft: { signature: { kind: "signed", toleranceSeconds: 600, secrets: [{ name: "Secret", source: "own" }] } } },
  ]);
  expect(await asked(page, "profiles", "setSecret")).toMatchObject([{ value: "MARKER-SECRET" }]);
  expect(await page.content()).not.toContain("MARKER-SECRET");
});

test("a provider brings its own fields: a public key, a field of the body, the webhook's id", async ({ open }) => {
  const page = await open("profile=staging");
  const dialog = await openSignature(page);
  const choose = async (name: string) => {
    await dialog.getByRole("combobox", { name: "Signature", exact: true }).click();
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  };
  await choose("Discord");
  await expect(dialog.getByRole("combobox", { name: "Algorithm" })).toHaveText("Ed25519");
  await expect(dialog.getByLabel("Public key", { exact: true })).toBeVisible();
  await choose("Adyen");
  await expect(dialog.getByLabel("Signature header")).toHaveCount(0);
  await dialog.getByText("Details", { exact: true }).click();
  await expect(dialog.getByLabel("Field of the signature")).toHaveValue(/additionalData\.hmacSignature$/);
  await choose("PayPal");
  await expect(dialog.getByLabel("Template")).toHaveValue("{id}|{timestamp}|WEBHOOK-ID|{crc32}");
  await dialog.getByLabel("Template").fill("{id}|{timestamp}|5GP0|{crc32}");
  await expect(dialog.getByRole("combobox", { name: "Signature" })).toHaveText("PayPal");
  await dialog.getByLabel("Public key", { exact: true }).fill("-----BEGIN PUBLIC KEY-----");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => asked(page, "profiles", "update"))
    .toMatchObject([
      {
        draft: {
          signature: {
            algorithm: "rsa-sha256",
            timestampUnit: "iso",
            content: { template: "{id}|{timestamp}|5GP0|{crc32}" },
          },
        },
      },
    ]);
});

test("secrets are added for a change of secrets, and taken away again", async ({ open }) => {
  const page = await open("profile=acme-test");
  const dialog = await openSignature(page);
  await dialog.getByRole("button", { name: "Add secret" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveCount(3);
  // What is pasted next is the secret.
  await expect(dialog.getByLabel("Signing secret", { exact: true }).last()).toBeFocused();
  await dialog.getByRole("button", { name: "Remove Before March" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const [update] = await asked(page, "profiles", "update");
  expect(update).toMatchObject({ draft: { signature: { secrets: [{ name: "Present" }, { name: "Secret 3" }] } } });
});

test("what has just been checked again was checked just now, and then some seconds ago", async ({ open }) => {
  const page = await open("latency=0");
  const tab = page.getByRole("tab", { name: "Signature", exact: true });
  await expect(async () => {
    await page
      .getByRole("row", { name: /bad signature/ })
      .last()
      .click({ timeout: 2_000 });
    await tab.click({ timeout: 2_000 });
  }).toPass();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("Checked again just now.")).toBeVisible();
  await expect(page.getByText(/^Checked again \d seconds? ago\.$/)).toBeVisible();
});

test("a profile that was changed since is said to be, until the signature is checked again", async ({ open }) => {
  const page = await open("latency=0");
  await page
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  const changed = page.getByText(/The profile has changed since it was checked\.$/);
  await expect(page.getByRole("button", { name: "Find the reason" })).toBeVisible();
  await expect(changed).toBeHidden();
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("button", { name: "Add secret" }).click();
  await dialog.getByLabel("Signing secret", { exact: true }).last().fill("MARKER-SECRET");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => asked(page, "profiles", "setSecret")).toHaveLength(1);
  await page.keyboard.press("Escape");
  await expect(changed).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("The signature is valid")).toBeVisible();
  await expect(changed).toBeHidden();
});

test("of a signature that does not hold the signed bytes stand right below the reason, with what they are", async ({
  open,
}) => {
  const page = await open("latency=0&doctor=unknown");
  await page.setViewportSize({ width: 1_024, height: 680 });
  await page
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  const signed = page.getByLabel("What is signed", { exact: true });
  await expect(page.getByText("What is signed: the body, 352 B")).toBeInViewport();
  await expect(signed).toContainText('{"type":"transaction"');
  await expect(signed).toBeInViewport({ ratio: 0.5 });
  // What helps is said before what it is not.
  await page.getByRole("button", { name: "Find the reason" }).click();
  const question = page.getByText(/copy the question to the sender\.$/);
  await expect(question).toBeInViewport();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(question)).toBeLessThan(await topOf(page.getByText(/None of the usual causes/)));
  // What is kept is never shown again: it cannot be compared, only entered once more.
  await page.getByRole("button", { name: "Enter the secret again…" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await expect(dialog.locator("[data-secret]").locator(":focus")).toBeVisible();
});

test("a signature that was not checked for want of a secret leads to where it is set", async ({ open }) => {
  const page = await open("latency=0&signature=unchecked");
  await page.getByRole("row", { name: /^Webhook.*signature not checked/ }).click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What there is to compare" })).toBeVisible();
  await expect(page.getByText("Key of the calls, not set")).toBeVisible();
  await page.getByRole("button", { name: "Set the secret…" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await expect(dialog.getByRole("tab", { name: "Connection", selected: true })).toBeVisible();
});

test("the search for the reason is shown, cancelled by keyboard, and ends in a sentence", async ({ open }) => {
  const page = await open("doctor=never");
  await page
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  await page.getByRole("button", { name: "Find the reason" }).press("Enter");
  await expect(page.getByText("Trying secrets")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByText("The search was cancelled")).toBeVisible();

  const other = await open("doctor=fixable");
  await other
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await other.getByRole("tab", { name: "Signature", exact: true }).click();
  await other.getByRole("button", { name: "Find the reason" }).click();
  await expect(other.getByText(/made with the key of its calls of the profile “Acme Payments live”/)).toBeVisible();
  await other.getByRole("button", { name: "Change the profile" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(other.getByRole("alertdialog")).toHaveCount(0);
  expect(await asked(other, "signatures", "applyFix")).toEqual([]);
  await other.getByRole("button", { name: "Change the profile" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Change the profile" }).click();
  await expect(other.getByText("The signature is valid")).toBeVisible();
  expect(await asked(other, "signatures", "applyFix")).toEqual([{ fix: 1 }]);
  expect(await asked(other, "signatures", "checkAgain")).toHaveLength(1);
});

test("where the set-up was right for others, the sender is asked first, and a change of the profile can be undone", async ({
  open,
}) => {
  const page = await open("doctor=right&latency=0");
  await page
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  await page.getByRole("button", { name: "Find the reason" }).click();
  await expect(
    page.getByText(/set-up was right for 22 webhooks, last .*; this one was signed otherwise/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Copy a question to the sender" }).click();
  const question = await page.evaluate(() => navigator.clipboard.readText());
  expect(question).toContain("valid if the body alone is signed.\nBy our set-up as it stands, 22 other webhooks");
  await page.getByRole("button", { name: "Change the profile" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(/The 22 webhooks that were valid until now would not be valid so/)).toBeVisible();
  await dialog.getByRole("button", { name: "Change the profile" }).click();
  await expect(page.getByText("The signature is valid")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  expect(await asked(page, "signatures", "undoFix")).toEqual([{ fix: 1 }]);
  await expect.poll(() => asked(page, "signatures", "checkAgain")).toHaveLength(2);
});

test("the filter completes and explains signature:", async ({ open }) => {
  const page = await open();
  const filter = page.getByRole("combobox", { name: /Filter/ });
  await filter.fill("sign");
  await expect(page.getByRole("option", { name: /signature:/ })).toBeVisible();
});

test("the sandbox's fixed header is typed as a header is written", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Sandbox behaviour" }).click();
  const field = page.getByLabel("Fixed header");
  await field.fill("X-Business-Hash");
  await expect(field).toHaveAccessibleDescription(/a name, a colon and a value/);
  await field.fill("X-Business-Hash: a value");
  await field.press("Enter");
  const settings = await asked(page, "sandbox", "configure");
  expect(settings.at(-1)).toMatchObject({ staticHeader: { name: "X-Business-Hash", value: "a value" } });
});

test("the sandbox signs as it is told, counts at once, and its profile checks alike after one press", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: "Sandbox behaviour" }).click();
  await page.getByRole("combobox", { name: "Signed as" }).click();
  await page.getByRole("option", { name: /^Stripe/ }).click();
  await page.getByLabel("Signature header").fill("X-Own-Proof");
  await expect
    .poll(async () => (await asked(page, "sandbox", "configure")).at(-1))
    .toMatchObject({ signature: { header: "X-Own-Proof", algorithm: "sha256", prefix: "v1=", secrets: [] } });
  const sent = (await asked(page, "sandbox", "configure")).length;
  // What is no header name is said beside its field, and does not count.
  await page.getByLabel("Signature header").fill("no name");
  await page.getByLabel("Signature header").blur();
  await expect(page.getByLabel("Signature header")).toHaveAccessibleDescription(/header name/);
  expect(await asked(page, "sandbox", "configure")).toHaveLength(sent);
  await page.getByLabel("Signature header").fill("X-Own-Proof");
  await page.getByRole("button", { name: "Done" }).click();

  await page.keyboard.press("Control+Shift+m");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Signature" }).click();
  await expect(dialog.getByText(/The sandbox signs in another way/)).toBeVisible();
  await dialog.getByRole("button", { name: "Check as it signs" }).click();
  await expect(dialog.getByText(/The sandbox signs in another way/)).toBeHidden();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await asked(page, "profiles", "update")).at(-1))
    .toMatchObject({ draft: { signature: { header: "X-Own-Proof", prefix: "v1=", secrets: [{ id: "calls-key" }] } } });
});

test("an example of the header fills in how it is written, and says what was found", async ({ open }) => {
  const page = await open("profile=staging");
  const dialog = await openSignature(page);
  const example = dialog.getByLabel("Example of the header");
  await example.fill("Content-Type: application/json and nothing else");
  await expect(dialog.getByText("Nothing was filled in")).toBeVisible();
  // Of what is typed nothing is said until the field is left.
  await example.fill("X-Nimbus");
  await expect(dialog.getByText("Nothing was filled in")).toHaveCount(0);
  await example.blur();
  await expect(dialog.getByText("Nothing was filled in")).toBeVisible();
  await example.fill(`X-Nimbus-Proof: t=1795447281813,s=${"239aa95aa71ff922".repeat(4)}`);
  await expect(dialog.getByText("Found in X-Nimbus-Proof, and filled in")).toBeVisible();
  await expect(
    dialog.getByText(/A timestamp behind “t=”, written in milliseconds\. Commas between the values\./),
  ).toBeVisible();
  await expect(dialog.getByLabel("Signature header")).toHaveValue("X-Nimbus-Proof");
  await expect(dialog.getByLabel("Between several")).toHaveValue(",");
  await expect(dialog.getByLabel("In front of each signature")).toHaveValue("s=");
  await expect(dialog.getByLabel("In front of the timestamp")).toHaveValue("t=");
  // A timestamp is there to be signed: the body alone would fail on every good webhook.
  await expect(dialog.getByLabel("Template", { exact: true })).toHaveValue("{timestamp}.{body}");
  await expect(dialog.getByText(/What is signed is now “\{timestamp\}\.\{body\}”/)).toBeVisible();
});

test("several header lines are pasted as lines", async ({ open }) => {
  const page = await open("log=empty&profile=staging");
  const dialog = await openSignature(page);
  const text = `X-Acme-Stamp: 1795447281\nX-Acme-Seal: ${"239aa95aa71ff922".repeat(4)}`;
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await dialog.getByLabel("Example of the header").focus();
  await page.keyboard.press("Control+V");
  await expect(dialog.getByText(/^Found in /)).toBeVisible();
  expect(await asked(page, "signatures", "readExample")).toMatchObject([{ of: { text } }]);
});

test("several header lines are typed as lines", async ({ open }) => {
  const page = await open("log=empty&profile=staging");
  const dialog = await openSignature(page);
  const example = dialog.getByLabel("Example of the header");
  await example.fill("Content-Type: application/json");
  await example.press("Enter");
  await example.pressSequentially("X-Acme-Seal: 239aa95a");
  await expect
    .poll(async () => (await asked(page, "signatures", "readExample")).at(-1))
    .toMatchObject({ of: { text: "Content-Type: application/json\nX-Acme-Seal: 239aa95a" } });
});

test("a header without a name is asked for", async ({ open }) => {
  const page = await open("log=empty&profile=staging");
  const dialog = await openSignature(page);
  await dialog.getByLabel("Example of the header").fill("239aa95aa71ff922".repeat(4));
  await dialog.getByLabel("Signature header").fill("");
  await dialog.getByLabel("Signature header").blur();
  await expect(dialog.getByText("Enter the name of the header.")).toBeVisible();
});

test("a webhook of the log is offered with whose it is, in a list that covers no more than the dialog", async ({
  open,
}) => {
  const page = await open("log=runs&profile=staging");
  await page.setViewportSize({ width: 1_024, height: 680 });
  const dialog = await openSignature(page);
  await dialog.getByRole("combobox", { name: "Or a webhook of the log" }).click();
  const list = page.getByRole("listbox");
  await expect(list.getByRole("option", { name: /Webhook: .*Sandbox/ }).first()).toBeVisible();
  const [around, box] = [await dialog.boundingBox(), await list.locator("..").boundingBox()];
  if (around === null || box === null) throw new Error("They are not shown.");
  expect(box.x).toBeGreaterThanOrEqual(around.x);
  expect(box.y).toBeGreaterThanOrEqual(around.y);
  expect(box.x + box.width).toBeLessThanOrEqual(around.x + around.width);
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height);
});

test("an example that is typed is read before Tab goes on, so that the new fields come next", async ({ open }) => {
  const page = await open("log=empty&profile=staging");
  const dialog = await openSignature(page);
  const example = dialog.getByLabel("Example of the header");
  await example.pressSequentially(`X-Nimbus-Proof: t=1795447281813,s=${"239aa95aa71ff922".repeat(4).slice(1)}`);
  // Both at once: after a pause it would have been read already.
  await Promise.all([page.keyboard.press("2"), page.keyboard.press("Tab")]);
  await expect(dialog.getByText("Found in X-Nimbus-Proof, and filled in")).toBeVisible();
  await expect(example).toBeFocused();
  await example.press("Tab");
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Signature header")).toBeFocused();
});

test("an example that is typed counts after a pause, and one press takes back all that came of it", async ({
  openAlone,
}) => {
  const page = await openAlone("log=empty&profile=staging");
  const dialog = await openSignature(page);
  const example = dialog.getByLabel("Example of the header");
  const found = dialog.getByText("Found in X-Nimbus-Proof, and filled in");
  await example.pressSequentially(`X-Nimbus-Proof: t=1795447281813,s=${"239aa95a".repeat(5)}`);
  await expect(found).toBeVisible();
  await example.pressSequentially("239aa95a".repeat(3));
  await expect(found).toBeVisible();
  await expect(dialog.getByLabel("Signature header")).toHaveValue("X-Nimbus-Proof");
  await page.clock.install();
  // As before the first letter, and not as after the half of it.
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByLabel("Signature header")).toBeHidden();
  // What was taken back is not read again after a pause, though it still stands in the field.
  await page.clock.runFor(5_000);
  await expect(dialog.getByLabel("Signature header")).toBeHidden();
});

test("the question to the sender stands beside the verdict too, where the search has found nothing", async ({
  open,
}) => {
  const page = await open("doctor=stopped&latency=0");
  await page
    .getByRole("row", { name: /^Call.*bad signature/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Find the reason" }).click();
  await page.getByRole("button", { name: "Copy a question to the sender" }).click();
  const question = await page.evaluate(() => navigator.clipboard.readText());
  expect(question).toContain("What we computed it over");
  // It was taken: that its sender was told otherwise would send them looking for nothing.
  expect(question).toMatch(
    /^The signature of this webhook does not hold by our set-up\.\n[\s\S]* bytes, answered 200\n/,
  );
});

test("a search that stopped by itself goes on if wanted, and the sender can be asked", async ({ open }) => {
  const page = await open("doctor=stopped&latency=0");
  await page
    .getByRole("row", { name: /bad signature/ })
    .last()
    .click();
  await page.getByRole("tab", { name: "Signature", exact: true }).click();
  await page.getByRole("button", { name: "Find the reason" }).click();
  await expect(
    page.getByText(/38\u202f214 combinations were tried in 8\.01 s; then the search stopped by itself/),
  ).toBeVisible();
  await expect(page.getByText(/The secret “Key of the calls” was right for the webhook of /)).toBeVisible();
  await page.getByRole("button", { name: "Copy a question to the sender" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.getByRole("button", { name: "Search for a minute" }).click();
  await expect.poll(() => asked(page, "signatures", "examine")).toMatchObject([{ longer: false }, { longer: true }]);
});
