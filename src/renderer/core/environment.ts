import { createContext, useContext } from "react";
import type { Bridge } from "../../shared/contract.ts";
import type { Toasts } from "./toasts.ts";

/** What components may use besides the store. */
export interface Environment {
  readonly bridge: Bridge;
  readonly toasts: Toasts;
}

export const EnvironmentContext = createContext<Environment | null>(null);

function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === null) throw new Error("There is no EnvironmentContext around this component.");
  return environment;
}

/** For what no slice keeps: a body, a logo. Wrap calls in `settle` of `app/bridge.ts`. */
export function useBridge(): Bridge {
  return useEnvironment().bridge;
}

export function useToasts(): Toasts {
  return useEnvironment().toasts;
}

/** The nonce that style elements need under our CSP; empty where the page is served without one. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? "";
}
