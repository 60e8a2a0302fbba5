import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import type { ListenerProblem, ListenerSettings } from "../../shared/listener.ts";
import { errorText } from "../../shared/primitives.ts";

/** How many ports after the one that is taken are tried before the system is asked for any. */
const PORTS_TO_TRY = 20;

/** Connections that the system may hold for us while we are busy. */
const BACKLOG = 2_048;

/**
 * Binds a server. `exclusive`, so that nothing else of this process can ever share the port.
 *
 * @param host a name, an IPv4 or an IPv6 address, with or without brackets
 * @throws the error of the bind, as Node gives it.
 */
export function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: withoutBrackets(host), port, exclusive: true, backlog: BACKLOG }, () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The server has no port."));
      else resolve(address);
    });
  });
}

/** Why a bind failed, with what to do about it. */
export async function problemOf(error: unknown, settings: ListenerSettings): Promise<ListenerProblem> {
  const { host, port } = settings;
  switch (error instanceof Error && "code" in error ? error.code : "") {
    case "EADDRINUSE":
      return { code: "port-taken", port, nextFreePort: await nextFreePort(host, port) };
    case "EACCES":
    case "EPERM":
      return { code: "port-forbidden", port };
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "EINVAL":
    case "EAFNOSUPPORT":
      return { code: "address-unknown", host };
    default:
      return { code: "other", reason: errorText(error) };
  }
}

/** A problem as a sentence, for the notice in the log. */
export function sentenceOf(problem: ListenerProblem): string {
  switch (problem.code) {
    case "port-taken":
      return `Port ${problem.port} is taken by another program.`;
    case "port-forbidden":
      return `This user may not listen on port ${problem.port}.`;
    case "address-unknown":
      return `${problem.host} is not an address of this machine.`;
    case "cannot-record":
    case "other":
      return problem.reason;
  }
}

/** The first port after `port` that can be bound at `host`, found by trying; null when there is none. */
async function nextFreePort(host: string, port: number): Promise<number | null> {
  for (let candidate = port + 1; candidate <= Math.min(port + PORTS_TO_TRY, 65_535); candidate += 1) {
    if ((await tryPort(host, candidate)) !== null) return candidate;
  }
  return tryPort(host, 0);
}

async function tryPort(host: string, port: number): Promise<number | null> {
  const probe = createServer();
  try {
    const address = await bind(probe, host, port);
    await new Promise((resolve) => probe.close(resolve));
    return address.port;
  } catch {
    return null;
  }
}

/**
 * The webhook address to hand to a sender. For a wildcard, the address of a network card stands in: `0.0.0.0` is
 * nothing that a sender could connect to.
 */
export function webhookUrl(settings: ListenerSettings, address: AddressInfo): string {
  const host = isWildcard(address.address) ? networkAddress() : withoutBrackets(settings.host);
  return urlOf(host, address.port, settings.path);
}

/** The address that was asked for, for when it could not be had. */
export function wantedUrl(settings: ListenerSettings): string {
  return urlOf(withoutBrackets(settings.host), settings.port, settings.path);
}

function urlOf(host: string, port: number, path: string): string {
  // RFC 3986 section 3.2.2; a zone's percent sign is escaped (RFC 6874).
  const authority = host.includes(":") ? `[${host.replace("%", "%25")}]` : host;
  return `http://${authority}:${port}${path}`;
}

function isWildcard(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/** An address that other machines may reach this one at, IPv4 before IPv6; loopback when there is no network. */
function networkAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const chosen = outside.find(({ family }) => family === "IPv4") ?? outside[0];
  return chosen?.address ?? "127.0.0.1";
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
