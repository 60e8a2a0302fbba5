// npm run test:endurance: what takes too long for npm test. `--rounds=N` says how often the app is killed, `--seed=N`
// repeats a run, `--minutes=N` says how long the storm lasts, and the names of files in tests/endurance run only those.
// Closes with the total.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { availableHosts } from "../../tests/support/app.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";
import { ensureNatsServer } from "../steps/nats-server.ts";
import { ROOT, run, tool } from "../steps/run.ts";
import { ensureSshServer } from "../steps/ssh-server.ts";

const reportFile = join(ROOT, "out", "endurance-report.json");
const reportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
});

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, seed: { type: "string" }, minutes: { type: "string" } },
  allowPositionals: true,
});
process.env["LINKDESK_BROWSER"] = await ensureBrowser();
const noSshServer = await ensureSshServer();
if (noSshServer !== null) console.log(`The faults of an SSH server are skipped: ${noSshServer}.`);
const noNatsServer = await ensureNatsServer();
if (noNatsServer !== null) console.log(`The relay on NATS is left out: ${noNatsServer}.`);
await buildIfStale();
const seed = values.seed ?? String(1 + Math.floor(Math.random() * 999_999));
console.log(`On ${availableHosts().join(" and ")}, seed ${seed}.`);
rmSync(reportFile, { force: true });
const { code } = await run(
  process.execPath,
  [tool("playwright/cli.js"), "test", "--config=tests/endurance/playwright.config.ts", ...positionals],
  {
    env: {
      LINKDESK_ENDURANCE_SEED: seed,
      LINKDESK_ENDURANCE_ROUNDS: values.rounds ?? "",
      LINKDESK_ENDURANCE_MINUTES: values.minutes ?? "",
    },
  },
);
const report = existsSync(reportFile) ? reportSchema.parse(JSON.parse(readFileSync(reportFile, "utf8"))) : null;
const passed = report?.stats.expected ?? 0;
const counted = report === null ? 0 : report.stats.unexpected + report.stats.flaky + report.errors.length;
// A runner that ends badly without saying so has failed all the same.
const failed = counted === 0 && (code !== 0 || report === null) ? 1 : counted;
if (report !== null && report.stats.skipped > 0) console.log(`${report.stats.skipped} skipped; the reasons are above.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
