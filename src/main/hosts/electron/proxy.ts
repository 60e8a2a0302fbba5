/** The kinds of proxy that a PAC result names, with the scheme of a proxy URL for each. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: "http",
  HTTP: "http",
  HTTPS: "https",
  SOCKS: "socks4",
  SOCKS4: "socks4",
  SOCKS5: "socks5",
};

/**
 * Reads the answer of `session.resolveProxy`, which has the form of a PAC result: `PROXY host:port; DIRECT`.
 * The first entry counts; the ones after it are what a browser falls back to.
 *
 * @returns the proxy as a URL, or null when the address is to be reached directly
 */
export function proxyFromPac(result: string): string | null {
  const [first = ""] = result.split(";");
  const [kind = "", address = ""] = first.trim().split(/\s+/);
  const scheme = SCHEMES[kind.toUpperCase()];
  if (scheme === undefined || !URL.canParse(`${scheme}://${address}`)) return null;
  return `${scheme}://${address}`;
}
