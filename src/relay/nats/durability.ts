import { z } from "zod";
import type { Nats } from "./connection.ts";

/** What the servers do for what they acknowledge, as far as they tell. */
export interface Durability {
  readonly version: string;
  readonly servers: number;
  readonly replicas: number;
  /** Every write is on the disk before it is acknowledged; null where a server does not say. */
  readonly syncsAlways: boolean | null;
  /** What a killed server or a loss of power may cost, in sentences; null when nothing. */
  readonly cost: string | null;
}

const varz = z.object({
  server_name: z.string().optional(),
  jetstream: z
    .object({
      config: z.object({ sync_interval: z.number().optional(), sync_always: z.boolean().optional() }).optional(),
    })
    .optional(),
});
type Varz = z.infer<typeof varz>;

const DEFAULT_SYNC = "two minutes, unless it was set";

/**
 * @param monitors the HTTP monitoring addresses of the servers: only they tell how often a server writes to its disk
 * (from version 2.10 on)
 */
export async function lookAtDurability(
  { connection }: Nats,
  replicas: number,
  monitors: readonly string[],
): Promise<Durability> {
  const told = await Promise.all(monitors.map(ask));
  const intervals = told.map((each) => each?.jetstream?.config);
  const isKnown =
    intervals.length > 0 && intervals.every((each) => each?.sync_interval !== undefined || each?.sync_always);
  const syncsAlways = isKnown ? intervals.every((each) => each?.sync_always === true) : null;
  const longest = Math.max(0, ...intervals.map((each) => each?.sync_interval ?? 0)) / 1e9;
  const version = connection.info?.version ?? "";
  const costs = [
    costOfVersion(version, replicas),
    syncsAlways === true ? null : costOf(replicas, isKnown ? `${longest} s` : DEFAULT_SYNC),
  ].filter((each) => each !== null);
  return {
    version,
    servers: Math.max(1, new Set(connection.info?.connect_urls ?? []).size),
    replicas,
    syncsAlways,
    cost: costs.length === 0 ? null : costs.join(" "),
  };
}

/**
 * The first with which servers that were ended and killed one by one were seen to keep all that they had acknowledged. Up
 * to 2.10.22 they could forget a stream (Jepsen, 2025-12-08), and 2.10.27 still lost the end of one (docs/decisions/relay.md);
 * those between that and this one were not tried.
 */
const KEEPS_ALL = "2.15.1";

function costOfVersion(version: string, replicas: number): string | null {
  if (replicas === 1 || version.localeCompare(KEEPS_ALL, "en", { numeric: true }) >= 0) return null;
  return (
    `Servers of NATS ${version} may lose webhooks that were answered 2xx, or hold different ones, ` +
    `when some of them are restarted or killed: use ${KEEPS_ALL} or later.`
  );
}

function costOf(replicas: number, interval: string): string {
  const where = replicas === 1 ? "its machine" : `${Math.floor(replicas / 2) + 1} of its ${replicas} machines at once`;
  const also =
    replicas === 1 ? "" : " With fewer, it may still, where a disk is damaged besides (Jepsen on NATS 2.12.1).";
  return (
    `NATS acknowledges before its disks have it, and writes to them after some time (${interval}). ` +
    `A loss of power at ${where} may cost what was answered 2xx in that time.${also} ` +
    `"sync_interval: always" in the servers' configuration ends that, at the cost of speed.`
  );
}

async function ask(monitor: string): Promise<Varz | null> {
  try {
    const answer = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(3_000), redirect: "error" });
    const parsed = varz.safeParse(await answer.json());
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
