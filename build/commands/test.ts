// npm test: everything that says whether Linkdesk is right. Goes on after a failure, so that one run tells all,
// and closes with the total.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { selfCheckReport } from "../../src/shared/self-check.ts";
import { availableHosts } from "../../tests/support/app.ts";
import { ensureBrowser, installPageBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";
import { CHROMIUM_HOST } from "../steps/chromium-host.ts";
import { installedElectron } from "../steps/electron.ts";
import { ensureNatsServer } from "../steps/nats-server.ts";
import { ROOT, run, tool } from "../steps/run.ts";
import { ensureSshServer } from "../steps/ssh-server.ts";
import { type Count, unitTests, whyFailed } from "../steps/unit-tests.ts";

const node = process.execPath;
const e2eReport = join(ROOT, "out", "e2e-report.json");
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
          results: z.array(z.object({ error: z.object({ message: z.string().default("") }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type Suite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(z.unknown()) });

const counted = (title: string, isPassed: boolean): Count => ({
  passed: isPassed ? 1 : 0,
  failures: isPassed ? [] : [title],
});

/** One check that is passed or failed as a whole; the others go on meanwhile, so what it says is shown at its end. */
async function check(title: string, args: readonly string[]): Promise<Count> {
  const { code, output } = await run(node, args, { quiet: true });
  console.log(`\n── ${title}${code === 0 ? "" : ": FAILED"}\n${output.trimEnd()}`);
  return counted(title, code === 0);
}

/** The runner's own report counts; one that ends badly without saying so counts as a failure. */
async function endToEnd(): Promise<Count> {
  const title = `end-to-end tests on ${availableHosts().join(" and ")}`;
  console.log(`\n── ${title}`);
  rmSync(e2eReport, { force: true });
  const { code } = await run(node, [tool("playwright/cli.js"), "test", "--config=tests/e2e/playwright.config.ts"]);
  if (!existsSync(e2eReport)) return counted(title, false);
  const report = playwrightReport.parse(JSON.parse(readFileSync(e2eReport, "utf8")));
  const tests = report.suites.flatMap(testsOf);
  const failures = [
    ...tests.filter(({ status }) => status === "unexpected").map(({ name, why }) => name + why),
    ...tests
      .filter(({ status }) => status === "flaky")
      .map(({ name, why }) => `${name} (passed on its second try: a defect)${why}`),
    ...report.errors.map(() => `${title}: an error outside of a test`),
  ];
  return {
    passed: tests.filter(({ status }) => status === "expected").length,
    failures: code !== 0 && failures.length === 0 ? [`${title}: they ended badly`] : failures,
  };
}

function testsOf({
  specs,
  suites,
}: Suite): readonly { readonly name: string; readonly status: string; readonly why: string }[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `tests/e2e/${file}: ${title}`,
      status,
      why: whyFailed(results.find(({ error }) => error !== undefined)?.error?.message),
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/** What the tests need beside Node, one after the other: apt-get works alone. @returns what is not there, in sentences */
async function ensurePrograms(): Promise<readonly string[]> {
  const noSshServer = await ensureSshServer();
  const noNatsServer = await ensureNatsServer();
  process.env["LINKDESK_BROWSER"] = await ensureBrowser();
  await installPageBrowser();
  return [
    ...(noNatsServer === null ? [] : [`Tests of the relay on NATS JetStream were skipped: ${noNatsServer}.`]),
    ...(noSshServer === null ? [] : [`Tests of the public address over SSH were skipped: ${noSshServer}.`]),
  ];
}

async function testAll(): Promise<{ readonly count: Count; readonly skipped: readonly string[] }> {
  const [skipped, counts] = await Promise.all([ensurePrograms(), staticChecks(), buildIfStale()]);
  // At the same time: much of a test is waiting, for a browser or a limit that is tried out.
  const tests = await Promise.all([unitTests(), endToEnd()]);
  const count = [...counts, ...tests].reduce((sum, each) => ({
    passed: sum.passed + each.passed,
    failures: [...sum.failures, ...each.failures],
  }));
  return { count, skipped };
}

function staticChecks(): Promise<readonly Count[]> {
  return Promise.all([
    // The linter has each file's types at hand and checks them too, by the nearest tsconfig.json. These two hold the files
    // of src/shared against Node's and the browser's own types as well.
    ...["node", "browser"].map((place) =>
      check(`types of src/shared beside those of ${place === "node" ? "Node" : "the browser"}`, [
        tool("typescript/bin/tsc"),
        "-p",
        `src/shared/beside-${place}.tsconfig.json`,
      ]),
    ),
    check("format", [tool("@biomejs/biome/bin/biome"), "check", "."]),
    check("types of all, and their use", [tool("oxlint/bin/oxlint"), "--type-aware", "--type-check"]),
    check("imports", ["build/imports/check.ts"]),
    check("dead code", [tool("knip/bin/knip.js")]),
  ]);
}

/** Has the built program look at this machine, as a user's does at its first start. */
async function selfCheck(): Promise<{ readonly count: Count; readonly lines: readonly string[] }> {
  console.log("\n── self-check on the Chromium host");
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-self-check-"));
  try {
    const { code } = await run(node, [...CHROMIUM_HOST, "--self-check", `--user-data-dir=${folder}`], {
      quiet: true,
      timeoutMs: 120_000,
    });
    const { findings } = selfCheckReport.parse(JSON.parse(readFileSync(join(folder, "self-check.json"), "utf8")));
    const lines = findings.map(({ what, state, detail }) => `${state.padEnd(8)} ${what}: ${detail}`);
    for (const line of lines) console.log(line);
    return { count: counted("self-check", code === 0), lines };
  } catch (error) {
    console.error(error);
    return { count: counted("self-check", false), lines: ["It could not be made."] };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// The program is started some two hundred times, and each of its starts compiles the same megabytes.
process.env["NODE_COMPILE_CACHE"] = join(ROOT, "out", "compile-cache");
const { count: tested, skipped } = await testAll();
const checked = await selfCheck();
const failures = [...tested.failures, ...checked.count.failures];
const electron = installedElectron();
console.log(
  electron.found
    ? "\nEnd-to-end tests ran on Electron and on Chromium."
    : `\nEnd-to-end tests ran on Chromium only: Electron was not run, ${electron.reason}.`,
);
for (const sentence of skipped) console.log(sentence);
console.log(`\nWhat Linkdesk found of this machine (--self-check):\n${checked.lines.join("\n")}\n`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${tested.passed + checked.count.passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
