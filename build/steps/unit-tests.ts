import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { ROOT, run, tool } from "./run.ts";

export interface Count {
  readonly passed: number;
  /** What failed, by name. */
  readonly failures: readonly string[];
}

const reportFile = join(ROOT, "out", "unit-report.json");
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly report: Report | null;
}

/** What V8 and vitest say when it is V8 that has ended a test's process, and no test. */
const V8_ENDED =
  /# Fatal error in[\s\S]*# Check failed: jit_page[\s\S]*Worker exited unexpectedly with signal SIG(TRAP|ILL)/;

/**
 * All unit tests. V8's own book-keeping of compiled code now and then ends a process that starts and ends many threads
 * (`Check failed: jit_page…`, https://github.com/nodejs/node/issues/64500): files whose process it has ended are run
 * once more, alone, and that is said. Whatever else goes wrong counts as a failure. What they say is shown at their end.
 */
export async function unitTests(): Promise<Count> {
  const first = await runTests([]);
  const count = countOf(first);
  const ended = first.report === null || !V8_ENDED.test(first.output) ? [] : endedFiles(first.report);
  if (ended.length === 0) return count;
  const names = ended.map(({ name }) => relative(ROOT, name));
  console.log(`\n── unit tests once more, where V8 has ended the process: ${names.join(", ")}`);
  const again = countOf(await runTests(names));
  const before = ended.flatMap(({ assertionResults }) => assertionResults).filter(isPassed).length;
  const others = count.failures.filter((failure) => !names.includes(failure));
  return { passed: count.passed - before + again.passed, failures: [...others, ...again.failures] };
}

async function runTests(files: readonly string[]): Promise<Ran> {
  rmSync(reportFile, { force: true });
  const options = ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${reportFile}`];
  const { code, output } = await run(process.execPath, [tool("vitest/vitest.mjs"), ...options, ...files], {
    quiet: true,
  });
  console.log(`\n── unit tests\n${output.trimEnd()}\n`);
  const report = existsSync(reportFile) ? reportSchema.parse(JSON.parse(readFileSync(reportFile, "utf8"))) : null;
  return { code, output, report };
}

/** Files that failed as a whole, with no test in them that did. */
function endedFiles({ testResults }: Report): Report["testResults"] {
  return testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
}

function isPassed({ status }: { readonly status: string }): boolean {
  return status === "passed";
}

/** What a test runner says of a failure, as much of it as tells what was wrong: the closing lines may be all one sees. */
export function whyFailed(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? "").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .slice(0, 12)
    .map((line) => `\n    ${line}`)
    .join("");
}

/** An error that no test was there for any more stands in no report, only in what vitest says. */
function whyOf(output: string): string {
  const found = /(\w*Error: [^\n]+)[\s\S]*?originated in "([^"]+)"/.exec(stripVTControlCharacters(output));
  return found === null ? "" : `: ${found[1]} (${found[2]})`;
}

/** A run that ended badly counts as at least one failure, whatever its report says. */
function countOf({ code, output, report }: Ran): Count {
  const files = report?.testResults ?? [];
  const failures = files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed");
    const file = relative(ROOT, name);
    if (failed.length === 0) return status === "failed" ? [file] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}${whyFailed(failureMessages[0])}`);
  });
  return {
    passed: files.flatMap(({ assertionResults }) => assertionResults).filter(isPassed).length,
    failures: code !== 0 && failures.length === 0 ? [`unit tests: they ended badly${whyOf(output)}`] : failures,
  };
}
