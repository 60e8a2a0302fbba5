import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { type HeaderList } from "../../shared/primitives.ts";
import type { SandboxAttempt, SandboxSettings } from "../../shared/sandbox.ts";
import { uses } from "../../shared/signature.ts";
import { Refusal } from "../refusal.ts";
import { formText, jsonText } from "./json-text.ts";
import { payload } from "./payloads.ts";
import { placesToBring, sandboxKeys, signed, wrongKey } from "./signing.ts";
import type { Simulation } from "./simulation.ts";

/** Milliseconds that a receiver has for its whole answer. */
const TRY_LIMIT_MS = 10_000;
/** Milliseconds between the two copies of a webhook that is sent twice. */
const TWICE_GAP_MS = 100;
/** Webhooks that may be on their way; a flood must end in a clear answer and not in a full memory. */
const PENDING_AT_MOST = 1_000;

interface Webhook {
  readonly operation: Simulation["operation"];
  readonly body: string;
  /** Those of the last attempt: an id stays the same from one to the next, a timestamp does not. */
  headers: HeaderList;
  /** What a scheme wants in a parameter of the address. */
  readonly id: string;
  readonly settings: SandboxSettings;
}

interface Dependencies {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly origin: () => string;
  /** Where webhooks go at this moment; null: nowhere. */
  readonly target: (settings: SandboxSettings) => string | null;
  readonly now: () => Date;
  readonly tried: (attempt: SandboxAttempt) => void;
}

/** Sends the webhooks of simulations, as well or as badly as the settings say. */
export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({ secretKey, publicKey, origin, target, now, tried }: Dependencies) {
  const dispatcher = new Agent({
    connect: { timeout: TRY_LIMIT_MS },
    headersTimeout: TRY_LIMIT_MS,
    bodyTimeout: TRY_LIMIT_MS,
    connections: 16,
  });
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** With the fault `out-of-order`: a webhook that waits for a later one to overtake it. */
  let held: { readonly release: () => void } | null = null;

  function start(task: () => Promise<void>): void {
    const running = task().finally(() => underWay.delete(running));
    underWay.add(running);
  }

  async function follow(webhook: Webhook): Promise<void> {
    const { behaviour } = webhook.settings;
    switch (behaviour.webhookFault) {
      case "dropped":
        note(webhook, 1, target(webhook.settings) ?? "", null, "dropped on purpose");
        return;
      case "late":
        await pause(behaviour.lateDelayMs);
        return deliver(webhook);
      case "twice":
        await pause(behaviour.webhookDelayMs);
        await deliver(webhook);
        await pause(TWICE_GAP_MS);
        return deliver(webhook);
      case "out-of-order":
        await pause(behaviour.webhookDelayMs);
        return swapped(webhook);
      case "none":
      case "wrong-signature":
      case "no-signature":
      case "wrong-amount":
        await pause(behaviour.webhookDelayMs);
        return deliver(webhook);
    }
  }

  /** Holds a webhook back until a later one has been sent, or until it is plain that there is no later one. */
  async function swapped(webhook: Webhook): Promise<void> {
    if (held !== null) {
      const { release } = held;
      held = null;
      return deliver(webhook, release);
    }
    const overtaken = new AbortController();
    const place = { release: () => overtaken.abort() };
    held = place;
    await pause(holdLimitMs(webhook.settings), overtaken.signal);
    // By now another one may be waiting in this place.
    if (held === place) held = null;
    return deliver(webhook);
  }

  /** Attempts until the receiver answers 200. `firstTried` is called after the first attempt, however it went. */
  async function deliver(webhook: Webhook, firstTried: () => void = () => {}): Promise<void> {
    const { attempts, retryIntervalMs } = webhook.settings.behaviour;
    for (let attempt = 1; attempt <= attempts && !closing.signal.aborted; attempt += 1) {
      if (attempt > 1) await pause(retryIntervalMs);
      if (closing.signal.aborted) return;
      const received = await tryOnce(webhook, attempt);
      if (attempt === 1) firstTried();
      if (received) return;
    }
  }

  /** @returns whether the receiver took it: only 200 counts. */
  async function tryOnce(webhook: Webhook, attempt: number): Promise<boolean> {
    const url = target(webhook.settings);
    if (url === null) {
      note(webhook, attempt, "", null, "there is nowhere to send it: the listener is stopped and no address is set");
      return false;
    }
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TRY_LIMIT_MS)]);
      const { to, headers, body } = await signedFor(webhook, new URL(url));
      webhook.headers = headers;
      const answer = await request(to, {
        dispatcher,
        method: "POST",
        headers: Object.fromEntries(headers),
        body,
        signal,
      });
      // The answer's body does not matter, but a connection with an unread one cannot be used again.
      await answer.body.dump({ limit: 65_536, signal });
      note(webhook, attempt, url, answer.statusCode, null);
      return answer.statusCode === 200;
    } catch (error) {
      if (!closing.signal.aborted) note(webhook, attempt, url, null, inWords(error));
      return false;
    }
  }

  /** Signed as the settings say, or as they say not to, at this moment and for this address. */
  async function signedFor({ headers, body, id, settings }: Webhook, to: URL) {
    const { signature, behaviour } = settings;
    for (const name of placesToBring(signature, "query")) if (!to.searchParams.has(name)) to.searchParams.set(name, id);
    if (behaviour.webhookFault === "no-signature") return { to, headers, body };
    const key =
      behaviour.webhookFault === "wrong-signature"
        ? await wrongKey(signature, publicKey)
        : sandboxKeys(signature, secretKey).sign;
    return { to, ...signed(signature, key, { url: to, headers, body }, now().getTime() * 1_000) };
  }

  function note(webhook: Webhook, attempt: number, url: string, status: number | null, problem: string | null): void {
    tried({ at: now().getTime() * 1_000, operation: webhook.operation, url, attempt, status, problem });
  }

  /** Waits, but not longer than until the end of the sandbox or of `earlier`. */
  async function pause(milliseconds: number, earlier?: AbortSignal): Promise<void> {
    const signal = earlier === undefined ? closing.signal : AbortSignal.any([closing.signal, earlier]);
    await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  return {
    /**
     * Makes the webhook of a simulation.
     *
     * @returns how to send it, once the call has been answered; null when too many are on their way already
     */
    prepare(simulation: Simulation, settings: SandboxSettings): (() => void) | null {
      if (underWay.size >= PENDING_AT_MOST || closing.signal.aborted) return null;
      const { webhookFault } = settings.behaviour;
      const sent = webhookFault === "wrong-amount" ? { ...simulation, amount: simulation.amount + 1n } : simulation;
      const values = payload(sent, settings.behaviour, origin(), now());
      const { signature, staticHeader } = settings;
      // A scheme over the parameters of a form is for a form.
      const isForm = signature.kind === "signed" && uses(signature.content, "params");
      const headers: HeaderList = [
        ["Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json"],
        ["User-Agent", "Linkdesk-Sandbox/1.0"],
        ...placesToBring(signature, "header").map((name) => [name, randomUUID()] as const),
        ...(staticHeader === null ? [] : [[staticHeader.name, staticHeader.value] as const]),
      ];
      const body = isForm ? formText(values) : jsonText(values);
      const webhook = { operation: simulation.operation, body, headers, id: randomUUID(), settings };
      return () => start(() => follow(webhook));
    },
    /** Ends everything that waits or is under way. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(underWay);
      await dispatcher.destroy();
    },
  };
}

/** Long enough for a second press on the button, short enough for the webhook still to count as on time. */
function holdLimitMs(settings: SandboxSettings): number {
  return settings.behaviour.retryIntervalMs * 5;
}

/** A failure as a few words; a receiver of the user's own has nothing secret about it. */
function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ECONNREFUSED":
      return "connection refused";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "the host name is not known";
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return "no answer in ten seconds";
    case "ECONNRESET":
    case "UND_ERR_SOCKET":
      return "the connection broke";
    default:
      if (error instanceof Error && error.name === "TimeoutError") return "no answer in ten seconds";
      return code === "" ? "the attempt failed" : `the attempt failed (${code})`;
  }
}
