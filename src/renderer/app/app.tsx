import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode, useEffect, useState } from "react";
import { whileWanted } from "../core/bridge.ts";
import { cspNonce, type Environment, EnvironmentContext, useStore } from "../core/environment.ts";
import { openedBridge } from "../core/opened-bridge.ts";
import { createStores, startStores } from "../core/store.ts";
import { openedStore } from "../features/opened/index.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { ToastArea } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Shell } from "./shell.tsx";
import { LOG_STORES, SHARED_STORES } from "./stores.ts";

/** The whole window, given its stores and its way to main. */
export function App({ stores, bridge, toasts }: Omit<Environment, "log">) {
  return (
    <StrictMode>
      <CSPProvider nonce={cspNonce()}>
        <EnvironmentContext value={{ bridge, toasts, stores, log: "own" }}>
          <ErrorBoundary>
            <TooltipProvider delay={450} closeDelay={0}>
              <Logs stores={stores} bridge={bridge} toasts={toasts} />
              <ToastArea toasts={toasts} />
            </TooltipProvider>
          </ErrorBoundary>
        </EnvironmentContext>
      </CSPProvider>
    </StrictMode>
  );
}

/** One's own log, or that of the opened file: the same columns over other stores. Each keeps its state meanwhile. */
function Logs(own: Omit<Environment, "log">) {
  const file = useStore(openedStore, (state) => state.file);
  const looking = useStore(openedStore, (state) => state.looking);
  const [opened, setOpened] = useState<{ readonly of: unknown; readonly environment: Environment } | null>(null);
  // Names the file as long as it is open: what was found of it may change while it is looked at.
  const from = file === null ? null : file.check.file + file.events;

  useEffect(() => {
    if (from === null) return setOpened(null);
    const bridge = openedBridge(own.bridge);
    const stores = createStores(bridge, own.toasts, { from: own.stores, definitions: new Set(SHARED_STORES) });
    return whileWanted(startStores(stores, LOG_STORES), () =>
      setOpened({ of: from, environment: { bridge, stores, toasts: own.toasts, log: "opened" } }),
    );
  }, [own.bridge, own.stores, own.toasts, from]);

  if (looking === "own" || file === null) return <Shell key="own" />;
  // Nothing of one's own stands below a line that says whose log it is.
  if (opened === null || opened.of !== from) return <Shell key="reading" isReading />;
  return (
    <EnvironmentContext value={opened.environment}>
      <Shell key="opened" />
    </EnvironmentContext>
  );
}
