import { z } from "zod";
import type { AddressProblem, TunnelProgram } from "../../../shared/address.ts";
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
        const code = /ERR_NGROK_(\d+)/.exec(line)?.[1];
        if (code !== undefined) note(found, Number(code));
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

function note(found: TunnelFindings, code: number): void {
  const problem = problemOfNgrok(code);
  found.problem = problem;
  // The agent tries again by itself, and would for ever.
  if (problem.code === "login" || problem.code === "quota" || problem.code === "name-taken") found.isHopeless = true;
}

/** ngrok's error codes, each with what to do (its list of errors). */
export function problemOfNgrok(code: number): AddressProblem {
  const tail = ` (ERR_NGROK_${code})`;
  switch (code) {
    case 105:
    case 107:
    case 4018:
      return {
        code: "login",
        detail: `ngrok does not accept the token: enter the one that stands on ngrok's dashboard under Your Authtoken${tail}.`,
      };
    case 108:
      return {
        code: "quota",
        detail: `The account allows one agent at a time, and another one is running: end it, here or on another machine${tail}.`,
      };
    case 334:
      return {
        code: "name-taken",
        detail: `The domain is online already, from another agent: end that one, or choose another domain${tail}.`,
      };
    case 727:
      return {
        code: "quota",
        detail: `The requests of this month are used up. They begin anew with the month, or with another plan${tail}.`,
      };
    case 3200:
      return { code: "ended", detail: `ngrok says that the tunnel is offline: it is started again${tail}.` };
    case 8012:
      return { code: "no-answer", detail: `The agent does not reach the listener behind it: is it listening?${tail}` };
    default:
      return {
        code: "ended",
        detail: `ngrok refused with ERR_NGROK_${code}. Its list of errors says what that means.`,
      };
  }
}
