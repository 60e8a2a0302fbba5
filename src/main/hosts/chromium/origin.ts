/**
 * The origin that the window's files are served under: secure, as app://linkdesk is, and with a name that can never
 * be anybody's (RFC 6761, section 6.4). No request for it leaves the browser; it is answered where it is paused.
 */
export const ORIGIN = "https://linkdesk.invalid";

export function isOurs(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === ORIGIN;
}
