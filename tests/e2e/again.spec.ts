import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

// Doing it again with the whole program: a simulation repeated, a delivery replayed and edited, over real sockets.

interface Arrived {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** A program of the user's on loopback that keeps what it gets, and answers with these statuses in turn, the last from then on. */
async function program(...statuses: readonly number[]): Promise<{ url: string; arrived: Arrived[]; server: Server }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, rawHeaders } = request;
      arrived.push({ line: `${method} ${url}`, headers: rawHeaders, body: Buffer.concat(chunks).toString("latin1") });
      const status = statuses[Math.min(arrived.length, statuses.length) - 1] ?? 202;
      response.writeHead(status, { "X-Program": "yes" }).end(status < 300 ? "taken" : "later");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, server };
}

/** Sends one webhook to the listener. */
async function webhook(url: string, body: string): Promise<void> {
  const response = await fetch(`${url}?n=1`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", "X-Signature": "abc" },
  });
  await response.arrayBuffer();
}

test("a simulation is repeated: the same bytes, and a webhook of its own", async ({ app }) => {
  const { tab, button, rows, log, inspector } = windowParts(app.page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(rows(/Webhook: credit/)).toHaveCount(1);
  await rows(/^Call.*Credit of|Credit of .*test complete/)
    .first()
    .click();
  // The key belongs to the call that is shown: until its detail is there it reaches nothing.
  await expect(inspector.getByRole("button", { name: /Repeat/ }).first()).toBeVisible();
  await log.press("Shift+R");
  await expect(rows(/Credit of .*test complete/)).toHaveCount(2);
  await expect(rows(/Webhook: credit/)).toHaveCount(2);
});

test("a delivery is replayed to a program and to the listener, byte for byte", async ({ app }) => {
  const { url, arrived, server } = await program();
  const { rows, log, inspector, webhookUrl } = windowParts(app.page);
  const body = '{"amount": 9007199254740993123,"currency":"NGN"}\r\n';
  await webhook(await webhookUrl(), body);
  await rows(/Webhook/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Webhook/ })).toBeVisible();
  await log.press("r");
  const dialog = app.page.getByRole("dialog", { name: "Replay" });
  await dialog.getByRole("radio", { name: /Another address/ }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  await app.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(inspector.getByRole("heading", { name: /Replay of/ })).toBeVisible();
  await expect(rows(/Replay of .*accepted/)).toContainText("202");
  // It is no simulation, and nothing is said of one.
  await expect(inspector.getByText("The target took it and answered with success.")).toBeVisible();
  await expect(inspector.getByText("Linkdesk does not follow this simulation")).toHaveCount(0);
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toMatchObject({ line: "POST /webhooks?n=1", body });

  await rows(/^.*Webhook/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Webhook/ })).toBeVisible();
  await log.press("Shift+R");
  await expect(rows(/Webhook/)).toHaveCount(2);
  await expect(rows(/Webhook/).last()).toContainText("replay");
  server.close();
});

test("a delivery is edited, and what was made of it arrives", async ({ app }) => {
  const { url, arrived, server } = await program(500);
  const { rows, log, inspector, webhookUrl } = windowParts(app.page);
  await webhook(await webhookUrl(), '{"amount":1}');
  await rows(/Webhook/)
    .first()
    .click();
  await expect(inspector.getByRole("heading", { name: /Webhook/ })).toBeVisible();
  await log.press("e");
  const dialog = app.page.getByRole("dialog", { name: "Edit and replay" });
  await dialog.getByRole("radio", { name: /Another address/ }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  await dialog.getByLabel("Method").fill("PUT");
  await dialog.getByLabel("Path and query").fill("/other?x=%2F");
  await dialog.getByLabel("Headers").fill("hOST: example.test\nX-A: 1\nx-a: 2\nContent-Length: 1");
  await dialog.getByRole("textbox", { name: "Body" }).focus();
  await app.page.keyboard.press("ControlOrMeta+End");
  await app.page.keyboard.type(" ");
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(rows(/Edited replay .*answered 500/)).toHaveCount(1);
  expect(arrived).toEqual([
    {
      line: "PUT /other?x=%2F",
      headers: ["hOST", "example.test", "X-A", "1", "x-a", "2", "Content-Length", "13"],
      body: '{"amount":1} ',
    },
  ]);
  server.close();
});

test("every webhook is forwarded to a program, and its answer stands beside ours", async ({ app }) => {
  const { url, arrived, server } = await program(503, 500, 202);
  const { page } = app;
  const { rows, inspector, webhookUrl, button } = windowParts(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill("forward webhooks");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Forward to" }).fill(url);
  await button("Save and forward").click();
  await expect(button("Stop forwarding")).toBeVisible();
  await expect(page.locator("output").getByText("Not saved yet")).toBeHidden();
  await page.keyboard.press("Escape");
  await webhook(await webhookUrl(), '{"amount":1}');
  await expect(rows(/Webhook/)).toContainText("200");
  // Our own answer is shown before it has been forwarded.
  await expect(rows(/Webhook/)).toContainText("→ failed 503");
  expect(arrived).toMatchObject([{ line: "POST /webhooks?n=1", body: '{"amount":1}' }]);
  await rows(/Webhook/).click();
  await inspector.getByRole("tab", { name: "Answer" }).click();
  await expect(inspector.getByText("HTTP/1.1 503 Service Unavailable")).toBeVisible();
  await expect(inspector.getByRole("textbox", { name: "Body of the target’s answer" })).toContainText("later");
  // An address is asked for: not this listener, but where it was forwarded to.
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Replay" });
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(url);
  await page.keyboard.press("Escape");
  await inspector.getByRole("tab", { name: "Overview" }).click();
  await expect(inspector.getByText("· forwarding failed")).toBeVisible();
  await inspector.getByRole("button", { name: "Forward again" }).click();
  await expect(rows(/Webhook/)).toContainText("→ failed 500");
  await inspector.getByRole("button", { name: "Forward again" }).click();
  await expect(rows(/Webhook/)).toContainText("→ 202");
  await expect(inspector.getByText("· forwarding failed")).toBeHidden();
  await expect(inspector.getByText("Forwarded again: accepted by the target")).toBeVisible();
  await expect(inspector.getByText("The first time: The target answered 503.")).toBeVisible();
  expect(arrived).toHaveLength(3);
  expect(arrived[2]).toMatchObject({ line: "POST /webhooks?n=1", body: '{"amount":1}' });
  await inspector.getByRole("button", { name: "Go to the last try" }).click();
  await expect(inspector.getByRole("heading", { name: /Forward of/ })).toBeVisible();
  server.close();
  server.closeAllConnections();
  await webhook(await webhookUrl(), '{"amount":2}');
  await expect(rows(/Webhook/).last()).toContainText("→ failed");
});
