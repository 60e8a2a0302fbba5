import { type JsonNode, parseJson } from "../../shared/json/parse.ts";
import type { AnswerBody } from "../../shared/outcomes.ts";
import { joinedHeader } from "../../shared/primitives.ts";
import type { AnswerHead } from "../network/index.ts";
import { markupText } from "./markup-text.ts";
import { clip, type FieldErrors, readObjections } from "./objections.ts";

interface Words {
  readonly message: string | null;
  readonly errors: FieldErrors;
}

/** What an answer's body is, and what it says in words; `problem`: why it is not JSON, or not even text. */
export type AnswerText = Words &
  (
    | { readonly body: "json"; readonly root: JsonNode }
    | { readonly body: Exclude<AnswerBody, "json">; readonly problem: string }
  );

/** A body without its content coding, or why that could not be taken off. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  readonly problem: string | null;
}

/** Characters of a text that are looked through for words: the longest page begins with its title. */
const LOOKED_THROUGH = 65_536;
/** Characters of JSON that are quoted as they stand where no sentence is found in it. */
const QUOTED_JSON = 300;

/**
 * Reads what a service says in whatever shape: JSON of a dozen frameworks, plain text, XML, a web page. Bounded, and
 * linear in the size of the body.
 */
export function readAnswerText({ headers }: AnswerHead, { bytes, problem }: DecodedBody): AnswerText {
  const nothing = { message: null, errors: {} };
  if (problem !== null) return { ...nothing, body: "unreadable", problem };
  // JSON is UTF-8 (RFC 8259, section 8.1), whatever the headers say; a byte order mark is left out.
  const text = decoded(bytes, "utf-8");
  if (text?.trim() === "") return { ...nothing, body: "empty", problem: "The body is empty." };
  const parsed = text === null ? null : parseJson(text);
  if (text !== null && parsed?.ok === true) return { body: "json", root: parsed.root, ...wordsOf(parsed.root, text) };
  const contentType = joinedHeader(headers, "content-type") ?? "";
  const why =
    parsed?.ok === false ? `${parsed.message} (At character ${parsed.offset + 1}.)` : "The body is not text in UTF-8.";
  const readable = text ?? decoded(bytes, /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? "");
  // Control characters are the mark of what is no text, a picture or an archive.
  // oxlint-disable-next-line no-control-regex
  if (readable === null || /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(readable.slice(0, 1_024)))
    return { ...nothing, body: "unreadable", problem: why };
  const { words, isPage } = markupText(readable.slice(0, LOOKED_THROUGH), contentType);
  // A text that was meant as JSON is broken; quoting it as the service's words would make them of its brackets.
  const isBroken = /^\s*[[{]/.test(readable);
  return {
    ...nothing,
    body: isPage ? "page" : "text",
    problem: why,
    message: isBroken || words === "" ? null : clip(words),
  };
}

function decoded(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // Not in this encoding, or none that is known by this name.
    return null;
  }
}

function wordsOf(root: JsonNode, text: string): Words {
  const { message, errors } = readObjections(root, text);
  if (message !== null || Object.keys(errors).length > 0) return { message, errors };
  const bare = text.slice(root.start, Math.min(root.end, root.start + QUOTED_JSON + 1)).replace(/\s+/g, " ");
  const isEmpty = root.kind === "null" || /^(?:\{ ?\}|\[ ?\]|"")$/.test(bare);
  return { message: isEmpty ? null : clip(bare, QUOTED_JSON), errors };
}
