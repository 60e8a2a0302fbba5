import { createServer, request as forwardRequest } from "node:http";
import type { RunSettings } from "../../src/shared/run.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { changeSandbox, expect, test, useProfile } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

/** Simulations wait for a moment only. */
const IMPATIENT: RunSettings = { limitMs: 600, tagRemarks: false, awaits: "webhook" };

test("a dropped webhook: the checklist says first that the sandbox was told to", async ({ app }) => {
  await changeSandbox(app, { webhookFault: "dropped" }, { runs: IMPATIENT });
  const { rows, button, inspector } = windowParts(app.page);
  await button("Simulate credit").click();
  await rows(/Credit of/)
    .first()
    .click();
  const checklist = inspector.getByRole("region", { name: "Possible causes" });
  await expect(checklist).toBeVisible({ timeout: 20_000 });
  await expect(checklist.getByRole("listitem").first()).toContainText("The sandbox was told to drop its webhooks");
  await expect(checklist.getByText("The service answered the call with success (200)")).toBeVisible();
  await expect(checklist.getByText(/It was listening all the time/)).toBeVisible();
  await expect(checklist.getByText("No webhook came in that time at all.")).toBeVisible();
  await checklist.getByRole("button", { name: "Test the address" }).click();
  await expect(checklist.getByText(/our answer came back/)).toBeVisible();
  await expect(rows(/Test of the address/)).toHaveCount(1);
  const question = await checklist.getByLabel("The question, ready to be sent").inputValue();
  expect(question).toMatch(/Sent \(UTC\): \d{4}-\d\d-\d\dT/);
  expect(question).not.toContain("sandbox_secret");
  // It is no webhook: nothing of it is read, and no simulation is to be chosen.
  await rows(/Test of the address/).click();
  await expect(inspector.getByText(/it is no webhook of a service/)).toBeVisible();
  await expect(inspector.getByRole("button", { name: "Choose its simulation…" })).toBeHidden();
});

test("an address with another path is named, remembered, and proven through a stand-in for a tunnel", async ({
  app,
}) => {
  await useProfile(app, { name: "Acme", mode: "test", baseUrl: "https://service.example" });
  const { rows, button, listenerButton, webhookUrl } = windowParts(app.page);
  const { port } = new URL(await webhookUrl());
  const tunnel = createServer((request, response) => {
    const onward = forwardRequest(
      { host: "127.0.0.1", port, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => tunnel.once("listening", resolve));
  const address = tunnel.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  // No name that leads elsewhere can be had here; that this one means “this machine” is said, and that is all.
  const base = `http://127.0.0.1:${address.port}`;

  await listenerButton.click();
  await app.page.getByRole("tab", { name: "Nothing arrives?" }).click();
  const field = app.page.getByLabel("Webhook URL on the dashboard");
  await field.fill("acme");
  await button("Compare").click();
  await expect(field).toHaveAccessibleDescription(/This is not an address/);
  await field.fill("https://acme.tunnel.example/hooks");
  await field.press("Enter");
  await expect(app.page.getByText("The path is /hooks on the dashboard and /webhooks here.")).toBeVisible();
  await field.fill(`${base}/hooks`);
  await button("Compare").click();
  await button("Test the address").click();
  await expect(app.page.getByText(/arrives here, but on \/hooks/)).toBeVisible();
  await field.fill(`${base}/webhooks`);
  await button("Compare").click();
  await button("Test the address").click();
  await expect(app.page.getByText(/our answer came back/)).toBeVisible();
  await expect(rows(/Test of the address/)).toHaveCount(2);
  tunnel.close();

  // Another page than the one it was typed into: main has kept it.
  await app.page.reload();
  await listenerButton.click();
  await app.page.getByRole("tab", { name: "Nothing arrives?" }).click();
  await expect(app.page.getByLabel("Webhook URL on the dashboard")).toHaveValue(`${base}/webhooks`);
});

test("where the address is not known, the last webhook of a simulation says that it led here", async ({ app }) => {
  const service = await startForeignService();
  await useProfile(app, { name: "Acme", mode: "test", baseUrl: service.origin, runs: IMPATIENT });
  const { rows, button, inspector, webhookUrl, field } = windowParts(app.page);
  const url = await webhookUrl();
  const checklist = inspector.getByRole("region", { name: "Possible causes" });
  const led = checklist.getByText(
    /The webhook of another simulation of this profile came here on .* at \d\d:\d\d:\d\d/,
  );
  await field("Currency").first().fill("NGN");
  for (const reference of ["ref_none", "ref_came", "ref_missing"]) {
    await field("Amount").first().fill("50000");
    await field("User reference").first().fill(reference);
    await button("Simulate credit").click();
    await expect(rows(new RegExp(`^Call Credit.*${reference}`))).toHaveCount(1);
    if (reference === "ref_came") {
      const transaction = { amount: 50_000, currency: "NGN", status: "success", mode: "credit", user: { reference } };
      await service.sendWebhook(url, JSON.stringify({ type: "transaction", transaction }));
      await expect(inspector.getByRole("region", { name: "Verdict" })).not.toContainText("Waiting");
      continue;
    }
    await expect(checklist).toBeVisible();
    await expect(led).toHaveCount(reference === "ref_none" ? 0 : 1);
  }
  const { hostname, host } = new URL(url);
  const dashboard = checklist.getByLabel("Webhook URL on the dashboard");
  const compare = checklist.getByRole("button", { name: "Compare" });
  // A proxy in front that says what it takes away: what came through it shows the address that is right there.
  const proxied = `${hostname}:9713`;
  await new Promise((resolve, reject) => {
    const headers = { host: proxied, "x-forwarded-prefix": "/edge" };
    forwardRequest(url, { method: "POST", headers }, (answer) => answer.resume().once("end", resolve))
      .once("error", reject)
      .end("{}");
  });
  await dashboard.fill(`http://${proxied}/edge/webhoks`);
  await compare.click();
  await expect(checklist.getByText(`Set http://${proxied}/edge/webhooks on the dashboard`)).toBeVisible();
  // Another port of this machine may be a proxy's, until a test has not come here.
  await dashboard.fill(`http://${hostname}:1/hook`);
  await compare.click();
  await expect(checklist.getByText(/^Let the address on the dashboard end in \/webhooks, and press/)).toBeVisible();
  await expect(checklist).not.toContainText(`http://${host}/webhooks on the dashboard`);
  await checklist.getByRole("button", { name: "Test the address" }).click();
  await expect(checklist.getByText(`Set ${url} on the dashboard`)).toBeVisible();
  // A webhook that comes after that may mean that the dashboard has another address by now: no tick for this one.
  for (const reference of ["ref_later", "ref_lost"]) {
    await field("User reference").first().fill(reference);
    await button("Simulate credit").click();
    await expect(rows(new RegExp(`^Call Credit.*${reference}`))).toHaveCount(1);
    if (reference === "ref_lost") break;
    const transaction = { amount: 50_000, currency: "NGN", status: "success", mode: "credit", user: { reference } };
    await service.sendWebhook(url, JSON.stringify({ type: "transaction", transaction }));
    await expect(inspector.getByRole("region", { name: "Verdict" })).not.toContainText("Waiting");
  }
  await expect(checklist).toBeVisible();
  await expect(checklist.getByText(/But a webhook came here on .* at \d\d:\d\d:\d\d: if the dashboard/)).toBeVisible();
  await expect(checklist.getByText(`Set ${url} on the dashboard`)).toBeVisible();
  await service.close();
});
