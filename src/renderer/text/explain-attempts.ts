import type { Attempt, AttemptSeries } from "../../shared/attempts.ts";
import { durationText, listText, pluralText } from "../../shared/measures.ts";
import type { Microseconds } from "../../shared/primitives.ts";
import type { LogName } from "../core/environment.ts";

/** Whether we answered 2xx, and the sender could see it. */
export function wasAccepted({ status, answerState }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300 && answerState === "sent";
}

/**
 * What a sender did with one webhook, in words: "Sent again 3 times, after 2.0 s, 4.0 s and 8.1 s (doubling); the body
 * stayed the same, the signature changed; it stopped after our 200." Of a file nothing is claimed of what is not in it.
 */
export function attemptsSentence(series: AttemptSeries, log: LogName): string {
  const [first, ...again] = series.attempts;
  if (first === undefined) return "";
  const isFile = log === "opened";
  if (again.length === 0)
    return isFile
      ? "The file has one time that it was sent. Others may not be in this file."
      : wasAccepted(first)
        ? `Sent once; nothing more came after our ${first.status}.`
        : "Sent once so far; it has not been sent again.";
  const gaps = again.flatMap(({ gap }) => (gap === null ? [] : [gap]));
  const rhythm = rhythmOf(gaps);
  const times = pluralText(again.length + series.more, "time", "times");
  const parts = [
    `Sent again ${times}, after ${gapsText(gaps)}${rhythm === null ? "" : ` (${rhythm})`}`,
    sameness(series),
    ending(series, isFile ? "in the file nothing comes" : "it stopped"),
  ];
  return `${parts.join("; ")}.${isFile ? " Others may not be in this file." : ""}`;
}

const GAPS_SHOWN = 5;

function gapsText(gaps: readonly Microseconds[]): string {
  const texts = gaps.map(gapText);
  if (texts.length > GAPS_SHOWN + 1)
    return `${texts.slice(0, GAPS_SHOWN).join(", ")}, … and at last ${texts.at(-1) ?? ""}`;
  return listText(texts);
}

/** "2.0 s": to the tenth of a second, since nobody's retries are more exact. */
export function gapText(gap: Microseconds): string {
  const rounded = Math.round(gap / 100_000) * 100_000;
  return rounded === 0 ? durationText(gap) : durationText(rounded, "tenths");
}

/** Below this, a difference is the network's and not the sender's. */
const JITTER_US = 100_000;

function rhythmOf(gaps: readonly Microseconds[]): string | null {
  const [first] = gaps;
  if (first === undefined || gaps.length < 2) return null;
  const near = (gap: number, wanted: number) => Math.abs(gap - wanted) <= Math.max(JITTER_US, wanted * 0.2);
  const follows = (next: (before: number) => number) =>
    gaps.every((gap, place) => place === 0 || near(gap, next(gaps[place - 1] ?? 0)));
  if (gaps.every((gap) => near(gap, first))) return "always the same";
  // Of two gaps nobody knows how it goes on: after 1 s and 2 s may come 3 s as well as 4 s.
  if (gaps.length > 2 && follows((before) => before * 2)) return "doubling";
  if (gaps.every((gap, place) => place === 0 || gap > (gaps[place - 1] ?? 0))) return "longer each time";
  return "irregular";
}

function sameness({ attempts }: AttemptSeries): string {
  const again = attempts.slice(1);
  const body = again.every(({ sameBytes }) => sameBytes) ? "the body stayed the same" : "the body changed";
  if (again.every(({ signature }) => signature === "none")) return body;
  const signature = again.some((each) => each.signature === "changed") ? "changed" : "stayed the same";
  if (body === "the body stayed the same" && signature === "stayed the same")
    return "body and signature stayed the same";
  return `${body}, the signature ${signature}`;
}

function ending({ attempts, more }: AttemptSeries, stopped: string): string {
  const place = attempts.findIndex(wasAccepted);
  const accepted = attempts[place];
  if (accepted === undefined) return "none of them got a 2xx from us";
  const after = attempts.length - 1 - place + more;
  if (after === 0) return `${stopped} after our ${accepted.status}`;
  return `it went on after our ${accepted.status}, ${pluralText(after, "more time", "more times")}`;
}
