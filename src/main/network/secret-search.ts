import { createUnescaper, ESCAPES, formsOf, unescaped } from "./secret-forms.ts";

/** Where a secret stands in a text, as offsets of bytes. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** A text while it is searched, from its beginning to its end, in as many pieces as its reader likes. */
export interface Search {
  /** Goes on up to this offset. */
  upTo(end: number): void;
  /** Where there was something, in order, without overlaps; after the last piece. */
  found(): readonly Found[];
}

export interface SecretSearch {
  /** No text shorter than this has a secret in it. */
  readonly shortest: number;
  search(bytes: Uint8Array): Search;
  /** Whether a text of plain ASCII without escapes is free of secrets; null when it is none such, or has some. */
  isPlainlyFree(text: string): boolean | null;
}

const BACKSLASH = 0x5c;

/**
 * Looks for all forms of all secrets at once: as they stand, and in the text without its escapes. The time grows with
 * the text alone, whatever the secrets are and however many; the memory with the length of the secrets.
 */
export function createSecretSearch(secrets: readonly string[], shortestForm: number): SecretSearch {
  const forms = [
    ...new Map(secrets.flatMap(formsOf).map((form) => [Buffer.from(form).toString("latin1"), form])).values(),
  ];
  const asTheyStand = automaton(forms);
  const escaped = automaton(forms.map(unescaped).filter(({ length }) => length >= shortestForm));

  function search(bytes: Uint8Array): Search {
    const found: { start: number; end: number }[] = [];
    let at = 0;
    let state = 0;
    let without = 0;
    let emitted = 0;
    /** Where the latest canonical bytes stood. */
    const starts = new Uint32Array(powerOfTwo(escaped.longest));

    const add = (from: number, end: number): void => {
      let start = from;
      let last = found.at(-1);
      // Backslashes in front belong to the escape of the first one.
      if (bytes[start] === BACKSLASH) while (start > (last?.end ?? 0) && bytes[start - 1] === BACKSLASH) start -= 1;
      let until = end;
      while (last !== undefined && last.end > start) {
        start = Math.min(start, last.start);
        until = Math.max(until, last.end);
        found.pop();
        last = found.at(-1);
      }
      found.push({ start, end: until });
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
          const last = byte === BACKSLASH ? found.at(-1) : undefined;
          if (last?.end === at && bytes[at - 1] === BACKSLASH) last.end = at + 1;
          state = asTheyStand.next(state, byte);
          const length = asTheyStand.lengthAt(state);
          if (length > 0) add(at + 1 - length, at + 1);
          unescaper.feed(byte, at, at + 1);
        }
      },
      found() {
        unescaper.end();
        return found;
      },
    };
  }

  return {
    shortest: Math.min(asTheyStand.shortest, escaped.shortest),
    search,
    isPlainlyFree(text) {
      let state = 0;
      for (let index = 0; index < text.length; index += 1) {
        const code = text.charCodeAt(index);
        if (code >= 0x80 || ESCAPES[code] === 1) return null;
        state = asTheyStand.next(state, code);
        if (asTheyStand.lengthAt(state) > 0) return null;
      }
      return true;
    },
  };
}

interface Automaton {
  /** Lengths of needles in bytes. */
  readonly shortest: number;
  readonly longest: number;
  readonly next: (state: number, byte: number) => number;
  /** Length of the longest needle that ends in this state; 0 for none. */
  readonly lengthAt: (state: number) => number;
}

/** Searches for many needles at once, each byte looked at once (Aho and Corasick, 1975). */
function automaton(needles: readonly Uint8Array[]): Automaton {
  const most = 1 + needles.reduce((sum, { length }) => sum + length, 0);
  const edges = edgeTable(most);
  // Of each state: what leads to it, and the length of the needle that ends in it.
  const parents = new Uint32Array(most);
  const bytes = new Uint8Array(most);
  const lengths = new Uint32Array(most);
  /** States by how far they are from the beginning. */
  const levels: number[][] = [];
  let states = 1;
  for (const needle of needles) {
    let state = 0;
    needle.forEach((byte, depth) => {
      let target = edges.get(state, byte);
      if (target === 0) {
        target = states;
        states += 1;
        edges.set(state, byte, target);
        parents[target] = state;
        bytes[target] = byte;
        levels[depth] ??= [];
        levels[depth].push(target);
      }
      state = target;
    });
    if (needle.length > 0) lengths[state] = needle.length;
  }

  /** The state of the longest end of what was read that is the beginning of another needle. */
  const fallback = new Uint32Array(states);
  const step = (from: number, byte: number): number => {
    let state = from;
    for (;;) {
      const target = edges.get(state, byte);
      if (target !== 0 || state === 0) return target;
      state = fallback[state] ?? 0;
    }
  };
  // What a state falls back to is nearer to the beginning, and so is known by then.
  for (const state of levels.flat()) {
    const parent = parents[state] ?? 0;
    fallback[state] = parent === 0 ? 0 : step(fallback[parent] ?? 0, bytes[state] ?? 0);
    lengths[state] ||= lengths[fallback[state] ?? 0] ?? 0;
  }
  const sizes = needles.map(({ length }) => length).filter((length) => length > 0);
  return {
    shortest: Math.min(...sizes, Number.MAX_SAFE_INTEGER),
    longest: Math.max(...sizes, 1),
    next: step,
    lengthAt: (state) => lengths[state] ?? 0,
  };
}

/** Which state a byte leads to; 0 for none. Hashed: a table of all bytes for every state would be far larger. */
function edgeTable(states: number) {
  const size = powerOfTwo(2 * states);
  const keys = new Float64Array(size);
  const targets = new Uint32Array(size);
  const root = new Uint32Array(256);

  function slotOf(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & (size - 1);
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (size - 1);
    return slot;
  }
  return {
    get(state: number, byte: number): number {
      return (state === 0 ? root[byte] : targets[slotOf(state * 256 + byte)]) ?? 0;
    },
    set(state: number, byte: number, target: number): void {
      if (state === 0) {
        root[byte] = target;
        return;
      }
      const slot = slotOf(state * 256 + byte);
      keys[slot] = state * 256 + byte;
      targets[slot] = target;
    },
  };
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, atLeast)));
}
