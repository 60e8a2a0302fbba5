import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { NATS_SERVER } from "../../build/steps/nats-server.ts";
import { openNats } from "../../src/relay/nats/connection.ts";
import { freePort } from "./free-port.ts";

const CONF = new URL("../../src/relay/nats/", import.meta.url).pathname;
const USER = { LINKDESK_NATS_USER: "relay", LINKDESK_NATS_PASSWORD: "test-password" };

const NOBODY = { user: USER.LINKDESK_NATS_USER, password: USER.LINKDESK_NATS_PASSWORD, credentials: null, ca: null };

export const HAS_NATS = existsSync(NATS_SERVER);

/** Real NATS servers on this machine, with the configuration that we ship. */
export interface NatsServers {
  /** For `--nats`. */
  readonly list: string;
  readonly children: readonly ChildProcess[];
  /** Ends one and starts it again, on the same port and folder. */
  restart(place: number, signal: NodeJS.Signals): Promise<void>;
  /** Ends one, and leaves it so. */
  end(place: number, signal: NodeJS.Signals): Promise<void>;
  start(place: number): Promise<void>;
  /** Which of them leads a stream. */
  leaderOf(stream: string): Promise<number>;
  /** What the leader of each stream is and has, as each server tells it: for the message of a test that fails. */
  tellStreams(): Promise<string>;
  /** Whether each of them still runs, and what it said last: for the same. */
  tellServers(): string;
  close(): Promise<void>;
}

/** @param count 1, or 3 for a cluster. Resolves once all of them are ready. */
export async function startNats(folder: string, count: 1 | 3): Promise<NatsServers> {
  const ports = await Promise.all(Array.from({ length: count * 2 }, freePort));
  const [clients, routes] = [ports.slice(0, count), ports.slice(count)];
  const children: ChildProcess[] = [];
  const said: string[] = [];

  async function start(place: number): Promise<void> {
    const store = join(folder, `nats-${place}`);
    mkdirSync(store, { recursive: true });
    const child = spawn(NATS_SERVER, ["-c", join(CONF, count === 1 ? "nats-server.conf" : "nats-cluster.conf")], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...USER,
        NATS_NAME: `node${place}`,
        NATS_LISTEN: `127.0.0.1:${clients[place]}`,
        NATS_STORE: store,
        NATS_CLUSTER_LISTEN: `127.0.0.1:${routes[place]}`,
        NATS_ROUTES: JSON.stringify(routes.map((port) => `nats-route://127.0.0.1:${port}`)),
      },
    });
    children[place] = child;
    said[place] = "";
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on("data", (chunk) => {
        const all = `${said[place] ?? ""}${String(chunk)}`;
        if (all.includes("Server is ready")) resolve();
        said[place] = all.slice(-50_000);
      });
      child.once("exit", () => reject(new Error(`nats-server ended: ${said[place]?.slice(-2_000)}`)));
    });
  }

  async function end(place: number, signal: NodeJS.Signals): Promise<void> {
    const child = children[place];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    child.kill("SIGCONT");
    await exited;
  }

  await Promise.all(clients.map((_, place) => start(place)));
  // Relays in this process are let in as well.
  Object.assign(process.env, USER);
  return {
    list: clients.map((port) => `nats://127.0.0.1:${port}`).join(","),
    children,
    end,
    start,
    async leaderOf(stream) {
      const nats = await openNats({ ...NOBODY, servers: clients.map((port) => `nats://127.0.0.1:${port}`) });
      const { cluster } = await nats.manager.streams.info(stream);
      await nats.close();
      return Number(cluster?.leader?.slice("node".length));
    },
    async tellStreams() {
      const told: string[] = [];
      for (const port of clients) {
        const nats = await openNats({ ...NOBODY, servers: [`nats://127.0.0.1:${port}`] });
        for await (const { config, state, cluster } of nats.manager.streams.list())
          told.push(`${port}: ${config.name} ${state.first_seq}–${state.last_seq} ${JSON.stringify(cluster)}`);
        await nats.close();
      }
      return told.join("\n");
    },
    tellServers: () =>
      children
        .map(
          ({ exitCode, signalCode }, place) =>
            `${place}: ${exitCode ?? signalCode ?? "runs"}\n${said[place]?.slice(-4_000)}`,
        )
        .join("\n"),
    async restart(place, signal) {
      await end(place, signal);
      await start(place);
    },
    async close() {
      await Promise.all(children.map((_, place) => end(place, "SIGKILL")));
    },
  };
}
