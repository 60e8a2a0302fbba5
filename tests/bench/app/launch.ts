import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { ANY_PORT } from "../../e2e/fixtures.ts";
import { windowParts as partsOf } from "../../e2e/window-parts.ts";
import { launchApp } from "../../support/app.ts";
import type { Bench } from "../harness/figure.ts";
import type { Target } from "../servers/server.ts";
import { askBridge } from "./bridge.ts";
import type { ProbeReport } from "./probe.ts";

/** The real built app with its window, and a look into its main process. */
export interface BenchApp extends Target {
  readonly page: Page;
  /** What the main process tells of itself; with a reset it begins to count anew. */
  probe(reset?: boolean): Promise<ProbeReport>;
  close(): Promise<void>;
}

const PROBE = new URL("./probe.ts", import.meta.url).href;

/** The environment that puts the probe into the app. */
export function probeEnvironment(file: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${PROBE}`, LINKDESK_BENCH_PROBE: file };
}

/** Starts the app; it is closed at the end of the measurement at the latest. */
export async function launchForBench(bench: Bench, dataFolder = bench.newFolder()): Promise<BenchApp> {
  const probeFile = join(dataFolder, "probe-port");
  rmSync(probeFile, { force: true });
  const app = await launchApp({ dataFolder, settings: ANY_PORT, env: probeEnvironment(probeFile) });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= app.close());
  bench.atEnd(close);
  const { page } = app;
  const port = readFileSync(probeFile, "utf8");
  const url = await partsOf(page).webhookUrl();
  const before = (await stats(page)).events;
  return {
    url,
    page,
    close,
    async settle() {
      let now = await stats(page);
      while (now.indexLag > 0) {
        await pause(50);
        now = await stats(page);
      }
      return { recorded: now.events - before, processor: null };
    },
    async probe(reset = false) {
      const answer = await fetch(`http://127.0.0.1:${port}/${reset ? "reset" : "read"}`);
      return (await answer.json()) as ProbeReport;
    },
  };
}

const stats = (page: Page) => askBridge(page, "journal", "stats", null);
