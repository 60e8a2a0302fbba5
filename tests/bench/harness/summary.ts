import { writeFileSync } from "node:fs";
import type { Figure, Measured, Target } from "./figure.ts";
import { median, numberText } from "./statistics.ts";

export interface Entry extends Figure {
  /** The median of the runs; null when it could not be measured. */
  readonly value: number | null;
  /** null: there is no target. */
  readonly met: boolean | null;
  readonly runs: readonly number[];
  readonly note: string | undefined;
  readonly line: string;
}

/** The entry of a figure, from what was measured or from what went wrong. */
export function entryOf(figure: Figure, measured: readonly Measured[] | Error): Entry {
  const failure = measured instanceof Error ? measured.message : null;
  const found = measured instanceof Error ? undefined : measured.find(({ name }) => name === figure.name);
  const runs = found?.runs ?? [];
  const value = runs.length === 0 ? null : median(runs);
  const met = figure.target === null ? null : value !== null && isMet(value, figure.target);
  const note = failure === null ? found?.note : `could not be measured: ${failure.split("\n")[0] ?? ""}`;
  const verdict = met === null ? "" : met ? "met" : "MISSED";
  const shown = value === null ? "–" : `${numberText(value)} ${figure.unit}`;
  const line = [figure.name.padEnd(26), shown.padStart(14), targetText(figure).padStart(16), verdict.padEnd(7)]
    .concat(note ?? "")
    .join("  ");
  return { ...figure, value, met, runs, note, line };
}

function isMet(value: number, target: Target): boolean {
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function targetText({ target, unit }: Figure): string {
  if (target === null) return "";
  const [sign, bound] = "atLeast" in target ? ["≥", target.atLeast] : ["≤", target.atMost];
  return `${sign} ${numberText(bound)} ${unit}`;
}

export function tableOf(entries: readonly Entry[]): string {
  const head = ["figure".padEnd(26), "value".padStart(14), "target".padStart(16), "".padEnd(7), "made of"].join("  ");
  return [head, "─".repeat(head.length), ...entries.map(({ line }) => line.trimEnd())].join("\n");
}

interface Summary {
  readonly entries: readonly Entry[];
  readonly machine: unknown;
  readonly versions: unknown;
  readonly wishes: unknown;
}

export function writeSummary(file: string, { entries, machine, versions, wishes }: Summary): void {
  const figures = entries.map(({ name, title, value, unit, target, met, runs, note }) => {
    return { name, title, value, unit, target, met, runs, note };
  });
  const summary = { at: new Date().toISOString(), machine, versions, wishes, figures };
  writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
}
