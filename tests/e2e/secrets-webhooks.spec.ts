import { createHmac } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright/test";
import type { HeaderList } from "../../src/shared/primitives.ts";
import type { ReplayRequest } from "../../src/shared/replay.ts";
import type { SignatureSettings, SignedSettings } from "../../src/shared/signature.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { expect, test } from "./fixtures.ts";
import {
  makeProfile,
  mark,
  type Outputs,
  outputsOf,
  readLog,
  readPage,
  repeatEverything,
  storeSecrets,
} from "./secrets.ts";
import { windowParts } from "./window-parts.ts";

const SECRETS = {
  key: mark("key"),
  value: mark("value"),
  second: mark("second-value"),
  later: mark("wrong-and-later-right"),
  never: mark("wrong-for-ever"),
  hmac: mark("hmac"),
  rotated: mark("rotated"),
  replayed: mark("typed-into-a-replay"),
} as const;

const STATIC: SignatureSettings = {
  kind: "static",
  header: "X-Token",
  prefix: "Bearer ",
  secrets: [
    { id: "one", name: "One", source: "own" },
    { id: "two", name: "Two", source: "own" },
  ],
};
const HMAC: SignedSettings = {
  kind: "signed",
  field: null,
  header: "X-Signature",
  prefix: "",
  secrets: STATIC.secrets,
  separator: "",
  algorithm: "sha256",
  encoding: "hex",
  secretDecoding: "text",
  content: { kind: "body" },
  id: null,
  timestamp: null,
  timestampUnit: "seconds",
  toleranceSeconds: null,
};

/** Without its prefix, or as no hexadecimal, a signature cannot be read. */
const WRONG = "signature:invalid,unreadable";

test("secrets of webhooks are nowhere but in the vault, be they right, wrong, checked again, explained or sent again", async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const target = await startForeignService();
  target.answerWith(repeatEverything);
  const app = await launch();
  const { page } = app;
  const outputs = outputsOf(app);
  await storeSecrets(page);
  const url = await windowParts(page).webhookUrl();
  const forward = { agreedDestinations: [], forward: { enabled: true, url: target.origin, host: "received" as const } };
  const profile = {
    baseUrl: target.origin,
    authentication: { scheme: "header", name: "x-api-key" } as const,
    replay: forward,
  };
  const fixed = await makeProfile(
    page,
    outputs,
    { ...profile, name: "Fixed", signature: STATIC },
    { authentication: SECRETS.key, "signature:one": SECRETS.value, "signature:two": SECRETS.second },
  );
  const signed = await makeProfile(
    page,
    outputs,
    { ...profile, name: "Signed", signature: HMAC },
    { "signature:one": SECRETS.hmac, "signature:two": SECRETS.rotated },
  );

  await test.step("a value that never changes, in every way that it can come", async () => {
    await answerOf(page, "profiles", "select", { id: fixed });
    const send = (headers: Record<string, string>, to = url) => target.sendWebhook(to, '{"amount":1}', headers);
    for (const secret of [SECRETS.value, SECRETS.second, SECRETS.never, SECRETS.later]) {
      await send({ "X-Token": `Bearer ${secret}` });
      await send({ "X-Token": secret });
    }
    const off = url.replace("/webhooks", "/elsewhere");
    await send({ "X-Token": `Bearer ${SECRETS.value}` }, off);
    await send({ "X-Token": SECRETS.never }, off);
    // In headers that nobody has set up.
    await send({ Authorization: `Bearer ${SECRETS.key}`, "X-Log": JSON.stringify({ token: SECRETS.value }) });
    await send({ Authorization: `Basic ${Buffer.from(`ada:${SECRETS.key}`).toString("base64")}` });
    const twice = `X-Token: Bearer ${SECRETS.value}\r\nX-Token: ${SECRETS.never}\r\n`;
    await raw(url, `POST /webhooks HTTP/1.1\r\nHost: a\r\n${twice}Content-Length: 2\r\n\r\n{}`);
    // Broken off, and no HTTP at all.
    await raw(url, `POST /webhooks HTTP/1.1\r\nHost: a\r\n${twice}Content-Length: 9\r\n\r\n{}`);
    await raw(url, `POST /webhooks HTTP/1.1\r\nHost : a\r\nX-Token: Bearer ${SECRETS.value}\r\n\r\n`);
    await expect.poll(() => deliveries(page), { timeout: 20_000 }).toBe(15);
  });
  await test.step("a wrong value becomes right: the row of before can be checked again, and holds it as little", async () => {
    const id = await find(page, WRONG, -1);
    outputs.keep(await answerOf(page, "signatures", "examine", { id, requestId: "fixed" }));
    await answerOf(page, "profiles", "setSecret", { id: fixed, slot: "signature:one", value: SECRETS.later });
    const before = await find(page, WRONG, 4);
    outputs.keep(await answerOf(page, "signatures", "examine", { id: before, requestId: "later" }));
    const again = await answerOf(page, "signatures", "checkAgain", { id: before });
    expect(again.result).toMatchObject({ state: "valid" });
    outputs.keep(again);
  });
  await test.step("signatures, right and wrong, and the doctor who tries every secret there is", async () => {
    await answerOf(page, "profiles", "select", { id: signed });
    const body = '{"amount":2}';
    for (const secret of [SECRETS.hmac, SECRETS.rotated, SECRETS.key]) {
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      await target.sendWebhook(url, body, { "X-Signature": signature });
    }
    await target.sendWebhook(url, body, { "X-Signature": SECRETS.hmac, "X-Own": SECRETS.rotated });
    await expect.poll(() => deliveries(page), { timeout: 20_000 }).toBe(19);
    for (const place of [-1, -2]) {
      const id = await find(page, WRONG, place);
      const found = await answerOf(page, "signatures", "examine", { id, requestId: `signed${place}` });
      outputs.keep(found);
      expect(found).toMatchObject({ result: "found" });
      if (place === -2 && found.result === "found" && found.fix !== null)
        outputs.keep(await answerOf(page, "signatures", "applyFix", { fix: found.fix }));
    }
  });
  await test.step("sent again: as it came, edited, signed anew, to a program and to ourselves", async () => {
    for (const profileId of [fixed, signed]) {
      await answerOf(page, "profiles", "select", { id: profileId });
      const ids = [await find(page, "signature:valid", 0), await find(page, WRONG, 0)];
      for (const id of ids) await sendAgain(page, outputs, id, target.origin);
    }
    // The target got what it was meant to get: this is about what is kept.
    const received = JSON.stringify(target.requests);
    expect(received).toContain(JSON.stringify(SECRETS.replayed).slice(1, -1));
    expect(received).toContain(JSON.stringify(SECRETS.later).slice(1, -1));
    expect(received).not.toContain("•");
  });
  outputs.keep(
    await answerOf(page, "profiles", "exportText", { ids: [fixed, signed] }),
    await answerOf(page, "profiles", "list", null),
  );
  // Handing on ends when it ends; the last row has it by then.
  await expect
    .poll(async () => JSON.stringify(await detail(page, await find(page, "kind:delivery", -1))), { timeout: 20_000 })
    .toContain('"forward"');
  expect(await readLog(page, outputs)).toBeGreaterThan(40);
  await readPage(page, outputs);
  await app.close();
  outputs.expectNoTraces(SECRETS);

  await test.step("files that are damaged are set aside as they are: there is nothing in them either", async () => {
    for (const name of ["settings.json", "vault.json", "journal.db", "search.db"]) {
      const file = join(app.dataFolder, name);
      const bytes = await readFile(file);
      bytes.fill(0x7b, 0, 40);
      await writeFile(file, bytes);
    }
    const second = await launch();
    const after = outputsOf(second);
    await readLog(second.page, after);
    after.keep(await answerOf(second.page, "profiles", "list", null));
    await second.close();
    await target.close();
    after.expectNoTraces(SECRETS);
  });
});

/** All the ways in which a delivery can be sent again. */
async function sendAgain(page: Page, { keep }: Outputs, id: number, origin: string): Promise<void> {
  const edited = {
    method: "POST",
    path: "/webhooks",
    headers: [
      ["Authorization", `Bearer ${SECRETS.replayed}`],
      ["X-Token", `Bearer ${SECRETS.later}`],
    ] as HeaderList,
    body: Buffer.from('{"amount":3}').toString("base64"),
  };
  for (const target of [{ kind: "listener" }, { kind: "url", url: origin }] as const)
    for (const change of [
      {},
      { withSecrets: true },
      { withSecrets: true, edited: { ...edited, sign: false } },
      { withSecrets: true, edited: { ...edited, sign: true } },
    ] satisfies Partial<ReplayRequest>[]) {
      const request: ReplayRequest = {
        requestId: crypto.randomUUID(),
        id,
        target,
        host: "received",
        withSecrets: false,
        edited: null,
        agreed: "no",
        ...change,
      };
      keep(await ask(page, "replay", "send", request));
    }
}

async function deliveries(page: Page): Promise<number> {
  const { events } = await answerOf(page, "journal", "page", { limit: 500, filter: "kind:delivery" });
  return events.filter((event) => event.kind === "delivery" && event.duration !== null).length;
}

async function detail(page: Page, id: number): Promise<unknown> {
  return answerOf(page, "journal", "detail", { id });
}

/** The number of the event at a place among those that the filter keeps; -1 is the newest. */
async function find(page: Page, filter: string, place: number): Promise<number> {
  const { events } = await answerOf(page, "journal", "page", { limit: 500, filter });
  const found = events.at(place);
  if (found === undefined) throw new Error(`No event at ${place} of “${filter}”.`);
  return found.id;
}

/** Writes bytes to the listener and hangs up once it has answered, or has nothing to say. */
function raw(url: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text, () => socket.end()));
    socket.on("data", () => socket.end());
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
  });
}
