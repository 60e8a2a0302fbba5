import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The renderer's own page with the fake bridge installed before it starts: everything else is the real thing.
export default defineConfig({
  root: resolve("src/renderer"),
  cacheDir: resolve("node_modules/.cache/gallery"),
  plugins: [
    react(),
    {
      name: "linkdesk-fake-bridge",
      transformIndexHtml: () => [
        {
          tag: "script",
          attrs: { type: "module", src: `/@fs${resolve("tests/gallery/install.ts")}` },
          injectTo: "head-prepend",
        },
      ],
    },
  ],
  server: { host: "127.0.0.1", fs: { allow: [resolve(".")] } },
});
