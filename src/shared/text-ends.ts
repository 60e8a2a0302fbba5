/**
 * The text without those of the characters that it ends in. Not an expression such as `/0+$/`: that begins anew at each
 * of them, and a sender who sends 30,000 of them with something behind keeps the program busy for seconds.
 *
 * @param characters single code units
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without those of the characters that it begins or ends with. */
export function withoutEnds(text: string, characters: string): string {
  const cut = withoutEnd(text, characters);
  let start = 0;
  while (start < cut.length && characters.includes(cut.charAt(start))) start += 1;
  return cut.slice(start);
}
