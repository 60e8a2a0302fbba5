import type { OnPurpose } from "../answer-script.ts";
import type { AnswerState } from "../events.ts";
import { durationText, lowered } from "../measures.ts";
import type { Explanation } from "../outcomes.ts";
import { type Microseconds } from "../primitives.ts";
import { good, neutral, odd } from "./explanation.ts";

/** How a delivery that a script has dealt with ended. */
export interface PurposeEnding {
  readonly status: number | null;
  readonly answerState: AnswerState;
  /** From the first byte of the request to the end; null while it lasts. */
  readonly duration: Microseconds | null;
}

/** "step 1 of 3", "30 % fail"; null for the only step there is. */
function choiceText({ choice }: OnPurpose): string | null {
  if (choice.by === "chance")
    return choice.failed ? `one of ${choice.percent} %` : `one of the other ${100 - choice.percent} %`;
  return choice.of === 1 ? null : `step ${choice.step} of ${choice.of}`;
}

/** What was done, in a few words: "Answered 500 on purpose (step 1 of 3)". */
export function purposeTitle(purpose: OnPurpose, status: number | null): string {
  const choice = choiceText(purpose);
  const why = choice === null ? "" : ` (${choice})`;
  const after = purpose.ms === 0 || purpose.does === "hang" ? "" : ` after ${durationText(purpose.ms * 1_000)}`;
  switch (purpose.does) {
    case "answer":
      // A step that is an ordinary answer is no mischief, only a step.
      return status !== null && status < 300 && purpose.ms === 0
        ? `Answered ${status}${why}`
        : `Answered ${status ?? ""}${after} on purpose${why}`;
    case "drip":
      return `Answered ${status ?? ""}${after} drop by drop on purpose${why}`;
    case "hang":
      return `Left without an answer on purpose${why}`;
    case "reset":
      return `Connection reset${after} on purpose${why}`;
    case "close":
      return `Connection closed${after} without an answer on purpose${why}`;
    case "proof":
      return "Our own request arrived";
    case "garbage":
      return `Answered${after} with what is not HTTP, on purpose${why}`;
  }
}

/** The same for a row of the log. */
export function purposeResult(purpose: OnPurpose, ending: PurposeEnding): string {
  const title = purposeTitle(purpose, ending.status);
  const words = lowered(title);
  return ending.answerState === "failed" ? `${words}; the sender gave up` : words;
}

const OWN_SCRIPT = "It was set under Listener, Answer.";

/**
 * What a script has done with a delivery, in plain words: none of it is a fault, neither of ours nor of the sender.
 *
 * @param member whose Linkdesk answered for a relay; null for our own listener
 */
export function explainPurpose(purpose: OnPurpose, ending: PurposeEnding, member: string | null = null): Explanation {
  const { status, answerState, duration } = ending;
  const title = purposeTitle(purpose, status);
  if (purpose.does === "proof")
    return good(
      title,
      "Linkdesk sent this request itself, to see whether the address on the dashboard leads here. It does.",
    );
  if (answerState === "pending") return neutral(pendingTitle(purpose), `The request is recorded. ${title}.`);
  if (answerState === "failed")
    return odd(
      duration === null ? "The sender gave up" : `The sender gave up after ${durationText(duration)}`,
      `${title}, and the sender closed the connection before that was over. The request is recorded.`,
      "That is the sender’s time-out at work. See below whether it tried again.",
    );
  if (status !== null && status < 300)
    return good(
      title,
      "The request was on disk before it was answered.",
      purpose.ms > 0 || purpose.does === "drip" ? "See below whether the sender has waited for it." : "",
    );
  return odd(
    title,
    `${ended(purpose, duration)} The request is recorded. ${member === null ? OWN_SCRIPT : `It is set in ${member}’s Linkdesk.`}`,
    "See below whether the sender tried again.",
  );
}

function pendingTitle({ does }: OnPurpose): string {
  return does === "hang" ? "Kept waiting on purpose" : "Being answered by the script";
}

function ended(purpose: OnPurpose, duration: Microseconds | null): string {
  switch (purpose.does) {
    case "hang":
      return `The sender waited for ${duration === null ? "a while" : durationText(duration)}; then Linkdesk closed the connection without a word.`;
    case "reset":
      return "To the sender this looks like a receiver that crashed.";
    case "close":
      return "To the sender this looks like a receiver that hung up.";
    case "garbage":
      return "To the sender this looks like something that does not speak HTTP.";
    case "answer":
    case "drip":
    case "proof":
      return "The sender takes this for a failure, and usually tries again.";
  }
}
