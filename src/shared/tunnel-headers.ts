import type { AddressWay, ArrivedThrough } from "./address.ts";
import type { HeaderList } from "./primitives.ts";

const FORWARDED = /^(x-forwarded-(for|host|proto|port|server)|forwarded|x-real-ip|via)$/i;
const CLOUDFLARE = /^(cf-.+|cdn-loop|accept-encoding)$/i;
/** What a way adds or changes beyond that. */
const BY_WAY: Readonly<Record<AddressWay, RegExp | null>> = {
  cloudflared: CLOUDFLARE,
  "cloudflared-named": CLOUDFLARE,
  "localhost.run": null,
  pinggy: null,
  serveo: null,
  ssh: null,
  ngrok: null,
  own: null,
};

/** Whether a field of a request that came this way is the tunnel's doing, or may be: it was added or changed on the way. */
export function isOfTunnel({ way }: ArrivedThrough, name: string): boolean {
  return FORWARDED.test(name) || BY_WAY[way]?.test(name) === true;
}

/**
 * Who sent a request, as the tunnel says. Whatever a sender writes into these fields itself stands before what the tunnel
 * appends, so the last entry counts. null where nobody says, or where it did not come through a tunnel of our own: then
 * the fields may be anybody's.
 */
export function trueSender({ way, peer }: ArrivedThrough, headers: HeaderList): string | null {
  const last = (name: string): string | null => {
    const value = headers.findLast(([each]) => each.toLowerCase() === name)?.[1];
    const entry = value?.split(",").at(-1)?.trim() ?? "";
    return /^[0-9a-f.:[\]]{3,60}$/i.test(entry) ? entry : null;
  };
  switch (way) {
    case "cloudflared":
      return last("cf-connecting-ip");
    case "localhost.run":
    case "pinggy":
    case "serveo":
    case "ngrok":
      return last("x-forwarded-for");
    case "ssh":
      // Behind a proxy on the server itself the connection is the proxy's.
      return peer === null || /^(127\.|::1$|::ffff:127\.)/.test(peer) ? last("x-forwarded-for") : peer;
    case "cloudflared-named":
    case "own":
      return null;
  }
}
