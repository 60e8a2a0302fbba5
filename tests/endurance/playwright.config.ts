import { defineConfig } from "playwright/test";
import { availableHosts, type HostName } from "../support/app.ts";

// The long tests, one after the other: each of them wants the machine for itself.
export default defineConfig<{ host: HostName }>({
  testDir: ".",
  testMatch: "*.long.ts",
  outputDir: "../../out/endurance",
  timeout: 900_000,
  workers: 1,
  retries: 0,
  reporter: [["list"], ["json", { outputFile: "../../out/endurance-report.json" }]],
  projects: availableHosts().map((host) => ({ name: host, use: { host } })),
});
