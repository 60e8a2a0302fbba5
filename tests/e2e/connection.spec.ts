import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server } from "node:net";
import { join } from "node:path";
import { ROOT } from "../../build/steps/run.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../src/shared/answer-script.ts";
import { freePort } from "../support/free-port.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

const fixture = (name: string) => readFileSync(join(ROOT, "tests", "fixtures", "certificates", name));

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}

const CASES: readonly (readonly [name: string, sentence: RegExp])[] = [
  ["no such host", /host|name/i],
  ["nobody there", /refused|nothing|nobody/i],
  ["unknown issuer", /issue|trust|authority/i],
  ["self-signed", /itself|self-signed|own/i],
  ["expired", /expired/i],
  ["not yet valid", /not yet|future|clock/i],
  ["wrong host", /another|other name|not for/i],
  ["silent", /connection|time/i],
  ["not HTTP", /could not be read/i],
  ["endless", /too large/i],
  ["behind a proxy", /proxy.*127\.0\.0\.1:\d+|127\.0\.0\.1:\d+.*proxy/is],
];

test("each way of not getting through has its own sentence and next step", async ({ launch }) => {
  const tls = (name: string) =>
    createHttpsServer({ key: fixture("server-key.pem"), cert: fixture(`server-${name}.pem`) });
  const silent = createTcpServer(() => undefined);
  const rude = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
  const endless = createHttpServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(Buffer.alloc(11 * 1_048_576, " "));
  });
  const faults = ["unknown-issuer", "self-signed", "expired", "future", "wrong-host"].map(tls);
  const servers = [silent, rude, endless, ...faults];
  const [silentPort, rudePort, endlessPort, ...tlsPorts] = await Promise.all(servers.map(listen));
  const addresses: Readonly<Record<string, string>> = {
    "no such host": "http://nowhere.invalid",
    "nobody there": `http://127.0.0.1:${await freePort()}`,
    "unknown issuer": `https://localhost:${tlsPorts[0]}`,
    "self-signed": `https://localhost:${tlsPorts[1]}`,
    expired: `https://localhost:${tlsPorts[2]}`,
    "not yet valid": `https://localhost:${tlsPorts[3]}`,
    "wrong host": `https://localhost:${tlsPorts[4]}`,
    silent: `https://127.0.0.1:${silentPort}`,
    "not HTTP": `http://127.0.0.1:${rudePort}`,
    endless: `http://127.0.0.1:${endlessPort}`,
    "behind a proxy": "http://service.invalid",
  };
  const profiles = CASES.map(([name]) => ({
    id: name,
    name,
    mode: "test",
    baseUrl: addresses[name],
    authentication: { scheme: "none" },
    extraHeaders: [],
    timeouts: { connectMs: 1_500, totalMs: 10_000 },
    unitsPerCurrency: null,
    answerScript: DEFAULT_ANSWER_SCRIPT,
  }));
  const app = await launch({
    settings: { ...ANY_PORT, profiles, selectedProfileId: CASES[0]?.[0] },
    // The fixtures' own authority is trusted, so that what is wrong with each certificate is the only fault.
    env: {
      NODE_EXTRA_CA_CERTS: join(ROOT, "tests", "fixtures", "certificates", "root.pem"),
      // Nobody is there, and one profile alone goes through it.
      http_proxy: `http://127.0.0.1:${await freePort()}`,
      no_proxy: "localhost,127.0.0.1,nowhere.invalid",
    },
  });
  const { page } = app;
  const { tab, field, button, answer } = windowParts(page);
  await tab("Look up link").click();
  const said: string[] = [];
  for (const [name, sentence] of CASES) {
    await test.step(name, async () => {
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitemcheckbox", { name: `${name} Test`, exact: true }).click();
      await expect(page.getByRole("button", { name: `Profile ${name} Test` })).toBeVisible();
      await field("Link ID").fill("L-1");
      await button("Look up link").click();
      await expect(answer.getByRole("button", { name: "Show in log" })).toBeVisible();
      await expect(answer).toContainText(sentence);
      said.push((await answer.getByRole("status").locator("p").first().textContent()) ?? "");
    });
  }
  expect(new Set(said).size).toBe(CASES.length);
  for (const server of servers) server.close();
});
