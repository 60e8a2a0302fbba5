import { defineConfig } from "playwright/test";
import { availableHosts, type HostName } from "../support/app.ts";

// The tests are written once against a page; every host that this machine has runs all of them.
export default defineConfig<object, { host: HostName }>({
  testDir: ".",
  outputDir: "../../out/e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  // A second try tells a test that never passes from one that sometimes does; either is a failure.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../../out/e2e-report.json" }]],
  projects: availableHosts().map((host) => ({ name: host, use: { host } })),
});
