import { z } from "zod";
import { type DeepReadonly, MEBIBYTE } from "./primitives.ts";

const PORT = "A port is a number from 1 to 65535; 0 takes any free one.";

/** Whether a text can be a host at all: a name, an IPv4 or an IPv6 address, this one perhaps with its zone. */
function isHost(text: string): boolean {
  const name = text.includes(":") ? `[${text.replace(/%[\w.-]+$/, "")}]` : text;
  return /^[^\s/?#@\\%]+$/.test(name) && URL.canParse(`http://${name}`);
}

/** Where the listener listens. `path` is what the dashboard's webhook URL ends in. */
export const listenerSettings = z.object({
  /** An address of this machine: a name, an IPv4 or an IPv6 address without brackets. */
  host: z
    .string()
    .trim()
    .min(1, "Enter an address, for example 127.0.0.1.")
    .refine(
      (host) => isHost(host.replace(/^\[(.*)\]$/, "$1")),
      "This is neither the name of a machine nor an address. 127.0.0.1 is this machine.",
    ),
  /** 0 lets the system choose a free one. */
  port: z.int(PORT).min(0, PORT).max(65_535, PORT),
  path: z.string().regex(/^\/[\x21\x22\x24-\x3e\x40-\x7e]*$/, "A path starts with / and has no spaces, ? or #."),
  /** Bytes of a body that are kept; a longer one is answered 413 and its first part recorded. */
  bodyCapBytes: z
    .int()
    .min(1_024, "At least 1 KiB.")
    .max(64 * MEBIBYTE, "At most 64 MiB."),
});
export type ListenerSettings = DeepReadonly<z.infer<typeof listenerSettings>>;

export const DEFAULT_LISTENER_SETTINGS: ListenerSettings = {
  host: "127.0.0.1",
  port: 8787,
  path: "/webhooks",
  bodyCapBytes: 10 * MEBIBYTE,
};

/** What keeps the listener from its work, with what to do about it as data. */
export const listenerProblem = z.discriminatedUnion("code", [
  z.object({ code: z.literal("port-taken"), port: z.int(), nextFreePort: z.int().nullable() }),
  z.object({ code: z.literal("port-forbidden"), port: z.int() }),
  z.object({ code: z.literal("address-unknown"), host: z.string() }),
  /** It listens, but the journal cannot keep what arrives: senders are answered 503 until it can again. */
  z.object({ code: z.literal("cannot-record"), reason: z.string() }),
  z.object({ code: z.literal("other"), reason: z.string() }),
]);
export type ListenerProblem = DeepReadonly<z.infer<typeof listenerProblem>>;

/**
 * The listener's state machine: stopped → starting → listening → stopping → stopped, and
 * starting → failed when the port cannot be had.
 */
export const listenerStatus = z.object({
  state: z.enum(["stopped", "starting", "listening", "stopping", "failed"]),
  settings: listenerSettings,
  /**
   * The webhook address to give to a sender; null unless listening. For a wildcard address (0.0.0.0, ::) it
   * names an address of this machine that others can reach.
   */
  url: z.string().nullable(),
  problem: listenerProblem.nullable(),
  /** Deliveries recorded since Linkdesk was started, without its own tests of the address. */
  deliveries: z.int().nonnegative(),
  /** True when other machines can reach it. */
  exposed: z.boolean(),
  /** What this machine is called beside `localhost`: its host name, and its addresses without brackets. */
  machineNames: z.array(z.string()),
});
export type ListenerStatus = DeepReadonly<z.infer<typeof listenerStatus>>;

/** True for addresses that only this machine can reach (RFC 5735 section 3, RFC 4291 sections 2.5.3 and 2.5.5.2). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(name);
}

/**
 * True for host names that mean this machine, `localhost` and its subdomains among them (RFC 6761, section 6.3); who
 * connects to a wildcard comes here, too.
 *
 * @param names what this machine is called beside that, as `ListenerStatus.machineNames`
 */
export function isThisMachine(hostname: string, names: readonly string[] = []): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  const bare = name.replace(/^\[|\]$/g, "");
  return (
    isLoopback(name) ||
    name.endsWith(".localhost") ||
    bare === "0.0.0.0" ||
    bare === "::" ||
    names.some((each) => each.toLowerCase() === bare)
  );
}

/** The code of the refusal to move to a port that is taken: it has the next free one, so that it can be offered. */
export function portTakenCode(free: number | null): string {
  return `port-taken:${free ?? ""}`;
}

/** The free port in such a code, null where there is none; undefined for another code. */
export function freePortIn(code: string): number | null | undefined {
  const digits = /^port-taken:(\d*)$/.exec(code)?.[1];
  return digits === undefined ? undefined : digits === "" ? null : Number(digits);
}

/** Whether an address leads to this machine from this machine only: a service elsewhere would send to itself. */
export function isHereOnly(address: string | null): boolean {
  return address !== null && URL.canParse(address) && isThisMachine(new URL(address).hostname);
}
