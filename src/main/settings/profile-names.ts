/** As in the profile's schema. */
const LENGTH_AT_MOST = 80;

/** What a name is told from others by: capitals alone do not tell two of them apart. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** "Acme copy", then "Acme copy 2": the name of a duplicate. `taken` are keys of names. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/ copy( \d+)?$/, "");
  return firstFree((count) => fitted(base, count === 1 ? " copy" : ` copy ${count}`), taken);
}

/** The name itself when it is free, else "Acme (2)": the name of an imported profile. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  return firstFree((count) => fitted(name, count === 1 ? "" : ` (${count})`), taken);
}

function firstFree(candidate: (count: number) => string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const name = candidate(count);
    if (!taken.has(nameKey(name))) return name;
  }
}

/** Cuts the name, never the suffix, and not through the middle of a character. */
function fitted(name: string, suffix: string): string {
  const room = LENGTH_AT_MOST - suffix.length;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (kept.length + segment.length > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${suffix}`;
}
