import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Push, PushName } from "../../../shared/contract.ts";
import type { Result } from "../../../shared/primitives.ts";
import type { BridgeCall } from "../host.ts";
import { ORIGIN } from "./origin.ts";

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
