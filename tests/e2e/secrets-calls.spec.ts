import { NEW_PROFILE } from "../../src/shared/profile.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { expect, test } from "./fixtures.ts";
import {
  callEverything,
  makeProfile,
  mark,
  outputsOf,
  readLog,
  readPage,
  repeatEverything,
  storeSecrets,
} from "./secrets.ts";

const SECRETS = {
  header: mark("header"),
  bearer: mark("bearer"),
  basic: mark("basic"),
  extra: mark("extra"),
  ticked: mark("unticked-cookie"),
  elsewhere: mark("of-another-profile"),
  wrongField: mark("in-a-form"),
  proxy: mark("proxy"),
  userinfo: "linkdesk-mark-userinfo-7Qz9xY4",
} as const;

test("secrets of calls are nowhere but in the vault, whatever the service says", async ({ launch }) => {
  test.setTimeout(180_000);
  const service = await startForeignService();
  service.answerWith(repeatEverything);
  const dead = `http://ada:${encodeURIComponent(SECRETS.proxy)}@127.0.0.1:9`;
  const app = await launch({ env: { HTTPS_PROXY: dead, https_proxy: dead } });
  const { page } = app;
  const outputs = outputsOf(app);
  await storeSecrets(page);

  const baseUrl = service.origin;
  const profiles = [
    await makeProfile(
      page,
      outputs,
      { baseUrl, authentication: { scheme: "header", name: "x-api-key" } },
      { authentication: SECRETS.header },
    ),
    await makeProfile(
      page,
      outputs,
      { baseUrl, authentication: { scheme: "bearer" } },
      { authentication: SECRETS.bearer },
    ),
    await makeProfile(
      page,
      outputs,
      { baseUrl, authentication: { scheme: "basic", username: "ada" } },
      { authentication: SECRETS.basic },
    ),
    await makeProfile(
      page,
      outputs,
      {
        baseUrl,
        authentication: { scheme: "none" },
        extraHeaders: [
          { id: "one", name: "X-Token", value: "", secret: true },
          { id: "two", name: "Cookie", value: SECRETS.ticked, secret: false },
        ],
      },
      { "header:one": SECRETS.extra },
    ),
    // Through a proxy with a password in its address, which is not there.
    await makeProfile(page, outputs, { baseUrl: "https://service.invalid" }, { authentication: SECRETS.elsewhere }),
  ];
  // An address with a password in it is refused, and not kept for having been typed.
  for (const [group, method, input] of [
    [
      "profiles",
      "create",
      { draft: { ...NEW_PROFILE, name: "T", mode: "test", baseUrl: `http://a:${SECRETS.userinfo}@127.0.0.1:9` } },
    ],
    ["diagnosis", "setAddress", { runId: null, address: `https://a:${SECRETS.userinfo}@example.test/webhooks` }],
  ] as const) {
    const refused = await ask(page, group, method as never, input as never);
    expect(refused).toMatchObject({ ok: false });
    outputs.keep(refused);
  }

  await test.step("every call, with every profile, answered and not", async () => {
    for (const id of profiles) {
      await answerOf(page, "profiles", "select", { id });
      await callEverything(page, outputs, id);
    }
    // A service may tell a secret that it was not sent just now.
    service.answerWith((response) => response.end(JSON.stringify({ message: SECRETS.elsewhere })));
    await callEverything(page, outputs, profiles[0] ?? "");
    service.answerWith((response) => response.destroy());
    for (const id of profiles) await callEverything(page, outputs, id);
  });
  await test.step("a secret that was typed into a form is sent, and not remembered", async () => {
    const [profileId = ""] = profiles;
    // Beside another profile's address: nothing is recorded where there is nothing to send it to.
    await answerOf(page, "profiles", "setSecret", { id: profileId, slot: "authentication", value: SECRETS.wrongField });
    const action = {
      operation: "credit",
      body: { amount: "", currency: "NGN", userReference: SECRETS.wrongField },
    } as const;
    outputs.keep(await ask(page, "calls", "send", { requestId: "wrong-field", profileId, action }));
    outputs.keep(await answerOf(page, "forms", "get", { id: profileId }));
  });
  await test.step("profiles are copied, taken out, removed and brought back", async () => {
    outputs.keep((await answerOf(page, "profiles", "exportText", { ids: profiles })).text);
    for (const id of profiles) outputs.keep(await answerOf(page, "profiles", "duplicate", { id }));
    const [first = ""] = profiles;
    await answerOf(page, "profiles", "remove", { id: first });
    await answerOf(page, "profiles", "restore", { id: first });
    outputs.keep(await answerOf(page, "profiles", "list", null));
  });
  expect(await readLog(page, outputs)).toBeGreaterThan(40);
  await readPage(page, outputs);
  // A reload writes what the page wants to keep, an orderly end what main does.
  await page.reload();
  await page.getByRole("main").waitFor();
  await readPage(page, outputs);
  await app.close();
  await service.close();
  outputs.expectNoTraces(SECRETS);
});
