// npm run tour: the guided tour through the real app, headless, with screenshots and a report. `-- --guide` also makes
// its pictures those of the user guide.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runTour } from "../../tests/tour/tour.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";
import { ROOT } from "../steps/run.ts";

process.env["LINKDESK_BROWSER"] = await ensureBrowser();
await buildIfStale();
const folder = join(ROOT, "out", "tour");
const report = await runTour(folder, console.log);
console.log(`\nTour on the ${report.host} host: ${report.passed} steps passed, ${report.failed} failed.`);
console.log("Screenshots and report.json are in out/tour.");
if (process.argv.includes("--guide") && report.failed === 0) {
  const pictures = join(ROOT, "docs", "guide", "pictures");
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  for (const { name, screenshot, guide } of report.steps)
    if (guide) copyFileSync(join(folder, screenshot), join(pictures, `${name}.png`));
  console.log("The pictures of docs/guide are new.");
}
process.exitCode = report.failed === 0 ? 0 : 1;
