import type { HeaderList } from "../../shared/primitives.ts";

/** A request's header fields as recorded, and what the listener itself has to know of them. */
export interface RequestHead {
  readonly headers: HeaderList;
  /** How many Host fields there are; HTTP/1.1 wants exactly one (RFC 9112 section 3.2). */
  readonly hostHeaders: number;
  /** Body bytes that were announced; null when there is no number, as with chunks. */
  readonly announcedBytes: number | null;
  /** Whether a body follows at all. */
  readonly hasBody: boolean;
}

/**
 * Reads Node's flat list of names and values, once. This is done for every request, so names are compared by
 * length before letter by letter.
 */
export function readHead(rawHeaders: readonly string[]): RequestHead {
  const headers: [string, string][] = [];
  let hostHeaders = 0;
  let announcedBytes: number | null = null;
  let chunked = false;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const value = rawHeaders[index + 1] ?? "";
    headers.push([name, value]);
    if (name.length === 4) {
      if (name.toLowerCase() === "host") hostHeaders += 1;
    } else if (name.length === 14) {
      // The parser has refused anything but digits, and more than one of it.
      if (name.toLowerCase() === "content-length") announcedBytes = Number(value);
    } else if (name.length === 17) {
      if (name.toLowerCase() === "transfer-encoding") chunked = true;
    }
  }
  return { headers, hostHeaders, announcedBytes, hasBody: chunked || (announcedBytes ?? 0) > 0 };
}

/**
 * Whether a request target (RFC 9112 section 3.2) names the webhook path. The path is compared byte by byte, as a
 * receiver that routes by string would; the query does not matter.
 */
export function isOnPath(target: string, path: string): boolean {
  // Nearly every request: decided without making a new string.
  if (target === path) return true;
  if (target.startsWith("/")) return target.startsWith(path) && target[path.length] === "?";
  return pathOfAbsoluteForm(target) === path;
}

/** The path of `http://host/path?query` as a proxy would send it; null for anything else (`*`, `host:port`). */
function pathOfAbsoluteForm(target: string): string | null {
  const scheme = /^https?:\/\//i.exec(target);
  if (scheme === null) return null;
  const afterScheme = target.slice(scheme[0].length);
  const end = afterScheme.search(/[/?]/);
  if (end === -1 || afterScheme[end] === "?") return "/";
  return afterScheme.slice(end).split("?", 1)[0] ?? "/";
}
