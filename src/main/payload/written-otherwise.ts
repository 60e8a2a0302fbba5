/** A shorter text turns up within others by chance. */
const SHORTEST_WITHIN = 6;
const SHORTEST_CUT = 8;

/**
 * Whether two texts are the same but for how they are written: capitals, spaces around, markup, something in front or
 * behind, the end cut off. A service may do so; it is no proof.
 */
export function isWrittenOtherwise(text: string, expected: string): boolean {
  const [found, wanted] = [plain(text), plain(expected)];
  if (found === wanted) return true;
  if (found.length >= SHORTEST_CUT && wanted.startsWith(found)) return true;
  if (wanted.length < SHORTEST_WITHIN) return false;
  for (let at = found.indexOf(wanted); at >= 0; at = found.indexOf(wanted, at + 1)) {
    const [before, behind] = [found.charAt(at - 1), found.charAt(at + wanted.length)];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(behind)) return true;
  }
  return false;
}

function plain(text: string): string {
  const unescaped = text.slice(0, 2_000).replaceAll(/&(amp|lt|gt|quot|apos|#0*39|#x0*27);/gi, (_, name: string) => {
    const known = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[name.toLowerCase()];
    return known ?? "'";
  });
  return unescaped.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
