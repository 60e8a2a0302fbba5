import { contextBridge, ipcRenderer } from "electron";
import type { Bridge, Push, PushName } from "../shared/contract.ts";
import { contractNames } from "../shared/contract-names.ts";
import type { Result } from "../shared/primitives.ts";

// Everything that the page can reach is made here, in both hosts from the same bytes. The channels stay in this
// file's scope: the page gets one function for each entry of the contract, never a way to name a channel.
const CALL = "linkdesk:call";
const PUSH = "linkdesk:push";

const listeners = new Map<PushName, Set<(push: never) => void>>(contractNames.pushes.map((name) => [name, new Set()]));

ipcRenderer.on(PUSH, (_event, name: PushName, push: unknown) => {
  for (const listener of listeners.get(name) ?? []) {
    try {
      listener(push as never);
    } catch (error) {
      // Reported as any uncaught error is, but after the other listeners have been told.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
});

/** Calls back on each push of that name; returns how to stop. */
function on<N extends PushName>(name: N, listener: (push: Push<N>) => void): () => void {
  const known = listeners.get(name);
  if (known === undefined || typeof listener !== "function")
    throw new TypeError("A known push name and a function are needed.");
  // Wrapped, so that the same function given twice is two listeners, and stopping one leaves the other.
  const own = (push: Push<N>): void => listener(push);
  known.add(own);
  return () => {
    known.delete(own);
  };
}

function caller(group: string, method: string): (input: unknown) => Promise<Result<unknown>> {
  return Object.freeze(async (input: unknown) => {
    try {
      return await ipcRenderer.invoke(CALL, group, method, input);
    } catch {
      // The input could not be carried across, or the program is ending.
      return { ok: false, code: "unreachable", message: "Linkdesk could not take this request." };
    }
  });
}

const groups = Object.fromEntries(
  Object.entries(contractNames.groups).map(([group, methods]) => [
    group,
    Object.freeze(Object.fromEntries(methods.map((method) => [method, caller(group, method)]))),
  ]),
  // Built from the contract's own names, which the compiler cannot follow; the preload check proves it on the
  // built file.
) as unknown as Omit<Bridge, "on">;

contextBridge.exposeInMainWorld("linkdesk", Object.freeze({ ...groups, on: Object.freeze(on) }) satisfies Bridge);
