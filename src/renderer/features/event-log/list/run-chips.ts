import type { DeliverySummary } from "../../../../shared/events.ts";
import { durationText, whenText } from "../../../../shared/measures.ts";
import type { Outcome, Tone } from "../../../../shared/outcomes.ts";
import type { Instant } from "../../../../shared/primitives.ts";
import { faultOf, type Role, type RunSummary, type Verdict } from "../../../../shared/run.ts";
import { explainRun, verdictText, verdictTone } from "../../../../shared/text/explain-run.ts";
import { explainCertainty, tieText } from "../../../../shared/text/explain-tie.ts";
import {
  doubtOf,
  faultName,
  ROLE_NAMES,
  type RunSignName,
  tieSign,
  tieTone,
  verdictSign,
  worthAWord,
} from "../../../../shared/text/run-words.ts";

/** What became of a simulation, or what a webhook is to it, at the end of its row. */
export interface RunChip {
  readonly key: "run";
  readonly text: string;
  /** The words of the chip in a narrow column, where its sign says the rest. */
  readonly short: string;
  readonly sign: RunSignName;
  readonly tone: Tone;
  /** In full, for a tooltip. */
  readonly title: string;
  /** While waiting: since when, and when it ends. */
  readonly wait: { readonly from: Instant; readonly until: Instant } | null;
  /** A doubt that is never left out, and what was decided by hand. */
  readonly mark: "ambiguous" | "not sure" | "by hand" | null;
}

/** @param units how many make one of the currency; null where nobody has said */
export function verdictChip(run: RunSummary, units: number | null, outcome: Outcome | null = null): RunChip {
  const { verdict } = run;
  const { title, sentence } = explainRun(run, units, null, outcome);
  const doubt = doubtOf(run);
  return {
    key: "run",
    text: verdictText(verdict),
    short: shortVerdict(verdict),
    sign: verdictSign(verdict),
    tone: verdictTone(verdict),
    title: [
      `${title}. ${sentence}`,
      ...(doubt === null ? [] : [`Of its webhook, ${markOf(doubt)}: ${explainCertainty(doubt).sentence}`]),
    ].join(" "),
    // Nothing counts down to what could not be seen if it came.
    wait:
      verdict.code === "waiting" && verdict.downtime === null ? { from: run.startedAt, until: verdict.until } : null,
    mark: markOf(doubt),
  };
}

function shortVerdict(verdict: Verdict): string {
  switch (verdict.code) {
    case "matched":
      return durationText(verdict.after);
    case "late":
      return "late";
    case "duplicate":
      return `${verdict.times}×`;
    case "mismatch":
      return faultName(faultOf("mismatch", verdict.fields)) ?? "mismatch";
    case "unconfirmed":
      return verdict.looks === "wrong" ? "wrong?" : "confirm?";
    case "nothing-came":
      return "nothing";
    case "waiting":
      return verdict.downtime === null ? verdictText(verdict) : "unseen";
    case "not-seen":
      return "not seen";
    default:
      return verdictText(verdict);
  }
}

const SHORT: Readonly<Partial<Record<Role, string>>> = {
  late: "late",
  mismatch: "mismatch",
  extra: "extra",
  unconfirmed: "confirm?",
  astray: "astray",
};

/**
 * @param run of the simulation it is tied to, where the window holds it: the right webhook is no good news where
 *   none was to come
 */
export function tieChip({ tie }: DeliverySummary, run: RunSummary | null): RunChip | null {
  if (tie === undefined || tie.runId === null || tie.role === null) return null;
  const { role, certainty } = tie;
  const words = tieText(tie) ?? "";
  const explained =
    role === "duplicate" && certainty === "ambiguous"
      ? "It repeats one that came before, and fits another simulation equally: it may be that one’s."
      : certainty === null
        ? ""
        : explainCertainty(certainty).sentence;
  // These say by themselves that they are not sure.
  const doubt = role === "unconfirmed" || role === "possible" || role === "astray" ? null : worthAWord(certainty);
  const possible = run !== null && isNotOver(run.verdict) ? verdictText(run.verdict) : ROLE_NAMES.possible;
  const simulation = run === null ? `simulation No. ${tie.runId}` : `the simulation at ${whenText(run.startedAt)}`;
  const sure = { key: "run", wait: null, mark: markOf(doubt) } as const;
  if (run?.verdict.code === "unexpected" && run.verdict.because !== "extra" && (role === "match" || role === "late"))
    return {
      ...sure,
      text: "unexpected",
      short: "unexpected",
      sign: "unexpected",
      tone: "bad",
      title: `A webhook of ${simulation}, which was to cause none. ${explained}`,
    };
  return {
    ...sure,
    text: role === "possible" ? possible : words,
    short: faultName(tie) ?? (role === "possible" ? possible : shortRole(role, tie.after, words)),
    sign: tieSign(role, tie),
    tone: tieTone(role, tie),
    // Also the word of its mark, which a narrow column leaves out.
    title: `Of ${simulation}: ${[words, ...(sure.mark === null ? [] : [sure.mark])].join(", ")}. ${explained}`,
  };
}

function isNotOver(verdict: Verdict): boolean {
  return verdict.code === "not-sure" && verdict.because === "not-over";
}

function shortRole(role: Role, after: number | null, words: string): string {
  return SHORT[role] ?? (role === "match" && after !== null ? durationText(after) : words);
}

const MARKS = { ambiguous: "ambiguous", unsure: "not sure", "by-hand": "by hand" } as const;

function markOf(doubt: keyof typeof MARKS | null): RunChip["mark"] {
  return doubt === null ? null : MARKS[doubt];
}
