import { type AnswerScript, type AnswerStep, isOrdinary, stepsOf } from "../../../shared/answer-script.ts";
import { durationText } from "../../../shared/measures.ts";
import { assertNever } from "../../../shared/primitives.ts";

/** What a step does, in a word or two. */
export function stepWords(step: AnswerStep): string {
  switch (step.does) {
    case "answer": {
      const pace = step.bytesPerSecond === null ? "" : " drop by drop";
      return step.delayMs === 0 ? `${step.status}${pace}` : `${step.status}${pace} after ${wait(step.delayMs)}`;
    }
    case "hang":
      return "no answer";
    case "reset":
      return "reset";
    case "close":
      return "hang up";
    case "garbage":
      return "not HTTP";
    default:
      return assertNever(step);
  }
}

function wait(milliseconds: number): string {
  return milliseconds % 1_000 === 0 && milliseconds < 60_000
    ? `${milliseconds / 1_000} s`
    : durationText(milliseconds * 1_000);
}

const WORDS_SHOWN = 4;

/** What is done on purpose, in a few words for the bar; null while every webhook gets a 2xx at once. */
export function scriptWords(script: AnswerScript): string | null {
  if (isOrdinary(script)) return null;
  const words = stepsOf(script).map(stepWords);
  if (script.order === "chance") return `${script.percent} % ${words[0] ?? ""}, else ${words[1] ?? ""}`;
  const shown = words.slice(0, WORDS_SHOWN).join(", ");
  return words.length > WORDS_SHOWN ? `${shown}, …` : shown;
}
