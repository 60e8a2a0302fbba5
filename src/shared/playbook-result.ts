import { z } from "zod";
import { profileStamp } from "./events.ts";
import { playbook, playbookValues } from "./playbook.ts";
import { type DeepReadonly, eventId, instant } from "./primitives.ts";

/** What came of a playbook that ran: line by line, step by step, and as a whole. */

/** Results that are kept of each playbook. */
export const RESULTS_KEPT = 100;

/**
 * What became of one expectation. Only `passed` is green. `could-not-run`: nothing could be found out (no connection,
 * a listener that did not listen, an answer that cannot be read); `unsure`: what came may be it or not, or nothing was expected.
 */
export const lineState = z.enum(["passed", "failed", "could-not-run", "skipped", "unsure"]);
export type LineState = z.infer<typeof lineState>;

export const resultLine = z.object({
  state: lineState,
  /** What was expected, as a sentence. */
  expected: z.string(),
  /** What was there instead; null where there was nothing. */
  got: z.string().nullable(),
  /** The path or the part that it stood at. */
  where: z.string().nullable(),
  /** The event of the log that it leads to. */
  eventId: eventId.nullable(),
  /** Why it is not green; null when it is. */
  because: z.string().nullable(),
});
export type ResultLine = DeepReadonly<z.infer<typeof resultLine>>;

export const stepResult = z.object({
  /** Which row of the data, and which step of the playbook. */
  row: z.int().nonnegative(),
  stepId: z.string(),
  /** The step as it was carried out, as a sentence. */
  says: z.string(),
  lines: z.array(resultLine),
  at: instant.nullable(),
  /** Milliseconds that it took. */
  ms: z.int().nonnegative(),
  callId: eventId.nullable(),
  deliveryIds: z.array(eventId),
  /** What somebody wrote beside the answer to a question. */
  note: z.string().nullable(),
  /** It came out otherwise at first, and something came later. */
  amended: z.boolean(),
});
export type StepResult = DeepReadonly<z.infer<typeof stepResult>>;

export const resultHead = z.object({
  id: z.string(),
  /** null: it was run from a file, and is kept with no playbook. */
  playbookId: z.string().nullable(),
  /** As it was when it ran. */
  playbook,
  profile: profileStamp,
  startedAt: instant,
  rows: z.array(playbookValues).min(1),
});
export type ResultHead = DeepReadonly<z.infer<typeof resultHead>>;

/** `interrupted`: Linkdesk was ended in the middle. */
export const resultEnd = z.enum(["finished", "stopped", "interrupted"]);

export const playbookResult = z.object({
  head: resultHead,
  steps: z.array(stepResult),
  /** null while it runs. */
  end: z.object({ how: resultEnd, at: instant }).nullable(),
});
export type PlaybookResult = DeepReadonly<z.infer<typeof playbookResult>>;

export const resultCounts = z.object({
  passed: z.int(),
  failed: z.int(),
  "could-not-run": z.int(),
  skipped: z.int(),
  unsure: z.int(),
});
export type ResultCounts = DeepReadonly<z.infer<typeof resultCounts>>;

export function countsOf(steps: readonly Pick<StepResult, "lines">[]): ResultCounts {
  const counts = { passed: 0, failed: 0, "could-not-run": 0, skipped: 0, unsure: 0 };
  for (const { lines } of steps) for (const { state } of lines) counts[state] += 1;
  return counts;
}

/** The gravest of them; green only when something passed and nothing is in doubt. A skipped line alone is no proof. */
export function stateOf(counts: ResultCounts): LineState {
  if (counts.failed > 0) return "failed";
  if (counts["could-not-run"] > 0) return "could-not-run";
  if (counts.unsure > 0) return "unsure";
  if (counts.passed > 0) return "passed";
  return counts.skipped > 0 ? "skipped" : "unsure";
}

/** What a whole result comes to: one that was stopped or broken off is not green, whatever passed before. */
export function resultState({ steps, end }: PlaybookResult): LineState {
  const state = stateOf(countsOf(steps));
  return state === "passed" && end?.how !== "finished" ? "could-not-run" : state;
}

/** One result in a list. */
export const resultBrief = z.object({
  id: z.string(),
  startedAt: instant,
  profileName: z.string(),
  state: lineState,
  counts: resultCounts,
  rows: z.int(),
  end: resultEnd.nullable(),
});
export type ResultBrief = DeepReadonly<z.infer<typeof resultBrief>>;

export function briefOf(result: PlaybookResult): ResultBrief {
  const { head, steps, end } = result;
  return {
    id: head.id,
    startedAt: head.startedAt,
    profileName: head.profile.name,
    state: resultState(result),
    counts: countsOf(steps),
    rows: head.rows.length,
    end: end?.how ?? null,
  };
}
