import { createHash } from "node:crypto";
import type { Facts } from "../../shared/events.ts";
import { findFacts } from "../../shared/facts.ts";
import { decimalKey } from "../../shared/filter/decimal.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { isCurrencyCode } from "./currencies.ts";
import { isMoment, readingsOf } from "./numbers.ts";
import { type Purpose, purposeOf } from "./purpose.ts";
import { PERSON_WORDS, RECIPIENT_WORDS, SENDER_WORDS } from "./vocabulary.ts";
import { type Value, walkPayload } from "./walk.ts";

const EVENT_IDS_AT_MOST = 16;
// A list of customers is looked through for each run.
const PEOPLE_AT_MOST = 50;
// A shorter one counts something, and starts again at 1 somewhere else.
const SHORTEST_ID = 6;

/** A value that can be read as an amount. */
export interface Amount {
  readonly value: Value;
  /** As `decimalKey`; the first is the plain reading, others are possible ones of a text such as `50.000`. */
  readonly keys: readonly string[];
  /** The number's digits, for telling how far it is from another. */
  readonly digits: string;
  /** Even the plain reading may be wrong. */
  readonly doubtful: boolean;
  /** A currency's code or sign that stands in the same text: `50 000 NGN`. */
  readonly currency: string | null;
}

/** Everything that a payload says, in the form in which runs are looked for by it. */
export interface PayloadValues {
  /** `text`: neither JSON nor a form, so it was cut into words; they can never make a match. */
  readonly format: "json" | "form" | "text";
  /** More values than are looked at, or a body that is too long. */
  readonly partial: boolean;
  readonly byText: ReadonlyMap<string, readonly Value[]>;
  readonly amounts: readonly Amount[];
  /** The amounts under the best name, nearest to the root: usually one; none when no name speaks of an amount. */
  readonly deciding: readonly Amount[];
  readonly byPath: ReadonlyMap<string, readonly Value[]>;
  /** Values under a name that says whose they are. */
  readonly named: Readonly<
    Record<"currency" | "remark" | "user" | "from" | "to" | "sender" | "recipient", readonly Value[]>
  >;
  /** References and ids of people who have a part in it. */
  readonly people: readonly Value[];
  /** Codes of currencies, under any name. */
  readonly codes: readonly Value[];
  readonly tags: readonly string[];
  /** Those of them that more than one call went out with. None in a payload alone: who knows the calls puts them in. */
  readonly sharedTags: ReadonlySet<string>;
  readonly subject: NonNullable<Facts["subject"]> | null;
  readonly purpose: Purpose;
  readonly identity: Identity;
}

/** What tells one event from another. */
export interface Identity {
  /** Of the bytes: equal for equal bodies only. */
  readonly digest: string;
  /** Ids of the event itself, as far as their names tell, with their places. */
  readonly eventIds: readonly Pick<Value, "path" | "text">[];
}

/**
 * Reads what a webhook's body says, whatever its shape: JSON, a form, JSON within a value of either; from anything
 * else its words. Bounded in everything, and the same for the same bytes.
 *
 * @param bytes the body without its content coding
 * @param contentType its Content-Type, if it had one
 */
export function readPayload(bytes: Uint8Array, contentType: string | null): PayloadValues {
  const text = textOf(bytes, contentType);
  const { format, values, flags, partial } = walkPayload(text, contentType);
  const byText = new Map<string, Value[]>();
  const byPath = new Map<string, Value[]>();
  const named: Record<keyof PayloadValues["named"], Value[]> = {
    currency: [],
    remark: [],
    user: [],
    from: [],
    to: [],
    sender: [],
    recipient: [],
  };
  const amounts: Amount[] = [];
  const people: Value[] = [];
  const codes: Value[] = [];
  const eventIds: Pick<Value, "path" | "text">[] = [];
  const tags = new Set<string>();
  for (const value of values) {
    add(byText, value.text, value);
    add(byPath, value.path, value);
    const { meaning } = value.sense;
    if (meaning === "event-id") {
      const { path, text: id } = value;
      if (eventIds.length < EVENT_IDS_AT_MOST && id.length >= SHORTEST_ID) eventIds.push({ path, text: id });
    } else if (meaning !== "other") named[meaning].push(value);
    if (value.kind === "string") for (const tag of tagsIn(value.text)) tags.add(tag);
    if (people.length < PEOPLE_AT_MOST && namesPerson(value)) people.push(value);
    if (value.kind === "string" && isCurrencyCode(value.text)) codes.push(value);
    const amount = amountOf(value);
    if (amount !== null) amounts.push(amount);
  }
  return {
    format,
    partial,
    byText,
    byPath,
    amounts,
    deciding: decidingOf(amounts),
    named,
    people,
    codes,
    tags: [...tags],
    sharedTags: new Set(),
    subject: findFacts(text, contentType).subject ?? null,
    purpose: purposeOf(values, flags),
    identity: {
      digest: createHash("sha256").update(bytes).digest("base64url"),
      eventIds,
    },
  };
}

function add(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** A person's reference or id, or what looks like one under a name that speaks of a person or a side. */
function namesPerson({ key, sense, text }: Value): boolean {
  if (sense.bystander) return false;
  if (sense.ofPerson || sense.money !== "other") return sense.ofPerson;
  const isNamed = [key.words[0], key.words.at(-1)].some(
    (word = "") => PERSON_WORDS.has(word) || SENDER_WORDS.has(word) || RECIPIENT_WORDS.has(word),
  );
  // Two looks: in one expression, each of its characters could be the one that is looked for, and all are tried in turn.
  const isReference = /[0-9_:-]/.test(text) && !/[\s@/]/.test(text);
  return isNamed && isReference && !isMoment(text);
}

function amountOf(value: Value): Amount | null {
  const read = readingsOf(value.text, value.kind);
  if (read === null) return null;
  const keys = read.readings.flatMap((reading) => decimalKey(reading) ?? []);
  const [digits] = read.readings;
  if (keys.length === 0 || digits === undefined) return null;
  // A bare moment is no amount, unless it stands under that very name.
  const unlikely = value.sense.money === "other" && (isMoment(value.text) || /^0[0-9]/.test(value.text));
  const placed = unlikely ? { ...value, sense: { ...value.sense, money: "unlikely" as const } } : value;
  return { value: placed, keys, digits, doubtful: read.doubtful, currency: read.currency };
}

function decidingOf(amounts: readonly Amount[]): readonly Amount[] {
  for (const money of ["named", "related"] as const) {
    const found = amounts.filter(({ value }) => value.sense.money === money);
    const depth = Math.min(...found.map(({ value }) => value.depth));
    if (found.length > 0) return found.filter(({ value }) => value.depth === depth);
  }
  return [];
}

/** A body as text: in its charset when that is known here, else as UTF-8, whatever stands in it. */
function textOf(bytes: Uint8Array, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([^\s";,]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
