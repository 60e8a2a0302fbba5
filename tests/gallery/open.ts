import { resolve } from "node:path";
import { chromium, type Page } from "playwright-core";
import { build, preview } from "vite";
import { ensureBrowser } from "../../build/steps/browser.ts";
import { STATES } from "./states.ts";

export const SIZES = {
  wide: { width: 1440, height: 900 },
  usual: { width: 1280, height: 800 },
  small: { width: 1024, height: 680 },
  /** A window of the usual size at 200 %. */
  zoomed: { width: 640, height: 400 },
} as const;
export const THEMES = ["light", "dark"] as const;

interface Choice {
  /** Part of a state's name. */
  readonly wanted: string;
  readonly sizes?: readonly (keyof typeof SIZES)[];
  readonly themes?: readonly (typeof THEMES)[number][];
}

/** Starts the gallery, shows `visit` every state that was chosen, and stops again. */
export async function inGallery(choice: Choice, visit: (page: Page, name: string) => Promise<void>): Promise<void> {
  const config = { configFile: resolve("tests/gallery/vite.config.ts"), logLevel: "error" } as const;
  // Built once: of single modules, each state would fetch and compile a thousand.
  await build(config);
  const server = await preview({ ...config, preview: { port: 0 } });
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const address = server.resolvedUrls?.local[0];
    if (address === undefined) throw new Error("The gallery's server has no address.");
    const context = await browser.newContext({ reducedMotion: "reduce" });
    for (const state of STATES.filter((each) => each.name.includes(choice.wanted)))
      for (const size of choice.sizes ?? (["wide", "small"] as const)) {
        const [first, ...more] = choice.themes ?? THEMES;
        if (first === undefined) continue;
        let name = `${state.name}-${size}-${first}`;
        const page = await context.newPage();
        page.on("pageerror", (error) => console.log(`${name}: ${error.message}`));
        page.on("console", (message) => {
          if (message.type() === "error") console.log(`${name}: ${message.text()}`);
        });
        await page.setViewportSize(SIZES[size]);
        await page.emulateMedia({ colorScheme: first });
        await page.goto(`${address}?${state.at ?? ""}`);
        await page.getByRole("banner").waitFor();
        await page.evaluate(() => document.fonts.ready);
        await state.act?.(page);
        await visit(page, name);
        // The window follows the system's theme while it is open: no need to come here again.
        for (const theme of more) {
          await page.emulateMedia({ colorScheme: theme });
          name = `${state.name}-${size}-${theme}`;
          await visit(page, name);
        }
        await page.close();
      }
  } finally {
    await browser.close();
    await server.close();
  }
}
