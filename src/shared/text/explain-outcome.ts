import { listText, sizeText } from "../measures.ts";
import {
  acceptanceOf,
  type CallOperation,
  type Explanation,
  isUnclear,
  type Operation,
  type Outcome,
} from "../outcomes.ts";
import { MEBIBYTE } from "../primitives.ts";
import type { VerdictCode } from "../run.ts";
import { explainConnection, limitTime } from "./explain-connection.ts";
import { explainReplay } from "./explain-replay.ts";
import { acted, again, authenticationIn, explainStatus, type OutcomeContext, quotation } from "./explain-status.ts";
import { bad, good, neutral, odd } from "./explanation.ts";

export { authenticationIn, type OutcomeContext };

/**
 * How a call ended, in plain words for support staff: what happened, what that means, and what to do next. Texts of
 * the service are quoted as they came: whoever shows them makes invisible characters visible.
 */
export function explainOutcome(outcome: Outcome, operation: CallOperation, context: OutcomeContext = {}): Explanation {
  const explanation = explain(outcome, operation, context);
  const isAwaited = acceptanceOf(outcome) !== "refused";
  // What it says to look for has come, and the verdict says what follows from it.
  return isAwaited && hasCome(context) ? { ...explanation, nextStep: "" } : explanation;
}

function hasCome({ verdict }: OutcomeContext): boolean {
  return verdict !== undefined && !UNSEEN.has(verdict.code);
}

/** Verdicts of a call whose webhook has not come. */
const UNSEEN: ReadonlySet<VerdictCode> = new Set(["waiting", "missing", "not-seen", "nothing-came", "refused"]);

function explain(outcome: Outcome, operation: CallOperation, context: OutcomeContext): Explanation {
  if (operation === "replay") return explainReplay(outcome);
  if (operation === "recorded") return explainRecorded(outcome);
  switch (outcome.code) {
    case "success":
      return success(operation, outcome.missing ?? [], hasCome(context));
    case "unexpected-message":
      return odd(
        "Success, with another message",
        `The service answered with success and ${saying(outcome.message)}, where the specification says “${
          operation === "credit" ? "test complete" : "hook sent"
        }”.`,
        "Watch the event log for the webhook: if it comes, only the wording is another.",
      );
    case "unexpected-shape":
      return odd(
        "Answer of another shape",
        `The service answered with success and with JSON, but without ${outcome.expected}.`,
        `${
          operation === "credit" || operation === "charge"
            ? "If its webhook comes, the service has acted, and only its answer is another. Else look"
            : "Look"
        } at the tab Answer: the address may belong to another version, or to another service.`,
      );
    case "reported-error":
      return bad(
        "Success by its status, an error by its answer",
        `The status is one of success (${outcome.status}), but the answer says otherwise (${outcome.sign}).${quotation(outcome)}${acted(operation)}`,
        again(operation, "See what the service says. The link cannot be shown."),
      );
    case "not-json":
      return notJson(outcome, operation);
    case "too-large":
      return bad(
        "The answer is too large",
        `It is longer than ${limitSize(outcome.limitBytes)}. Linkdesk stopped reading there and kept the first part.${begunWith(outcome)}${acted(operation)}`,
        again(operation, "Check that the base URL of the profile leads to the service: its answers are small."),
      );
    case "dns":
    case "refused":
    case "unreachable":
    case "tls":
    case "proxy":
    case "connect-timeout":
      return explainConnection(outcome);
    case "answer-timeout":
      return bad(
        "No answer in time",
        `The connection stood, but the answer was not here whole within ${limitTime(outcome.limitMs)}.${begunWith(outcome)}${acted(operation)}`,
        again(operation, "Try again, or allow more time in the profile if the service is known to be slow."),
      );
    case "reset":
      return bad(
        "The connection broke off",
        outcome.sent
          ? `The service, or something on the way, closed the connection without a whole answer.${begunWith(outcome)}${acted(operation)}`
          : "The service, or something on the way, closed the connection before the request was out.",
        outcome.sent
          ? again(
              operation,
              "Try again. If it stays, ask whoever runs the service whether it restarts or a firewall cuts in.",
            )
          : "Try again. If it stays, ask whoever runs the service whether it restarts or a firewall cuts in.",
      );
    case "protocol":
      return bad(
        "The answer could not be read",
        `${
          outcome.status === undefined
            ? "What came is not HTTP, or breaks off in the middle."
            : "The answer breaks off in the middle."
        } ${outcome.detail}${begunWith(outcome)}${acted(operation)}`,
        again(
          operation,
          "Check http or https and the port in the base URL of the profile: something else may answer there.",
        ),
      );
    case "cancelled":
      return neutral(
        "Cancelled",
        outcome.sent
          ? `You cancelled the call after it had gone out.${acted(operation)}`
          : "You cancelled the call before it had gone out. Nothing reached the service.",
        outcome.sent ? again(operation, "") : "",
      );
    case "interrupted":
      return neutral(
        "Interrupted",
        `Linkdesk was ended while the call was under way, so its answer is not known.${acted(operation)}`,
        again(operation, "Look the link up again."),
      );
    case "redirect":
      return redirect(outcome, operation);
    case "status":
      return explainStatus(outcome, operation, context);
    case "internal":
      return bad(
        "Linkdesk failed",
        `The fault is in Linkdesk, not in the service: ${outcome.detail}${acted(operation)}`,
        `${again(operation, "Try again.")} If it stays, report it together with this text.`,
      );
  }
}

function success(operation: Operation, missing: readonly string[], isSeen: boolean): Explanation {
  switch (operation) {
    case "link":
      if (missing.length > 0)
        return neutral(
          "Link found, but not whole",
          `The service returned a link without ${listText(missing)}.`,
          "See the tab Answer for what it returned: another service may name its parts otherwise.",
        );
      return good("Link found", "The service returned the link.");
    case "credit":
      return good(
        "Test complete",
        "The service accepted the simulated credit and answered “test complete”.",
        "Watch the event log: the webhook goes to the URL set on the business dashboard.",
      );
    case "charge":
      return good(
        "Hook sent",
        isSeen
          ? "The service accepted the simulated charge and answered “hook sent”."
          : "The service says only that a hook was sent. It does not say that the hook arrived anywhere.",
        "Watch the event log: the webhook goes to the URL set on the business dashboard.",
      );
  }
}

type NotJson = Extract<Outcome, { code: "not-json" }>;

const NOT_JSON: Readonly<Record<NotJson["body"], { readonly title: string; readonly what: string }>> = {
  empty: { title: "Success without an answer", what: "has no content" },
  page: { title: "A web page came instead of JSON", what: "is a web page and not JSON" },
  text: { title: "The answer is not JSON", what: "cannot be read as JSON" },
  unreadable: { title: "The answer cannot be read", what: "cannot be read" },
};

function notJson({ status, body, detail, message }: NotJson, operation: Operation): Explanation {
  const { title, what } = NOT_JSON[body];
  const why = body === "empty" || body === "page" ? "" : ` ${detail}`;
  const forLink =
    body === "page"
      ? "Check the base URL of the profile: it seems to lead to a website, or to a sign-in page on the way."
      : "Look at the tab Answer, and check that the base URL of the profile leads to the service.";
  return bad(
    title,
    `The status is one of success (${status}), but the answer ${what}.${why}${quotation({ message, errors: {} })}${acted(operation)}`,
    body === "page" && operation !== "link" ? `${again(operation, "")} ${forLink}` : again(operation, forLink),
  );
}

type Redirect = Extract<Outcome, { code: "redirect" }>;

function redirect(outcome: Redirect, operation: Operation): Explanation {
  const { sentence, nextStep } = redirectWords(outcome);
  const unclear = operation !== "link" && isUnclear(outcome);
  return bad(
    `Pointed elsewhere (${outcome.status})`,
    unclear ? sentence + acted(operation) : sentence,
    unclear ? `${again(operation, "")} ${nextStep}` : nextStep,
  );
}

function redirectWords({ reason, location }: Redirect): Pick<Explanation, "sentence" | "nextStep"> {
  const target = location === null ? "another address" : location;
  switch (reason) {
    case "simulation":
      return {
        sentence: `The service points to ${target}. A simulation is not sent a second time, so Linkdesk did not go there.`,
        nextStep: "If that is where the service lives, put its address into the base URL of the profile.",
      };
    case "too-many":
      return {
        sentence: `The service pointed on more than five times, last to ${target}.`,
        nextStep:
          "Check the base URL of the profile, http or https above all: the service seems to send callers in circles.",
      };
    case "no-location":
      return {
        sentence: "The service points elsewhere without saying where.",
        nextStep: "Check the base URL of the profile, and show this answer to whoever runs the service.",
      };
    case "unsupported":
      return {
        sentence: `The service points to ${target}, which is no address or no redirect that can be followed.`,
        nextStep: "Check the base URL of the profile, and show this answer to whoever runs the service.",
      };
  }
}

/** The head of an answer that did not come whole. */
function begunWith({ status }: { readonly status?: number | undefined }): string {
  return status === undefined ? "" : ` It had begun with the status ${status}.`;
}

function saying(message: string | null): string {
  return message === null || message === "" ? "an empty message" : `the message “${message}”`;
}

/** "10 MiB" for a limit that was set in such units. */
function limitSize(bytes: number): string {
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MiB` : sizeText(bytes);
}

/** What another program has recorded is shown, and not judged: nobody knows what was to come. */
function explainRecorded(outcome: Outcome): Explanation {
  const sentence = "Another program has recorded this. Linkdesk shows it and judges nothing of it.";
  if (outcome.code !== "status") return neutral("No answer in the file", sentence);
  const tone = outcome.status >= 400 ? "bad" : "neutral";
  return { tone, title: `Answered ${outcome.status}`, sentence, nextStep: "" };
}
