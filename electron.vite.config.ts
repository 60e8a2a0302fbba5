import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { NONCE_PLACEHOLDER } from "./src/main/assets/index.ts";

/**
 * Puts the names of the contract into the preload instead of the contract itself: 3 kB to read at every load of the
 * window instead of 217 kB, and no validation library in the one script that has ipcRenderer.
 */
function contractNamesOnly(): Plugin {
  return {
    name: "linkdesk:contract-names-only",
    async load(id) {
      if (!id.endsWith("/src/shared/contract-names.ts")) return null;
      const { contractNames } = await import(pathToFileURL(id).href);
      return `export const contractNames = ${JSON.stringify(contractNames)};`;
    },
  };
}

// Three builds of one program. Both hosts run the same preload and renderer bytes; only main has an
// entry for each host, so that the Chromium one never reaches for 'electron', and one for the command line.
export default defineConfig({
  main: {
    build: {
      // zod is built in: a thread that has to be started from memory (src/main/threads.ts) finds no package.
      externalizeDeps: { include: ["playwright-core"], exclude: ["zod"] },
      rollupOptions: {
        input: {
          electron: resolve("src/main/hosts/electron/main.ts"),
          chromium: resolve("src/main/hosts/chromium/main.ts"),
          cli: resolve("src/cli/main.ts"),
        },
        external: ["electron", "playwright-core"],
        // Named for what they are: within an archive Electron does not find the package.json that says it of .js files,
        // and would go by one that happens to lie in a folder above the installed program.
        output: { entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name]-[hash].mjs" },
      },
    },
  },
  preload: {
    plugins: [contractNamesOnly()],
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
    plugins: [react(), tailwind()],
    // Put on every script and style tag and into <meta property="csp-nonce">; the asset server fills it in.
    html: { cspNonce: NONCE_PLACEHOLDER },
    build: {
      minify: true,
      // Every file from our own origin: the content security policy takes no font from a data: URL.
      assetsInlineLimit: 0,
      rollupOptions: { input: { index: resolve("src/renderer/index.html") } },
    },
  },
});
