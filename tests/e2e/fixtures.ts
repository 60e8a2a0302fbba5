import { test as base } from "playwright/test";
import { type App, type HostName, type LaunchOptions, launchApp, newDataFolder, removeFolder } from "../support/app.ts";

interface Fixtures {
  readonly host: HostName;
  /** Starts the app in this test's own data folder; called again, starts it again on the same data. */
  readonly launch: (options?: LaunchOptions) => Promise<App>;
  /** The app, freshly installed: an empty data folder and a listener port of its own. */
  readonly app: App;
}

/** What a test starts from: nothing stored but a listener port that two tests at once do not fight for. */
export const ANY_PORT = {
  version: 1,
  listener: { host: "127.0.0.1", port: 0, path: "/webhooks", bodyCapBytes: 10_485_760 },
};

export const test = base.extend<Fixtures>({
  host: ["chromium", { option: true }],
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
  app: async ({ launch }, use) => {
    await use(await launch());
  },
});

export { expect } from "playwright/test";
