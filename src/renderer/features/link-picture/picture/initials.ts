/**
 * One or two letters to stand for a name where there is no picture; "?" when it has none to offer. Letters and
 * digits only: a control character or an emoji in front must not become somebody's sign.
 */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const [first, ...rest] = words;
  if (first === undefined) return "?";
  const last = rest.at(-1);
  return (letter(first) + (last === undefined ? "" : letter(last))).toUpperCase();
}

function letter(word: string): string {
  return /^[\p{L}\p{N}]\p{M}{0,2}/u.exec(word)?.[0] ?? "";
}
