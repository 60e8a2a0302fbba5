/** What calls are sent to below the base URL; of `/link/` only what stands for an id and not for a version. */
const OWN = /(?<!\/)\/(?:test\/(?:credit|charge)|link(?:\/(?!v[0-9])[^/]+)?)\/*$/i;

/**
 * A base URL to which the address of one call was pasted: its path would be there twice.
 *
 * @returns that path, and the base URL without it; null where there is none
 */
export function ownPath(baseUrl: string): { readonly path: string; readonly without: string } | null {
  const text = baseUrl.trim();
  if (!URL.canParse(text)) return null;
  const [found] = OWN.exec(text) ?? [];
  return found === undefined ? null : { path: found, without: text.slice(0, -found.length) };
}
