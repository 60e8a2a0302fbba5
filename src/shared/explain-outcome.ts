import { explainConnection, limitTime } from "./explain-connection.ts";
import { explainReplay } from "./explain-replay.ts";
import { explainStatus, type OutcomeContext } from "./explain-status.ts";
import { sizeText } from "./measures.ts";
import type { CallOperation, Explanation, Operation, Outcome, RedirectReason } from "./outcomes.ts";
import { assertNever, MEBIBYTE } from "./primitives.ts";

export type { OutcomeContext };

/**
 * How a call ended, in plain words for support staff: what happened, what that means, and what to do next. Texts of
 * the service are quoted as they came: whoever shows them makes invisible characters visible.
 */
export function explainOutcome(outcome: Outcome, operation: CallOperation, context: OutcomeContext = {}): Explanation {
  if (operation === "replay") return explainReplay(outcome);
  switch (outcome.code) {
    case "success":
      return success(operation);
    case "unexpected-message":
      return {
        tone: "odd",
        title: "Accepted, with another message",
        sentence: `The service accepted the call and answered ${quoted(outcome.message)}, where the specification says “${
          operation === "credit" ? "test complete" : "hook sent"
        }”.`,
        nextStep: "Watch the event log for the webhook. If it comes, only the wording has changed.",
      };
    case "unexpected-shape":
      return {
        tone: "odd",
        title: "Answer of another shape",
        sentence: `The service answered with success and with JSON, but without ${outcome.expected}.`,
        nextStep: "Look at the body of the answer. The address may belong to another version, or to another service.",
      };
    case "not-json":
      return notJson(outcome.contentType, outcome.detail);
    case "too-large":
      return {
        tone: "bad",
        title: "The answer is too large",
        sentence: `It is longer than ${limitSize(outcome.limitBytes)}. Linkdesk stopped reading there and kept the first part.`,
        nextStep: "Check that the base URL of the profile leads to the service: its answers are small.",
      };
    case "dns":
    case "refused":
    case "unreachable":
    case "tls":
    case "proxy":
    case "connect-timeout":
      return explainConnection(outcome);
    case "answer-timeout":
      return {
        tone: "bad",
        title: "No answer in time",
        sentence: `The connection stood, but the answer was not here whole within ${limitTime(outcome.limitMs)}.${acted(operation)}`,
        nextStep: again(operation, "Try again, or allow more time in the profile if the service is known to be slow."),
      };
    case "reset":
      return {
        tone: "bad",
        title: "The connection broke off",
        sentence: outcome.sent
          ? `The service, or something on the way, closed the connection without a whole answer.${acted(operation)}`
          : "The service, or something on the way, closed the connection before the request was out.",
        nextStep: outcome.sent
          ? again(
              operation,
              "Try again. If it stays, ask whoever runs the service whether it restarts or a firewall cuts in.",
            )
          : "Try again. If it stays, ask whoever runs the service whether it restarts or a firewall cuts in.",
      };
    case "protocol":
      return {
        tone: "bad",
        title: "The answer could not be read",
        sentence: `What came is not HTTP, or breaks off in the middle. ${outcome.detail}`,
        nextStep: "Check http or https and the port in the base URL of the profile: something else may answer there.",
      };
    case "cancelled":
      return {
        tone: "neutral",
        title: "Cancelled",
        sentence: outcome.sent
          ? `You cancelled the call after it had gone out.${acted(operation)}`
          : "You cancelled the call before it had gone out. Nothing reached the service.",
        nextStep: outcome.sent ? again(operation, "") : "",
      };
    case "interrupted":
      return {
        tone: "neutral",
        title: "Interrupted",
        sentence: `Linkdesk was ended while the call was under way, so its answer is not known.${acted(operation)}`,
        nextStep: again(operation, "Look the link up again."),
      };
    case "redirect":
      return redirect(outcome.status, outcome.location, outcome.reason);
    case "status":
      return explainStatus(outcome, operation, context);
    case "internal":
      return {
        tone: "bad",
        title: "Linkdesk failed",
        sentence: `The fault is in Linkdesk, not in the service: ${outcome.detail}`,
        nextStep: "Try again. If it stays, report it together with this text.",
      };
    default:
      return assertNever(outcome);
  }
}

function success(operation: Operation): Explanation {
  switch (operation) {
    case "link":
      return { tone: "good", title: "Link found", sentence: "The service returned the link.", nextStep: "" };
    case "credit":
      return {
        tone: "good",
        title: "Test complete",
        sentence: "The service accepted the simulated credit and answered “test complete”.",
        nextStep: "Watch the event log: the webhook goes to the URL set on the business dashboard.",
      };
    case "charge":
      return {
        tone: "good",
        title: "Hook sent",
        sentence: "The service says only that a hook was sent. It does not say that the hook arrived anywhere.",
        nextStep: "Watch the event log: the webhook goes to the URL set on the business dashboard.",
      };
    default:
      return assertNever(operation);
  }
}

function notJson(contentType: string | null, detail: string): Explanation {
  const page = /\bhtml\b/i.test(contentType ?? "");
  return {
    tone: "bad",
    title: page ? "A web page came instead of JSON" : "The answer is not JSON",
    sentence: `The service answered with success, but its body cannot be read as JSON. ${detail}`,
    nextStep: page
      ? "Check the base URL of the profile: it seems to lead to a website, or to a sign-in page on the way."
      : "Look at the body of the answer, and check that the base URL of the profile leads to the service.",
  };
}

function redirect(status: number, location: string | null, reason: RedirectReason): Explanation {
  const target = location === null ? "another address" : location;
  const explanation = { tone: "bad", title: `Pointed elsewhere (${status})` } as const;
  switch (reason) {
    case "simulation":
      return {
        ...explanation,
        sentence: `The service points to ${target}. A simulation is not sent a second time, so Linkdesk did not go there.`,
        nextStep: "If that is where the service lives, put its address into the base URL of the profile.",
      };
    case "too-many":
      return {
        ...explanation,
        sentence: `The service pointed on more than five times, last to ${target}.`,
        nextStep:
          "Check the base URL of the profile, http or https above all: the service seems to send callers in circles.",
      };
    case "no-location":
      return {
        ...explanation,
        sentence: "The service points elsewhere without saying where.",
        nextStep: "Check the base URL of the profile, and show this answer to whoever runs the service.",
      };
    case "unsupported":
      return {
        ...explanation,
        sentence: `The service points to ${target}, which is no address or no redirect that can be followed.`,
        nextStep: "Check the base URL of the profile, and show this answer to whoever runs the service.",
      };
    default:
      return assertNever(reason);
  }
}

/** After a simulation has gone out, silence is not a no. */
function acted(operation: Operation): string {
  return operation === "link" ? "" : " The service may have acted on it all the same.";
}

function again(operation: Operation, forLink: string): string {
  return operation === "link" ? forLink : "Look for its webhook in the event log before you send it again.";
}

function quoted(message: string | null): string {
  return message === null || message === "" ? "without a message" : `“${message}”`;
}

/** "10 MiB" for a limit that was set in such units. */
function limitSize(bytes: number): string {
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MiB` : sizeText(bytes);
}
