import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../build/steps/run.ts";
import type { Bench, Measured, Measurement } from "./figure.ts";
import { describeMachine, describeVersions } from "./machine.ts";
import { type Entry, entryOf, tableOf, writeSummary } from "./summary.ts";

export interface Wishes {
  readonly runs: number;
  readonly quick: boolean;
  /** Part of the names of the figures to measure; empty for all. */
  readonly only: readonly string[];
}

export const OUTPUT = join(ROOT, "out", "bench");

/** Takes the measurements one after the other, shows the table and writes summary.json; false: a target was missed. */
export async function runBench(measurements: readonly Measurement[], wishes: Wishes): Promise<boolean> {
  mkdirSync(OUTPUT, { recursive: true });
  const wanted = measurements.filter(({ figures }) => figures.some(({ name }) => isWanted(name, wishes.only)));
  if (wanted.length === 0) throw new Error(`No figure is called ${wishes.only.join(" or ")}.`);
  const entries: Entry[] = [];
  for (const measurement of wanted) {
    const measured = await measureOnce(measurement, wishes);
    for (const figure of measurement.figures) {
      const entry = entryOf(figure, measured);
      entries.push(entry);
      console.log(`  ${entry.line}`);
    }
  }
  console.log(`\n${tableOf(entries)}`);
  const file = join(OUTPUT, wishes.quick || wishes.only.length > 0 ? "trial.json" : "summary.json");
  writeSummary(file, { entries, machine: describeMachine(), versions: describeVersions(), wishes });
  console.log(`\nWritten to ${file}`);
  return entries.every(({ met }) => met !== false);
}

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

/** A measurement that fails is a figure that is missed; the others are taken all the same. */
async function measureOnce(measurement: Measurement, { runs, quick }: Wishes): Promise<readonly Measured[] | Error> {
  const [first] = measurement.figures;
  console.log(`\n${new Date().toTimeString().slice(0, 8)} ${first?.name ?? ""} …`);
  const ends: (() => unknown)[] = [];
  const bench: Bench = {
    runs,
    quick,
    seconds: (usual) => (quick ? usual / 4 : usual),
    newFolder() {
      const folder = mkdtempSync(join(OUTPUT, "data-"));
      ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
      return folder;
    },
    atEnd: (end) => void ends.push(end),
    say: (message) => console.log(`  ${message}`),
  };
  try {
    return await measurement.measure(bench);
  } catch (error) {
    console.error(error);
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const end of ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
