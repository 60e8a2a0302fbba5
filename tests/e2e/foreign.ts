import { DEFAULT_RUN_SETTINGS, type RunSettings } from "../../src/shared/run.ts";
import type { App, LaunchOptions } from "../support/app.ts";
import { type ForeignService, startForeignService } from "../support/foreign-service.ts";
import { ANY_PORT } from "./fixtures.ts";

/** Starts the app with a profile that leads to a service which this project did not write. */
export async function launchAt(
  launch: (options?: LaunchOptions) => Promise<App>,
  runs: Partial<RunSettings> = {},
): Promise<{ readonly app: App; readonly service: ForeignService }> {
  const service = await startForeignService();
  const profile = {
    id: "acme",
    name: "Acme",
    mode: "test",
    baseUrl: service.origin,
    authentication: { scheme: "none" },
    runs: { ...DEFAULT_RUN_SETTINGS, ...runs },
  };
  const app = await launch({ settings: { ...ANY_PORT, profiles: [profile], selectedProfileId: "acme" } });
  return { app, service };
}
