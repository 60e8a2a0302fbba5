import type { AddressProblem, AddressWay } from "../../../shared/address.ts";

/** A service that gives an address to whoever forwards a port to it over SSH, without an account. */
export interface SshService {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** What is asked to be listened on, in the very words in which the connections are then announced. */
  readonly bind: { readonly address: string; readonly port: number };
  /** The command that is run there, null for a shell: in its output the address is found. */
  readonly command: string | null;
  /** The address within a piece of output; null where there is none in it. */
  readonly urlIn: (text: string) => string | null;
}

/**
 * As their own pages say it to be used with OpenSSH's client, whose `-R 80:…` asks for `localhost`. None could be tried
 * where this was written: `docs/decisions/public-address.md` says what is known from where.
 */
export const SSH_SERVICES: Readonly<Partial<Record<AddressWay, SshService>>> = {
  "localhost.run": {
    host: "localhost.run",
    port: 22,
    user: "nokey",
    bind: { address: "localhost", port: 80 },
    command: "--output json",
    urlIn: localhostRunUrl,
  },
  pinggy: {
    host: "free.pinggy.io",
    port: 443,
    user: "linkdesk",
    bind: { address: "localhost", port: 0 },
    command: null,
    urlIn: (text) => /https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.pinggy\.(?:link|online|net)\b/i.exec(text)?.[0] ?? null,
  },
  serveo: {
    host: "serveo.net",
    port: 22,
    user: "linkdesk",
    bind: { address: "localhost", port: 80 },
    command: null,
    urlIn: (text) => /Forwarding HTTP traffic from (https:\/\/[a-z0-9.-]+\.[a-z]+)/i.exec(text)?.[1] ?? null,
  },
};

/** One JSON object a line; two forms of it are about, and in both the name stands under `address`. */
function localhostRunUrl(text: string): string | null {
  for (const line of text.split(/\r?\n/)) {
    const address = /"address"\s*:\s*"([a-z0-9.-]+\.[a-z]+)"/i.exec(line)?.[1];
    if (address !== undefined && /tcpip[-_]forward/i.test(line)) return `https://${address}`;
  }
  return null;
}

/** What a service says in its output where it gives no address; null when it says no such thing. */
export function refusalIn(text: string): AddressProblem | null {
  if (/rate limit|too many|quota|limit reached|exceeded/i.test(text)) return { code: "quota", detail: lastLine(text) };
  return null;
}

function lastLine(text: string): string {
  return text.trim().split(/\r?\n/).at(-1)?.slice(0, 300) ?? "";
}
