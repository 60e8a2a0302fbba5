import { httpAddressProblem } from "./http-address.ts";
import { isThisMachine, type ListenerStatus } from "./listener.ts";

/**
 * Why a text cannot be the address that deliveries are sent to, or null when it can: `http` or `https`, without name
 * and password, since addresses are shown and stored in clear text.
 */
export function targetProblem(text: string): string | null {
  if (text.trim() === "") return "Enter an address, for example http://127.0.0.1:3000.";
  const problem = httpAddressProblem(text);
  if (problem !== null) return problem;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "Leave name and password out of the address.";
  if (text.includes("#")) return "Leave out everything from # on: it is never sent.";
  return null;
}

/**
 * What stands on the request line of a delivery that is sent to `address`: an address that is a host alone takes the
 * delivery's own path and query, one with a path its own, with the delivery's query unless it has one.
 *
 * @param received the request target as it stood on the delivery's request line
 */
export function targetPath(address: string, received: string): string {
  const rest = address.trim().replace(/^https?:\/\/[^/?]*/i, "");
  // Escaped as a URL is, but with its dots left alone.
  const own = encoded(rest);
  if (own === "" || own === "/") return received.startsWith("/") ? received : "/";
  const path = own.startsWith("/") ? own : `/${own}`;
  const query = received.indexOf("?");
  return path.includes("?") || query < 0 ? path : path + received.slice(query);
}

function encoded(text: string): string {
  return text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}

/** Why deliveries are not handed on to our own listener. */
export const IS_OWN_LISTENER =
  "This is the address of this listener: each webhook would only come back. Enter the address of another program.";

/** Whether an address is plainly our own listener's: by any name of this machine, with the listener's port. */
export function isOwnListener(
  address: string,
  listener: string | null,
  machineNames: ListenerStatus["machineNames"],
): boolean {
  if (listener === null || targetProblem(listener) !== null || targetProblem(address) !== null) return false;
  const [own, target] = [new URL(listener), new URL(address)];
  return own.port === target.port && (own.hostname === target.hostname || isThisMachine(target.hostname, machineNames));
}
