import { isThisMachine } from "./listener.ts";

/** An address without `http://` as the one that is meant: `localhost:9422`. null: it has one, or is no address. */
export function withScheme(text: string): string | null {
  const host = text.trim();
  // What ends in a colon is a misspelt scheme: `htp:/localhost`.
  if (/\s|^[^/]*:(?:\/|$)/.test(host)) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host) || !/^[^/?#@]+$/.test(host.split("/")[0] ?? "")) return null;
  if (!/[.:]|^localhost(?:\/|$)/i.test(host) || !URL.canParse(`http://${host}`)) return null;
  return `${isThisMachine(new URL(`http://${host}`).hostname) ? "http" : "https"}://${host}`;
}

/** Why a text is no address of `http` or `https`; null when it is one. */
export function httpAddressProblem(text: string): string | null {
  const missing = "The address has to start with https:// or http://.";
  if (withScheme(text) !== null) return missing;
  // Chromium takes a space in a host, and writes it as %20.
  if (!URL.canParse(text) || new URL(text).hostname.includes("%")) {
    const port = /^https?:\/\/[^/?#]*:(-?\d+)(?:[/?#]|$)/i.exec(text.trim())?.[1];
    return port === undefined || (Number(port) >= 0 && Number(port) <= 65_535)
      ? "This is not an address. One has https:// or http:// and then the name of a host."
      : "A port is a number from 1 to 65535.";
  }
  return ["https:", "http:"].includes(new URL(text).protocol) ? null : missing;
}

/** Longer than this it is no id that somebody would know again. */
const LONGEST_ID = 100;

/** The link id in the whole address of a link: what follows `link`, else its last part. null for any other text. */
export function linkIdIn(text: string): string | null {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  const part = /\/links?\/([^/]+)/i.exec(pathname)?.[1] ?? pathname.split("/").findLast((each) => each !== "");
  if (part === undefined || part.length > LONGEST_ID) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * The address whose requests arrive on `path`, told by one that was tried. What a proxy took away in front of the path
 * that arrived stays in front. null: the proxy makes another path of it, by a rule that nobody can tell from outside.
 *
 * @param came the path that a request to `tried` arrived on
 */
export function addressForPath(tried: string, came: string, path: string): string | null {
  const { href, pathname, search } = new URL(tried);
  const arrived = came.split("?", 1)[0] ?? "";
  if (arrived === "" || !pathname.endsWith(arrived)) return null;
  const whole = `${pathname.slice(0, pathname.length - arrived.length)}${path}`;
  // After two slashes the name of another host would be read.
  return whole.startsWith("//") ? null : new URL(`${whole}${search}`, href).href;
}
