import { writeFileSync } from "node:fs";
import type { Figure, Measured, Target } from "./figure.ts";
import { median, numberText } from "./statistics.ts";

export interface Entry extends Figure {
  /** The median of the runs; null when it could not be measured. */
  readonly value: number | null;
  /** How many times the bare machine's; null when the figure has nothing bare, or could not be measured. */
  readonly multiple: number | null;
  /** null: there is no target. */
  readonly met: boolean | null;
  readonly runs: readonly number[];
  readonly bareRuns: readonly number[];
  readonly note: string | undefined;
  readonly line: string;
}

/** Figure, value, multiple, target, verdict. */
const WIDTHS = [26, 14, 10, 14, 7] as const;

/** The entry of a figure, from what was measured or from what went wrong. */
export function entryOf(figure: Figure, measured: readonly Measured[] | Error): Entry {
  const failure = measured instanceof Error ? measured.message : null;
  const found = measured instanceof Error ? undefined : measured.find(({ name }) => name === figure.name);
  const runs = found?.runs ?? [];
  const value = runs.length === 0 ? null : median(runs);
  const bareRuns = found?.bare ?? [];
  const ratios = runs.flatMap((run, place) => (bareRuns[place] === undefined ? [] : [run / bareRuns[place]]));
  const multiple = ratios.length === 0 ? null : median(ratios);
  const judged = figure.bare === null ? value : multiple;
  const met = figure.target === null ? null : judged !== null && isMet(judged, figure.target);
  const note = failure === null ? found?.note : `could not be measured: ${failure.split("\n")[0] ?? ""}`;
  const verdict = met === null ? "" : met ? "met" : "MISSED";
  const shown = value === null ? "–" : `${numberText(value)} ${figure.unit}`;
  const times = multiple === null ? "" : `${numberText(multiple)} ×`;
  const cells = [figure.name.padEnd(WIDTHS[0]), shown.padStart(WIDTHS[1]), times.padStart(WIDTHS[2])]
    .concat(targetText(figure).padStart(WIDTHS[3]), verdict.padEnd(WIDTHS[4]))
    .concat([figure.bare === null ? "" : `× ${figure.bare}`, note ?? ""].filter((part) => part !== "").join("; "));
  return { ...figure, value, multiple, met, runs, bareRuns, note, line: cells.join("  ") };
}

function isMet(value: number, target: Target): boolean {
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function targetText({ target, unit, bare }: Figure): string {
  if (target === null) return "";
  const [sign, bound] = "atLeast" in target ? ["≥", target.atLeast] : ["≤", target.atMost];
  return `${sign} ${numberText(bound)} ${bare === null ? unit : "×"}`;
}

export function tableOf(entries: readonly Entry[]): string {
  const [name, value, times, target, verdict] = WIDTHS;
  const numbers = ["value".padStart(value), "multiple".padStart(times), "target".padStart(target)];
  const head = ["figure".padEnd(name), ...numbers, "".padEnd(verdict), "multiple of what; made of"].join("  ");
  return [head, "─".repeat(head.length), ...entries.map(({ line }) => line.trimEnd())].join("\n");
}

interface Summary {
  readonly entries: readonly Entry[];
  readonly machine: unknown;
  readonly versions: unknown;
  readonly wishes: unknown;
}

export function writeSummary(file: string, { entries, machine, versions, wishes }: Summary): void {
  const figures = entries.map((entry) => ({ ...entry, line: undefined }));
  const summary = { at: new Date().toISOString(), machine, versions, wishes, figures };
  writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
}
