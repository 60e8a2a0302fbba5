import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { NEW_PROFILE, type ProfileDraft } from "../../src/shared/profile.ts";
import { tracesBelow, tracesIn } from "../security/traces.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { bench } from "./bench.ts";
import { expect, test } from "./fixtures.ts";

// Marker secrets wherever one can be entered, every feature used with them, and then a search for them wherever they
// could have been left. The characters are those that encodings change.
const END = '7Qz/+"\\%&=x<9';
const SECRETS = {
  header: `mark-header-${END}`,
  bearer: `mark-bearer-${END}`,
  basic: `mark-basic-${END}`,
  extra: `mark-extra-${END}`,
  ticked: `mark-unticked-cookie-${END}`,
  signature: `mark-signature-${END}`,
  userinfo: "mark-userinfo-7Qz9xY4",
} as const;

/** One that is typed in the window itself, by key, so that nothing but the window has it. */
const TYPED = { typed: "mark-typed-by-hand-7Qz9xY4" } as const;

test("secrets are nowhere but in the vault: not on disk, in exports, copies, prints or the page", async ({
  launch,
}) => {
  test.setTimeout(240_000);
  const service = await startForeignService();
  // It repeats whatever it was sent, in as many ways as a careless service might.
  service.answerWith((response, { rawHeaders, body, target }) => {
    const said = JSON.stringify({ message: "hook sent", rawHeaders, nested: JSON.stringify(rawHeaders), body, target });
    const values = rawHeaders.filter((_, index) => index % 2 === 1);
    response.setHeader("Content-Type", "application/json");
    if (target.includes("gzip")) response.setHeader("Content-Encoding", "gzip");
    for (const [index, value] of values.entries()) response.setHeader(`X-Echo-${index}`, value);
    response.end(target.includes("gzip") ? gzipSync(said) : said);
  });
  const app = await launch();
  const { page } = app;
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  page.on("pageerror", (error) => printed.push(error.stack ?? error.message));
  const outputs: string[] = [];

  const profiles: string[] = [];
  const make = async (draft: Partial<ProfileDraft>, secrets: Readonly<Record<string, string>>): Promise<void> => {
    const whole: ProfileDraft = { ...NEW_PROFILE, name: "Marked", mode: "test", baseUrl: service.origin, ...draft };
    const { profile } = await answerOf(page, "profiles", "create", { draft: whole });
    profiles.push(profile.id);
    for (const [slot, value] of Object.entries(secrets))
      outputs.push(JSON.stringify(await answerOf(page, "profiles", "setSecret", { id: profile.id, slot, value })));
  };
  await make({ authentication: { scheme: "header", name: "x-api-key" } }, { authentication: SECRETS.header });
  await make({ authentication: { scheme: "bearer" } }, { authentication: SECRETS.bearer });
  await make({ authentication: { scheme: "basic", username: "ada" } }, { authentication: SECRETS.basic });
  await make(
    {
      authentication: { scheme: "none" },
      extraHeaders: [
        { id: "one", name: "X-Token", value: "", secret: true },
        { id: "two", name: "Cookie", value: SECRETS.ticked, secret: false },
      ],
      signature: {
        kind: "hmac",
        header: "X-Signature",
        prefix: "",
        secrets: [{ id: "main", name: "Main", source: "own" }],
        separator: "",
        algorithm: "sha256",
        encoding: "hex",
        secretDecoding: "text",
        content: { kind: "body" },
        id: null,
        timestamp: null,
        timestampUnit: "seconds",
        toleranceSeconds: null,
      },
    },
    { "header:one": SECRETS.extra, "signature:main": SECRETS.signature },
  );
  // An address with a password in it is refused, and not kept for having been typed.
  const refused = await ask(page, "profiles", "create", {
    draft: { ...NEW_PROFILE, name: "Typed", mode: "test", baseUrl: `http://ada:${SECRETS.userinfo}@127.0.0.1:9` },
  });
  expect(refused.ok).toBe(false);
  outputs.push(JSON.stringify(refused));

  await test.step("every call, with every profile, answered and not", async () => {
    for (const id of profiles) {
      await answerOf(page, "profiles", "select", { id });
      outputs.push(...(await useEverything(page, id)));
    }
    await service.sendWebhook(await bench(page).webhookUrl(), '{"amount":1}', { "X-Signature": "0".repeat(64) });
    service.answerWith((response) => response.destroy());
    for (const id of profiles) outputs.push(...(await useEverything(page, id)));
  });
  await test.step("profiles are copied, taken out, removed and brought back", async () => {
    outputs.push((await answerOf(page, "profiles", "exportText", { ids: profiles })).text);
    for (const id of profiles) outputs.push(JSON.stringify(await answerOf(page, "profiles", "duplicate", { id })));
    const [first = ""] = profiles;
    await answerOf(page, "profiles", "remove", { id: first });
    await answerOf(page, "profiles", "restore", { id: first });
    outputs.push(JSON.stringify(await answerOf(page, "profiles", "list", null)));
  });
  await test.step("the log is read in full", async () => {
    const { events } = await answerOf(page, "journal", "page", { limit: 500, filter: "" });
    expect(events.filter(({ kind }) => kind === "call").length).toBeGreaterThan(20);
    for (const { id } of events) {
      outputs.push(JSON.stringify(await ask(page, "journal", "detail", { id })));
      for (const part of ["request", "answer"] as const)
        for (const method of ["body", "decodedBody"] as const) {
          const body = await ask(page, "journal", method, { id, part });
          if (body.ok && "bytes" in body.value) outputs.push(Buffer.from(body.value.bytes, "base64").toString());
        }
    }
  });
  outputs.push(await page.content());
  // A reload writes what the page wants to keep, an orderly end what main does.
  await page.reload();
  await page.getByRole("main").waitFor();
  outputs.push(
    await page.content(),
    JSON.stringify(await page.evaluate(() => [Object.entries(localStorage), Object.entries(sessionStorage)])),
  );
  await app.close();
  await service.close();

  expect(outputs.flatMap((text, index) => tracesIn(`output ${index}`, Buffer.from(text), SECRETS))).toEqual([]);
  expect(tracesIn("printed", Buffer.from(app.output() + printed.join("\n")), SECRETS)).toEqual([]);
  expect(tracesBelow(app.dataFolder, SECRETS)).toEqual([]);
});

/** Each operation, its command, and what was said of it. */
async function useEverything(page: Page, profileId: string): Promise<readonly string[]> {
  const outputs: string[] = [];
  for (const action of [
    { operation: "link", linkId: "L-1" },
    { operation: "link", linkId: "gzip" },
    { operation: "credit", body: { amount: "1", currency: "NGN", userReference: "ada" } },
    { operation: "charge", body: { raw: '{"amount": 1}' } },
  ] as const) {
    const sent = await ask(page, "calls", "send", { requestId: crypto.randomUUID(), profileId, action });
    outputs.push(JSON.stringify(sent));
    if (sent.ok) outputs.push((await answerOf(page, "calls", "curl", { id: sent.value.event.summary.id })).text);
  }
  return outputs;
}

test("a secret that was typed is gone from the window's memory once it is saved", async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const { button, field } = bench(page);
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await field("Name").first().fill("Acme");
  await dialog.getByText("Test", { exact: true }).first().click();
  await field("Base URL").fill("http://127.0.0.1:9");
  await field("Key").click();
  // As from a keyboard: through no script of the page.
  await page.keyboard.insertText(TYPED.typed);
  expect(await tracesInMemory(page)).not.toEqual([]);
  await button("Create profile").click();
  // The name is there before the key is stored: what says where it is kept comes last.
  await expect(dialog.getByRole("group", { name: "Key" }).getByText("Kept for this session only")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // What the window has done since, as anybody would; then the garbage is collected.
  await bench(page).tab("Credit").click();
  await bench(page).tab("Look up link").click();
  await expect.poll(() => tracesInMemory(page), { timeout: 60_000, intervals: [500, 1_000] }).toEqual([]);
  expect(tracesIn("printed", Buffer.from(app.output()), TYPED)).toEqual([]);
});

/** Looks through all that the page's script engine holds, after a collection. */
async function tracesInMemory(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  const snapshot = Buffer.from(chunks.join(""));
  return snapshot.includes(TYPED.typed) ? ["heap"] : [];
}
