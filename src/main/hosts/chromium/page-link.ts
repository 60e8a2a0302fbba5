import type { CDPSession } from "playwright-core";
import { z } from "zod";
import type { Push, PushName } from "../../../shared/contract.ts";
import type { BridgeCall } from "../host.ts";
import { BINDING, RECEIVER } from "./electron-stub.ts";
import { ORIGIN } from "./origin.ts";

const CALL = "linkdesk:call";
const PUSH = "linkdesk:push";

/** Pushes kept for a page that is being loaded. It asks for everything when it starts, so older ones may go. */
const MAX_WAITING = 1_000;

const fromPage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("call"),
    id: z.int(),
    channel: z.literal(CALL),
    parameters: z.tuple([z.string(), z.string()]).rest(z.unknown()),
  }),
]);

/** A message for the page as JSON text. An answer is for one page only; a push may wait for the next. */
interface Outgoing {
  readonly kind: "answer" | "push";
  readonly text: string;
}

interface Dependencies {
  readonly cdp: CDPSession;
  readonly call: BridgeCall;
  readonly log: (message: string, error?: unknown) => void;
}

export interface PageLink {
  /** In order; kept while the page is being loaded. Never throws. */
  push<N extends PushName>(name: N, push: Push<N>): void;
  /** To be told when the page's process has died: nothing reaches it any more. */
  pageGone(): void;
}

/**
 * Carries calls and pushes between main and the page over one DevTools session. A call is taken only from the main
 * frame's own script context at our own origin, as the browser reports it, not as the page says.
 *
 * What is to be sent while the page is still at the last batch goes with the next one: at most one is under way,
 * so that a flood becomes fewer, larger batches and a single message goes out at once.
 */
export async function linkPage({ cdp, call, log }: Dependencies): Promise<PageLink> {
  const { frameTree } = await cdp.send("Page.getFrameTree");
  const mainFrame = frameTree.frame.id;
  const trusted = new Set<number>();
  let receiver: { readonly context: number; readonly objectId: string } | null = null;
  let outbox: Outgoing[] = [];
  let sending = false;

  function forgetPage(): void {
    trusted.clear();
    receiver = null;
    outbox = outbox.filter((message) => message.kind === "push");
  }

  async function receive(context: number, payload: string): Promise<void> {
    if (!trusted.has(context)) return log("A call from another frame or origin was refused.");
    const message = readMessage(payload);
    if (message === null) return log("The page sent something that is no call.");
    if (message.kind === "ready") return fetchReceiver(context);
    const [group, method, input] = message.parameters;
    const result = await call(group, method, input);
    // Whoever asked may have gone meanwhile; the next page has the same numbers for other calls.
    if (trusted.has(context)) send("answer", { kind: "answer", id: message.id, result });
  }

  async function fetchReceiver(context: number): Promise<void> {
    const name = JSON.stringify(RECEIVER);
    const expression = `(() => { const taken = globalThis[${name}]; delete globalThis[${name}]; return taken; })()`;
    const { result } = await cdp.send("Runtime.evaluate", { contextId: context, expression });
    if (result.objectId === undefined || !trusted.has(context)) return;
    receiver = { context, objectId: result.objectId };
    await sendAll();
  }

  function send(kind: Outgoing["kind"], message: object): void {
    outbox.push({ kind, text: JSON.stringify(message) });
    if (receiver === null && outbox.length > MAX_WAITING) outbox.shift();
    void sendAll();
  }

  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    while (receiver !== null && outbox.length > 0) {
      const { context, objectId } = receiver;
      const batch = outbox;
      outbox = [];
      try {
        await cdp.send("Runtime.callFunctionOn", {
          objectId,
          functionDeclaration: "function (text) { this(text); }",
          arguments: [{ value: `[${batch.map(({ text }) => text).join(",")}]` }],
          silent: true,
        });
      } catch (error) {
        // A page on its way out takes its last batch along: the next one asks for everything anyway.
        if (trusted.has(context) && receiver?.objectId === objectId) log("The page did not take a message.", error);
      }
    }
    sending = false;
  }

  cdp.on("Runtime.executionContextCreated", ({ context }) => {
    const where = context.auxData as { readonly isDefault?: boolean; readonly frameId?: string } | undefined;
    if (where?.isDefault === true && where.frameId === mainFrame && context.origin === ORIGIN) trusted.add(context.id);
  });
  cdp.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
    if (trusted.delete(executionContextId) && receiver?.context === executionContextId) forgetPage();
  });
  cdp.on("Runtime.executionContextsCleared", forgetPage);
  cdp.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
    if (name !== BINDING) return;
    receive(executionContextId, payload).catch((error: unknown) => {
      // The context went while it was asked for its receiver; a page that is loaded anew says it is ready again.
      if (trusted.has(executionContextId)) log("A message of the page was lost.", error);
    });
  });
  await cdp.send("Runtime.enable");
  await cdp.send("Runtime.addBinding", { name: BINDING });

  return {
    push: (name, push) => send("push", { kind: "push", channel: PUSH, parameters: [name, push] }),
    pageGone: forgetPage,
  };
}

function readMessage(payload: string): z.infer<typeof fromPage> | null {
  try {
    return fromPage.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
