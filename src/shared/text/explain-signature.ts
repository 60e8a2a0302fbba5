import { countText } from "../measures.ts";
import type { Explanation } from "../outcomes.ts";
import type { SignatureSettings } from "../signature.ts";
import type { SignatureCheck, SignatureProblem, SignatureResult } from "../signature-check.ts";
import { secondsText } from "./explain-doctor.ts";
import { good, neutral, odd } from "./explanation.ts";
import { UNIT_NAMES } from "./signature-words.ts";

/** What a check came to, in plain words. */
export function explainSignature({ result, settings }: SignatureCheck): Explanation {
  switch (result.state) {
    case "valid":
      return good(
        "The signature is valid",
        settings.kind === "static"
          ? `The header ${settings.header} has the right value: “${result.secret}”. That proves who sent it, not that it was not changed.`
          : `It was made with the secret “${result.secret}” over exactly the bytes that arrived.`,
      );
    case "missing":
      return odd(
        "There is no signature",
        `The delivery has nothing in ${whereOf(settings)}.`,
        "It may stand elsewhere.",
      );
    case "not-checked":
      return notChecked(result.reason);
    case "invalid":
      return { tone: "bad", title: "The signature is not valid", ...problemWords(result.problem, settings) };
    case "unreadable":
      return { tone: "odd", title: "The signature was not understood", ...problemWords(result.problem, settings) };
  }
}

function notChecked(reason: Extract<SignatureResult, { state: "not-checked" }>["reason"]): Explanation {
  const title = "The signature was not checked";
  switch (reason) {
    case "incomplete":
      return neutral(title, "The request did not come whole, and a signature is about the whole of it.");
    case "no-secret":
      return odd(title, "No secret is set in the profile.", "Set one there, and check again.");
    case "undecodable":
      return odd(
        title,
        "No secret of the profile can be decoded in the way that is set there.",
        "Look at “The secret is used” in the profile, under Signature, or set the secret again.",
      );
    case "unavailable":
      return odd(title, "The secrets could not be read in time.", "Unlock the keychain if it asks, and check again.");
    case "unsupported":
      return odd(
        title,
        "This machine cannot compute the algorithm that is set in the profile.",
        "Check such deliveries on another machine, or ask the sender for HMAC-SHA256.",
      );
  }
}

function whereOf(settings: SignatureSettings): string {
  return settings.kind === "signed" && settings.field !== null
    ? `the field ${settings.field} of the body`
    : `the header ${settings.header}`;
}

type ProblemWords = Pick<Explanation, "sentence" | "nextStep">;

function problemWords(problem: SignatureProblem, settings: SignatureSettings): ProblemWords {
  switch (problem.code) {
    case "repeated":
      return {
        sentence: `The header ${problem.header} came ${problem.count} times. Receivers disagree on which one counts, so none does.`,
        nextStep: "Ask the sender for one header, or look for what adds the other on the way.",
      };
    case "too-long":
      return {
        sentence: `The header has ${countText(problem.length)} characters: that is no signature.`,
        nextStep: "",
      };
    case "no-such-part":
      return { sentence: `Nothing in the header begins with “${settings.prefix}”.`, nextStep: "" };
    case "malformed":
      return {
        sentence: `What stands in ${whereOf(settings)} is not ${
          problem.expectedBytes === null ? "written" : `${problem.expectedBytes} bytes`
        } in the encoding that is set, as a signature would be.`,
        nextStep: "",
      };
    case "id-missing":
      return { sentence: "The id that is signed with the body is not there.", nextStep: "" };
    case "timestamp-missing":
      return { sentence: "The timestamp is not there.", nextStep: "" };
    case "timestamp-malformed":
      return {
        sentence: `What stands in the place of the timestamp cannot be read as the profile says${
          problem.unit === null ? "" : `: it is written ${UNIT_NAMES[problem.unit]}`
        }.`,
        nextStep: problem.unit === null ? "" : "Set “Timestamp written” in the profile, under Signature.",
      };
    case "out-of-tolerance": {
      if (problem.unit !== null)
        return {
          sentence: `The signature itself is right, but its timestamp is written ${UNIT_NAMES[problem.unit]}, which the profile reads otherwise.`,
          nextStep: "Set “Timestamp written” in the profile, under Signature.",
        };
      const off = secondsText(Math.abs(problem.ageSeconds));
      const when = problem.ageSeconds > 0 ? "before it arrived" : "after it arrived";
      return {
        sentence: `The signature itself is right, but its timestamp is ${off} ${when}; ${secondsText(problem.toleranceSeconds)} are allowed.`,
        nextStep: "Compare the clocks. An old delivery that is sent again keeps its old timestamp.",
      };
    }
    case "different":
      return {
        sentence:
          settings.kind === "static"
            ? "The value of the header is none of those that are set."
            : problem.secrets === 1
              ? "The signature does not fit this webhook and the profile’s secret or key."
              : `The signature fits this webhook with none of the profile’s ${problem.secrets} secrets or keys.`,
        nextStep:
          settings.kind === "static"
            ? "It is masked, because a wrong value is often another secret. Linkdesk remembers it until it is ended, and can look for the reason."
            : "",
      };
  }
}
