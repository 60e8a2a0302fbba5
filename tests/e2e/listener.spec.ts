import { createServer } from "node:http";
import { connect } from "node:net";
import { PLAIN_ANSWER, sequenceOf } from "../../src/shared/answer-script.ts";
import { ANY_PORT, expect, test, useProfile } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

/** Sends bytes as they are and resolves with all that came back until the other side closed. */
function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("stops and starts from the panel, by keyboard, with a row for each", async ({ app }) => {
  const { listenerButton, rows, button } = windowParts(app.page);
  await listenerButton.focus();
  await app.page.keyboard.press("Enter");
  await button(/^Stop/).press("Enter");
  await expect(rows(/Listener stopped/)).toHaveCount(1);
  // The actions offer it as well.
  await app.page
    .getByRole("dialog", { name: "Listener" })
    .getByRole("button", { name: "Start listening" })
    .press("Enter");
  await expect(rows(/Listener started/)).toHaveCount(2);
});

test("a taken port is named, and one press takes the next free one", async ({ launch }) => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => blocker.once("listening", resolve));
  const address = blocker.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  const app = await launch({ settings: { ...ANY_PORT, listener: { ...ANY_PORT.listener, port: address.port } } });
  const { rows, button, listenerButton } = windowParts(app.page);
  await button(/^Not listening/).click();
  const panel = app.page.getByRole("dialog", { name: "Listener" });
  await expect(panel.getByText(String(address.port)).first()).toBeVisible();
  await panel.getByRole("button", { name: /^Use port \d+/ }).click();
  await expect(listenerButton).toBeVisible();
  await expect(rows(/Listener started/)).toHaveCount(1);
  blocker.close();
});

test("an address that others can reach needs a confirmation", async ({ app }) => {
  const { listenerButton, button, field } = windowParts(app.page);
  await listenerButton.click();
  await app.page.getByRole("tab", { name: "Port and path" }).click();
  await field("Host").fill("0.0.0.0");
  await button("Apply").click();
  const question = app.page.getByRole("alertdialog");
  await expect(question).toContainText("not a loopback address");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(listenerButton).toContainText("127.0.0.1");
});

test("whatever arrives is recorded: chunked, HTTP/1.0, pipelined, malformed, another method and path", async ({
  app,
}) => {
  const { rows, webhookUrl } = windowParts(app.page);
  const url = await webhookUrl();
  const host = "Host: x\r\n";
  const chunked = await exchange(
    url,
    `POST /webhooks HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n`,
  );
  expect(chunked).toMatch(/^HTTP\/1\.1 200/);
  expect(await exchange(url, "POST /webhooks HTTP/1.0\r\nContent-Length: 2\r\n\r\nok")).toMatch(/ 200/);
  const pipelined = await exchange(
    url,
    `PUT /webhooks HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\na` +
      `DELETE /other?x=1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  );
  expect([...pipelined.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "404"]);
  expect(await exchange(url, "this is not HTTP\r\n\r\n")).toMatch(/ 400/);
  await expect(rows(/Webhook/)).toHaveCount(3);
  await expect(rows(/Request to \/other\?x=1/)).toHaveCount(1);
  await expect(rows(/not HTTP|malformed/i)).toHaveCount(1);
});

test("header order, case and duplicates are shown as received", async ({ app }) => {
  const { rows, webhookUrl, inspector } = windowParts(app.page);
  await exchange(
    await webhookUrl(),
    "POST /webhooks HTTP/1.1\r\nhOsT: x\r\nX-Twice: one\r\nx-other: -\r\nX-TWICE: two\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  );
  await rows(/Webhook/).click();
  await inspector.getByRole("tab", { name: "Headers" }).click();
  await expect(inspector.getByText("X-TWICE", { exact: true })).toBeVisible();
  const text = (await inspector.textContent()) ?? "";
  const order = ["hOsT", "X-Twice", "x-other", "X-TWICE", "Connection"].map((name) => text.indexOf(name));
  expect(order.every((place) => place >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("the answer that the profile sets is what a sender gets", async ({ app }) => {
  const headers = [{ name: "Retry-After", value: "7" }];
  const answerScript = sequenceOf({ ...PLAIN_ANSWER, status: 503, headers, body: "later" });
  await useProfile(app, { name: "Bad receiver", mode: "test", baseUrl: "https://service.example", answerScript });
  const answer = await fetch(await windowParts(app.page).webhookUrl(), { method: "POST", body: "{}" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("7");
  expect(await answer.text()).toBe("later");
});
