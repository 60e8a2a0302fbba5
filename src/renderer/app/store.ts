import { createStore as createZustandStore } from "zustand";
import type { Bridge } from "../../shared/contract.ts";
import { settle } from "../core/bridge.ts";
import type { Toasts } from "../core/toasts.ts";
import { createWindowSlice } from "../core/window-slice.ts";
import { createActionsSlice } from "../features/actions/index.ts";
import { createEventLogSlice } from "../features/event-log/index.ts";
import {
  createCompareSlice,
  createInspectorSlice,
  createReplaySlice,
  createSignatureSlice,
} from "../features/inspector/index.ts";
import { createListenerSlice } from "../features/listener/index.ts";
import { createPreferencesSlice } from "../features/preferences/index.ts";
import { createProfilesSlice } from "../features/profiles/index.ts";
import { createRunsSlice } from "../features/runs/index.ts";
import { createSandboxSlice } from "../features/sandbox/index.ts";
import { createUpdatesSlice } from "../features/updates/index.ts";
import type { AppState, AppStore, SliceContext, SliceCreator, Startable } from "./slice.ts";

/** A store of its own for every window and every test. Call `startStore` before it is shown. */
export function createStore(bridge: Bridge, toasts: Toasts): AppStore {
  return createZustandStore<AppState>()((setState, getState) => {
    function build<Name extends keyof AppState>(name: Name, creator: SliceCreator<AppState[Name]>): AppState[Name] {
      type Slice = AppState[Name];
      const context: SliceContext<Slice> = {
        bridge,
        toasts,
        get: () => getState()[name],
        app: getState,
        set: (change) =>
          setState((state) => {
            const part = typeof change === "function" ? change(state[name]) : change;
            return { ...state, [name]: { ...state[name], ...part } };
          }),
        async attempt(what, call) {
          const result = await settle(call);
          if (!result.ok) toasts.failed(`Could not ${what}`, result.message);
          return result;
        },
      };
      return creator(context);
    }
    return {
      window: build("window", createWindowSlice),
      preferences: build("preferences", createPreferencesSlice),
      profiles: build("profiles", createProfilesSlice),
      listener: build("listener", createListenerSlice),
      sandbox: build("sandbox", createSandboxSlice),
      actions: build("actions", createActionsSlice),
      eventLog: build("eventLog", createEventLogSlice),
      inspector: build("inspector", createInspectorSlice),
      compare: build("compare", createCompareSlice),
      replay: build("replay", createReplaySlice),
      signature: build("signature", createSignatureSlice),
      updates: build("updates", createUpdatesSlice),
      runs: build("runs", createRunsSlice),
    };
  });
}

/** Loads what every slice needs from main. Whatever fails is shown or logged; the window opens with what there is. */
export async function startStore(store: AppStore): Promise<void> {
  const slices: readonly Startable[] = Object.values(store.getState());
  const endings = await Promise.allSettled(slices.map((slice) => slice.start?.() ?? Promise.resolve()));
  for (const ending of endings) if (ending.status === "rejected") console.error(ending.reason);
}
