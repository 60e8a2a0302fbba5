import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox } from "../../src/main/sandbox/index.ts";
import {
  DEFAULT_SANDBOX_SETTINGS,
  SANDBOX_SECRET_KEY,
  type SandboxBehaviour,
  type SandboxSettings,
  type SandboxStatus,
} from "../../src/shared/sandbox.ts";

export interface Received {
  readonly method: string;
  readonly target: string;
  /** Names in the case in which they came. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A receiver of webhooks: keeps what comes and answers with the statuses given, the last one for ever. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once so many have come, with all of them. */
  count(expected: number): Promise<readonly Received[]>;
}

export async function createReceiver(...statuses: readonly number[]): Promise<Receiver> {
  const received: Received[] = [];
  const arrivals = new EventTarget();
  const server = createServer((incoming, response) => void receive(incoming, response));
  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0);
    const headers = new Map(names.map((name, index) => [name, incoming.rawHeaders[index * 2 + 1] ?? ""]));
    const { method = "", url: target = "" } = incoming;
    response.statusCode = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
    received.push({ method, target, headers, body: Buffer.concat(chunks).toString("utf8") });
    response.end(() => arrivals.dispatchEvent(new Event("arrival")));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?for=me`,
    received,
    async count(expected) {
      while (received.length < expected) await once(arrivals, "arrival");
      return received;
    },
  };
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** What was told about the status, oldest first. */
  readonly told: readonly SandboxStatus[];
  bend(behaviour: Partial<SandboxBehaviour>, settings?: Partial<SandboxSettings>): void;
  /** Resolves once a status that fits was told. */
  untilTold(fits: (status: SandboxStatus) => boolean): Promise<SandboxStatus>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response>;
  credit(amount?: string): Promise<Response>;
  charge(amount?: string): Promise<Response>;
}

/** A running sandbox whose webhooks go to the listener given, without delays unless a test asks for them. */
export async function startTestSandbox(listenerUrl: string | null = null): Promise<TestSandbox> {
  let settings: SandboxSettings = {
    ...DEFAULT_SANDBOX_SETTINGS,
    behaviour: { ...DEFAULT_SANDBOX_SETTINGS.behaviour, webhookDelayMs: 0, retryIntervalMs: 10 },
  };
  const told: SandboxStatus[] = [];
  const changes = new EventTarget();
  const sandbox = createSandbox({
    settings: {
      get: () => settings,
      set: (next) => {
        settings = next;
      },
    },
    listenerUrl: () => listenerUrl,
    now: () => new Date(),
    onStatus: (status) => {
      told.push(status);
      changes.dispatchEvent(new Event("change"));
    },
  });
  onTestFinished(() => sandbox.close());
  const { url } = await sandbox.start();
  if (url === null) throw new Error("The sandbox did not start.");
  const key = { "x-api-key": SANDBOX_SECRET_KEY };
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${path}`, { method: "POST", headers: { ...key, "content-type": "application/json" }, body });
  return {
    sandbox,
    url,
    told,
    bend(behaviour, more = {}) {
      sandbox.configure({ ...settings, ...more, behaviour: { ...settings.behaviour, ...behaviour } });
    },
    async untilTold(fits) {
      for (;;) {
        const found = told.find(fits);
        if (found !== undefined) return found;
        await once(changes, "change");
      }
    },
    get: (path, headers = key) => fetch(`${url}${path}`, { headers }),
    post,
    credit: (amount = "50000") =>
      post("/test/credit", `{"amount":${amount},"currency":"NGN","user_reference":"ref_ada"}`),
    charge: (amount = "50000") =>
      post(
        "/test/charge",
        `{"amount":${amount},"currency":"KES","from":"ref_ada","to":"ref_wanjiru","remark":"Chai \\u2615 \\/ lunch"}`,
      ),
  };
}
