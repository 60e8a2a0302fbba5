/** Logos of the sandbox's businesses, drawn for it: 64 by 64, a few hundred bytes each. */
const LOGOS: ReadonlyMap<string, string> = new Map([
  [
    "mangrove",
    '<rect width="64" height="64" rx="14" fill="#0B6E4F"/><path d="M32 10c9 6 14 13 14 20a14 14 0 0 1-28 0c0-7 5-14 14-20z" fill="#9BE7C4"/><path d="M32 26v28M32 40l-12 14M32 40l12 14" stroke="#fff" stroke-width="3.5" stroke-linecap="round" fill="none"/>',
  ],
  [
    "kilima",
    '<rect width="64" height="64" rx="32" fill="#C8553D"/><path d="M8 46 26 20l9 13 6-8 15 21z" fill="#fff"/><path d="m26 20-6.2 9 6.2 3 5-4z" fill="#F7C59F"/><circle cx="46" cy="16" r="5" fill="#F7C59F"/>',
  ],
  [
    "fjord",
    '<rect width="64" height="64" rx="6" fill="#1D4E89"/><path d="M0 40 18 18l12 15 10-11 24 20v16a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z" fill="#7FB7E6"/><path d="M6 48c8-5 12 5 20 0s12 5 20 0 8 2 12 0M6 56c8-5 12 5 20 0s12 5 20 0 8 2 12 0" stroke="#fff" stroke-width="2.5" fill="none" stroke-linecap="round"/>',
  ],
]);

/** A whole SVG document, or null when there is no such logo. */
export function logoSvg(name: string): string | null {
  const drawing = LOGOS.get(name);
  return drawing === undefined
    ? null
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${drawing}</svg>`;
}
