import type { AppInfo } from "../../shared/contract.ts";
import { defineStore } from "./store.ts";

/** What runs here; null before main has said. */
export const appInfoStore = defineStore<{ readonly info: AppInfo | null }>(({ bridge, set, tryTo }) => ({
  info: null,
  async start() {
    const info = await tryTo("read what runs here", bridge.app.info(null));
    if (info.ok) set({ info: info.value });
  },
}));
