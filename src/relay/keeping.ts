import { existsSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../shared/primitives.ts";
import type { Options } from "./arguments.ts";
import { createLocalBus, type LiveBus, openNatsBus } from "./live/bus.ts";
import { type Nats, NatsProblem, openNats } from "./nats/connection.ts";
import { lookAtDurability } from "./nats/durability.ts";
import { type Registry, RegistryProblem } from "./people/registry.ts";
import { openSharedRegistry } from "./people/shared-registry.ts";
import { openRegistry } from "./people/sqlite-registry.ts";
import { openJetStreamStore } from "./storage/jetstream-store.ts";
import { openSqliteStore } from "./storage/sqlite-store.ts";
import { daysKept, type Limits, type Store } from "./storage/store.ts";

const GIBIBYTE = 1_073_741_824;
/** Of a message, what its head may need: header fields, written as JSON, and the answer. */
const HEAD_BYTES = 192 * 1_024;

/** How long a start waits for the servers, which on a busy machine take more than a minute, and between two tries. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;

/** Where webhooks and people are kept, as the options say. */
export interface Keeping {
  readonly store: Store;
  readonly registry: Registry;
  /** To the other relays that have the same. */
  readonly bus: LiveBus;
  /** The longest body that can be kept whole. */
  readonly longestBody: number;
  /** For the log. */
  readonly about: object;
  close(): Promise<void>;
}

export function limitsOf(options: Options): Limits {
  const bytes = options["keep-bytes"] ?? (options.nats.length > 0 ? GIBIBYTE : 10 * GIBIBYTE);
  return { maxAgeDays: (options["keep-days"] ?? 30) || null, maxBytes: bytes || null };
}

/** @throws an error with a sentence for whoever starts the relay */
export async function openKeeping(options: Options, log: (message: string, about: object) => void): Promise<Keeping> {
  if (options.nats.length === 0) {
    const registry = openRegistry(options.data);
    const store = await openSqliteStore(options.data);
    return {
      store,
      registry,
      bus: createLocalBus(),
      longestBody: Number.POSITIVE_INFINITY,
      about: { storage: "sqlite" },
      async close() {
        await store.close();
        await registry.close();
      },
    };
  }
  return patiently(() => openShared(options, log), log);
}

async function openShared(options: Options, log: (message: string, about: object) => void): Promise<Keeping> {
  const nats = await natsOf(options);
  try {
    const { replicas } = options;
    const durability = await lookAtDurability(nats, replicas, options["nats-monitor"]);
    if (options["require-durable"] && durability.cost !== null) throw new NatsProblem(durability.cost);
    if (durability.cost !== null) log("a failure may cost webhooks", durability);
    const longestBody = nats.maxPayload - HEAD_BYTES;
    if (longestBody < 1) throw new NatsProblem(`The NATS servers take messages of ${nats.maxPayload} bytes: too few.`);
    if (longestBody < options["max-body"])
      log("longer bodies are answered 413: the NATS servers' max_payload", {
        longestBody,
        maxPayload: nats.maxPayload,
      });
    const registry = await openSharedRegistry(nats, replicas);
    const { maxAgeDays, maxBytes } = limitsOf(options);
    const store = openJetStreamStore(nats, {
      replicas,
      maxBytes,
      maxAgeDays: (inbox) => daysKept(registry.inbox(inbox)?.keepDays ?? 0, maxAgeDays),
    });
    return {
      store,
      registry,
      bus: openNatsBus(nats),
      longestBody,
      about: { storage: "jetstream", replicas, version: durability.version },
      async close() {
        await store.close();
        await registry.close();
        await nats.close();
      },
    };
  } catch (error) {
    await nats.close();
    throw error;
  }
}

/**
 * Only who may receive what, for the command line: while relays run or before any ever did.
 *
 * @param mayBeNew whether there may be nothing there yet
 */
export async function openPeople(options: Options, mayBeNew: boolean): Promise<Pick<Keeping, "registry" | "close">> {
  if (options.nats.length === 0) {
    if (!mayBeNew && !existsSync(join(options.data, "people.sqlite")))
      throw new RegistryProblem(`There is no relay in ${options.data}. See --data.`);
    const registry = openRegistry(options.data);
    return { registry, close: () => registry.close() };
  }
  return patiently(
    () => openSharedPeople(options),
    () => {},
  );
}

async function openSharedPeople(options: Options): Promise<Pick<Keeping, "registry" | "close">> {
  const nats = await natsOf(options);
  try {
    const registry = await openSharedRegistry(nats, options.replicas);
    return {
      registry,
      async close() {
        await registry.close();
        await nats.close();
      },
    };
  } catch (error) {
    await nats.close();
    throw error;
  }
}

/** Servers that have just been started have to find each other first. What does not pass by itself is said at once. */
async function patiently<Value>(
  open: () => Promise<Value>,
  log: (message: string, about: object) => void,
): Promise<Value> {
  const until = performance.now() + PATIENCE_MS;
  for (;;)
    try {
      return await open();
    } catch (error) {
      if (error instanceof NatsProblem || performance.now() > until) throw error;
      log("waiting for NATS", { reason: errorText(error) });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}

function natsOf(options: Options): Promise<Nats> {
  return openNats({
    servers: options.nats,
    credentials: options["nats-creds"] ?? null,
    user: process.env["LINKDESK_NATS_USER"] ?? null,
    password: process.env["LINKDESK_NATS_PASSWORD"] ?? null,
    ca: options["nats-ca"] ?? null,
  });
}
