import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

// Three builds of one program. Both hosts run the same preload and renderer bytes; only main has two entries,
// one for each host, so that the Chromium one never reaches for 'electron'.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: { include: ["playwright-core"] },
      rollupOptions: {
        input: {
          electron: resolve("src/main/hosts/electron/main.ts"),
          chromium: resolve("src/main/hosts/chromium/main.ts"),
          sandbox: resolve("src/main/sandbox/alone.ts"),
        },
        external: ["electron", "playwright-core"],
      },
    },
  },
  preload: {
    build: {
      // The sandboxed preload has no module loader: one CommonJS file with everything in it.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve("src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "index.cjs" },
      },
    },
  },
  renderer: {
    root: resolve("src/renderer"),
    plugins: [react()],
    build: {
      minify: true,
      rollupOptions: { input: { index: resolve("src/renderer/index.html") } },
    },
  },
});
