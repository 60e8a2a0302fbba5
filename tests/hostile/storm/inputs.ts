import type { Random } from "../../endurance/random.ts";
import { HOSTILE_BODIES, type HostileBody } from "../bodies.ts";
import { BYTE_BODIES } from "../bodies-bytes.ts";
import { JSON_CASES } from "../bodies-json.ts";
import { LARGE_BODIES } from "../bodies-large.ts";
import { HOSTILE_STRINGS } from "../bodies-strings.ts";

/** What an attacker would type or send, drawn at random. */
export interface Inputs {
  /** A text of at most so many characters: known tricks, one thing again and again, or both with something changed. */
  text(atMost: number): string;
  /** One in two with something changed. */
  body(): HostileBody;
  /** The bytes of such a body. */
  bytes(): Buffer;
  /** A value of any shape that JSON can say. */
  value(depth?: number): unknown;
  filter(): string;
  pick<Value>(of: readonly Value[]): Value;
}

const STRINGS = Object.values(HOSTILE_STRINGS);
const TEXTS = [
  ...STRINGS,
  ...JSON_CASES.flatMap(({ text }) => (typeof text === "string" ? [text] : [])),
  "Bearer storm-secret",
  "__proto__",
  "constructor",
];
/** What is cheap once and dear many times. */
const REPEATED = [
  "\\",
  "/",
  "(",
  '"',
  "a ",
  "[",
  '{"a":',
  "-",
  "is:",
  "%00",
  "\u202e",
  "é\u0301",
  "<svg>",
  "\n",
  "=",
  "&#x41;",
];
/** Ten mebibytes each: one in four hundred, or the disk fills. */
const HUGE = new Set(LARGE_BODIES.filter(({ name }) => name.startsWith("10 MiB")));
const USUAL = HOSTILE_BODIES.filter((body) => !HUGE.has(body));
/** Made once: some take as long as a storm has between two of them. */
const KEPT = new Map<string, Buffer>();
const FIELDS = [
  "kind:",
  "status:",
  "amount:",
  "since:",
  "until:",
  "path:",
  "header:",
  "ref:",
  "is:",
  "tag:",
  "note:",
  "-",
  "(",
];

export function createInputs(random: Random): Inputs {
  const pick = <Value>(of: readonly Value[]): Value => of[random.whole(0, of.length - 1)] as Value;
  const one = (in_: number): boolean => random.whole(1, in_) === 1;

  function text(atMost: number): string {
    const many = REPEATED[random.whole(0, REPEATED.length - 1)] ?? "";
    const drawn = one(3) ? many.repeat(random.whole(1, Math.ceil(atMost / many.length))) : pick(TEXTS);
    return (one(3) ? drawn + pick(STRINGS) + drawn : drawn).slice(0, atMost);
  }

  function body(): HostileBody {
    const { name, headers, bytes } = one(400) ? pick([...HUGE]) : pick(one(8) ? BYTE_BODIES : USUAL);
    const made = KEPT.get(name) ?? Buffer.from(bytes());
    KEPT.set(name, made);
    return { name, headers, bytes: () => (random.whole(1, 2) === 1 ? changed(made) : made) };
  }

  function changed(bytes: Buffer): Buffer {
    const at = random.whole(0, Math.max(0, bytes.length - 1));
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (one(3)) return Buffer.from(before);
    if (one(2)) return Buffer.concat([before, Buffer.from(pick(TEXTS)), after]);
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy.writeUInt8(random.whole(0, 255), at);
    return copy;
  }

  function value(depth = 0): unknown {
    const kind = random.whole(depth > 3 ? 4 : 0, 9);
    if (kind === 0) return Array.from({ length: random.whole(0, 4) }, () => value(depth + 1));
    if (kind < 4)
      return Object.fromEntries(
        Array.from({ length: random.whole(0, 4) }, () => [
          pick(["id", "ids", "filter", "limit", "draft", "text", "url", "name", "requestId", "settings", "__proto__"]),
          value(depth + 1),
        ]),
      );
    return pick([null, true, -1, 0, 1, 1e300, 2 ** 53, "", "sandbox", text(2_000)]);
  }

  return {
    text,
    body,
    bytes: () => Buffer.from(body().bytes()),
    value,
    filter: () =>
      Array.from({ length: random.whole(1, 6) }, () => (one(2) ? pick(FIELDS) : "") + text(300))
        .join(pick([" ", " or ", " -"]))
        .slice(0, 2_000),
    pick,
  };
}
