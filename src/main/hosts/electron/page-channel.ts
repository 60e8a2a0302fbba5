import { type IpcMainInvokeEvent, ipcMain, protocol, type WebContents } from "electron";
import type { Push, PushName } from "../../../shared/contract.ts";
import type { Result } from "../../../shared/primitives.ts";
import { answerRequest } from "../../assets/index.ts";
import type { AssetServer, BridgeCall } from "../host.ts";
import { isOurs, ORIGIN, SCHEME } from "./identity.ts";

const CALL = "linkdesk:call";
const PUSH = "linkdesk:push";

const REFUSED: Result<never> = {
  ok: false,
  code: "unknown-sender",
  message: "Linkdesk takes calls from its own window only.",
};

/** Answers the calls of one page, on the one channel there is; anybody else's are refused. */
export function answerCalls(page: WebContents, call: BridgeCall): void {
  ipcMain.handle(CALL, (event, group, method, input) => {
    return isFromPage(event, page) ? call(group, method, input) : REFUSED;
  });
}

/** Sends a push to the page, unless it has gone. */
export function sendPush<N extends PushName>(page: WebContents, name: N, push: Push<N>): void {
  if (!page.isDestroyed() && !page.isCrashed()) page.send(PUSH, name, push);
}

/** From the main frame of that page, while it shows our own origin. */
function isFromPage(event: IpcMainInvokeEvent, page: WebContents): boolean {
  if (event.sender !== page) return false;
  try {
    // null when the frame has navigated or gone since it sent this; reading a frame that goes just now throws.
    const frame = event.senderFrame;
    return frame !== null && frame.parent === null && frame.origin === ORIGIN;
  } catch {
    return false;
  }
}

/**
 * Makes `app://linkdesk` a standard, secure origin: with storage, modules, workers and fetch, and held to its CSP.
 * Must be called before the app is ready.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      // corsEnabled: Vite writes `crossorigin` on module scripts, which makes their load a CORS request.
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ]);
}

/** Answers for the window's own origin, and for nothing else under the scheme. */
export function serveApp(assets: AssetServer): void {
  protocol.handle(SCHEME, async (request) => {
    if (!isOurs(request.url)) return new Response(null, { status: 404 });
    const { status, headers, body } = await answerRequest(assets, request.method, request.url);
    return new Response(body, { status, headers: { ...headers } });
  });
}
