import type { ServerResponse } from "node:http";
import { NEW_PROFILE, type ProfileDraft } from "../../src/shared/profile.ts";
import { type App } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";
import { type ForeignService, startForeignService } from "../support/foreign-service.ts";
import { freePort } from "../support/free-port.ts";
import { test as base, expect } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

// A service that this project did not write answers here, so that nothing rests on the sandbox's habits.
const test = base.extend<{ service: ForeignService }>({
  service: async ({}, use) => {
    const service = await startForeignService();
    await use(service);
    await service.close();
  },
});

/** Makes a profile for a service and selects it. */
async function useService(
  { page }: App,
  baseUrl: string,
  draft: Partial<ProfileDraft> = { mode: "test", timeouts: { connectMs: 2_000, totalMs: 3_000 } },
): Promise<void> {
  const { profile } = await answerOf(page, "profiles", "create", {
    draft: {
      ...NEW_PROFILE,
      name: "Acme",
      baseUrl,
      authentication: { scheme: "none" },
      extraHeaders: [{ id: "1", name: "X-Tenant", value: "blue", secret: false }],
      unitsPerCurrency: 100,
      ...draft,
    },
  });
  await answerOf(page, "profiles", "select", { id: profile.id });
  await expect(page.getByRole("button", { name: /^Profile Acme/ })).toBeVisible();
}

test("the three operations, to the letter, under a base URL with a path and a trailing slash", async ({
  app,
  service,
}) => {
  await useService(app, `${service.origin}/api/v2/`);
  const { tab, field, button, answer } = windowParts(app.page);

  await tab("Credit").click();
  await field("Amount").fill("123456789012345678901234567890");
  await field("Currency").fill("XOF");
  await field("User reference").fill(' a "b" \\ ü ');
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();

  await tab("Charge").click();
  await field("Amount").fill("10000");
  await field("Currency").fill("NGN");
  await field("From").fill("u/1");
  await field("To").fill("u/1");
  await field("Remark").fill("déjà vu");
  await button("Simulate charge").click();
  await expect(answer.getByText("Hook sent", { exact: true })).toBeVisible();

  await tab("Look up link").click();
  await field("Link ID").fill("a/b ?c#d%2F..☕");
  await button("Look up link").click();
  await expect(answer.getByText("Link found")).toBeVisible();

  const [credit, charge, link] = service.requests;
  expect(credit).toMatchObject({
    method: "POST",
    target: "/api/v2/test/credit",
    body: '{"amount":123456789012345678901234567890,"currency":"XOF","user_reference":" a \\"b\\" \\\\ ü "}',
  });
  expect(credit?.rawHeaders).toContain("X-Tenant");
  expect(charge).toMatchObject({
    target: "/api/v2/test/charge",
    body: '{"amount":10000,"currency":"NGN","from":"u/1","to":"u/1","remark":"déjà vu"}',
  });
  expect(link?.method).toBe("GET");
  expect(link?.target.startsWith("/api/v2/link/")).toBe(true);
  expect(link?.target.split("/")).toHaveLength(5);
  expect(decodeURIComponent(link?.target.split("/")[4] ?? "")).toBe("a/b ?c#d%2F..☕");
});

test("a dot segment reaches the server as a segment of the path", async ({ app, service }) => {
  await useService(app, service.origin);
  const { tab, field, button, answer } = windowParts(app.page);
  await tab("Look up link").click();
  await field("Link ID").fill("..");
  await button("Look up link").click();
  await expect(answer.getByText("Link found")).toBeVisible();
  const target = service.requests[0]?.target ?? "";
  expect(target.startsWith("/link/")).toBe(true);
  expect(decodeURIComponent(target.slice("/link/".length))).toBe("..");
});

test("a body of the user's own is sent as typed, also when it is not JSON", async ({ app, service }) => {
  await useService(app, service.origin);
  const { tab, field, button, answer } = windowParts(app.page);
  await tab("Credit").click();
  await app.page.getByRole("switch", { name: "Edit body" }).click();
  const editor = app.page.getByRole("textbox", { name: /body/i });
  await editor.click();
  await editor.press("ControlOrMeta+a");
  await app.page.keyboard.insertText('{"amount": 1e2, "amount": -0.10,, nope');
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  expect(service.requests[0]?.body).toBe('{"amount": 1e2, "amount": -0.10,, nope');
  await expect(field("Amount")).toHaveCount(0);
});

const json = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
  return (response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
};

const OUTCOMES: readonly (readonly [
  name: string,
  answer: (response: ServerResponse) => void,
  title: string | RegExp,
])[] = [
  ["401", json(401, '{"message":"bad key"}'), /key/i],
  ["403", json(403, '{"message":"no"}'), "Not allowed"],
  ["404", json(404, '{"message":"link not found"}'), /not found/i],
  ["406", json(406, '{"message":"only available on live mode"}'), "Not acceptable to the service"],
  ["429", json(429, '{"message":"slow down"}', { "retry-after": "17" }), /Too many calls/i],
  ["500", json(500, '{"message":"oops"}'), "The service failed"],
  ["503", json(503, "maintenance"), /not available|unavailable/i],
  ["another message", json(200, '{"message":"queued"}'), "Success, with another message"],
  ["another shape", json(200, '{"data":[]}'), "Answer of another shape"],
  ["not JSON", json(200, "<html>"), /not JSON|web page/i],
  ["a redirect", json(302, "", { location: "https://example.test/" }), /Pointed elsewhere/],
  ["a reset", (response) => void response.socket?.resetAndDestroy(), "The connection broke off"],
  ["no answer", () => undefined, "No answer in time"],
];

test("every outcome is explained under the form, and is a row of the log", async ({ app, service }) => {
  await useService(app, service.origin);
  const { tab, field, button, answer, rows } = windowParts(app.page);
  await tab("Credit").click();
  await field("Currency").fill("NGN");
  await field("User reference").fill("u1");
  for (const [index, [name, answerer, title]] of OUTCOMES.entries()) {
    await test.step(name, async () => {
      service.answerWith(answerer);
      await field("Amount").fill(String(1_000 + index));
      await button("Simulate credit").click();
      await expect(answer.getByText(title).first()).toBeVisible();
      await expect(
        rows(
          new RegExp(
            `Credit of 1.${String(index).padStart(3, "0")} = 10\\.${String(index).padStart(2, "0")} NGN to u1 —`,
          ),
        ),
      ).toHaveCount(1);
      // A test call is never retried by itself.
      expect(service.requests).toHaveLength(index + 1);
    });
  }
});

test("422 puts the service's words beside the fields they are about", async ({ app, service }) => {
  service.answerWith(
    json(422, '{"message":"invalid","errors":{"currency":["is not one we know"],"shoe_size":["too big"]}}'),
  );
  await useService(app, service.origin);
  const { tab, field, button, answer } = windowParts(app.page);
  await tab("Credit").click();
  await field("Amount").fill("1");
  await field("Currency").fill("???");
  await field("User reference").fill("u1");
  await button("Simulate credit").click();
  await expect(field("Currency")).toHaveAccessibleDescription(/is not one we know/);
  await expect(answer.getByText("shoe_size")).toBeVisible();
});

test("nothing listens, and a name that leads nowhere: each has its own sentence", async ({ app }) => {
  const port = await freePort();
  await useService(app, `http://127.0.0.1:${port}`);
  const { tab, field, button, answer } = windowParts(app.page);
  await tab("Look up link").click();
  await field("Link ID").fill("L-1");
  await button("Look up link").click();
  await expect(answer.getByText(/refused/i).first()).toBeVisible();
});

test("a slow call shows its time and can be cancelled", async ({ app, service }) => {
  service.answerWith(() => undefined);
  await useService(app, service.origin, { mode: "test" });
  const { tab, field, button, answer, rows } = windowParts(app.page);
  await tab("Look up link").click();
  await field("Link ID").fill("L-1");
  await button("Look up link").click();
  await expect(app.page.getByRole("timer", { name: "Elapsed time" })).toBeVisible();
  await button("Cancel").click();
  await expect(answer.getByText("Cancelled").first()).toBeVisible();
  await expect(rows(/Look-up of link L-1 .* cancelled/)).toHaveCount(1);
});

for (const mode of ["live", "unset"] as const) {
  test(`a profile in mode ${mode} can look up, and cannot simulate`, async ({ app, service }) => {
    await useService(app, service.origin, { mode });
    const { tab, field, button, answer } = windowParts(app.page);
    await tab("Credit").click();
    await expect(button("Simulate credit")).toBeDisabled();
    await tab("Charge").click();
    await expect(button("Simulate charge")).toBeDisabled();
    await tab("Look up link").click();
    await field("Link ID").fill("L-1");
    await button("Look up link").click();
    await expect(answer.getByText("Link found")).toBeVisible();
    expect(service.requests.map(({ method }) => method)).toEqual(["GET"]);
  });
}

test("webhooks of shapes never seen are recorded as they are", async ({ app, service }) => {
  await useService(app, service.origin);
  const view = windowParts(app.page);
  const url = await view.webhookUrl();
  expect(await service.sendWebhook(url, '{"evento":"cobro","importe":"12,50","n":9007199254740993123}')).toBe(200);
  expect(await service.sendWebhook(url.replace("/webhooks", "/elsewhere"), "x")).toBe(404);
  await expect(view.rows(/Webhook:/)).toHaveCount(1);
  await expect(view.rows(/Request to \/elsewhere/)).toHaveCount(1);
});
