import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/{unit,hostile,runs,packaging,security}/**/*.test.ts"],
    // Any import of 'electron' under plain Node would start a download: the tests bring a fake instead.
    alias: { electron: new URL("tests/fakes/electron.ts", import.meta.url).pathname },
    // electron-store imports 'electron' itself: the alias reaches it only when it is not left to Node.
    server: { deps: { inline: ["electron-store"] } },
    pool: "forks",
    testTimeout: 20_000,
  },
});
