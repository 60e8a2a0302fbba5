import { decodeString, type JsonScalarKind, type JsonSink, scanJson } from "../../shared/json/scan.ts";
import { pathStep } from "../../shared/payload-path.ts";
import { type Level, levelOf, type Sense, senseOf } from "./senses.ts";

/** Values of a payload that are looked at; with more it counts as `partial`. */
export const VALUES_AT_MOST = 2_000;
/** UTF-16 code units of a body that are looked at, and of one value in it. */
export const BODY_LIMIT = 262_144;
const VALUE_LIMIT = 10_000;
/** Objects and arrays within each other; what is nested deeper is nobody's payload, and its paths would fill the memory. */
const DEPTH_LIMIT = 32;
/** JSON within a string within JSON: some senders wrap twice. */
const WRAPS_AT_MOST = 2;

/** A string or number of a payload, and where it stands. */
export interface Value {
  readonly path: string;
  /** A number's digits as sent; a string's text. */
  readonly text: string;
  readonly kind: "string" | "number";
  /** Objects and arrays around it. */
  readonly depth: number;
  readonly sense: Sense;
  /** The key that it stands under, and the objects from the root down to it. */
  readonly key: Level;
  readonly levels: readonly Level[];
  /** Paths of the objects and arrays around it, from the root. */
  readonly around: readonly string[];
}

interface Walked {
  /** `text`: neither JSON nor a form, so it was cut into words. */
  readonly format: "json" | "form" | "text";
  readonly values: readonly Value[];
  /** Each true and false, as a text. */
  readonly flags: readonly Value[];
  /** Something was left out. */
  readonly partial: boolean;
}

/** All strings and numbers of a payload with their places, in order. */
export function walkPayload(body: string, contentType: string | null): Walked {
  const text = body.startsWith("\ufeff") ? body.slice(1, BODY_LIMIT + 1) : body.slice(0, BODY_LIMIT);
  const cut = body.length > BODY_LIMIT;
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(contentType ?? "");
  if (!cut && !isForm)
    for (const json of [text, jsonWithin(text.trim())]) {
      const collected = new Collected();
      if (json !== null && scanJson(json, new JsonWalk(json, collected, ROOT, 0)) === null)
        return collected.as("json", false);
    }
  if (!cut && (isForm || /^[^\s=&{}<>"]{1,200}=/.test(text))) {
    const collected = new Collected();
    walkForm(text, collected);
    return collected.as("form", false);
  }
  const collected = new Collected();
  walkWords(text, collected);
  return collected.as("text", cut);
}

/**
 * What a text may be JSON in: itself, Base64 of either alphabet (message brokers), or a signed token, whose middle part
 * is its content (RFC 7515, 3.1). null when it is nothing of these.
 */
function jsonWithin(text: string): string | null {
  if (/^\s*[{[]/.test(text)) return text;
  // A brace makes the first letter an e, a bracket a W.
  const encoded = /^(?:[\w-]+\.)?([eW][\w+/-]{15,}={0,2})(?:\.[\w-]+)?$/.exec(text)?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, "base64").toString();
  return /^\s*[{[]/.test(decoded) ? decoded : null;
}

class Collected {
  readonly #values: Value[] = [];
  readonly #flags: Value[] = [];
  #partial = false;

  add(value: Value): void {
    if (value.text === "") return;
    if (value.text.length > VALUE_LIMIT || this.isFull()) this.#partial = true;
    else this.#values.push(value);
  }

  flag(value: Value): void {
    if (this.#flags.length < VALUES_AT_MOST) this.#flags.push(value);
    else this.#partial = true;
  }

  /** Takes over what was found within a value. */
  include({ values, flags, partial }: Walked): void {
    for (const value of values) this.add(value);
    for (const flag of flags) this.flag(flag);
    if (partial) this.skip();
  }

  /** No more is taken: what comes now need not even be looked at. */
  isFull(): boolean {
    return this.#values.length >= VALUES_AT_MOST;
  }

  /** Something was left out. */
  skip(): void {
    this.#partial = true;
  }

  as(format: Walked["format"], cut: boolean): Walked {
    return { format, values: this.#values, flags: this.#flags, partial: this.#partial || cut };
  }
}

/** An open object or array. */
interface Place {
  readonly path: string;
  readonly depth: number;
  /** The key that its values stand under, when they have none of their own (items of an array). */
  readonly key: Level;
  /** The objects from the root down to this one. */
  readonly levels: readonly Level[];
  readonly around: readonly string[];
}

const NO_KEY = levelOf("");
const ROOT: Place = { path: "", depth: 0, key: NO_KEY, levels: [], around: [] };

class JsonWalk implements JsonSink {
  readonly #text: string;
  readonly #collected: Collected;
  readonly #wraps: number;
  /** null for what is nested too deep. `next` counts the items of an array; -1 for an object. */
  readonly #open: { readonly place: Place | null; next: number }[];
  #key: string | null = null;

  constructor(text: string, collected: Collected, root: Place, wraps: number) {
    this.#text = text;
    this.#collected = collected;
    this.#wraps = wraps;
    this.#open = [{ place: root, next: -1 }];
  }

  open(kind: "object" | "array"): void {
    const place = this.#collected.isFull() ? null : this.#step();
    if (place !== null && place.depth > DEPTH_LIMIT) this.#collected.skip();
    const inside =
      place === null || place.depth > DEPTH_LIMIT
        ? null
        : {
            ...place,
            levels: kind === "object" && place.key.name !== "" ? [...place.levels, place.key] : place.levels,
            around: [...place.around, place.path],
          };
    this.#open.push({ place: inside, next: kind === "array" ? 0 : -1 });
  }

  key(start: number, end: number, escaped: boolean): void {
    if (!this.#collected.isFull()) this.#key = decodeString(this.#text, start, end, escaped);
  }

  scalar(kind: JsonScalarKind, start: number, end: number, escaped: boolean): void {
    if (this.#collected.isFull()) return this.#collected.skip();
    const place = this.#step();
    if (place === null || kind === "null") return;
    if (kind === "true" || kind === "false") return this.#collected.flag(valueAt(place, kind, "string"));
    const text = kind === "number" ? this.#text.slice(start, end) : decodeString(this.#text, start, end, escaped);
    const within = kind === "string" && this.#wraps < WRAPS_AT_MOST ? jsonWithin(text) : null;
    if (within !== null) {
      const inner = new Collected();
      if (scanJson(within, new JsonWalk(within, inner, place, this.#wraps + 1)) === null) {
        this.#collected.include(inner.as("json", false));
        return;
      }
    }
    this.#collected.add(valueAt(place, text, kind));
  }

  close(): void {
    this.#open.pop();
  }

  /** Where the value that begins here stands. */
  #step(): Place | null {
    const around = this.#open.at(-1);
    const key = this.#key;
    this.#key = null;
    if (around === undefined || around.place === null) return null;
    const { place } = around;
    if (around.next >= 0) {
      const path = pathStep(place.path, around.next);
      around.next += 1;
      return { ...place, path, depth: place.depth + 1 };
    }
    if (key === null) return place;
    const short = key.slice(0, 200);
    return { ...place, path: pathStep(place.path, short), depth: place.depth + 1, key: levelOf(short) };
  }
}

function valueAt(place: Place, text: string, kind: "string" | "number"): Value {
  const { path, depth, key, levels, around } = place;
  return { path: path === "" ? "$" : path, text, kind, depth, sense: senseOf(key, levels), key, levels, around };
}

/** A form body (URL standard, 5.1); `user[reference]` and `user.reference` are read as nesting. */
function walkForm(text: string, collected: Collected): void {
  for (const pair of text.split("&", VALUES_AT_MOST + 1)) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    const steps = decodeForm(pair.slice(0, equals).slice(0, 600))
      .split(/[[\].]+/, DEPTH_LIMIT)
      .filter((step) => step !== "");
    const levels = steps.map(levelOf);
    const paths = steps.map((_, place) => steps.slice(0, place + 1).reduce(pathStep, ""));
    const place: Place = {
      path: paths.at(-1) ?? "",
      around: ["", ...paths.slice(0, -1)],
      depth: steps.length,
      key: levels.at(-1) ?? NO_KEY,
      levels: levels.slice(0, -1),
    };
    const value = decodeForm(pair.slice(equals + 1));
    const within = jsonWithin(value);
    if (within !== null) {
      const inner = new Collected();
      if (scanJson(within, new JsonWalk(within, inner, place, 1)) === null) {
        collected.include(inner.as("json", false));
        continue;
      }
    }
    collected.add(valueAt(place, value, "string"));
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

/** XML, plain text, whatever: its words, without any idea of what each of them is. */
function walkWords(text: string, collected: Collected): void {
  let at = 0;
  for (const word of text.split(/[\s<>="'{}[\],;&|]+/, VALUES_AT_MOST + 1))
    collected.add(valueAt({ ...ROOT, path: `word ${(at += 1)}` }, word, "string"));
}
