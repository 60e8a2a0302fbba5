import type { HeaderList } from "../../shared/primitives.ts";

/**
 * The web page that sent a request, as a sentence; null when it was no web page. Browsers put `Origin` on every post
 * across origins and `Sec-Fetch-Site` on every request (Fetch standard), and no page can leave them out. Other senders
 * may put them in, so this is a hint and no proof.
 */
export function webPageSentence(headers: HeaderList): string | null {
  const valueOf = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const origin = valueOf("origin");
  if (origin === undefined && valueOf("sec-fetch-site") === undefined) return null;
  // An origin as browsers write it: scheme, host in ASCII, port. Anything else is not repeated.
  const from = /^[a-z][a-z0-9+.-]{0,20}:\/\/[a-z0-9.:[\]-]{1,255}$/i.test(origin ?? "") ? ` of ${origin}` : "";
  return `A web page${from} sent this, in a browser that can reach the listener: it is no webhook of the service.`;
}
