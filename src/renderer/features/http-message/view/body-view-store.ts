import { defineStore } from "../../../core/store.ts";

export type BodyView = "text" | "formatted" | "tree" | "bytes";

export interface BodyViewState {
  /** How bodies are shown; null: as suits each best. */
  readonly bodyView: BodyView | null;
  readonly setBodyView: (view: BodyView) => void;
}

export const bodyViewStore = defineStore<BodyViewState>(({ set }) => ({
  bodyView: null,
  setBodyView: (bodyView) => set({ bodyView }),
}));
