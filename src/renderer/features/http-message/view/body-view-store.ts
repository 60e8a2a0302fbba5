import type { BodyPart } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { defineStore } from "../../../core/store.ts";

export type BodyView = "text" | "formatted" | "tree" | "bytes";

/** A text that another part of the window has led to: the search of its own place begins with it. */
export interface SoughtIn {
  readonly id: EventId;
  readonly part: BodyPart | "headers";
  readonly text: string;
}

export interface BodyViewState {
  /** How bodies are shown; null: as suits each best. */
  readonly bodyView: BodyView | null;
  readonly setBodyView: (view: BodyView) => void;
  /** The event whose values are to be pointed at: the focus is awaited where that is done; null once it is there. */
  readonly pointing: EventId | null;
  /** Shows bodies as trees, and asks for the focus on the values of this event. */
  readonly pointIn: (id: EventId | null) => void;
  readonly pointed: () => void;
  /** null: nothing, or its search was closed. */
  readonly sought: SoughtIn | null;
  readonly seek: (sought: SoughtIn | null) => void;
}

export const bodyViewStore = defineStore<BodyViewState>(({ set }) => ({
  bodyView: null,
  setBodyView: (bodyView) => set({ bodyView }),
  pointing: null,
  pointIn: (pointing) => set({ pointing, bodyView: "tree" }),
  pointed: () => set({ pointing: null }),
  sought: null,
  seek: (sought) => set({ sought }),
}));

/** What is sought in this place; empty for nothing. */
export function soughtIn({ id, part }: Omit<SoughtIn, "text">): (state: BodyViewState) => string {
  return ({ sought }) => (sought !== null && sought.id === id && sought.part === part ? sought.text : "");
}
