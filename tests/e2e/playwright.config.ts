import { defineConfig } from "playwright/test";
import { availableHosts, type HostName } from "../support/app.ts";

// The tests are written once against a page; every host that this machine has runs all of them.
export default defineConfig<object, { host: HostName }>({
  testDir: ".",
  outputDir: "../../out/e2e",
  // These end what hangs, also where the unit tests run beside them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 3,
  // A second try tells a test that never passes from one that sometimes does; either is a failure.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../../out/e2e-report.json" }]],
  projects: availableHosts().map((host) => ({ name: host, use: { host } })),
});
