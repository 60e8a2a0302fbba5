import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

test("the sandbox's signatures: valid without set-up, wrong and explained, missing, found by the filter", async ({
  app,
}) => {
  const { page } = app;
  const { button, field, rows, log, inspector } = windowParts(page);

  async function misbehave(fault: RegExp): Promise<void> {
    const normal = button("Sandbox back to normal");
    if (await normal.isVisible()) await normal.click();
    await button("Sandbox behaviour").click();
    await page.getByRole("radio", { name: fault }).click();
    await page.getByRole("button", { name: "Done" }).click();
  }

  await field("Amount").fill("11111");
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit of 11.111.*signed/)).toHaveCount(1);
  await rows(/Webhook: credit of 11.111/).click();
  await inspector.getByRole("tab", { name: "Signature" }).click();
  await expect(inspector.getByText("The signature is valid")).toBeVisible();
  await expect(inspector.getByText("HMAC-SHA1 in hexadecimal")).toBeVisible();

  await misbehave(/^Wrong signature/);
  await field("Amount").fill("22222");
  await button("Simulate credit").click();
  await rows(/Webhook: credit of 22.222.*bad signature/).click();
  await expect(inspector.getByText("The signature is not valid")).toBeVisible();
  await inspector.getByRole("button", { name: "Find the reason" }).click();
  await expect(inspector.getByText(/made with a public key .* of the sandbox/)).toBeVisible();
  await expect(
    inspector.getByText(/set-up was right for the webhook of .*; this one was signed otherwise/),
  ).toBeVisible();
  // Nobody is offered to make a public key the secret.
  await expect(inspector.getByRole("button", { name: "Change the profile" })).toHaveCount(0);

  await misbehave(/^No signature/);
  await field("Amount").fill("33333");
  await button("Simulate credit").click();
  await rows(/Webhook: credit of 33.333.*no signature/).click();
  await expect(inspector.getByText("There is no signature")).toBeVisible();

  const filter = page.getByRole("combobox", { name: /Filter/ });
  await filter.fill("signature:invalid");
  await filter.press("Enter");
  await expect(log.getByRole("row")).toHaveCount(1);
  await expect(rows(/22.222/)).toHaveCount(1);
});

test("a wrong set-up is found by the doctor, put right after asking, and the row follows", async ({ app }) => {
  const { page } = app;
  const { button, rows, inspector } = windowParts(page);
  await page.keyboard.press("Control+Shift+m");
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("tab", { name: "Signature" }).click();
  await dialog.getByLabel("Signature header").fill("X-Other");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.locator("output").getByText("Not saved yet")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit of .*no signature/)).toHaveCount(1);
  // Below the verdict, which shows the call.
  await inspector.getByRole("button", { name: "Find the reason" }).click();
  await expect(inspector.getByText("Valid if it is read from the header X-Signature.")).toBeVisible();
  await inspector.getByRole("button", { name: "Change the profile" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Change the profile" }).click();
  await expect(inspector.getByRole("region", { name: "Verdict" }).getByText(/^Matched in/)).toBeVisible();
  await expect(rows(/Webhook: credit of .*signed/)).toHaveCount(1);
  // And no verdict stands beside it that says otherwise.
  await expect(rows(/Webhook: credit of .*matched/)).toHaveCount(1);
  await expect(rows(/^Call Credit of .*matched/)).toHaveCount(1);
});
