// npm run icons: draws every icon of the packages from the one SVG, with a Chromium of this machine. What it makes is
// committed, so that nobody needs a browser to package.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { ICNS_SIZES, icns, ico, type Picture } from "../packaging/icons/containers.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { ROOT } from "../steps/run.ts";

const folder = join(ROOT, "build", "packaging", "icons");
const svg = readFileSync(join(folder, "linkdesk.svg"));
const source = `data:image/svg+xml;base64,${svg.toString("base64")}`;

/** Below this the drawing fills its whole square; see its media query. */
const SMALL = 40;
/** Apple's grid: the tile takes 824 of 1024, where the drawing's own takes 928, or all of it when small. */
const APPLE_TILE = 824 / 1024;
const OWN_TILE = 928 / 1024;

async function draw(page: Page, size: number, inner: number): Promise<Picture> {
  await page.setViewportSize({ width: size, height: size });
  const style = `position:absolute;left:${(size - inner) / 2}px;top:${(size - inner) / 2}px`;
  await page.setContent(`<body style="margin:0"><img width=${inner} height=${inner} style="${style}" src="${source}">`);
  await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  return { size, png: await page.screenshot({ omitBackground: true }) };
}

const full = (page: Page, size: number): Promise<Picture> => draw(page, size, size);

function apple(page: Page, size: number): Promise<Picture> {
  const small = Math.round(size * APPLE_TILE);
  return draw(page, size, small <= SMALL ? small : Math.round((size * APPLE_TILE) / OWN_TILE));
}

async function each(sizes: readonly number[], one: (size: number) => Promise<Picture>): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const size of sizes) pictures.push(await one(size));
  return pictures;
}

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  const linux = await each([16, 24, 32, 48, 64, 128, 256, 512], (size) => full(page, size));
  const windows = await each([16, 20, 24, 32, 40, 48, 64, 128, 256], (size) => full(page, size));
  const mac = await each(ICNS_SIZES, (size) => apple(page, size));
  const png = join(folder, "png");
  mkdirSync(png, { recursive: true });
  for (const { size, png: content } of linux) writeFileSync(join(png, `${size}x${size}.png`), content);
  writeFileSync(join(folder, "icon.ico"), ico(windows));
  writeFileSync(join(folder, "icon.icns"), icns(mac));
  // The window's own mark in the browser is the same drawing.
  writeFileSync(join(ROOT, "src", "renderer", "icon.svg"), svg);
  writeFileSync(join(folder, "drawn-from.sha256"), `${createHash("sha256").update(svg).digest("hex")}\n`);
  console.log(`Drew ${linux.length} PNGs, icon.ico and icon.icns.`);
} finally {
  await browser.close();
}
