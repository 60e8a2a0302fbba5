import { saysOf, wordsOf } from "./words.ts";

/** A key taken apart. */
export interface KeyWords {
  readonly words: readonly string[];
  /** The words in one: `montanttotal`. */
  readonly name: string;
  /** What the words say, as bits of `SAYS`. */
  readonly says: number;
}

const KEPT_AT_MOST = 4_000;
const LONGEST_KEPT = 64;
const known = new Map<string, KeyWords>();

/** The same few keys come again and again, and taking them apart is most of the work. */
export function keyWords(key: string): KeyWords {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const words = wordsOf(key.length > 200 ? key.slice(0, 200) : key);
  const name = words.join("");
  const made: KeyWords = { words, name, says: saysOf(words, name) };
  if (key.length <= LONGEST_KEPT) {
    if (known.size >= KEPT_AT_MOST) known.clear();
    known.set(key, made);
  }
  return made;
}
