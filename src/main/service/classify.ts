import { type JsonNode, member, parseJson, stringOf } from "../../shared/json/parse.ts";
import type { CredentialState, Operation, Outcome } from "../../shared/outcomes.ts";
import type { AnswerHead } from "../network/index.ts";
import { headerValue } from "../network/index.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { clip, readErrors, readMessage } from "./service-errors.ts";

/** What the specification says a simulation answers (4.2 and 4.3): the only texts that are compared. */
const MESSAGES: Readonly<Record<Exclude<Operation, "link">, string>> = { credit: "test complete", charge: "hook sent" };

/** A body without its content coding, or why that could not be taken off. */
interface Body {
  readonly bytes: Uint8Array;
  readonly problem: string | null;
}

type Json =
  | { readonly ok: true; readonly root: JsonNode; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/**
 * What a whole answer means: by its status and its shape, since the wording of services changes.
 *
 * @param now milliseconds since the epoch
 */
export function classify(
  operation: Operation,
  head: AnswerHead,
  body: Body,
  credentials: CredentialState,
  now: number,
): Outcome {
  const json = readJson(body);
  if (head.status < 200 || head.status >= 300) return failed(head, json, credentials, now);
  if (!json.ok)
    return { code: "not-json", contentType: headerValue(head.headers, "content-type"), detail: json.problem };
  if (operation === "link") {
    if (member(json.root, "link")?.kind === "object") return { code: "success", message: null };
    return { code: "unexpected-shape", expected: "an object under the key “link”" };
  }
  const message = stringOf(member(json.root, "message"));
  if (message === undefined) return { code: "unexpected-shape", expected: "a text under the key “message”" };
  const code = message === MESSAGES[operation] ? "success" : "unexpected-message";
  return { code, message: clip(message) };
}

function failed({ status, headers }: AnswerHead, json: Json, credentials: CredentialState, now: number): Outcome {
  return {
    code: "status",
    status,
    message: json.ok ? readMessage(json.root) : null,
    json: json.ok,
    credentials,
    errors: json.ok ? readErrors(member(json.root, "errors"), json.text) : {},
    retryAfterSeconds: retryAfterSeconds(headerValue(headers, "retry-after"), headerValue(headers, "date"), now),
  };
}

/** JSON is UTF-8 (RFC 8259, section 8.1), whatever the headers say; a byte order mark is forgiven. */
function readJson({ bytes, problem }: Body): Json {
  if (problem !== null) return { ok: false, problem };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: "The body is not text in UTF-8." };
  }
  if (text.trim() === "") return { ok: false, problem: "The body is empty." };
  const parsed = parseJson(text);
  if (parsed.ok) return { ok: true, root: parsed.root, text };
  return { ok: false, problem: `${parsed.message} (At character ${parsed.offset + 1}.)` };
}
