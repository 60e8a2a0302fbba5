/** Behind one of these a reference, a path or an address may be broken without tearing a word apart. */
const SEAM = /(?<=[\p{L}\p{N}][_./:@&=?,;+|~-]{1,3})(?=[\p{L}\p{N}])/u;
/** What is no longer than this fits in the narrowest cell there is, and is better left whole. */
const SHORT = 12;
/** So many characters at least stand on a line of their own. */
const PIECE = 6;
/** A longer text is a paragraph of its own: looking for seams in it would cost more than it gives. */
const SEAMS_WITHIN = 2_000;

/** A text in pieces between which it may be broken; together they are the text. */
export function wordsOf(text: string): readonly string[] {
  if (text.length <= SHORT || text.length > SEAMS_WITHIN) return [text];
  const pieces: string[] = [];
  for (const run of text.split(/(?<=\s)(?=\S)/)) {
    const parts = run.trimEnd().length <= SHORT ? [run] : run.split(SEAM);
    parts.forEach((part, place) => {
      const before = pieces.at(-1);
      const isWhole = place === 0 || (before !== undefined && before.length >= PIECE && part.length >= PIECE / 2);
      if (before === undefined || isWhole) pieces.push(part);
      else pieces[pieces.length - 1] = before + part;
    });
  }
  return pieces;
}
