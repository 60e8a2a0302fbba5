import type { Bridge } from "../../../shared/contract.ts";
import type { CallDetail } from "../../../shared/events.ts";
import { parseJson } from "../../../shared/json/parse.ts";
import { sizeText } from "../../../shared/measures.ts";
import { MEBIBYTE, type Result } from "../../../shared/primitives.ts";
import { utf8Text } from "../../../shared/utf8.ts";
import { bodyBytes, decodedBytes } from "../../core/body-bytes.ts";
import { type LinkView, readLink } from "./link.ts";

// A link is a kilobyte or two. What is much longer is read in the Answer tab, which does not hold up the window.
const LARGEST_PICTURE = MEBIBYTE;

/** Reads the answer of a look-up for the picture; a refusal says in a sentence why there is none. */
export async function readLinkAnswer(bridge: Bridge, call: CallDetail): Promise<Result<LinkView>> {
  const { answer, summary } = call;
  if (answer === null) return refused("There is no answer to draw.");
  if (answer.size > LARGEST_PICTURE)
    return refused(`The answer is too long for a picture (${sizeText(answer.size)}); the Answer tab has it.`);
  const encoded = answer.headers.some(([name]) => name.toLowerCase() === "content-encoding");
  const where = { id: summary.id, part: "answer" } as const;
  const body = encoded ? await decodedBytes(bridge, where) : await bodyBytes(bridge, where);
  if (!body.ok) return body;
  const text = utf8Text(body.value instanceof Uint8Array ? body.value : body.value.bytes);
  if (text === null) return refused("The answer is not UTF-8 text; the Answer tab shows its bytes.");
  const json = parseJson(text);
  if (!json.ok) return refused("The answer is not JSON; the Answer tab has it.");
  const link = readLink(json.root, text);
  return link === null ? refused("The answer has no link in it; the Answer tab has it.") : { ok: true, value: link };
}

function refused(message: string): Result<never> {
  return { ok: false, code: "no-picture", message };
}
