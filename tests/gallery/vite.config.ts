import { resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The renderer's own page with the fake bridge installed before it starts: everything else is the real thing.
export default defineConfig({
  root: resolve("src/renderer"),
  cacheDir: resolve("node_modules/.cache/gallery"),
  plugins: [
    react(),
    tailwind(),
    {
      name: "linkdesk-fake-bridge",
      transformIndexHtml: {
        order: "pre",
        // Vite's development server puts scripts of its own into the page, which our policy does not allow.
        handler: (html) => ({
          html: html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
          tags: [
            {
              tag: "script",
              attrs: { type: "module" },
              children: `import ${JSON.stringify(resolve("tests/gallery/install.ts"))};`,
              injectTo: "head-prepend",
            },
          ],
        }),
      },
    },
  ],
  server: { host: "127.0.0.1", fs: { allow: [resolve(".")] } },
  preview: { host: "127.0.0.1" },
  build: { outDir: resolve("out/gallery-page"), emptyOutDir: true, minify: false, reportCompressedSize: false },
});
