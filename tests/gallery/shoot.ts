import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { createServer } from "vite";
import { STATES } from "./states.ts";

// Takes a picture of every state whose name contains the first argument. Looked at by people, compared by nobody.

const SIZES = [
  { name: "wide", width: 1440, height: 900 },
  { name: "small", width: 1024, height: 680 },
] as const;

const wanted = process.argv[2] ?? "";
const [themes, sizes] = [pick(["light", "dark"], "--theme="), pick(["wide", "small"], "--size=")];

function pick(all: readonly string[], option: string): readonly string[] {
  const given = process.argv.find((each) => each.startsWith(option))?.slice(option.length);
  return given === undefined ? all : [given];
}

const folder = resolve("out/gallery");
await mkdir(folder, { recursive: true });
const server = await createServer({
  configFile: resolve("tests/gallery/vite.config.ts"),
  server: { port: 0, hmr: false, watch: null },
});
await server.listen();
const address = server.resolvedUrls?.local[0];
if (address === undefined) throw new Error("The gallery's server has no address.");

const browser = await chromium.launch({
  executablePath: process.env["LINKDESK_CHROMIUM"] ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  for (const state of STATES.filter((each) => each.name.includes(wanted)))
    for (const size of SIZES.filter((each) => sizes.includes(each.name)))
      for (const theme of themes) {
        const page = await browser.newPage({
          viewport: { width: size.width, height: size.height },
          colorScheme: theme === "dark" ? "dark" : "light",
          reducedMotion: "reduce",
        });
        const problems: string[] = [];
        page.on("pageerror", (error) => problems.push(error.message));
        page.on("console", (message) => {
          if (message.type() === "error") problems.push(message.text());
        });
        await page.goto(`${address}?${state.at ?? ""}`);
        await page.getByRole("banner").waitFor();
        await page.evaluate(() => document.fonts.ready);
        await state.act?.(page);
        const file = `${state.name}-${size.name}-${theme}.png`;
        await page.screenshot({ path: resolve(folder, file), animations: "disabled" });
        console.log(problems.length === 0 ? file : `${file}: ${problems.join(" | ")}`);
        await page.close();
      }
} finally {
  await browser.close();
  await server.close();
}
