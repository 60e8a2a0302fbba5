import type { AddressStatus, TunnelProgram } from "../../shared/address.ts";
import { createCloudflaredWay } from "./programs/cloudflared.ts";
import { findProgram } from "./programs/find-program.ts";
import { createNgrokWay } from "./programs/ngrok.ts";
import { createSshWay } from "./ssh/ssh-way.ts";
import type { Way, WayMeans } from "./way.ts";

/** The way of the settings, for one try. */
export function openWay(means: WayMeans, find: (name: TunnelProgram) => string | null = findProgram): Way {
  switch (means.settings.way) {
    case "cloudflared":
    case "cloudflared-named":
      return createCloudflaredWay(means, find);
    case "ngrok":
      return createNgrokWay(means, find);
    case "own":
      return createOwnWay(means.settings.own.url);
    case "localhost.run":
    case "pinggy":
    case "serveo":
    case "ssh":
      return createSshWay(means);
  }
}

/** An address that somebody else leads here: it is there, or it is not. */
function createOwnWay(url: string): Way {
  return {
    isQuickToReopen: false,
    start: (changed) => changed(),
    status: () => ({ state: "up", url }),
    stop: async () => {},
  };
}

/** Which of the programs are on this machine; looked for again at most every few seconds. */
export function createProgramSearch(): () => AddressStatus["programs"] {
  let found: AddressStatus["programs"] | null = null;
  let at = 0;
  return () => {
    const now = performance.now();
    if (found === null || now - at > 5_000) {
      found = { cloudflared: findProgram("cloudflared") !== null, ngrok: findProgram("ngrok") !== null };
      at = now;
    }
    return found;
  };
}
