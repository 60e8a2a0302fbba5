import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "../../src/shared/primitives.ts";
import { type HostName, launchApp, removeFolder } from "../support/app.ts";
import { TOUR } from "./steps.ts";

const SIZE = { width: 1280, height: 800 };

export interface TourReport {
  readonly host: HostName;
  readonly passed: number;
  readonly failed: number;
  readonly steps: readonly {
    readonly name: string;
    readonly title: string;
    readonly passed: boolean;
    readonly milliseconds: number;
    readonly screenshot: string;
    /** Whether the picture is one of the user guide's. */
    readonly guide: boolean;
    readonly problem?: string;
  }[];
}

/**
 * Drives the real app headless from a fresh start through the daily job, in light and dark, and writes a
 * screenshot a step and `report.json` into a folder, which is emptied first.
 */
export async function runTour(folder: string, onStep: (line: string) => void): Promise<TourReport> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const app = await launchApp();
  const steps: TourReport["steps"][number][] = [];
  try {
    await app.page.setViewportSize(SIZE);
    await app.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const [index, step] of TOUR.entries()) {
      const started = performance.now();
      const problem = await step.act(app.page).then(
        () => undefined,
        (error: unknown) => errorText(error),
      );
      const screenshot = `${String(index + 1).padStart(2, "0")}-${step.name}.png`;
      await app.page.screenshot({ path: join(folder, screenshot) });
      await app.page.emulateMedia({ colorScheme: "dark" });
      await app.page.screenshot({ path: join(folder, screenshot.replace(".png", "-dark.png")) });
      await app.page.emulateMedia({ colorScheme: "light" });
      const milliseconds = Math.round(performance.now() - started);
      const passed = problem === undefined;
      steps.push({
        name: step.name,
        title: step.title,
        passed,
        milliseconds,
        screenshot,
        guide: step.guide === true,
        ...(passed ? {} : { problem }),
      });
      onStep(`${passed ? "passed" : "FAILED"}  ${step.title}${passed ? "" : `\n        ${problem}`}`);
    }
  } finally {
    await app.close();
    await removeFolder(app.dataFolder);
  }
  const passed = steps.filter((step) => step.passed).length;
  const report = { host: app.host, passed, failed: steps.length - passed, steps };
  await writeFile(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
