import { defineStore, type Stores } from "./store.ts";

/** What lies over the window; one at a time. */
export type Panel = "profiles" | "listener" | "sandbox" | "preferences" | "palette" | "shortcuts";

export interface PanelState {
  readonly panel: Panel | null;
  readonly open: (panel: Panel) => void;
  readonly close: () => void;
}

export const panelStore = defineStore<PanelState>(({ set }) => ({
  panel: null,
  open: (panel) => set({ panel }),
  close: () => set({ panel: null }),
}));

/** Opens or closes a panel from a handler. */
export function togglePanel(stores: Stores, panel: Panel, open: boolean): void {
  const state = stores.get(panelStore);
  if (open) state.open(panel);
  else if (state.panel === panel) state.close();
}
