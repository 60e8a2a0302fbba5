import type { EventSummary } from "../events.ts";
import { BETWEEN } from "../measures.ts";
import type { Tone } from "../outcomes.ts";
import { forwardFailed } from "../replay.ts";
import type { RunSummary } from "../run.ts";
import { verdictText, verdictTone } from "./explain-run.ts";
import { tieText } from "./explain-tie.ts";
import { SIGNATURE_FAULTS, tieTone, wasCompared } from "./run-words.ts";

/** How tones outweigh one another. */
const GRAVITY: Readonly<Record<Tone, number>> = { neutral: 0, good: 1, odd: 2, bad: 3 };

/** The tone of an answer together with what became of its simulation: never green beside a red verdict. */
export function toneWithRun(tone: Tone, run: RunSummary | null | undefined): Tone {
  return run === null || run === undefined ? tone : graverTone(tone, verdictTone(run.verdict));
}

/** The tone of an event as a whole: never green above what is red about it, its verdict, its signature or its forward. */
export function toneOfEvent(summary: EventSummary, tone: Tone): Tone {
  if (summary.kind === "notice") return tone;
  if (summary.kind === "call") return toneWithRun(tone, summary.run);
  const { signature, tie, forward } = summary;
  const isDoubted = signature !== undefined && signature !== "valid";
  if (isDoubted && wasCompared(signature)) return "bad";
  const handedOn = forward !== undefined && forwardFailed(forward) ? graverTone(tone, "bad") : tone;
  const known = isDoubted ? graverTone(handedOn, "odd") : handedOn;
  return tie === undefined || tie.role === null ? known : graverTone(known, tieTone(tie.role, tie));
}

/** What makes an event's tone graver than its own words are, to be said beside them; null where nothing does. */
export function graverWords(summary: EventSummary): string | null {
  if (summary.kind === "notice") return null;
  if (summary.kind === "delivery") {
    const { signature, forward, tie } = summary;
    const part = tie === undefined || tie.role === null || !isGrave(tieTone(tie.role, tie)) ? null : tieText(tie);
    const words = [
      signature === undefined || signature === "valid" ? null : SIGNATURE_FAULTS[signature],
      part,
      forward !== undefined && forwardFailed(forward) ? "forwarding failed" : null,
    ].filter((each) => each !== null);
    // Its part may be told by its signature alone.
    return words.length === 0 ? null : [...new Set(words)].join(BETWEEN);
  }
  return summary.run === undefined || !isGrave(verdictTone(summary.run.verdict))
    ? null
    : `webhook: ${verdictText(summary.run.verdict)}`;
}

function isGrave(tone: Tone): boolean {
  return tone === "odd" || tone === "bad";
}

export function graverTone(one: Tone, other: Tone): Tone {
  return GRAVITY[other] > GRAVITY[one] ? other : one;
}
