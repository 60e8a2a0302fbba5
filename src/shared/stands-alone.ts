/** What a longer word would go on with: `cust_1` does not stand in `cust_12`. */
const PART_OF_WORD = /[\p{L}\p{N}_]/u;

/** Whether a text has a word in it, and not as a part of a longer one. What an escape ends with is none: `\n`, `%3d`. */
export function standsAlone(text: string, word: string, partOfWord = PART_OF_WORD): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isEscaped = text[at - 2] === "\\" || text[at - 3] === "%";
    const goesOn = partOfWord.test(text[at + word.length] ?? "");
    if ((isEscaped || !partOfWord.test(text[at - 1] ?? "")) && !goesOn) return true;
  }
  return false;
}
