import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  SANDBOX_PUBLIC_KEY,
  SANDBOX_SECRET_KEY,
  type SandboxAttempt,
  type SandboxBehaviour,
  type SandboxFaults,
  type SandboxSettings,
  type SandboxStatus,
} from "../../shared/sandbox.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { Refusal } from "../refusal.ts";
import { SAMPLES } from "./links.ts";
import { createServiceServer, type ServedRequest } from "./server.ts";
import { sandboxKeys } from "./signing.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

const ATTEMPTS_KEPT = 50;
/** A flood of attempts must not become a flood of messages to the window. */
const STATUS_INTERVAL_MS = 100;

/** The embedded peer linking service. */
export type Sandbox = ReturnType<typeof createSandbox>;

export interface SandboxDependencies {
  /** Where its settings are kept. */
  readonly settings: { get(): SandboxSettings; set(settings: SandboxSettings): void };
  /** Where webhooks go when no address is set; null while the listener does not listen. */
  readonly listenerUrl: () => string | null;
  readonly now: () => Date;
  /** Told, at most every tenth of a second, when the status has changed. */
  readonly onStatus: (status: SandboxStatus) => void;
  /** 0, the default: a free one. */
  readonly port?: number;
  readonly secretKey?: string;
  readonly onRequest?: (request: ServedRequest) => void;
  readonly onAttempt?: (attempt: SandboxAttempt) => void;
}

export function createSandbox(dependencies: SandboxDependencies) {
  const { settings, listenerUrl, now, onStatus } = dependencies;
  const keys = { secretKey: dependencies.secretKey ?? SANDBOX_SECRET_KEY, publicKey: SANDBOX_PUBLIC_KEY };
  let running: { readonly server: Server; readonly webhooks: Webhooks; readonly origin: string } | null = null;
  let problem: string | null = null;
  let attempts: readonly SandboxAttempt[] = [];
  let timer: NodeJS.Timeout | null = null;
  let bent: Partial<SandboxBehaviour> | null = null;
  /** Start and stop one after the other, however fast they are asked for. */
  const inTurn = oneAtATime();

  function status(): SandboxStatus {
    return {
      state: running !== null ? "running" : problem !== null ? "failed" : "stopped",
      url: running?.origin ?? null,
      webhookTarget: target(settings.get()),
      settings: settings.get(),
      checkKey: sandboxKeys(settings.get().signature, keys.secretKey).check,
      samples: SAMPLES,
      attempts,
      problem,
    };
  }

  function inForce(): SandboxSettings {
    const current = settings.get();
    return bent === null ? current : { ...current, behaviour: { ...current.behaviour, ...bent } };
  }

  function target(current: SandboxSettings): string | null {
    return current.webhookUrl ?? listenerUrl();
  }

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = null;
      onStatus(status());
    }, STATUS_INTERVAL_MS).unref();
  }

  async function listen(): Promise<void> {
    if (running !== null) return;
    let origin = "";
    const webhooks = createWebhooks({
      ...keys,
      origin: () => origin,
      target,
      now,
      tried: (attempt) => {
        attempts = [...attempts, attempt].slice(-ATTEMPTS_KEPT);
        dependencies.onAttempt?.(attempt);
        changed();
      },
    });
    const server = createServiceServer({
      ...keys,
      settings: inForce,
      origin: () => origin,
      simulated: (simulation) => webhooks.prepare(simulation, inForce()),
      served: (request) => dependencies.onRequest?.(request),
    });
    try {
      server.listen(dependencies.port ?? 0, "127.0.0.1");
      await once(server, "listening");
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      running = { server, webhooks, origin };
      problem = null;
    } catch (error) {
      await webhooks.close();
      problem = whyNotListening(error, dependencies.port ?? 0);
    }
    changed();
  }

  async function end(): Promise<void> {
    problem = null;
    if (running !== null) {
      const { server, webhooks } = running;
      running = null;
      server.close();
      server.closeAllConnections();
      await webhooks.close();
    }
    changed();
  }

  const changing = (action: () => Promise<void>): Promise<SandboxStatus> => inTurn(action).then(status);

  return {
    /** Never rejects: when the port cannot be had, the state is `failed` and `problem` says why. */
    start: (): Promise<SandboxStatus> => changing(listen),
    stop: (): Promise<SandboxStatus> => changing(end),
    /**
     * Holds for every call that comes in afterwards.
     *
     * @throws Refusal `webhook-url` when webhooks cannot go there, or when the settings cannot be saved
     */
    configure(next: SandboxSettings): SandboxStatus {
      if (next.webhookUrl !== null) refuseUnlessWebhookUrl(next.webhookUrl);
      settings.set(next);
      changed();
      return status();
    },
    status,
    /** What it does wrong on purpose now, for a while or by its settings. */
    faults(): SandboxFaults {
      const { answerFault, webhookFault } = inForce().behaviour;
      return { answerFault, webhookFault };
    },
    /** Lets it behave in another way for a while, whatever its settings say; null: as they say again. Nothing is saved. */
    bend(behaviour: Partial<SandboxBehaviour> | null): void {
      bent = behaviour;
    },
    /** To be called when the listener's address has changed: webhooks may go somewhere else now. */
    listenerChanged: changed,
    /** Stops, and sends nothing any more. */
    async close(): Promise<void> {
      await inTurn(end);
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** @throws Refusal with the reason why webhooks cannot go there */
function refuseUnlessWebhookUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new Refusal("webhook-url", "A webhook address starts with https:// or http:// and a host name.");
  if (url.username !== "" || url.password !== "")
    throw new Refusal("webhook-url", "Leave name and password out of the webhook address.");
}

function whyNotListening(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  if (code === "EADDRINUSE") return `Port ${port} is taken by another program. Choose another one.`;
  if (code === "EACCES") return `Port ${port} may not be used by this user. Choose one above 1023.`;
  return `The sandbox could not listen on this machine (${code}).`;
}
