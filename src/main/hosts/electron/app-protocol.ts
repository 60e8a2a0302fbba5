import { protocol } from "electron";
import { answerRequest } from "../../assets/index.ts";
import type { AssetServer } from "../host.ts";
import { isOurs, SCHEME } from "./origin.ts";

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
