import { createQuickLook } from "./quick-look.ts";
import { createUnescaper, ESCAPES, formsOf, SAME, unescaped } from "./secret-forms.ts";

/**
 * Where secrets stand in a text, in order and without overlaps: `start` and `end` of each, one after the other, as
 * offsets of bytes. Numbers and not objects: an answer may have a million.
 */
export type Places = Uint32Array;

/** A text while it is searched, from its beginning to its end, in as many pieces as its reader likes. */
export interface Search {
  /** Goes on up to this offset. */
  upTo(end: number): void;
  /** Where there was something; after the last piece. */
  found(): Places;
}

export type SecretSearch = ReturnType<typeof createSecretSearch>;

const BACKSLASH = 0x5c;
/** What a text of one byte a character and without escapes does not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NOT_PLAIN = /[\0\n\r%&\\\u0080-\uffff]/;
/** Texts are copied here to be searched. One buffer is enough, since a search is not interrupted by another. */
const scratch = Buffer.alloc(16_384);

/**
 * Looks for all forms of all secrets at once: as they stand, and in the text without its escapes. The time grows with
 * the text alone, whatever the secrets are and however many; the memory with the length of the secrets.
 */
export function createSecretSearch(secrets: readonly string[], shortestForm: number) {
  const forms = [
    ...new Map(secrets.flatMap(formsOf).map((form) => [Buffer.from(form).toString("latin1"), form])).values(),
  ];
  const unescapedForms = forms.map(unescaped).filter(({ length }) => length >= shortestForm);
  const quick = createQuickLook([...forms, ...unescapedForms], SAME);
  let made: { readonly asTheyStand: Automaton; readonly escaped: Automaton } | null = null;

  function search(bytes: Uint8Array): Search {
    // Made where something may stand in a text for the first time: of many secrets it takes a tenth of a second.
    made ??= { asTheyStand: automaton(forms), escaped: automaton(unescapedForms) };
    const { asTheyStand, escaped } = made;
    const places = createPlaces();
    let at = 0;
    let state = 0;
    let without = 0;
    let emitted = 0;
    /** Where the latest canonical bytes stood. */
    const starts = new Uint32Array(powerOfTwo(escaped.longest));

    const add = (from: number, end: number): void => {
      let start = from;
      // Backslashes in front belong to the escape of the first one.
      if (bytes[start] === BACKSLASH) while (start > places.lastEnd() && bytes[start - 1] === BACKSLASH) start -= 1;
      places.add(start, end);
    };
    const unescaper = createUnescaper((byte, start, end) => {
      starts[emitted & (starts.length - 1)] = start;
      emitted += 1;
      without = escaped.next(without, byte);
      const length = escaped.lengthAt(without);
      if (length > 0) add(starts[(emitted - length) & (starts.length - 1)] ?? start, end);
    });
    return {
      upTo(end) {
        for (; at < end; at += 1) {
          const byte = bytes[at] ?? 0;
          // A backslash at the end of a secret is followed by those that escape it: half of them would break a text.
          if (byte === BACKSLASH && bytes[at - 1] === BACKSLASH && places.lastEnd() === at) places.stretch(at + 1);
          state = asTheyStand.next(state, byte);
          const length = asTheyStand.lengthAt(state);
          if (length > 0) add(at + 1 - length, at + 1);
          unescaper.feed(byte, at, at + 1);
        }
      },
      found() {
        unescaper.end();
        return places.all();
      },
    };
  }

  function isFree(bytes: Uint8Array): boolean {
    if (quick.mayHold(bytes, bytes.length)) return false;
    if (!hasEscapes(bytes)) return true;
    const without = unescaped(bytes);
    return !quick.mayHold(without, without.length);
  }

  return {
    /** No text shorter than this has a secret in it. */
    shortest: [...forms, ...unescapedForms].reduce((least, { length }) => Math.min(least, length), Infinity),
    search,
    /**
     * Whether bytes are surely free of secrets: most texts are, and that is found out much sooner than where they
     * stand.
     */
    isFree,
    /** The same of a text, without bytes being made of it where it is plain ASCII. */
    isTextFree(text: string): boolean {
      if (text.length > scratch.length || NOT_PLAIN.test(text)) return isFree(Buffer.from(text, "utf8"));
      return !quick.mayHold(scratch, scratch.write(text, "latin1"));
    },
  };
}

function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (ESCAPES[bytes[at] ?? 0] === 1) return true;
  return false;
}

function createPlaces() {
  let places = new Uint32Array(16);
  let used = 0;
  return {
    /** Where the last one ends; 0 when there is none. */
    lastEnd: () => (used === 0 ? 0 : (places[used - 1] ?? 0)),
    stretch(end: number): void {
      places[used - 1] = end;
    },
    /** Adds a span, and joins it with those that it overlaps. */
    add(from: number, until: number): void {
      let start = from;
      let end = until;
      while (used > 0 && (places[used - 1] ?? 0) > start) {
        start = Math.min(start, places[used - 2] ?? 0);
        end = Math.max(end, places[used - 1] ?? 0);
        used -= 2;
      }
      if (used === places.length) {
        const grown = new Uint32Array(2 * used);
        grown.set(places);
        places = grown;
      }
      places[used] = start;
      places[used + 1] = end;
      used += 2;
    },
    all: (): Places => places.subarray(0, used),
  };
}

interface Automaton {
  /** Length of the longest needle in bytes. */
  readonly longest: number;
  readonly next: (state: number, byte: number) => number;
  /** Length of the longest needle that ends in this state; 0 for none. */
  readonly lengthAt: (state: number) => number;
}

/**
 * Searches for many needles at once, each byte looked at once (Aho and Corasick, 1975). A state mostly leads to the one
 * that was made after it; only where needles part there are further edges, one for each needle at most. A table of all
 * edges would take several times as much, and a secret may have ten thousand characters in sixteen forms.
 */
function automaton(needles: readonly Uint8Array[]): Automaton {
  const most = 1 + needles.reduce((sum, { length }) => sum + length, 0);
  // Of each state: what leads to it, from which other one, and the length of the needle that ends in it.
  const bytes = new Uint8Array(most + 1);
  const parents = new Uint32Array(most + 1);
  const lengths = new Uint32Array(most);
  const root = new Uint32Array(256);
  const parts = new Uint8Array(most);
  const partings = new Map<number, number>();
  const edge = (state: number, byte: number): number => {
    if (state === 0) return root[byte] ?? 0;
    if (bytes[state + 1] === byte && parents[state + 1] === state) return state + 1;
    return parts[state] === 1 ? (partings.get(state * 256 + byte) ?? 0) : 0;
  };
  const depths = new Uint32Array(most);
  let states = 1;
  for (const needle of needles) {
    let state = 0;
    for (const byte of needle) {
      let target = edge(state, byte);
      if (target === 0) {
        target = states;
        states += 1;
        bytes[target] = byte;
        parents[target] = state;
        depths[target] = (depths[state] ?? 0) + 1;
        if (state === 0) root[byte] = target;
        else if (target !== state + 1) {
          parts[state] = 1;
          partings.set(state * 256 + byte, target);
        }
      }
      state = target;
    }
    if (needle.length > 0) lengths[state] = needle.length;
  }

  /** The state of the longest end of what was read that is the beginning of another needle. */
  const fallback = new Uint32Array(states);
  const step = (from: number, byte: number): number => {
    let state = from;
    for (;;) {
      const target = edge(state, byte);
      if (target !== 0 || state === 0) return target;
      state = fallback[state] ?? 0;
    }
  };
  // What a state falls back to is nearer to the beginning, and so is known by then.
  for (const state of byDepth(depths.subarray(1, states))) {
    const parent = parents[state] ?? 0;
    fallback[state] = parent === 0 ? 0 : step(fallback[parent] ?? 0, bytes[state] ?? 0);
    lengths[state] ||= lengths[fallback[state] ?? 0] ?? 0;
  }
  return {
    longest: needles.reduce((longest, { length }) => Math.max(longest, length), 1),
    next: step,
    lengthAt: (state) => lengths[state] ?? 0,
  };
}

/**
 * The states from the second on, those nearest to the beginning first: counted, since comparing would take far longer.
 */
function byDepth(depths: Uint32Array): Uint32Array {
  const places = new Uint32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
  for (const depth of depths) places[depth + 1] = (places[depth + 1] ?? 0) + 1;
  for (let depth = 1; depth < places.length; depth += 1)
    places[depth] = (places[depth] ?? 0) + (places[depth - 1] ?? 0);
  const sorted = new Uint32Array(depths.length);
  depths.forEach((depth, index) => {
    const place = places[depth] ?? 0;
    sorted[place] = index + 1;
    places[depth] = place + 1;
  });
  return sorted;
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, atLeast)));
}
