import { BYTE_BODIES } from "./bodies-bytes.ts";
import { JSON_CASES } from "./bodies-json.ts";
import { LARGE_BODIES } from "./bodies-large.ts";
import { HOSTILE_STRINGS } from "./bodies-strings.ts";

/** A body that some sender might send, on purpose or not. */
export interface HostileBody {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made when asked for: some are large. */
  readonly bytes: () => Uint8Array;
}

const AS_JSON = { "Content-Type": "application/json" };

const fromCases: readonly HostileBody[] = JSON_CASES.map(({ verdict, name, text }) => ({
  name: `JSON (${verdict}): ${name}`,
  headers: AS_JSON,
  bytes: () => (typeof text === "string" ? Buffer.from(text) : text),
}));

/** Each string where a payload has its texts, escaped as JSON wants it, and once more as it is. */
const fromStrings: readonly HostileBody[] = Object.entries(HOSTILE_STRINGS).flatMap(([name, text]) => [
  {
    name: `string in a payload: ${name}`,
    headers: AS_JSON,
    bytes: () =>
      Buffer.from(
        JSON.stringify({
          event: text,
          transaction: { amount: text, currency: text, user_reference: text, from: text, to: text, remark: text },
          [text]: text,
        }),
      ),
  },
  { name: `string alone: ${name}`, headers: { "Content-Type": "text/plain" }, bytes: () => Buffer.from(text) },
]);

/** All of them. */
export const HOSTILE_BODIES: readonly HostileBody[] = [...fromCases, ...fromStrings, ...BYTE_BODIES, ...LARGE_BODIES];
