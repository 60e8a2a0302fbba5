// npm run tour: the guided tour through the real app, headless, with screenshots and a report.
import { join } from "node:path";
import { runTour } from "../../tests/tour/tour.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";
import { ROOT } from "../steps/run.ts";

process.env["LINKDESK_BROWSER"] = await ensureBrowser();
await buildIfStale();
const report = await runTour(join(ROOT, "out", "tour"), console.log);
console.log(`\nTour on the ${report.host} host: ${report.passed} steps passed, ${report.failed} failed.`);
console.log("Screenshots and report.json are in out/tour.");
process.exitCode = report.failed === 0 ? 0 : 1;
