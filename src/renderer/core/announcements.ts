import { defineStore } from "./store.ts";

export interface AnnouncementsState {
  /** What was last read out, and how many things before it. */
  readonly announced: { readonly text: string; readonly count: number };
  /** Has a screen reader say something that others see. */
  readonly announce: (text: string) => void;
}

export const announcementsStore = defineStore<AnnouncementsState>(({ set }) => ({
  announced: { text: "", count: 0 },
  announce: (text) => set(({ announced }) => ({ announced: { text, count: announced.count + 1 } })),
}));
