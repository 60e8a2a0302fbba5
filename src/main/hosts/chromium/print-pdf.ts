import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { PrintedPage } from "../host.ts";
import { browserFlags } from "./browser-flags.ts";

const LAUNCH_MS = 60_000;

/**
 * Prints with a browser of its own, without a window and with an empty profile: the one that shows the window may have no
 * printing, and a page in it would be seen.
 */
export async function printPdf(browser: string, { html, paper, signal }: PrintedPage): Promise<Uint8Array> {
  signal.throwIfAborted();
  const profileFolder = await mkdtemp(join(tmpdir(), "linkdesk-print-"));
  const asRoot = process.getuid?.() === 0;
  try {
    const context = await chromium.launchPersistentContext(profileFolder, {
      executablePath: browser,
      headless: true,
      ignoreDefaultArgs: true,
      args: browserFlags({ profileFolder, headless: true, debuggingPort: null, hasWindowPlace: false, asRoot }),
      timeout: LAUNCH_MS,
      artifactsDir: profileFolder,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      javaScriptEnabled: false,
      offline: true,
    });
    const end = (): void => void context.close();
    signal.addEventListener("abort", end, { once: true });
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.setContent(html, { waitUntil: "load" });
      return await page.pdf({
        format: paper,
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
        outline: true,
      });
    } finally {
      signal.removeEventListener("abort", end);
      await context.close();
    }
  } finally {
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}
