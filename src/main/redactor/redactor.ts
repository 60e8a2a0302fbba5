import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { createSecretSearch, type Places, type SecretSearch } from "./secret-search.ts";

/** Shorter ones are not looked for: masking every `a` would destroy the answer and hide nothing. */
const SHORTEST_SECRET = 6;
const NAMES_AT_MOST = 1_000;
/** Bytes that are searched, and places that are masked, before others get a turn: a few milliseconds. */
const SLICE_BYTES = 131_072;
const SLICE_PLACES = 20_000;

export interface Redacted<T> {
  readonly value: T;
  readonly redacted: boolean;
}

/** Puts the mask wherever a text repeats a secret of ours. The time it takes grows with the text alone. */
export interface Redactor {
  /** Whether there is anything to look for. */
  readonly active: boolean;
  text(text: string): Redacted<string>;
  /** Bytes of any encoding; the rest of them passes unchanged. */
  bytes(bytes: Uint8Array): Redacted<Uint8Array>;
  /** The same of a body, which may be large: others get their turn in between. */
  body(bytes: Uint8Array): Promise<Redacted<Uint8Array>>;
  /** All texts of a value that is data, keys among them. */
  deep<T>(value: T): Redacted<T>;
}

interface RedactorOptions {
  /** Characters; shorter ones are not looked for. */
  readonly shortest?: number;
  /** What is put in the place of what was found, which may be escaped or encoded; the mask of secrets when left out. */
  readonly mark?: (found: Uint8Array) => Uint8Array;
}

/**
 * A redactor for these secrets: as they are, escaped in any of the ways of JSON, HTML and addresses, several times over
 * too, in UTF-8, UTF-16 or Latin-1, over several lines, in hexadecimal, and in base64 (also in the middle of a longer
 * text that was encoded).
 */
export function createRedactor(
  secrets: readonly string[],
  { shortest = SHORTEST_SECRET, mark }: RedactorOptions = {},
): Redactor {
  const known = [...new Set(secrets.flatMap(withoutScheme))].filter(({ length }) => length >= shortest);
  const search = known.length === 0 ? null : searchFor(known, shortest);
  // Nearly all names of records are ours, and the same again and again.
  const freeNames = new Set<string>();

  function bytes(given: Uint8Array): Redacted<Uint8Array> {
    if (search === null || given.length < search.shortest || search.isFree(given))
      return { value: given, redacted: false };
    const searching = search.search(given);
    searching.upTo(given.length);
    const places = searching.found();
    if (places.length === 0) return { value: given, redacted: false };
    const masked = createMasked(given, places, mark);
    masked.upTo(places.length);
    return { value: masked.take(), redacted: true };
  }
  const redactor: Redactor = {
    active: search !== null,
    text(text) {
      if (search === null || text.length < search.shortest || search.isTextFree(text))
        return { value: text, redacted: false };
      const { value, redacted } = bytes(Buffer.from(text, "utf8"));
      return { value: redacted ? Buffer.from(value).toString("utf8") : text, redacted };
    },
    bytes,
    async body(given) {
      if (search === null || given.length < search.shortest) return { value: given, redacted: false };
      if (given.length <= SLICE_BYTES) return bytes(given);
      const searching = search.search(given);
      for (let end = SLICE_BYTES; end < given.length; end += SLICE_BYTES) {
        searching.upTo(end);
        await turn();
      }
      searching.upTo(given.length);
      const places = searching.found();
      if (places.length === 0) return { value: given, redacted: false };
      const masked = createMasked(given, places, mark);
      for (let end = SLICE_PLACES; end < places.length; end += SLICE_PLACES) {
        masked.upTo(end);
        await turn();
      }
      masked.upTo(places.length);
      return { value: masked.take(), redacted: true };
    },
    deep(value) {
      let redacted = false;
      const visit = (each: unknown): unknown => {
        if (typeof each === "string") {
          const result = redactor.text(each);
          redacted ||= result.redacted;
          return result.value;
        }
        return changedWithin(each, visit, visitName);
      };
      const visitName = (name: string): string => {
        if (freeNames.has(name)) return name;
        const after = String(visit(name));
        if (after === name && freeNames.size < NAMES_AT_MOST) freeNames.add(name);
        return after;
      };
      const masked = visit(value) as typeof value;
      return { value: masked, redacted };
    },
  };
  return redactor;
}

/**
 * A list or a record with its parts changed; the same one where none is, since of most nothing is.
 *
 * @param changeName of the members of records
 */
export function changedWithin(
  value: unknown,
  change: (part: unknown, name: string) => unknown,
  changeName: (name: string) => string = (name) => name,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    for (let at = 0; at < value.length; at += 1) {
      const after = change(value[at], "");
      if (after !== value[at] && copy === null) copy = [...(value as unknown[])];
      if (copy !== null) copy[at] = after;
    }
    return copy ?? value;
  }
  const record = value as Record<string, unknown>;
  const names = Object.keys(record);
  let entries: [string, unknown][] | null = null;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? "";
    const after = change(record[name], name);
    const called = changeName(name);
    if (entries === null && (after !== record[name] || called !== name))
      entries = names.slice(0, at).map((before) => [before, record[before]]);
    entries?.push([called, after]);
  }
  return entries === null ? value : Object.fromEntries(entries);
}

/**
 * Held by the redactors that use them, and by nothing else: a secret that was removed goes from memory with the last.
 */
const searches = new Map<string, WeakRef<SecretSearch>>();

/**
 * A search is made once for the same secrets: of long ones its tables are megabytes, and every line of the log asks for
 * it.
 */
function searchFor(secrets: readonly string[], shortest: number): SecretSearch {
  const key = createHash("sha256")
    .update(JSON.stringify([shortest, ...secrets.toSorted()]))
    .digest("base64");
  const known = searches.get(key)?.deref();
  if (known !== undefined) return known;
  for (const [other, search] of searches) if (search.deref() === undefined) searches.delete(other);
  const search = createSecretSearch(secrets, shortest);
  searches.set(key, new WeakRef(search));
  return search;
}

/** Tokens shorter than this stand in other texts by chance. */
const SHORTEST_TOKEN = 12;

/** A secret such as `Token abc` is looked for as a whole and by its second word, which may be repeated alone. */
function withoutScheme(value: string): string[] {
  const token = tokenOf(value);
  return token.length < SHORTEST_TOKEN ? [value] : [value, token];
}

/** What stands behind the name of a scheme, if there is one. */
export function tokenOf(value: string): string {
  return /^[A-Za-z-]+ +(\S+)$/.exec(value)?.[1] ?? value;
}

const MASK = Buffer.from(SECRET_MASK, "utf8");

/** Text shorter than this is quicker copied byte by byte than by a call. */
const SHORT_RUN = 24;

/** The bytes with masks in these places: written into one buffer, since a piece for each would take a hundred bytes. */
function createMasked(bytes: Uint8Array, places: Places, mark: ((found: Uint8Array) => Uint8Array) | undefined) {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let out = Buffer.alloc(0);
  let size = 0;
  let from = 0;
  let at = 0;
  const grow = (needed: number): void => {
    // All of it at once, by what the usual mask takes; more only where marks are longer.
    const usual = bytes.length + (places.length / 2) * MASK.length;
    const grown = Buffer.from(new ArrayBuffer(size === 0 ? Math.max(needed, usual) : Math.max(needed, 2 * out.length)));
    out.copy(grown, 0, 0, size);
    out = grown;
  };
  const put = (part: Buffer | Uint8Array, start: number, end: number): void => {
    if (size + end - start > out.length) grow(size + end - start);
    if (end - start < SHORT_RUN)
      for (let each = start; each < end; each += 1) out[size + each - start] = part[each] ?? 0;
    else out.set(part.subarray(start, end), size);
    size += end - start;
  };
  return {
    upTo(end: number): void {
      for (; at < end; at += 2) {
        const [start = 0, until = 0] = [places[at], places[at + 1]];
        put(source, from, start);
        const masked = mark === undefined ? MASK : mark(bytes.subarray(start, until));
        put(masked, 0, masked.length);
        from = until;
      }
    },
    /** In a buffer of its own, which can be handed over; after the last place. */
    take(): Uint8Array {
      put(source, from, source.length);
      return new Uint8Array(out.buffer.transfer(size));
    },
  };
}
