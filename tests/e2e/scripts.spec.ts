import { PLAIN_ANSWER, sequenceOf } from "../../src/shared/answer-script.ts";
import { changeSandbox, expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

/** A sandbox that tries again quickly. */
const QUICK = { webhookDelayMs: 10, retryIntervalMs: 300 };

test("fail twice, then succeed: set in two presses, the sandbox tries until its 200, and the inspector says so", async ({
  app,
}) => {
  await changeSandbox(app, QUICK, { answerScript: sequenceOf(PLAIN_ANSWER) });
  const { rows, button, listenerButton, inspector, tab } = windowParts(app.page);
  await listenerButton.click();
  await app.page.getByRole("tab", { name: "Answer" }).click();
  await button("Fail twice, then succeed").click();
  await button("Save to profile").click();
  // Named in the bar once it is saved: an Escape before that would ask what is to become of it.
  await expect(app.page.getByRole("button", { name: "On purpose: 500, 500, 200", includeHidden: true })).toBeVisible();
  await app.page.keyboard.press("Escape");

  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(3);
  await rows(/Webhook: credit/)
    .nth(1)
    .click();
  await expect(inspector.getByText("Answered 500 on purpose (step 2 of 3)").first()).toBeVisible();
  // The rhythm has a test of its own: how even the gaps are here is up to how busy the machine is.
  await expect(inspector.getByText(/^Sent again 2 times, after .* and .*stopped after our 200\.$/)).toBeVisible();
  await inspector.getByRole("button", { name: "Show attempt 3" }).click();
  await expect(inspector.getByText("Answered 200 (step 3 of 3)").first()).toBeVisible();

  await button("Back to 200").click();
  await expect(button(/^On purpose/)).toBeHidden();
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(4);
});

test("a reset and a hang are on record as meant, and the sender's patience with them", async ({ app }) => {
  const answerScript = sequenceOf({ does: "reset", delayMs: 0 }, { does: "hang", limitMs: 400 }, PLAIN_ANSWER);
  await changeSandbox(app, QUICK, { answerScript });
  const { rows, button, inspector } = windowParts(app.page);
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(3);
  await rows(/Webhook: credit/)
    .nth(0)
    .click();
  await expect(inspector.getByText("Connection reset on purpose (step 1 of 3)").first()).toBeVisible();
  await expect(inspector.getByText(/^Sent again 2 times.*stopped after our 200\.$/)).toBeVisible();
  await inspector.getByRole("button", { name: "Show attempt 2" }).click();
  await expect(inspector.getByText(/then Linkdesk closed the connection/)).toBeVisible();
});
