/**
 * An address as the network takes it: a host in letters that look like others (`p\u0430ypal.example`) in Punycode
 * (RFC 5891), its path escaped. An address of plain letters, and what is none, stays as it was written.
 */
export function asciiAddress(text: string): string {
  return isAscii(text) || !URL.canParse(text) ? text : new URL(text).href;
}

/** The host that an address really names, where it was not written in plain letters; otherwise null. */
export function asciiHost(text: string): string | null {
  const address = text.trim();
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(address)?.[1] ?? "";
  return isAscii(host) || !URL.canParse(address) ? null : new URL(address).host;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
