import type { Facts } from "./events.ts";
import { decodeString, type JsonScalarKind, type JsonSink, scanJson } from "./json/scan.ts";

/** Bodies longer than this (UTF-16 code units) are not searched for facts: nobody's payload, and not free. */
export const FACTS_TEXT_LIMIT = 262_144;
// A fact longer than this is no reference and no remark that a row could show.
const FACT_LIMIT = 1_000;

type FactName = Exclude<keyof Facts, "subject">;

/** Where a value stands: its key and the key of the object around it, both simplified (`user_reference` → `userreference`). */
interface Place {
  readonly key: string;
  readonly parent: string;
  readonly depth: number;
  /** Within the other side's part: its references are not our user's. */
  readonly ofPeer: boolean;
}

/**
 * Finds what a payload says about money and people, whatever its shape: JSON, or a form (`a=b&c[d]=e`), which may
 * carry JSON in a field. Values are taken by the names they commonly stand under; the best name wins, then the
 * place nearest to the root, then the first. Digits stay as they were sent.
 *
 * @param contentType the body's Content-Type, if it had one
 */
export function findFacts(body: string, contentType: string | null): Facts {
  if (body.length > FACTS_TEXT_LIMIT) return {};
  const text = body.startsWith("\ufeff") ? body.slice(1) : body;
  const finder = new Finder();
  if (!isForm(contentType) && scanJson(text, new JsonWalk(text, finder, [])) === null) return finder.facts();
  const fields = new Finder();
  if (/^[^\s=&{}<>"]{1,200}=/.test(text)) walkForm(text, fields);
  return fields.facts();
}

function isForm(contentType: string | null): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType ?? "");
}

/** Weighs each value by where it stands. */
class Finder {
  readonly #best = new Map<FactName, { readonly rank: number; readonly text: string }>();
  /** Names of objects and values that tell what the payload is about. */
  readonly #signs = new Set<string>();
  #mode = "";
  #channel = "";

  /** An object or array begins under this key. */
  enter(key: string): void {
    if (key === "charge" || key === "credit" || key === "link") this.#signs.add(key);
  }

  value(place: Place, text: string, isNumber: boolean): void {
    if (text === "" || text.length > FACT_LIMIT) return;
    const rule = RULES.get(place.key);
    if (rule !== undefined) rule(place, text, (name, weight) => this.#offer(name, weight, place.depth, text));
    else if (isLikeAmount(place.key) && isDecimalText(text)) this.#offer("amount", 3, place.depth, text);
    if (isNumber) return;
    if (place.key === "mode") this.#mode ||= text.toLowerCase();
    else if (place.key === "channel") this.#channel ||= text.toLowerCase();
  }

  #offer(name: FactName, weight: number, depth: number, text: string): void {
    const rank = weight * 1_000 + Math.min(depth, 999);
    const known = this.#best.get(name);
    if (known === undefined || rank < known.rank) this.#best.set(name, { rank, text });
  }

  facts(): Facts {
    const found: { -readonly [Name in keyof Facts]: Facts[Name] } = {};
    const subject = this.#subject();
    if (subject !== undefined) found.subject = subject;
    for (const [name, { text }] of this.#best) found[name] = text;
    return found;
  }

  /** The payload's own name of the event says most; then what its parts are called; a mere mode says least. */
  #subject(): Facts["subject"] {
    const event = (this.#best.get("eventName")?.text ?? "").toLowerCase();
    if (/charge|direct.?debit/.test(event)) return "charge";
    if (/credit/.test(event)) return "credit";
    if (/\blink/.test(event)) return "link";
    if (this.#signs.has("charge") || /direct.?charge/.test(this.#channel)) return "charge";
    if (this.#signs.has("credit") || this.#mode === "credit") return "credit";
    return this.#signs.has("link") ? "link" : undefined;
  }
}

/** Whether a value under this key can be a fact: most cannot, and are not even read. */
function mayTell(key: string): boolean {
  return RULES.has(key) || key === "mode" || key === "channel" || isLikeAmount(key);
}

function isLikeAmount(key: string): boolean {
  return key.startsWith("amount") || key.endsWith("amount");
}

type Offer = (name: FactName, weight: number) => void;
type Rule = (place: Place, text: string, offer: Offer) => void;

const PERSON = /^(user|customer|account|accountholder|holder)$/;
const SENDER = /^(from|sender|source|payer)$/;
const RECIPIENT = /^(to|recipient|receiver|destination|payee)$/;

function isDecimalText(text: string): boolean {
  return /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text);
}

const amount =
  (weight: number): Rule =>
  (_, text, offer) => {
    if (isDecimalText(text)) offer("amount", weight);
  };
const currency: Rule = (_, text, offer) => {
  if (text.length <= 20) offer("currency", 1);
};
const named =
  (name: FactName, weight: number): Rule =>
  (_, __, offer) =>
    offer(name, weight);
const reference: Rule = (place, _, offer) => {
  if (SENDER.test(place.parent)) offer("from", 2);
  else if (RECIPIENT.test(place.parent)) offer("to", 2);
  else if (PERSON.test(place.parent) && !place.ofPeer) offer("userReference", 2);
};
const linkId: Rule = (place, _, offer) => {
  if (place.parent === "link") offer("linkId", 1);
};
/** The amount's own parts: `"amount": { "value": "50000", "currency": "NGN" }`. */
const amountPart: Rule = (place, text, offer) => {
  if (place.parent === "amount" && isDecimalText(text)) offer("amount", 2);
};
const eventName: Rule = (place, _, offer) => {
  if (place.parent === "event") offer("eventName", 1);
  else if (place.key === "type" && place.depth === 1) offer("eventName", 2);
};

const RULES: ReadonlyMap<string, Rule> = new Map([
  ["amount", amount(1)],
  ["amt", amount(2)],
  ["value", amountPart],
  ["units", amountPart],
  ["currency", currency],
  ["currencycode", currency],
  ["ccy", currency],
  ["userreference", named("userReference", 1)],
  ["userref", named("userReference", 1)],
  ["reference", reference],
  ["ref", reference],
  ["id", linkId],
  ["linkid", named("linkId", 1)],
  ["from", named("from", 1)],
  ["sender", named("from", 3)],
  ["to", named("to", 1)],
  ["recipient", named("to", 3)],
  ["receiver", named("to", 3)],
  ["remark", named("remark", 1)],
  ["remarks", named("remark", 2)],
  ["narration", named("remark", 3)],
  ["memo", named("remark", 4)],
  ["note", named("remark", 4)],
  ["event", named("eventName", 1)],
  ["eventname", named("eventName", 1)],
  ["eventtype", named("eventName", 1)],
  ["type", eventName],
  ["name", eventName],
]);

/** `userReference`, `user_reference` and `user-reference` are one name. */
function simplify(key: string): string {
  const known = simplified.get(key);
  if (known !== undefined) return known;
  const simple = key.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
  if (key.length > REMEMBERED_LENGTH) return simple;
  if (simplified.size >= REMEMBERED_KEYS) simplified.clear();
  simplified.set(key, simple);
  return simple;
}

// Payloads say the same few keys over and over, and making one simple was a fifth of finding the facts.
const simplified = new Map<string, string>();
const REMEMBERED_KEYS = 2_000;
const REMEMBERED_LENGTH = 64;

/** Carries each value of a JSON text to the finder, with where it stands. */
class JsonWalk implements JsonSink {
  readonly #text: string;
  readonly #finder: Finder;
  /** The keys of the open objects; an array has the key it stands under. */
  readonly #path: string[];
  #key = "";
  #peers = 0;

  constructor(text: string, finder: Finder, path: readonly string[]) {
    this.#text = text;
    this.#finder = finder;
    this.#path = [...path];
  }

  open(): void {
    this.#path.push(this.#key);
    if (this.#key === "peer") this.#peers += 1;
    this.#finder.enter(this.#key);
  }

  key(start: number, end: number, escaped: boolean): void {
    this.#key = simplify(decodeString(this.#text, start, end, escaped));
  }

  scalar(kind: JsonScalarKind, start: number, end: number, escaped: boolean): void {
    if ((kind !== "string" && kind !== "number") || !mayTell(this.#key)) return;
    const text = kind === "number" ? this.#text.slice(start, end) : decodeString(this.#text, start, end, escaped);
    const place = {
      key: this.#key,
      parent: this.#path.at(-1) ?? "",
      depth: this.#path.length,
      ofPeer: this.#peers > 0,
    };
    this.#finder.value(place, text, kind === "number");
  }

  close(): void {
    if (this.#path.pop() === "peer") this.#peers -= 1;
    this.#key = this.#path.at(-1) ?? "";
  }
}

/** Reads a form body (URL standard, 5.1). `user[reference]` and `user.reference` are read as nesting. */
function walkForm(text: string, finder: Finder): void {
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    const path = decodeForm(pair.slice(0, equals))
      .split(/[[\].]+/)
      .map(simplify)
      .filter((part) => part !== "");
    const value = decodeForm(pair.slice(equals + 1));
    if (/^\s*[{[]/.test(value) && scanJson(value, new JsonWalk(value, finder, path.slice(0, -1))) === null) continue;
    for (const part of path.slice(0, -1)) finder.enter(part);
    const place = {
      key: path.at(-1) ?? "",
      parent: path.at(-2) ?? "",
      depth: path.length,
      ofPeer: path.includes("peer"),
    };
    finder.value(place, value, false);
  }
}

function decodeForm(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A stray percent sign: the text as it stands says more than nothing.
    return spaced;
  }
}
