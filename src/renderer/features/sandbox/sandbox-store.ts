import { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings, type SandboxStatus } from "../../../shared/sandbox.ts";
import { defineStore } from "../../core/store.ts";

export interface SandboxState {
  readonly status: SandboxStatus;
  readonly configure: (settings: SandboxSettings) => Promise<void>;
}

const UNKNOWN: SandboxStatus = {
  state: "stopped",
  url: null,
  webhookTarget: null,
  settings: DEFAULT_SANDBOX_SETTINGS,
  checkKey: "",
  attempts: [],
  samples: { links: [], references: [], currencies: [] },
  problem: null,
};

export const sandboxStore = defineStore<SandboxState>(({ bridge, set, tryTo }) => {
  bridge.on("sandbox.changed", (status) => set({ status }));
  return {
    status: UNKNOWN,
    async configure(settings) {
      const result = await tryTo("change the sandbox", bridge.sandbox.configure(settings));
      if (result.ok) set({ status: result.value });
    },
    async start() {
      const result = await tryTo("read the sandbox’s state", bridge.sandbox.status(null));
      if (result.ok) set({ status: result.value });
    },
  };
});
