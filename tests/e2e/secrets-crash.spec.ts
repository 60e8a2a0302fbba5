import { join } from "node:path";
import { newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { troubleEnvironment, troubleOf } from "../support/trouble.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { callEverything, makeProfile, mark, outputsOf, readLog, storeSecrets } from "./secrets.ts";
import { windowParts } from "./window-parts.ts";

const SECRETS = { key: mark("key"), value: mark("value"), typing: mark("still-being-typed") };

test("nothing that crashes or is killed leaves a secret behind: the window, a thread, the whole program", async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const dataFolder = await newDataFolder();
  const portFile = join(dataFolder, "trouble-port");
  const service = await startForeignService();
  // Reports of the system's would go here.
  const app = await launch({
    env: { ...troubleEnvironment(portFile), BREAKPAD_DUMP_LOCATION: dataFolder },
    dataFolder,
    settings: ANY_PORT,
  });
  const { page } = app;
  const outputs = outputsOf(app);
  await storeSecrets(page);
  const profileId = await makeProfile(
    page,
    outputs,
    {
      baseUrl: service.origin,
      authentication: { scheme: "bearer" },
      signature: {
        kind: "static",
        header: "X-Token",
        prefix: "",
        secrets: [{ id: "one", name: "One", source: "own" }],
      },
    },
    { authentication: SECRETS.key, "signature:one": SECRETS.value },
  );
  await answerOf(page, "profiles", "select", { id: profileId });
  await callEverything(page, outputs, profileId);
  await service.sendWebhook(await windowParts(page).webhookUrl(), "{}", { "X-Token": SECRETS.value });
  await readLog(page, outputs);

  // A secret is being typed when the window crashes; a call and a delivery are on their way when the rest does.
  await page.keyboard.press("ControlOrMeta+Shift+m");
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("group", { name: "Token" }).getByRole("button", { name: "Replace" }).click();
  await dialog.getByLabel("Token", { exact: true }).click();
  await page.keyboard.insertText(SECRETS.typing);
  const trouble = troubleOf(portFile);
  expect(await trouble.endThreads()).toBeGreaterThan(0);
  let isUnderWay: () => void = () => {};
  const underWay = new Promise<void>((resolve) => {
    isUnderWay = resolve;
  });
  service.answerWith(() => isUnderWay());
  void ask(page, "calls", "send", {
    requestId: "never-answered",
    profileId,
    action: { operation: "link", linkId: "L-1" },
  }).catch(() => undefined);
  await underWay;
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  const session = await page.context().newCDPSession(page);
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  await trouble.failUncaught();
  await expect.poll(() => app.output(), { timeout: 20_000 }).toContain("An error that nobody has caught");
  // The browser may have ended with it by now: then there is nothing left to kill.
  await app.kill().catch(() => undefined);
  outputs.expectNoTraces(SECRETS);

  // And what the next start makes of what it finds.
  const second = await launch({ dataFolder });
  const after = outputsOf(second);
  expect(await readLog(second.page, after)).toBeGreaterThan(3);
  await second.close();
  await service.close();
  after.expectNoTraces(SECRETS);
  await removeFolder(dataFolder);
});
