import { test as base, type Page } from "playwright/test";
import { DEFAULT_PREFERENCES } from "../../src/shared/preferences.ts";
import { NEW_PROFILE, type ProfileDraft, SANDBOX_PROFILE_ID } from "../../src/shared/profile.ts";
import { DEFAULT_SANDBOX_SETTINGS, type SandboxBehaviour } from "../../src/shared/sandbox.ts";
import { type App, type HostName, type LaunchOptions, launchApp, newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";

interface RunningApp {
  app: App;
  sandbox: ProfileDraft;
}

interface Shared {
  readonly host: HostName;
  /** One running app for all tests of a worker: starting it is most of what a short test would do. */
  readonly runningApp: RunningApp;
}

interface Fixtures {
  /** Starts the app in this test's own data folder; called again, starts it again on the same data. */
  readonly launch: (options?: LaunchOptions) => Promise<App>;
  /** The running app, as a fresh install shows itself; who ends it or spoils it needs one of its own, by `launch`. */
  readonly app: App;
}

/** What a test starts from: nothing stored but a listener port that two tests at once do not fight for. */
export const ANY_PORT = {
  version: 1,
  listener: { host: "127.0.0.1", port: 0, path: "/webhooks", bodyCapBytes: 10_485_760 },
};

export const test = base.extend<Fixtures, Shared>({
  host: ["chromium", { option: true, scope: "worker" }],
  runningApp: [
    async ({ host }, use) => {
      const running = await startRunning(host);
      await use(running);
      await running.app.close();
      await removeFolder(running.app.dataFolder);
    },
    { scope: "worker" },
  ],
  launch: async ({ host }, use, testInfo) => {
    const dataFolder = await newDataFolder();
    const running: App[] = [];
    let first = true;
    await use(async (options = {}) => {
      const settings = first ? { settings: ANY_PORT } : {};
      first = false;
      const app = await launchApp({ host, dataFolder, ...settings, ...options });
      running.push(app);
      return app;
    });
    for (const app of running) {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach("output", { body: app.output(), contentType: "text/plain" });
      await app.close().catch(() => undefined);
    }
    await removeFolder(dataFolder);
  },
  app: async ({ runningApp, host }, use, testInfo) => {
    // Tests that crash a browser have been seen to take the page of the running one along.
    if (runningApp.app.page.isClosed()) {
      await runningApp.app.close().catch(() => undefined);
      await removeFolder(runningApp.app.dataFolder);
      Object.assign(runningApp, await startRunning(host));
    }
    const { app, sandbox } = runningApp;
    await putBack(app, sandbox);
    await use(app);
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach("output", { body: app.output(), contentType: "text/plain" });
  },
});

async function startRunning(host: HostName): Promise<RunningApp> {
  const app = await launchApp({ host, settings: ANY_PORT });
  return { app, sandbox: await sandboxProfile(app.page) };
}

async function sandboxProfile(page: Page): Promise<ProfileDraft> {
  const { profiles } = await answerOf(page, "profiles", "list", null);
  const found = profiles.find(({ profile }) => profile.id === SANDBOX_PROFILE_ID);
  if (found === undefined) throw new Error("There is no sandbox profile.");
  const { id: _, ...draft } = found.profile;
  return draft;
}

/** One profile, nothing changed, nothing in the log but that it listens. What the forms remember stays. */
async function putBack({ page }: App, sandbox: ProfileDraft): Promise<void> {
  await answerOf(page, "profiles", "select", { id: SANDBOX_PROFILE_ID });
  const { profiles } = await answerOf(page, "profiles", "list", null);
  for (const { profile } of profiles)
    if (profile.id !== SANDBOX_PROFILE_ID) await answerOf(page, "profiles", "remove", { id: profile.id });
  await answerOf(page, "profiles", "update", { id: SANDBOX_PROFILE_ID, draft: sandbox });
  await answerOf(page, "sandbox", "configure", DEFAULT_SANDBOX_SETTINGS);
  await answerOf(page, "listener", "stop", null);
  await answerOf(page, "journal", "clear", { filter: "" });
  await answerOf(page, "listener", "start", null);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  // The window notes what is looked at a moment later: one that is still to come would be the next test's filter.
  let filter: string;
  do {
    await answerOf(page, "preferences", "set", DEFAULT_PREFERENCES);
    await showAnew(page);
    filter = (await answerOf(page, "preferences", "get", null)).lookedAt.filter;
  } while (filter !== "");
}

/** Gives the running app a profile of its own and selects it; it is gone again before the next test. */
export async function useProfile({ page }: App, draft: Partial<ProfileDraft>): Promise<void> {
  const { profile } = await answerOf(page, "profiles", "create", { draft: { ...NEW_PROFILE, ...draft } });
  await answerOf(page, "profiles", "select", { id: profile.id });
  await showAnew(page);
}

/** Changes the running app's sandbox, and the profile of it, until the next test. */
export async function changeSandbox(
  { page }: App,
  behaviour: Partial<SandboxBehaviour>,
  draft: Partial<ProfileDraft>,
): Promise<void> {
  const kept = await sandboxProfile(page);
  await answerOf(page, "profiles", "update", { id: SANDBOX_PROFILE_ID, draft: { ...kept, ...draft } });
  const settings = { ...DEFAULT_SANDBOX_SETTINGS.behaviour, ...behaviour };
  await answerOf(page, "sandbox", "configure", { ...DEFAULT_SANDBOX_SETTINGS, behaviour: settings });
  await showAnew(page);
}

async function showAnew(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("main").waitFor();
}

export { expect } from "playwright/test";
