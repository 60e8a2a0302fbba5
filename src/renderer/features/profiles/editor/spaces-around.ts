const SEEN = /[^\s\u200b-\u200f\u2060]/;

/**
 * A secret that was copied with white space, or a character without a width, at its ends: nobody can see that in the
 * field, and what is signed with it does not hold.
 *
 * @returns null when there is nothing of the kind, and when there is nothing else
 */
export function spacesAround(secret: string): { readonly sentence: string; readonly without: string } | null {
  const first = secret.search(SEEN);
  const last = secret.split("").findLastIndex((character) => SEEN.test(character));
  const [starts, ends] = [first > 0, last < secret.length - 1];
  if (first === -1 || !(starts || ends)) return null;
  const where = starts && ends ? "Starts and ends" : starts ? "Starts" : "Ends";
  return { sentence: `${where} with a space, which counts as part of it.`, without: secret.slice(first, last + 1) };
}
