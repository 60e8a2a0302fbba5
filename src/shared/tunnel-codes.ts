import type { AddressProblem } from "./address.ts";

/**
 * The code by which a tunnel says why nothing comes through it, as `ERR_NGROK_8012` or `Cloudflare 1033`: in what its
 * program prints, or in what it answers in place of the listener. null where there is none.
 */
export function tunnelCodeIn(text: string): string | null {
  const ngrok = /\bERR_NGROK_\d{1,6}\b/.exec(text)?.[0];
  if (ngrok !== undefined) return ngrok;
  const cloudflare = /\berror code: (1\d{3})\b/i.exec(text)?.[1];
  return cloudflare === undefined ? null : `Cloudflare ${cloudflare}`;
}

/** What such a code means, and what to do about it (ngrok's list of errors, Cloudflare's 1xxx errors). */
export function problemOfTunnelCode(code: string): AddressProblem {
  const { problem, says, next } = MEANINGS[code] ?? {
    problem: "ended" as const,
    says: "The tunnel’s service refused, and says no more than this code",
    next: "Look the code up in the service’s own list of errors.",
  };
  return { code: problem, detail: `${says} (${code}).`, nextStep: next };
}

interface Meaning {
  readonly problem: AddressProblem["code"];
  readonly says: string;
  readonly next: string;
}

const WRONG_TOKEN: Meaning = {
  problem: "login",
  says: "ngrok does not accept the token",
  next: "Enter the one that stands on ngrok’s dashboard under Your Authtoken.",
};

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ERR_NGROK_105: WRONG_TOKEN,
  ERR_NGROK_107: {
    ...WRONG_TOKEN,
    says: "ngrok knows this token no more: it was revoked, or belongs to an account that is gone",
  },
  ERR_NGROK_4018: {
    ...WRONG_TOKEN,
    says: "ngrok takes nobody without an account that is confirmed, and its token",
    next: "Sign up at ngrok, and enter the token that stands on its dashboard under Your Authtoken.",
  },
  ERR_NGROK_108: {
    problem: "quota",
    says: "The account allows one agent at a time, and another one is running",
    next: "End the other agent, here or on another machine, and press Get address again.",
  },
  ERR_NGROK_334: {
    problem: "name-taken",
    says: "The domain is online already, from another agent",
    next: "End the agent that holds it, or enter another domain.",
  },
  ERR_NGROK_727: {
    problem: "quota",
    says: "The account’s requests of this month are used up",
    next: "They begin anew with the month, or with another plan. Until then choose another way.",
  },
  ERR_NGROK_3200: {
    problem: "ended",
    says: "ngrok says that the tunnel is offline: no agent is connected for this address",
    next: "The agent is started again by itself. If that does not help: does another domain stand on ngrok’s dashboard?",
  },
  ERR_NGROK_8012: {
    problem: "no-answer",
    says: "ngrok’s agent is connected, but does not reach the listener behind it",
    next: "Is the listener listening? A firewall or an antivirus on this machine may keep the agent from it.",
  },
  "Cloudflare 1015": {
    problem: "quota",
    says: "Cloudflare lets nothing through for now: too many requests came",
    next: "Wait some minutes, or choose another way.",
  },
  "Cloudflare 1033": {
    problem: "ended",
    says: "Cloudflare says that no cloudflared is connected for this address",
    next: "With a tunnel of your own: is its hostname set at Cloudflare for this very tunnel?",
  },
};
