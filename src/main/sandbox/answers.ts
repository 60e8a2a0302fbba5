import type { AnswerFault } from "../../shared/sandbox.ts";
import { type JsonValue, jsonText } from "./json-text.ts";
import type { FieldErrors } from "./simulation.ts";

/** What the sandbox answers; `reset` breaks the connection, `hang` never answers. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** To be done once it has been sent. */
      readonly afterwards?: () => void;
    }
  | { readonly kind: "reset" }
  | { readonly kind: "hang" };

type WholeAnswer = Extract<Answer, { kind: "answer" }>;

export function json(status: number, value: JsonValue, headers: Readonly<Record<string, string>> = {}): WholeAnswer {
  return { kind: "answer", status, headers: { "content-type": "application/json", ...headers }, body: jsonText(value) };
}

/** The shape of every error (service supplement, "Answers"). */
export function failure(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { message }, headers);
}

export function invalid(errors: FieldErrors): Answer {
  return json(422, { message: "The given data was invalid.", errors });
}

/** Faults that stand in the place of the call: nothing is looked up and no webhook follows. */
export function faultInstead(fault: AnswerFault, operation: "link" | "credit" | "charge"): Answer | null {
  switch (fault) {
    case "none":
    case "malformed-json":
    case "other-shape":
    case "other-message":
      return null;
    case "401":
      return failure(401, "Unauthorized");
    case "403":
      return failure(403, "This business may not do that.");
    case "404":
      return failure(404, operation === "link" ? "link not found" : "user not found");
    case "406":
      return failure(406, operation === "link" ? "only available on live mode" : "only available on test mode");
    case "422":
      return invalid(
        operation === "link"
          ? { link_id: ["The link id is invalid."] }
          : { amount: ["The amount must be at least 10000."], currency: ["The selected currency is invalid."] },
      );
    case "429":
      return failure(429, "Too Many Attempts.", { "retry-after": "30" });
    case "500":
      return failure(500, "Server Error");
    case "503":
      return failure(503, "Service Unavailable", { "retry-after": "60" });
    case "reset":
      return { kind: "reset" };
    case "hang":
      return { kind: "hang" };
  }
}

/** Faults that spoil a good answer: the call was carried out, and a webhook follows. */
export function spoiled(fault: AnswerFault, answer: Answer): Answer {
  if (answer.kind !== "answer" || answer.status !== 200) return answer;
  // Breaks off in the middle, as behind a proxy that gave up; its length is the one that is announced.
  if (fault === "malformed-json") return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length * 0.6)) };
  if (fault === "other-shape")
    return { ...answer, body: jsonText({ status: true, data: [{ attributes: {}, id: null }] }) };
  if (fault === "other-message")
    return { ...answer, status: 201, body: jsonText({ message: "accepted for processing" }) };
  return answer;
}
