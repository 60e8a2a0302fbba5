import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createProofs, createPublicAddress, openWay, type PublicAddress } from "../../src/main/address/index.ts";
import type { WatchNetwork } from "../../src/main/address/network-watch.ts";
import { type Timing, USUAL_TIMING } from "../../src/main/address/timing.ts";
import type { Way, WayMeans } from "../../src/main/address/way.ts";
import { machineClock } from "../../src/main/clock.ts";
import { createNetwork } from "../../src/main/network/index.ts";
import {
  type AddressMemory,
  type AddressSecret,
  type AddressSettings,
  type AddressStatus,
  DEFAULT_ADDRESS_MEMORY,
  DEFAULT_ADDRESS_SETTINGS,
} from "../../src/shared/address.ts";
import type { ListenerSettings } from "../../src/shared/listener.ts";
import type { Notice } from "../../src/shared/notices.ts";
import { type OpenListener, openListener } from "../hostile/open-listener.ts";
import { freePort } from "./free-port.ts";
import { type SshServer } from "./ssh-server.ts";
import { until } from "./until.ts";

/** As usual, but for pauses that nobody has to wait through. */
export const QUICK_PACE: Timing = {
  ...USUAL_TIMING,
  startMs: 20_000,
  everyMs: 200,
  againMs: 50,
  proofMs: 2_000,
  wakeProofMs: 1_000,
  patienceMs: 1_500,
  backoffMs: { least: 50, most: 400 },
};

export interface OpenAddress extends OpenListener {
  readonly address: PublicAddress;
  /** Every status that was told, oldest first. */
  readonly told: readonly AddressStatus[];
  readonly rows: readonly Extract<Notice, { code: "public-address" }>[];
  readonly memory: () => AddressMemory;
  /** Resolves when it is in this state. */
  reaches(name: AddressStatus["state"]["name"], patienceMs?: number): Promise<AddressStatus>;
}

export interface OpenAddressOptions {
  readonly memory?: Partial<AddressMemory>;
  readonly secrets?: Partial<Record<AddressSecret, string>>;
  readonly openWay?: (means: WayMeans) => Way;
  readonly pace?: Timing;
  /** Where a public name leads to here. */
  readonly reachedAt?: (url: string) => string;
  /** Environment variables that name a proxy. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly watchNetwork?: WatchNetwork;
  readonly listener?: Partial<ListenerSettings>;
  /** In place of what is read from `secrets`. */
  readonly secret?: (name: AddressSecret) => Promise<string | null>;
}

/** A public address over a real listener; both are closed when the test is over. */
export async function openAddress(options: OpenAddressOptions = {}): Promise<OpenAddress> {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-address-"));
  const network = createNetwork({ environment: options.environment ?? {}, resolveProxy: async () => null });
  const proofs = createProofs({ network, now: machineClock.now });
  const told: AddressStatus[] = [];
  const rows: Extract<Notice, { code: "public-address" }>[] = [];
  const secrets = new Map(Object.entries(options.secrets ?? {}));
  let memory: AddressMemory = { ...DEFAULT_ADDRESS_MEMORY, ...options.memory };
  // The listener starts first, and tells of it.
  let listenerChanged: () => void = () => {};
  const opened = await openListener({
    settings: options.listener ?? {},
    intercept: proofs.intercept,
    throughOf: (remoteAddress, remotePort, headers) => address.throughOf(remoteAddress, remotePort, headers),
    onThrough: () => address.arrived(),
    onStatus: () => listenerChanged(),
  });
  const address: PublicAddress = createPublicAddress({
    memory: { get: () => memory, set: (next) => (memory = next) },
    secrets: {
      state: (name) => (secrets.has(name) ? "stored" : "unset"),
      get: options.secret ?? (async (name) => secrets.get(name) ?? null),
      set: async (name, value) => void (value === null ? secrets.delete(name) : secrets.set(name, value)),
    },
    programs: () => ({ cloudflared: true, ngrok: true }),
    openWay: options.openWay ?? openWay,
    network,
    prove: (url, how) => proofs.prove(options.reachedAt?.(url) ?? url, how),
    listener: opened.listener.status,
    clock: machineClock,
    random: Math.random,
    tell: (notice) => {
      if (notice.code === "public-address") rows.push(notice);
    },
    onStatus: (status) => told.push(status),
    mask: (text) => [...secrets.values()].reduce((masked, secret) => masked.replaceAll(secret, "••••"), text),
    folder,
    pace: options.pace ?? QUICK_PACE,
    ...(options.watchNetwork === undefined ? {} : { watchNetwork: options.watchNetwork }),
  });
  listenerChanged = address.listenerChanged;
  onTestFinished(async () => {
    await address.close();
    proofs.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...opened,
    address,
    told,
    rows,
    memory: () => memory,
    async reaches(name, patienceMs = 30_000) {
      await until(() => address.status().state.name === name, patienceMs).catch(() => {
        throw new Error(
          `It is ${JSON.stringify(address.status().state)} and not ${name}.\n${address.said().join("\n")}`,
        );
      });
      return address.status();
    },
  };
}

/** The way by an address that somebody else leads here. */
export const ownAddress = (url: string): AddressSettings => ({ ...DEFAULT_ADDRESS_SETTINGS, way: "own", own: { url } });

/** A web server on loopback until the test is over; its address. */
export async function serveHttp(answer: RequestListener, at = 0): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return `http://127.0.0.1:${address.port}`;
}

/** The way by a server of one's own. */
export function sshSettings(ssh: Partial<AddressSettings["ssh"]>): AddressSettings {
  return { ...DEFAULT_ADDRESS_SETTINGS, way: "ssh", ssh: { ...DEFAULT_ADDRESS_SETTINGS.ssh, ...ssh } };
}

/** An address over a server, up to the question about its key. `through`: a port that leads to the server's. */
export async function openOver(
  server: SshServer,
  ssh: Partial<AddressSettings["ssh"]> = {},
  options: OpenAddressOptions = {},
) {
  const bindPort = await freePort();
  const opened = await openAddress({ secrets: { "ssh-key": server.keys.plain }, ...options });
  const settings = sshSettings({
    host: "127.0.0.1",
    port: server.port,
    user: server.user,
    login: "key",
    bindPort,
    publicUrl: `http://127.0.0.1:${bindPort}`,
    ...ssh,
  });
  await opened.address.start(settings, true);
  return { ...opened, settings, bindPort, publicUrl: `http://127.0.0.1:${bindPort}/webhooks` };
}

/** Answers the question about the server's key with yes. */
export async function trust({ address, reaches }: Pick<OpenAddress, "address" | "reaches">): Promise<void> {
  const { state } = await reaches("failed");
  if (state.name !== "failed" || state.problem.offered === undefined) throw new Error(JSON.stringify(state));
  await address.trustHostKey(state.problem.offered);
}

/** What a sender at the other end does, to the byte. `headers` are names and values in turn. */
export function postOutside(
  url: string,
  body: Uint8Array | string,
  headers: readonly string[] = [],
  chunked = false,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const size = Buffer.byteLength(body);
    const framing = chunked ? ["Transfer-Encoding", "chunked"] : ["Content-Length", String(size)];
    const request = httpRequest(
      url,
      { method: "POST", agent: false, headers: ["Host", new URL(url).host, ...framing, ...headers] as never },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    request.on("error", reject);
    // In pieces, as a body of a stream comes.
    const bytes = Buffer.from(body as string);
    for (let at = 0; chunked && at < size; at += 10_007) request.write(bytes.subarray(at, at + 10_007));
    request.end(chunked ? undefined : bytes);
  });
}
