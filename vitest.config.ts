import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Any import of 'electron' under plain Node would start a download: the tests bring a fake instead.
    alias: { electron: new URL("tests/fakes/electron.ts", import.meta.url).pathname },
    // electron-store imports 'electron' itself: the alias reaches it only when it is not left to Node.
    server: { deps: { inline: ["electron-store"] } },
    globalSetup: "tests/support/bundle-threads.ts",
    // Every core: much of a test's time is its threads' and its programs'.
    maxWorkers: "100%",
    // These end what hangs, also where the end-to-end tests run beside them; how fast a thing is, the benchmark says.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "program",
          include: [
            "src/{main,relay}/**/*.test.ts",
            "tests/{unit,relay,hostile,readings,runs,evidence,packaging,security}/**/*.test.ts",
          ],
          pool: "forks",
        },
      },
      {
        // Functions of plain values: nothing that one test could leave to the next.
        extends: true,
        test: {
          name: "window",
          include: ["src/{shared,renderer,preload}/**/*.test.ts"],
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
