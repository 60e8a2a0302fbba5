import type { AddressProblem } from "../../../shared/address.ts";
import { errorText } from "../../../shared/primitives.ts";
import { ConnectFailure } from "../../network/index.ts";

/** What a failure on the way to a server, or with it, means for the user. */
export function problemOfSsh(error: unknown): AddressProblem {
  const message = errorText(error);
  const level = error instanceof Error && "level" in error ? String(error.level) : "";
  const code = codeOf(error);
  if (level === "client-authentication") return { code: "login", detail: "The server did not accept this login." };
  if (level === "agent") return { code: "login", detail: `The SSH agent does not answer: ${message}` };
  if (/^Unable to bind/i.test(message))
    return {
      code: "name-taken",
      detail: `The server does not open this port: it is taken, or not allowed (${message}).`,
    };
  if (/administratively prohibited|request failed|not permitted/i.test(message))
    return { code: "forwarding-refused", detail: message };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return { code: "dns", detail: "No name server knows the SSH server." };
  if (error instanceof ConnectFailure && error.proxy !== null)
    return { code: "blocked", detail: `The proxy ${error.proxy.name} gave no connection to the server: ${message}` };
  if (code === "ECONNREFUSED")
    return { code: "blocked", detail: "Nothing takes connections on that port of the server." };
  if (level === "client-timeout" || code === "ETIMEDOUT" || /timed out|timeout/i.test(message))
    return /keepalive/i.test(message)
      ? { code: "ended", detail: "The server does not answer any more." }
      : { code: "blocked", detail: "The server did not answer in time: a firewall may be in between." };
  return { code: "ended", detail: message.slice(0, 300) };
}

function codeOf(error: unknown): string {
  const own = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof own === "string") return own;
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : "";
}
