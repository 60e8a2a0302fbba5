import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright";
import { test as base, expect, type Page } from "playwright/test";
import { build } from "vite";
import { ensureBrowser } from "../../build/steps/browser.ts";
import { ROOT } from "../../build/steps/run.ts";
import { createAssetServer } from "../../src/main/assets/index.ts";
import type { FakeBridge } from "../fakes/bridge.ts";

// The built window, served with its real content security policy, with the fake bridge of the gallery in the place of
// main: for everything about the window itself, and for states that a real main is hard to bring into.

declare global {
  interface Window {
    readonly fakeBridge: FakeBridge;
  }
}

interface OpenWindow {
  /** Opens the window in a state of the gallery (`tests/gallery/README.md`). */
  readonly open: (state?: string) => Promise<Page>;
  /** A breach of the policy, a render that threw, a file that is not there: what is in here at the end fails the test. */
  readonly faults: string[];
}

/** Never looked up: every request to it is answered here. https, because the clipboard wants a secure context. */
const ORIGIN = "https://linkdesk.test";

/** The gallery's bridge as one script, to be run before the window's own. */
async function bundleBridge(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(ROOT, "tests/gallery/install.ts"), formats: ["iife"], name: "gallery" },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("The fake bridge could not be bundled.");
  return chunk.code;
}

export const test = base.extend<OpenWindow, { readonly bridgeScript: string; readonly plainBrowser: Browser }>({
  plainBrowser: [
    async ({}, use) => {
      const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
      const browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  bridgeScript: [async ({}, use) => use(await bundleBridge()), { scope: "worker" }],
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults).toEqual([]);
  },
  open: async ({ plainBrowser, bridgeScript, faults }, use) => {
    const serve = createAssetServer({ folder: join(ROOT, "out", "renderer") });
    const context = await plainBrowser.newContext({ viewport: { width: 1024, height: 680 }, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await use(async (state = "") => {
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      await page.route(`${ORIGIN}/**`, async (route) => {
        const answer = await serve(new URL(route.request().url()).pathname);
        await route.fulfill({ status: answer.status, headers: answer.headers, body: Buffer.from(answer.body) });
      });
      await page.addInitScript({ content: bridgeScript });
      await page.goto(`${ORIGIN}/?${state}`);
      await expect(page.getByRole("banner")).toBeVisible();
      return page;
    });
    await context.close();
  },
});

/** What the window asked of main, by method, oldest first. */
export function asked(page: Page, group: string, method: string): Promise<readonly unknown[]> {
  return page.evaluate(
    ([wantedGroup, wantedMethod]) =>
      window.fakeBridge.calls
        .filter((call) => call.group === wantedGroup && call.method === wantedMethod)
        .map((call) => call.input),
    [group, method] as const,
  );
}

export { expect };
