import { asked, expect, test } from "./window.ts";

test("inboxes are there when the tab is opened, go to another profile, and are left after a question", async ({
  open,
}) => {
  const page = await open("inboxes=two");
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Relay" }).press("Enter");
  const inboxes = page.getByRole("list", { name: "Inboxes" }).getByRole("listitem");
  await expect(inboxes).toHaveCount(2);
  await expect(inboxes.first()).toContainText("Up to date since");
  await expect(inboxes.first()).toContainText("It keeps webhooks for 30 days.");
  await expect(inboxes.last()).toContainText("Not received");
  await inboxes.last().getByRole("combobox", { name: "Webhooks come to" }).click();
  await page.getByRole("option", { name: "Sandbox" }).click();
  expect(await asked(page, "inbox", "receive")).toMatchObject([{ profileId: "sandbox" }]);
  await inboxes.first().getByRole("button", { name: "Leave relay…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("other inbox goes with it");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(inboxes).toHaveCount(0);
  await expect(page.getByText("A relay is a small server of your team.")).toBeVisible();
});

test("an invitation comes from a file too, and a refusal stands beside the field", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Relay" }).click();
  await page.getByRole("button", { name: "Join relay" }).click();
  const field = page.getByRole("textbox", { name: "Invitation" });
  await expect(field).toHaveAccessibleDescription(/Paste the invitation/);
  const file = page.getByLabel("Invitation file");
  await file.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await page.getByRole("button", { name: "Join relay" }).click();
  await expect(field).toHaveAccessibleDescription(/no invitation/);
  const link = `https://relay.acme.example/join#${"a".repeat(43)}`;
  await file.setInputFiles({ name: "b.txt", mimeType: "text/plain", buffer: Buffer.from(`${link}\n`) });
  await expect(field).toHaveValue(link);
  await page.getByRole("button", { name: "Join relay" }).click();
  await expect(page.getByText(/^Up to date since/)).toBeVisible();
  await expect(field).toHaveValue("");
});

test("who answers the senders is shown, taken, and left to the relay again, by keyboard", async ({ open }) => {
  const page = await open("inboxes=ready");
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Relay" }).press("Enter");
  const answer = page.getByRole("region", { name: "Answer to senders" });
  await expect(answer).toContainText("Senders get the relay’s own answer, 200.");
  await answer.getByRole("button", { name: "Answer from here" }).press("Enter");
  await expect(answer).toContainText("This Linkdesk answers senders since");
  await answer.getByRole("button", { name: "Give back" }).press("Enter");
  await expect(answer.getByRole("button", { name: "Answer from here" })).toBeVisible();
  expect(await asked(page, "inbox", "holdAnswer")).toMatchObject([{ hold: true }, { hold: false }]);
});

test("what somebody else’s Linkdesk answers is taken over after a question that names who", async ({ open }) => {
  const page = await open("inboxes=held");
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Relay" }).press("Enter");
  const answer = page.getByRole("region", { name: "Answer to senders" });
  await expect(answer).toContainText("tunde’s Linkdesk answers senders since");
  const question = page.getByRole("alertdialog", { name: "Take over from tunde?" });
  await answer.getByRole("button", { name: "Take over…" }).press("Enter");
  await expect(question).toContainText("tunde is told");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  expect(await asked(page, "inbox", "holdAnswer")).toEqual([]);
  await answer.getByRole("button", { name: "Take over…" }).press("Enter");
  await question.getByRole("button", { name: "Take over" }).press("Enter");
  await expect(answer).toContainText("This Linkdesk answers senders since");
  expect(await asked(page, "inbox", "holdAnswer")).toMatchObject([
    { hold: true, from: "3b0c8f52-55a5-4b3f-9d6b-0f6b8f6f2a11" },
  ]);
});

test("whoever it was taken over from sees by whom", async ({ open }) => {
  const page = await open("inboxes=taken");
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Relay" }).press("Enter");
  await expect(page.getByRole("region", { name: "Answer to senders" })).toContainText("it took over from this one");
});

test("a profile that receives by a relay only is warned of the relay and not of the listener", async ({ open }) => {
  const page = await open("profile=acme-test&inboxes=test-away&listener=stopped&log=empty");
  await page.getByRole("tab", { name: "Credit" }).click();
  await expect(page.getByText("The listener is stopped")).toBeVisible();
  await page.getByRole("button", { name: /Not listening/ }).click();
  await page.getByRole("tab", { name: "Relay" }).press("Enter");
  await page.getByRole("switch", { name: "Only by the relay" }).press("Space");
  await expect(page.getByText("makes no difference to its simulations")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The listener is stopped")).toHaveCount(0);
  await expect(page.getByText("a simulation waits for its webhook until the relay is back")).toBeVisible();
  await page.evaluate(() => window.fakeBridge.push("inbox.changed", { inboxes: [] }));
  await expect(page.getByText("No relay brings webhooks to this profile")).toBeVisible();
  await page.getByRole("button", { name: "Receive on this machine too" }).press("Enter");
  await expect(page.getByText("The listener is stopped")).toBeVisible();
});
