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
