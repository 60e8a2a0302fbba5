import type { CDPSession } from "playwright-core";
import { z } from "zod";
import type { Push, PushName } from "../../../shared/contract.ts";
import type { BridgeCall } from "../host.ts";
import { BINDING, RECEIVER } from "./electron-stub.ts";
import { ORIGIN } from "./traffic.ts";

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

/** One load of our page: the numbers of contexts begin anew with each process, so they do not tell two loads apart. */
interface Load {
  readonly context: number;
}

interface Dependencies {
  readonly cdp: CDPSession;
  readonly call: BridgeCall;
  readonly log: (message: string, error?: unknown) => void;
}

export interface PageChannel {
  /** In order; kept while the page is being loaded. What becomes of the page is no reason to throw. */
  push<N extends PushName>(name: N, push: Push<N>): void;
  /** To be told when the page's process has ended: nothing reaches it any more. */
  pageGone(): void;
}

/**
 * Carries calls and pushes between main and the page over one DevTools session. A call is taken only from the main
 * frame's own script context at our own origin, as the browser reports it, not as the page says.
 *
 * Pushes that come while the page is still at the last batch go with the next one, so that a flood becomes fewer, larger
 * batches and a single message goes out at once. An answer does not wait: somebody looks at a form for it. What was
 * said before it goes along, so that the order stays.
 */
export async function openPageChannel({ cdp, call, log }: Dependencies): Promise<PageChannel> {
  const { frameTree } = await cdp.send("Page.getFrameTree");
  const mainFrame = frameTree.frame.id;
  let current: Load | null = null;
  let receiver: string | null = null;
  let outbox: Outgoing[] = [];
  let underWay = 0;

  function forgetPage(): void {
    current = null;
    receiver = null;
    outbox = outbox.filter((message) => message.kind === "push");
  }

  async function receive(context: number, payload: string): Promise<void> {
    const load = current;
    if (load?.context !== context) return log("A call from another frame or origin was refused.");
    const message = readMessage(payload);
    if (message === null) return log("The page sent something that is no call.");
    if (message.kind === "ready") return fetchReceiver(load);
    const [group, method, input] = message.parameters;
    const result = await call(group, method, input);
    // Whoever asked may have gone meanwhile; the next page has the same numbers for other calls.
    if (current === load) send("answer", { kind: "answer", id: message.id, result });
  }

  async function fetchReceiver(load: Load): Promise<void> {
    const name = JSON.stringify(RECEIVER);
    const expression = `(() => { const taken = globalThis[${name}]; delete globalThis[${name}]; return taken; })()`;
    const { result } = await cdp.send("Runtime.evaluate", { contextId: load.context, expression });
    if (result.objectId === undefined || current !== load) return;
    receiver = result.objectId;
    await sendBatch();
  }

  function send(kind: Outgoing["kind"], message: object): void {
    outbox.push({ kind, text: JSON.stringify(message) });
    const oldest = outbox.findIndex((waiting) => waiting.kind === "push");
    if (receiver === null && outbox.length > MAX_WAITING && oldest >= 0) outbox.splice(oldest, 1);
    if (underWay === 0 || kind === "answer") void sendBatch();
  }

  async function sendBatch(): Promise<void> {
    if (receiver === null || outbox.length === 0) return;
    const objectId = receiver;
    const batch = outbox;
    outbox = [];
    underWay += 1;
    try {
      await cdp.send("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: "function (text) { this(text); }",
        arguments: [{ value: `[${batch.map(({ text }) => text).join(",")}]` }],
        silent: true,
      });
    } catch (error) {
      // A page on its way out takes its last batch along: the next one asks for everything anyway.
      if (receiver === objectId && !isClosing(error)) log("The page did not take a message.", error);
    }
    underWay -= 1;
    if (underWay === 0) await sendBatch();
  }

  cdp.on("Runtime.executionContextCreated", ({ context }) => {
    const where = context.auxData as { readonly isDefault?: boolean; readonly frameId?: string } | undefined;
    if (where?.isDefault === true && where.frameId === mainFrame && context.origin === ORIGIN)
      current = { context: context.id };
  });
  cdp.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
    if (current?.context === executionContextId) forgetPage();
  });
  cdp.on("Runtime.executionContextsCleared", forgetPage);
  cdp.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
    if (name !== BINDING) return;
    receive(executionContextId, payload).catch((error: unknown) => {
      // The context went while it was asked for its receiver; a page that is loaded anew says it is ready again.
      if (current?.context === executionContextId && !isClosing(error)) log("A message of the page was lost.", error);
    });
  });
  await cdp.send("Runtime.enable");
  await cdp.send("Runtime.addBinding", { name: BINDING });

  return {
    push: (name, push) => send("push", { kind: "push", channel: PUSH, parameters: [name, push] }),
    pageGone: forgetPage,
  };
}

/** Playwright tells of a closed window by a rejected call first and by its event after that. */
function isClosing(error: unknown): boolean {
  return error instanceof Error && error.message.includes("has been closed");
}

function readMessage(payload: string): z.infer<typeof fromPage> | null {
  try {
    return fromPage.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
