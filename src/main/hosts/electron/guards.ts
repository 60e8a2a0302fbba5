import type { App, Session, WebContents } from "electron";
import { isOurs, ORIGIN } from "./identity.ts";

/** The page copies text; it asks for nothing else, and nobody else's page is ever shown. */
const GRANTED: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

/** What the page may load besides its own origin. The CSP says the same; this holds if a page came without one. */
const LOCAL_PROTOCOLS: ReadonlySet<string> = new Set(["data:", "blob:", "devtools:"]);

type GuardedSession = Pick<
  Session,
  "setPermissionRequestHandler" | "setPermissionCheckHandler" | "setDevicePermissionHandler"
> &
  Pick<Session, "on"> & { readonly webRequest: Pick<Session["webRequest"], "onBeforeRequest"> };

/**
 * Without handlers Electron grants every permission. Here all are refused but copying, and that to our main frame
 * only; no device is handed out; no request leaves the window for the network; and what is saved as a file comes out of
 * the page's own memory.
 */
export function guardSession(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(GRANTED.has(permission) && details.isMainFrame && isOurs(details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return GRANTED.has(permission) && details.isMainFrame && isOurs(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${ORIGIN}/`)) event.preventDefault();
  });
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isOurs(details.url) && !LOCAL_PROTOCOLS.has(protocolOf(details.url)) });
  });
}

/** Puts every page that comes to be, whoever made it, under the same rules, before it has loaded anything. */
export function guardEveryPage(app: Pick<App, "on">): void {
  app.on("web-contents-created", (_event, contents) => guardPage(contents));
}

/** The page stays where it is and opens nothing: links to the world go through main, which shows them first. */
function guardPage(contents: Pick<WebContents, "on" | "setWindowOpenHandler">): void {
  contents.on("will-navigate", (event) => {
    if (!isOurs(event.url)) event.preventDefault();
  });
  // Frames within the page too, should one ever come to be.
  contents.on("will-frame-navigate", (event) => {
    if (!isOurs(event.url)) event.preventDefault();
  });
  contents.on("will-redirect", (event) => {
    if (!isOurs(event.url)) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : "";
}
