import { type JsonNode, member, stringOf } from "../../shared/json/parse.ts";
import { type CredentialState, LINK_PARTS, type Operation, type Outcome } from "../../shared/outcomes.ts";
import { joinedHeader } from "../../shared/primitives.ts";
import type { AnswerHead } from "../network/index.ts";
import { LONGEST_FACT } from "../payload/index.ts";
import { type DecodedBody, readAnswerText } from "./answer-text.ts";
import { clip } from "./objections.ts";
import { reportedError } from "./reported-error.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** What the specification says a simulation answers (4.2 and 4.3): the only texts that are compared. */
const MESSAGES: Readonly<Record<Exclude<Operation, "link">, string>> = { credit: "test complete", charge: "hook sent" };

/**
 * The user that a link answer is about: events of one customer are found, and removed, by the reference.
 *
 * @returns null where the answer names none
 */
function userReferenceIn(link: JsonNode): string | null {
  const reference = member(member(link, "user"), "reference");
  const text = reference?.kind === "number" ? reference.text : stringOf(reference);
  return text === undefined || text === "" || text.length > LONGEST_FACT ? null : text;
}

/** What a whole answer means, and whom it names that its request did not; null: nobody. */
export interface Meaning {
  readonly outcome: Outcome;
  readonly userReference: string | null;
}

/**
 * What a whole answer means: by its status and its shape, since the wording of services changes.
 *
 * @param now milliseconds since the epoch
 */
export function classify(
  operation: Operation,
  head: AnswerHead,
  answer: DecodedBody,
  credentials: CredentialState,
  now: number,
): Meaning {
  const { status, headers } = head;
  const meaning = (outcome: Outcome, userReference: string | null = null): Meaning => ({ outcome, userReference });
  const said = readAnswerText(head, answer);
  const { body, message, errors } = said;
  if (status < 200 || status >= 300) {
    const wait = retryAfterSeconds(joinedHeader(headers, "retry-after"), joinedHeader(headers, "date"), now);
    return meaning({ code: "status", status, message, body, credentials, errors, retryAfterSeconds: wait });
  }
  if (said.body !== "json")
    return meaning({ code: "not-json", status, body: said.body, detail: said.problem, message });
  const { root } = said;
  const sign = reportedError(root);
  if (sign !== null) return meaning({ code: "reported-error", status, sign, message, errors });
  if (operation === "link") {
    const link = member(root, "link");
    if (link?.kind !== "object")
      return meaning({ code: "unexpected-shape", expected: "an object under the key “link”" });
    const missing = LINK_PARTS.filter((part) => ["null", undefined].includes(member(link, part.toLowerCase())?.kind));
    const outcome: Outcome = { code: "success", message: null, ...(missing.length === 0 ? {} : { missing }) };
    return meaning(outcome, userReferenceIn(link));
  }
  const text = stringOf(member(root, "message"));
  if (text === undefined) return meaning({ code: "unexpected-shape", expected: "a text under the key “message”" });
  return meaning({ code: text === MESSAGES[operation] ? "success" : "unexpected-message", message: clip(text) });
}
