import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Push, PushName } from "../../shared/contract.ts";
import { contractNames } from "../../shared/contract-names.ts";
import { errorText } from "../../shared/primitives.ts";
import { type SelfCheckFinding, type SelfCheckReport, selfCheckReport } from "../../shared/self-check.ts";
import { type MachineCheck, NotHere } from "../hosts/machine-check.ts";
import type { Log } from "../program-log.ts";

/** The page is given so long to look at itself. */
const PAGE_MS = 10_000;

interface Options {
  readonly dataFolder: string;
  readonly version: string;
  readonly host: SelfCheckReport["host"];
  readonly checks: readonly MachineCheck[];
  readonly push: <N extends PushName>(name: N, content: Push<N>) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** Tests on the user's machine what Linkdesk needs of it, which no test elsewhere can know. */
export type SelfCheck = ReturnType<typeof createSelfCheck>;

export function createSelfCheck({ dataFolder, version, host, checks, push, now, log }: Options) {
  const file = join(dataFolder, "self-check.json");
  const platform = `${process.platform} ${process.arch}`;
  let last = read();
  let running: Promise<SelfCheckReport> | null = null;
  let answer: (findings: readonly SelfCheckFinding[]) => void = () => {};

  /** The report of an earlier start; null where it is of another version or host, and so says nothing of this one. */
  function read(): SelfCheckReport | null {
    try {
      const report = selfCheckReport.parse(JSON.parse(readFileSync(file, "utf8")));
      return report.version === version && report.host === host ? report : null;
    } catch {
      return null;
    }
  }

  async function page(): Promise<readonly SelfCheckFinding[]> {
    const { promise: looked, resolve } = Promise.withResolvers<readonly SelfCheckFinding[]>();
    answer = resolve;
    push("app.check-page", { groups: contractNames.groups });
    const patience = setTimeout(() => {
      const detail = `The page does not answer within ${PAGE_MS / 1_000} s. The window shows nothing.`;
      resolve([{ what: "Window", state: "missing", detail }]);
    }, PAGE_MS);
    return looked.finally(() => clearTimeout(patience));
  }

  async function look(): Promise<SelfCheckReport> {
    const findings: SelfCheckFinding[] = [];
    // One after the other: none of them is to fail because another one took the processor.
    for (const check of checks) findings.push(await find(check));
    findings.push(...(await page()));
    last = { version, host, platform, at: now(), findings };
    try {
      writeFileSync(file, `${JSON.stringify(last, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      log("What the check of this machine found was not kept.", error);
    }
    for (const { what, state, detail } of findings) if (state === "missing") log(`Missing here: ${what}. ${detail}`);
    push("app.self-checked", last);
    return last;
  }

  return {
    /** What was found at the last check, by this version; null when there was none yet. */
    last: (): SelfCheckReport | null => last,
    /** Looks at everything. One check at a time: who asks meanwhile gets the same. Never rejects. */
    run(): Promise<SelfCheckReport> {
      running ??= look().finally(() => {
        running = null;
      });
      return running;
    },
    /** The page's answer to the push `app.check-page`. */
    pageLooked: (findings: readonly SelfCheckFinding[]): void => answer(findings),
  };
}

/** What the window's page may not be without: the command line ends with 1 when anything is missing. */
export function exitCodeOf({ findings }: SelfCheckReport): 0 | 1 {
  return findings.some(({ state }) => state === "missing") ? 1 : 0;
}

/** A check that takes longer counts as missing: what hangs is of no use. A keychain may ask the user first. */
const PATIENCE_MS = 10_000;

/** Looks once. Never rejects. */
export async function find({ what, without, look }: MachineCheck, patienceMs = PATIENCE_MS): Promise<SelfCheckFinding> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const patience = setTimeout(() => reject(new Error(`No answer within ${patienceMs / 1_000} s`)), patienceMs);
  try {
    return { what, state: "works", detail: await Promise.race([(async () => look())(), tooLong]) };
  } catch (error) {
    const reason = errorText(error);
    if (error instanceof NotHere) return { what, state: "not-here", detail: reason };
    return { what, state: "missing", detail: `${reason.replace(/\.$/, "")}. ${without}` };
  } finally {
    clearTimeout(patience);
  }
}
