import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { cspNonce, type Environment, EnvironmentContext } from "../core/environment.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { ToastArea } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Shell } from "./shell.tsx";

/** The whole window, given its stores and its way to main. */
export function App({ stores, bridge, toasts }: Environment) {
  return (
    <StrictMode>
      <CSPProvider nonce={cspNonce()}>
        <EnvironmentContext value={{ bridge, toasts, stores }}>
          <ErrorBoundary>
            <TooltipProvider delay={450} closeDelay={0}>
              <Shell />
              <ToastArea toasts={toasts} />
            </TooltipProvider>
          </ErrorBoundary>
        </EnvironmentContext>
      </CSPProvider>
    </StrictMode>
  );
}
