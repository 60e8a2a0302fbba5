import { parseJson } from "../../../shared/json/parse.ts";
import { sizeText } from "../../../shared/measures.ts";
import { placeOf } from "../http-message/index.ts";

/** Beyond this length checking while somebody types would be felt. */
const MOST_CHECKED = 200_000;

/** What an edited body is, under its editor: any text may be sent, but nobody should send a slip by mistake. */
export function bodyState(body: string): string {
  const size = sizeText(new TextEncoder().encode(body).length);
  if (body === "") return "Empty: no body is sent.";
  if (body.length > MOST_CHECKED) return `${size}, sent exactly as it stands here.`;
  const parsed = parseJson(body);
  if (parsed.ok) return `Valid JSON, ${size}. Sent exactly as it stands here.`;
  const { line, column } = placeOf(body, parsed.offset);
  return `Not JSON (line ${line}, column ${column}: ${parsed.message}) ${size}, sent as it stands.`;
}
