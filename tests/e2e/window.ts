import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { type BrowserContext, chromium } from "playwright";
import { test as base, expect, type Page } from "playwright/test";
import { build } from "vite";
import { ensurePageBrowser } from "../../build/steps/browser.ts";
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
  /** The same in a page of its own, for what would stay with the shared one: a clock that is stopped, say. */
  readonly openAlone: (state?: string) => Promise<Page>;
  /** A breach of the policy, a render that threw, a file that is not there: what is in here at the end fails the test. */
  readonly faults: string[];
}

/** The gallery's bridge as one script, to be run before the window's own. */
async function bundleBridge(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: resolve(ROOT, "tests/gallery/install.ts"), formats: ["iife"], name: "gallery" },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("The fake bridge could not be bundled.");
  return chunk.code;
}

/** The built window's own files, with the headers that go with them. Loopback, because the clipboard wants it secure. */
async function serveWindow(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const serve = createAssetServer({ folder: join(ROOT, "out", "renderer") });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://window").pathname;
    void serve(path).then(({ status, headers, body }) => {
      // One build: what the browser has read and compiled once it may take again, each function with it
      // (https://v8.dev/blog/explicit-compile-hints).
      const kept = path.startsWith("/assets/") ? { "cache-control": "max-age=3600" } : {};
      response.writeHead(status, { ...headers, ...kept });
      if (path.endsWith(".js")) response.write("//# allFunctionsCalledOnLoad\n");
      response.end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface SharedWindow {
  readonly origin: string;
  readonly context: BrowserContext;
  readonly newContext: () => Promise<BrowserContext>;
  /** One page for all tests of a worker, loaded anew by each: the window keeps nothing in the browser. */
  page: Page;
}

/** The smallest window that Linkdesk is made for, in pixels of the style sheets. */
const SMALLEST = { width: 1024, height: 680 };

export const test = base.extend<OpenWindow, { readonly sharedWindow: SharedWindow }>({
  sharedWindow: [
    async ({}, use) => {
      const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
      const browser = await chromium.launch({ executablePath: await ensurePageBrowser(), args });
      const bridge = await bundleBridge();
      const newContext = async () => {
        const made = await browser.newContext({ viewport: SMALLEST, reducedMotion: "reduce" });
        await made.addInitScript({ content: bridge });
        return made;
      };
      const context = await newContext();
      const { origin, close } = await serveWindow();
      await use({ origin, context, newContext, page: await context.newPage() });
      await browser.close();
      close();
    },
    { scope: "worker" },
  ],
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults).toEqual([]);
  },
  open: async ({ sharedWindow, faults }, use) => {
    const { origin, context } = sharedWindow;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (sharedWindow.page.isClosed()) sharedWindow.page = await context.newPage();
    const { page } = sharedWindow;
    // What the test before has changed of the page that they share.
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(SMALLEST);
    await page.mouse.move(0, 0);
    noteFaults(page, faults);
    await use((state = "") => show(page, `${origin}/?${state}`));
    page.removeAllListeners();
  },
  openAlone: async ({ sharedWindow: { origin, newContext }, faults }, use) => {
    const context = await newContext();
    const page = await context.newPage();
    noteFaults(page, faults);
    await use((state = "") => show(page, `${origin}/?${state}`));
    await context.close();
  },
});

function noteFaults(page: Page, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
}

async function show(page: Page, url: string): Promise<Page> {
  await page.goto(url, { waitUntil: "commit" });
  // The first page of a browser that has just begun takes long on a busy machine.
  await expect(page.getByRole("banner")).toBeVisible({ timeout: 60_000 });
  return page;
}

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
