import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { cspNonce, type Environment, EnvironmentContext } from "../core/environment.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { ToastArea } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Shell } from "./shell.tsx";
import { type AppStore, StoreContext } from "./slice.ts";

export interface AppProps extends Environment {
  readonly store: AppStore;
}

/** The whole window, given its store and its way to main. */
export function App({ store, bridge, toasts }: AppProps) {
  return (
    <StrictMode>
      <CSPProvider nonce={cspNonce()}>
        <EnvironmentContext value={{ bridge, toasts }}>
          <StoreContext value={store}>
            <ErrorBoundary>
              <TooltipProvider delay={450} closeDelay={0}>
                <Shell />
                <ToastArea toasts={toasts} />
              </TooltipProvider>
            </ErrorBoundary>
          </StoreContext>
        </EnvironmentContext>
      </CSPProvider>
    </StrictMode>
  );
}
