import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { TunnelProgram } from "../../../shared/address.ts";
import type { Way, WayMeans } from "../way.ts";
import { askLocal, freePort, parsedJson } from "./local-api.ts";
import { createProgramWay, type TunnelFindings } from "./program-way.ts";

const readiness = z.object({ readyConnections: z.int() });
const quickTunnel = z.object({ hostname: z.string().regex(/^[a-z0-9.-]+\.[a-z]+$/i) });

/**
 * Cloudflare's connector. A quick tunnel gets its name anew with every start; a named one belongs to the user's account,
 * which says where its requests go: to the listener itself, and not through the port that is opened here.
 *
 * `--config` names a file of our own: one that lies where the program looks by itself may send every request to 404.
 */
export function createCloudflaredWay(means: WayMeans, find: (name: TunnelProgram) => string | null): Way {
  const isNamed = means.settings.way === "cloudflared-named";
  return createProgramWay(means, "cloudflared", find, async (found, front) => {
    const metrics = `127.0.0.1:${await freePort()}`;
    const config = join(means.folder, "cloudflared-empty.yml");
    writeFileSync(config, "");
    const common = ["tunnel", "--no-autoupdate", "--config", config, "--metrics", metrics];
    const token = isNamed ? await means.secret("cloudflared-token") : null;
    if (isNamed && token === null) hopeless(found, "There is no token of the tunnel yet.");
    if (isNamed) found.url = `https://${means.settings.cloudflared.hostname}/`;
    return {
      args: isNamed ? [...common, "run"] : [...common, "--url", `http://127.0.0.1:${front}`],
      environment: token === null ? {} : { TUNNEL_TOKEN: token },
      read: (line) => read(line, found, isNamed),
      async look(signal) {
        const ready = await askLocal(means.network, `http://${metrics}/ready`, signal);
        // Before the page is there, nothing is known.
        if (ready === null) return;
        found.isConnected = ready.status === 200 && (parsedJson(readiness, ready.text)?.readyConnections ?? 1) > 0;
        if (found.isConnected) found.problem = null;
        if (found.url !== null) return;
        const answer = await askLocal(means.network, `http://${metrics}/quicktunnel`, signal);
        const hostname = answer === null ? null : parsedJson(quickTunnel, answer.text)?.hostname;
        if (hostname != null) found.url = `https://${hostname}/`;
      },
    };
  });
}

function hopeless(found: TunnelFindings, detail: string): void {
  found.problem = { code: "login", detail };
  found.isHopeless = true;
}

/** Its log, in the words of its sources. */
function read(line: string, found: TunnelFindings, isNamed: boolean): void {
  const url = /https:\/\/[a-z0-9-]+\.trycloudflare\.com/i.exec(line)?.[0];
  if (url !== undefined && !isNamed && !url.includes("//api.")) found.url = `${url}/`;
  if (/failed to unmarshal quick tunnel|429 Too Many Requests|error code: 1015/i.test(line))
    found.problem = {
      code: "quota",
      detail: "Cloudflare gives no quick tunnel now: too many were asked for from here.",
    };
  else if (/token is not valid|Unauthorized|Invalid tunnel secret/i.test(line))
    hopeless(found, "Cloudflare does not accept the token of the tunnel.");
  else if (/no such host|failed to request quick tunnel.*lookup/i.test(line))
    found.problem = { code: "dns", detail: "The program finds no name server that knows Cloudflare." };
  else if (/failed to dial|dial tcp.*(timeout|refused)|failed to dial to edge|i\/o timeout/i.test(line))
    found.problem = {
      code: "blocked",
      detail: "The program gets no connection to Cloudflare; it takes port 7844, out.",
    };
}
