import type { CredentialState, Explanation, Operation, Outcome } from "./outcomes.ts";
import type { Mode } from "./profile.ts";

/** What makes an explanation more to the point where it is known. */
export interface OutcomeContext {
  /** The profile's mode at the time of the call. */
  readonly mode?: Mode | undefined;
  /** The whole address that was called. */
  readonly url?: string | undefined;
}

type StatusOutcome = Extract<Outcome, { code: "status" }>;

/** A status other than success, in plain words. By number and shape, never by the wording of the service. */
export function explainStatus(outcome: StatusOutcome, operation: Operation, context: OutcomeContext): Explanation {
  const { title, sentence, nextStep } = words(outcome, operation, context);
  const said =
    outcome.message === null || outcome.message === "" ? "" : ` The service says: “${bare(outcome.message)}”.`;
  return { tone: "bad", title, sentence: sentence + said, nextStep };
}

type Words = Omit<Explanation, "tone">;

function words(outcome: StatusOutcome, operation: Operation, context: OutcomeContext): Words {
  const { status } = outcome;
  if (status >= 500) return failed(outcome, operation);
  switch (status) {
    case 400:
      return {
        title: "The service did not understand the request",
        sentence: "It refused the request as badly formed (400).",
        nextStep: "Look at the message and at the body that was sent, above all after editing it by hand.",
      };
    case 401:
      return unauthorised(outcome.credentials);
    case 403:
      return {
        title: "Not allowed",
        sentence: "The service knows who is calling and does not allow this call (403).",
        nextStep:
          "Ask the business whether its account may do this, and whether calls are limited to certain addresses.",
      };
    case 404:
      return notFound(outcome, operation, context);
    case 405:
      return {
        title: "Not a call that this address takes",
        sentence: "There is something at this address, but it takes no call of this kind (405).",
        nextStep: `Check the base URL of the profile.${called(context)}`,
      };
    case 406:
      return wrongMode(operation, context);
    case 422:
      return invalid(outcome);
    case 429:
      return {
        title: "Too many calls",
        sentence: `The service takes no more calls for now (429).${wait(outcome, " It did not say for how long.")}`,
        nextStep:
          outcome.retryAfterSeconds === null ? "Wait a minute, then send it again." : "Send it again after that.",
      };
    default:
      return other(status);
  }
}

function unauthorised(credentials: CredentialState): Words {
  switch (credentials) {
    case "missing":
      return {
        title: "No key is set",
        sentence: "The service wants a key (401), and the call went out without one: the profile has none set.",
        nextStep: "Set the secret key in the profile, then send it again.",
      };
    case "none":
      return {
        title: "The service wants a key",
        sentence: "The call went out without any proof of who is calling (401): the profile has no authentication.",
        nextStep: "Choose the way of authentication in the profile and set its key.",
      };
    case "sent":
      return {
        title: "The key was not accepted",
        sentence: "The service does not accept the key of this profile (401).",
        nextStep:
          "Check that it is the whole secret key, not the public one, of the right mode, and that the header name is the one the service expects.",
      };
  }
}

/** A service that knows the call answers in JSON; anything else is what stands at a wrong address. */
function notFound({ json }: StatusOutcome, operation: Operation, context: OutcomeContext): Words {
  if (!json)
    return {
      title: "Nothing at this address",
      sentence:
        "There is a server, but it has nothing at this address (404), and it did not answer as the service does.",
      nextStep: `Check the base URL of the profile, its path above all.${called(context)}`,
    };
  if (operation === "link")
    return {
      title: "Link not found",
      sentence: "The service has no link with this ID (404).",
      nextStep: "Check that the ID is whole, and that the link belongs to the business and the mode of this key.",
    };
  return {
    title: "Not found",
    sentence: "The service does not know the user reference, or does not offer this simulation (404).",
    nextStep: `Check the references first, then the base URL of the profile.${called(context)}`,
  };
}

function wrongMode(operation: Operation, { mode }: OutcomeContext): Words {
  if (operation === "link")
    return {
      title: "Wrong mode",
      sentence: "The service does not offer this look-up in the mode that the key belongs to (406).",
      nextStep: "Use the key of the other mode: test and live have a key each.",
    };
  return {
    title: "Wrong mode",
    sentence: `The service offers simulations in test mode only, and takes this call for a live one (406).${
      mode === "test" ? " The profile says test, its key seems to say live." : ""
    }`,
    nextStep: "Set the secret key of the test mode in the profile.",
  };
}

/** Without its full stop, for within a sentence of ours. */
function bare(text: string): string {
  return text.replace(/(?<![.…])\.$/, "");
}

function invalid({ errors }: StatusOutcome): Words {
  const fields = Object.entries(errors);
  const listed = fields
    .slice(0, 5)
    .map(([field, messages]) => bare(field === "" ? messages.join(" ") : `${field}: ${messages.join(" ")}`));
  const more = fields.length > listed.length ? `; and ${fields.length - listed.length} more` : "";
  return {
    title: "The values were not accepted",
    sentence:
      listed.length === 0
        ? "The service refused what was sent (422) without saying which value."
        : `The service refused what was sent (422): ${listed.join("; ")}${more}.`,
    nextStep:
      listed.length === 0
        ? "Check the references, the currency and the amount against the business's account."
        : "Correct these values, then send it again.",
  };
}

function failed(outcome: StatusOutcome, operation: Operation): Words {
  const caution = operation === "link" ? "" : " Look for its webhook first: it may have gone out.";
  switch (outcome.status) {
    case 502:
    case 504:
      return {
        title: "The service did not answer its gateway",
        sentence: `What stands in front of the service got no good answer from it (${outcome.status}).`,
        nextStep: `Try again in a moment.${caution} If it stays, tell whoever runs the service.`,
      };
    case 503:
      return {
        title: "The service is not available",
        sentence: `The service is down or overloaded (503).${wait(outcome, "")}`,
        nextStep: `${outcome.retryAfterSeconds === null ? "Try again in a few minutes." : "Try again after that."}${caution}`,
      };
    default:
      return {
        title: "The service failed",
        sentence: `The fault is in the service, not in what was sent (${outcome.status}).`,
        nextStep: `Try again in a moment.${caution} If it stays, tell whoever runs the service, with the time of this call.`,
      };
  }
}

function other(status: number): Words {
  if (status >= 400)
    return {
      title: "The service refused the call",
      sentence: `It answered with the status ${status}.`,
      nextStep: "Look at the message and the body of the answer.",
    };
  return {
    title: "Answer with an unusual status",
    sentence: `The service answered with the status ${status}, which says neither yes nor no.`,
    nextStep: "Look at the answer, and show it to whoever runs the service.",
  };
}

function called({ url }: OutcomeContext): string {
  return url === undefined ? "" : ` The call went to ${url}.`;
}

function wait({ retryAfterSeconds }: StatusOutcome, otherwise: string): string {
  if (retryAfterSeconds === null) return otherwise;
  return ` It asks to wait ${waitText(retryAfterSeconds)}.`;
}

/** Rounded up: who waits as long as it says has waited long enough. */
function waitText(seconds: number): string {
  const [length, unit] =
    seconds <= 120
      ? [seconds, "second"]
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${length} ${unit}${length === 1 ? "" : "s"}`;
}
