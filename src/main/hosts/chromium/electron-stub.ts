import { ORIGIN } from "./traffic.ts";

/** The function that the browser puts into the page for us, and the one the stub leaves there for main to fetch. */
export const BINDING = "__linkdeskToMain";
export const RECEIVER = "__linkdeskFromMain";

/**
 * The script that runs in the page before anything of its own: the built preload, byte for byte, with an `electron`
 * around it that is carried by the binding. Frames within the page get neither.
 */
export function pageScript(preload: string): string {
  return `(() => {
  const send = globalThis[${JSON.stringify(BINDING)}];
  delete globalThis[${JSON.stringify(BINDING)}];
  if (window !== window.top || location.origin !== ${JSON.stringify(ORIGIN)}) return;
  const electron = (${electronStub.toString()})(send, ${JSON.stringify(RECEIVER)});
  const require = (name) => {
    if (name === "electron") return electron;
    throw new Error("The preload asked for " + name + ".");
  };
  ((require, module, exports) => {
${preload}
  })(require, { exports: {} }, {});
  send('{"kind":"ready"}');
})();`;
}

type Listener = (event: object, ...parameters: readonly unknown[]) => void;
type FromMain =
  | { readonly kind: "answer"; readonly id: number; readonly result: unknown }
  | { readonly kind: "push"; readonly channel: string; readonly parameters: readonly unknown[] };

/**
 * What the preload uses of `electron`, in the page. Its text is sent there, so it may use nothing from around it.
 * Everything crosses as JSON text, which brings lone surrogates through unharmed.
 */
function electronStub(send: (text: string) => void, receiver: string): object {
  const { parse, stringify } = JSON;
  const waiting = new Map<number, (result: unknown) => void>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;

  const receive = (text: string): void => {
    for (const message of parse(text) as FromMain[]) {
      if (message.kind === "answer") {
        waiting.get(message.id)?.(message.result);
        waiting.delete(message.id);
      } else for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.parameters);
    }
  };
  // Main takes it away again as soon as it has it in hand.
  Object.defineProperty(globalThis, receiver, { value: receive, configurable: true });

  return {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        Object.defineProperty(globalThis, name, { value, enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...parameters: unknown[]) =>
        new Promise((resolve) => {
          lastId += 1;
          const text = stringify({ kind: "call", id: lastId, channel, parameters });
          waiting.set(lastId, resolve);
          send(text);
        }),
      on: (channel: string, listener: Listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    },
  };
}
