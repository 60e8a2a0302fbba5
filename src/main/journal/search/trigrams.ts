/**
 * Runs of three characters, as the search index knows them. Each character is first put into one of 64 classes:
 * letters and digits keep their own, most punctuation too, the rest share. The index only has to name events
 * that may contain a text; what they really contain is checked afterwards, so sharing costs a little time and
 * never a result.
 */

// The symbol of each class. All of them are characters of one token to FTS5's tokenizer `ascii` (see TOKEN_CHARACTERS).
const SYMBOLS = "abcdefghijklmnopqrstuvwxyz0123456789~:,.-_/{}[]\\=&%@+()`^;#!$*|?";

/** The punctuation among the symbols, which the tokenizer would else take for gaps between tokens. */
export const TOKEN_CHARACTERS = SYMBOLS.slice(36);

// Characters without a class of their own, and the symbol of the class they go to. What is not ASCII shares five.
const SHARED: Readonly<Record<string, string>> = {
  '"': "~",
  " ": "`",
  "\n": "^",
  "~": ";",
  "`": ";",
  "<": "#",
  ">": "#",
};
const NOT_ASCII = ["!", "$", "*", "|", "?"].map((symbol) => SYMBOLS.indexOf(symbol));

const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const own = SYMBOLS.indexOf(SHARED[character] ?? character);
  // Control characters count as line breaks, other punctuation as one class.
  return own === -1 ? SYMBOLS.indexOf(code < 32 ? "^" : ";") : own;
});

function classOf(code: number): number {
  return code < 128 ? (CLASSES[code] ?? 0) : (NOT_ASCII[code % 5] ?? 0);
}

const POSSIBLE = 64 ** 3;
const SYMBOL_CODES = Uint8Array.from(SYMBOLS, (symbol) => symbol.charCodeAt(0));

/** The distinct trigrams of several texts. Made once and used again: its table takes a moment to empty. */
export function createTrigramSet() {
  const seen = new Uint8Array(POSSIBLE);
  const found = new Int32Array(POSSIBLE);
  // Used again and again: of a new one for each text, and the pool's 64 KiB around it, a thread had 48 MiB that nobody used.
  let text = Buffer.alloc(0);
  let count = 0;
  return {
    /** `text` is folded already; a text shorter than three characters has none. */
    add(text: string): void {
      let rolling = (classOf(text.charCodeAt(0)) << 6) | classOf(text.charCodeAt(1));
      for (let at = 2; at < text.length; at += 1) {
        rolling = ((rolling << 6) | classOf(text.charCodeAt(at))) & (POSSIBLE - 1);
        if (seen[rolling] === 1) continue;
        seen[rolling] = 1;
        found[count] = rolling;
        count += 1;
      }
    },
    /** All of them as a text for the index, three symbols and a space each; the set is empty afterwards. */
    take(): string {
      if (text.length < count * 4) text = Buffer.allocUnsafeSlow(count * 4);
      for (let place = 0; place < count; place += 1) {
        const trigram = found[place] ?? 0;
        seen[trigram] = 0;
        text[place * 4] = SYMBOL_CODES[trigram >> 12] ?? 0;
        text[place * 4 + 1] = SYMBOL_CODES[(trigram >> 6) & 63] ?? 0;
        text[place * 4 + 2] = SYMBOL_CODES[trigram & 63] ?? 0;
        text[place * 4 + 3] = 32;
      }
      const length = count * 4;
      count = 0;
      return text.toString("latin1", 0, length);
    },
  };
}

// So many trigrams of a text are asked for. Each has a list to walk; among a million events twelve left 1 block to look
// at for a whole identifier and took half the time of twenty-four, which left as many.
const ASKED_FOR = 12;

/** A full-text query for what may contain all of these texts (folded, of three characters or more each). */
export function trigramQuery(texts: readonly string[]): string {
  const set = createTrigramSet();
  for (const text of texts) set.add(text);
  const all = set
    .take()
    .split(" ")
    .filter((trigram) => trigram !== "");
  // Spread over the texts rather than taken from the start, where "https://" and its like stand.
  const every = Math.max(1, all.length / ASKED_FOR);
  const asked = Array.from({ length: Math.min(all.length, ASKED_FOR) }, (_, place) => all[Math.floor(place * every)]);
  return asked.map((trigram) => `"${trigram}"`).join(" ");
}
