import { defineStore, type Stores } from "./store.ts";

/** What lies over the window; one at a time. */
export type Panel = "profiles" | "playbooks" | "listener" | "sandbox" | "preferences" | "palette" | "shortcuts";

export interface PanelState {
  readonly panel: Panel | null;
  /** Asked by the open panel before another one takes its place; it does so at once, later or never. */
  readonly guard: ((leave: () => void) => void) | null;
  readonly setGuard: (guard: PanelState["guard"]) => void;
  readonly open: (panel: Panel) => void;
  readonly close: () => void;
}

export const panelStore = defineStore<PanelState>(({ set, get }) => ({
  panel: null,
  guard: null,
  setGuard: (guard) => set({ guard }),
  open(panel) {
    const { panel: shown, guard } = get();
    if (guard === null || shown === null || shown === panel) set({ panel });
    else guard(() => set({ panel }));
  },
  close: () => set({ panel: null }),
}));

/** Opens or closes a panel from a handler. */
export function togglePanel(stores: Stores, panel: Panel, open: boolean): void {
  const state = stores.get(panelStore);
  if (open) state.open(panel);
  else if (state.panel === panel) state.close();
}
