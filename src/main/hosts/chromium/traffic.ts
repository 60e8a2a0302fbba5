import type { CDPSession } from "playwright-core";
import { answerRequest } from "../../assets/index.ts";
import type { AssetServer } from "../host.ts";

/**
 * The origin that the window's files are served under: secure, as app://linkdesk is, and with a name that can never
 * be anybody's (RFC 6761, section 6.4). No request for it leaves the browser; it is answered where it is paused.
 */
export const ORIGIN = "https://linkdesk.invalid";

export function isOurs(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === ORIGIN;
}

/**
 * A further policy for this host only (CSP level 3, section 6.3.2): no windows, which Electron refuses by handler.
 * What is not listed is off; scripts, our own origin, forms, downloads and questions before leaving are on.
 */
const NO_WINDOWS = "sandbox allow-scripts allow-same-origin allow-forms allow-downloads allow-modals";

interface Dependencies {
  readonly cdp: CDPSession;
  readonly assets: AssetServer;
}

/**
 * Holds up every request of the page and of its workers. Those to our origin are answered from the asset server,
 * all others are aborted; neither a name is looked up nor a connection made for any of them.
 */
export async function answerTraffic({ cdp, assets }: Dependencies): Promise<void> {
  cdp.on("Fetch.requestPaused", ({ requestId, request, resourceType }) => {
    const answered = isOurs(request.url)
      ? fulfil(requestId, request.method, request.url)
      : // An aborted navigation leaves the page where it is; any other error would replace it by a page of errors.
        cdp.send("Fetch.failRequest", {
          requestId,
          errorReason: resourceType === "Document" ? "Aborted" : "BlockedByClient",
        });
    // It fails when the page that asked has gone.
    answered.catch(() => undefined);
  });

  async function fulfil(requestId: string, method: string, url: string): Promise<void> {
    const { status, headers, body } = await answerRequest(assets, method, url);
    const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
    responseHeaders.push({ name: "content-security-policy", value: NO_WINDOWS });
    await cdp.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: status,
      responseHeaders,
      body: Buffer.from(body).toString("base64"),
    });
  }

  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
}
