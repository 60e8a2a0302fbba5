// Who the program is: to the system, and to its own window. Imports nothing, since the packages are built with it.

/**
 * Bundle id on macOS, application user model id on Windows. It is only a name: there need be no such site. The
 * packages are built with the same one.
 */
export const APP_ID = "org.linkdesk.desktop";

/** The scheme and the one host that the window's files are served under: a real origin, as file: would not be. */
export const SCHEME = "app";
const HOST = "linkdesk";

/** As `WebFrameMain.origin` and `location.origin` give it. */
export const ORIGIN = `${SCHEME}://${HOST}`;

/** Whether an address is one of the window's own. Parsed, because `app://linkdesk.example/` starts the same way. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${SCHEME}:` && host === HOST && username === "" && password === "";
}
