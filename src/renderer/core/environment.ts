import { createContext, type ReactNode, useContext } from "react";
import { useStore as useZustandStore } from "zustand";
import type { Bridge } from "../../shared/contract.ts";
import { openedBridge } from "./opened-bridge.ts";
import type { StoreDefinition, Stores } from "./store.ts";
import type { Toasts } from "./toasts.ts";

/** What components may use. */
export interface Environment {
  readonly bridge: Bridge;
  readonly toasts: Toasts;
  readonly stores: Stores;
  /** Which log is shown: one's own, or that of an opened file, in which nothing can be changed. */
  readonly log: LogName;
}

export type LogName = "own" | "opened";

export const EnvironmentContext = createContext<Environment | null>(null);

function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === null) throw new Error("There is no EnvironmentContext around this component.");
  return environment;
}

/** Which log is shown by what is around. */
export function useLog(): LogName {
  return useEnvironment().log;
}

/** What has no place where an opened file is shown: whatever changes the log, sends, or hands over. */
export function OwnOnly({ children }: { readonly children: ReactNode }): ReactNode {
  return useLog() === "own" ? children : null;
}

/** The bridge to one of the two logs, whichever is shown. */
export function useBridgeTo(log: LogName): Bridge {
  const { bridge, log: shown, stores } = useEnvironment();
  if (log === shown) return bridge;
  return log === "opened" ? openedBridge(bridge) : stores.bridge;
}

/** For what no store keeps: a body, a logo. Wrap calls in `settle` of `core/bridge.ts`. */
export function useBridge(): Bridge {
  return useEnvironment().bridge;
}

export function useToasts(): Toasts {
  return useEnvironment().toasts;
}

/** The stores themselves, for event handlers. */
export function useStores(): Stores {
  return useEnvironment().stores;
}

/** A part of a store; the component renders again when that part changes (wrap in `useShallow` for new objects). */
export function useStore<State, Part>(definition: StoreDefinition<State>, selector: (state: State) => Part): Part {
  return useZustandStore(useStores().of(definition), selector);
}

/** The nonce that style elements need under our CSP; empty where the page is served without one. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? "";
}
