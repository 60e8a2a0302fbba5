import { DEFAULT_LISTENER_SETTINGS, type ListenerSettings, type ListenerStatus } from "../../../shared/listener.ts";
import type { Result } from "../../../shared/primitives.ts";
import { settle } from "../../app/bridge.ts";
import type { SliceCreator } from "../../app/slice.ts";

export interface ListenerSlice {
  readonly status: ListenerStatus;
  /** Starts or stops listening; the state arrives as a push. */
  readonly setListening: (listening: boolean) => Promise<void>;
  /** A refusal is returned for the form to show. */
  readonly configure: (settings: ListenerSettings, exposureConfirmed: boolean) => Promise<Result<ListenerStatus>>;
}

const UNKNOWN: ListenerStatus = {
  state: "stopped",
  settings: DEFAULT_LISTENER_SETTINGS,
  url: null,
  problem: null,
  deliveries: 0,
  exposed: false,
};

export const createListenerSlice: SliceCreator<ListenerSlice> = ({ bridge, set, attempt }) => {
  bridge.on("listener.changed", (status) => set({ status }));
  return {
    status: UNKNOWN,
    async setListening(listening) {
      const result = listening
        ? await attempt("start the listener", bridge.listener.start(null))
        : await attempt("stop the listener", bridge.listener.stop(null));
      if (result.ok) set({ status: result.value });
    },
    async configure(settings, exposureConfirmed) {
      const result = await settle(bridge.listener.configure({ settings, exposureConfirmed }));
      if (result.ok) set({ status: result.value });
      return result;
    },
    async start() {
      const result = await attempt("read the listener's state", bridge.listener.status(null));
      if (result.ok) set({ status: result.value });
    },
  };
};
