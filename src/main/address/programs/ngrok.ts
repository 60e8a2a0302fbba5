import { z } from "zod";
import type { TunnelProgram } from "../../../shared/address.ts";
import { problemOfTunnelCode, tunnelCodeIn } from "../../../shared/tunnel-codes.ts";
import { announcedUrl, type Way, type WayMeans } from "../way.ts";
import { askLocal, parsedJson } from "./local-api.ts";
import { createProgramWay, type TunnelFindings } from "./program-way.ts";

/** A line of the agent's log, as far as it is looked at. */
const logLine = z.object({
  msg: z.string().optional(),
  obj: z.string().optional(),
  url: z.string().optional(),
  addr: z.string().optional(),
  err: z.string().optional(),
});
const tunnels = z.object({
  tunnels: z.array(z.object({ public_url: z.string(), config: z.object({ addr: z.string() }).optional() })),
});

/** ngrok's agent, with its log as JSON lines and its page on this machine, whose port the log names. */
export function createNgrokWay(means: WayMeans, find: (name: TunnelProgram) => string | null): Way {
  return createProgramWay(means, "ngrok", find, async (found, front) => {
    const token = await means.secret("ngrok-token");
    // Copied from the dashboard, it may come as a whole address.
    const wanted = means.settings.ngrok.domain.trim();
    const domain = wanted.includes("://") && URL.canParse(wanted) ? new URL(wanted).host : wanted;
    let api = "127.0.0.1:4040";
    return {
      args: [
        "http",
        `http://127.0.0.1:${front}`,
        "--log=stdout",
        "--log-format=json",
        ...(domain === "" ? [] : [`--domain=${domain}`]),
      ],
      environment: token === null ? {} : { NGROK_AUTHTOKEN: token },
      read(line) {
        // What is no object is not parsed: each failure to do so costs more than a thousand looks.
        const entry = line.startsWith("{") && line.endsWith("}") ? parsedJson(logLine, line) : null;
        const code = tunnelCodeIn(line);
        if (code !== null) note(found, code);
        if (entry === null) return;
        if (entry.obj === "web" && entry.addr !== undefined && /^[\w.:[\]-]+:\d+$/.test(entry.addr)) api = entry.addr;
        const url = entry.msg === "started tunnel" ? announcedUrl(entry.url ?? "") : null;
        if (url !== null) {
          found.url = url;
          found.isConnected = true;
          found.problem = null;
        }
        if (/client session established/i.test(entry.msg ?? "") && found.url !== null) found.isConnected = true;
        if (/session closed|failed to reconnect/i.test(entry.msg ?? "")) found.isConnected = false;
      },
      async look(signal) {
        if (found.url !== null) return;
        const answer = await askLocal(means.network, `http://${api}/api/tunnels`, signal);
        const list = answer === null ? null : parsedJson(tunnels, answer.text);
        // Another agent of the user's may answer there: only what leads to our port is ours.
        const own = list?.tunnels.filter(({ config }) => config?.addr.endsWith(`:${front}`) === true);
        found.url = own?.map(({ public_url: url }) => announcedUrl(url)).find((url) => url !== null) ?? null;
        found.isConnected = found.url !== null;
      },
    };
  });
}

function note(found: TunnelFindings, code: string): void {
  const problem = problemOfTunnelCode(code);
  found.problem = problem;
  // The agent tries again by itself, and would for ever.
  if (problem.code === "login" || problem.code === "quota" || problem.code === "name-taken") found.isHopeless = true;
}
