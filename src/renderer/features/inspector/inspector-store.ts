import type { EventSummary } from "../../../shared/events.ts";
import { defineStore } from "../../core/store.ts";

export type InspectorTab = "overview" | "body" | "headers" | "signature" | "answer" | "timing";

export interface InspectorState {
  /** The tab in front, for each kind of event. */
  readonly tabs: Readonly<Record<EventSummary["kind"], InspectorTab>>;
  readonly setTab: (kind: EventSummary["kind"], tab: InspectorTab) => void;
}

export const inspectorStore = defineStore<InspectorState>(({ set }) => ({
  tabs: { call: "overview", delivery: "overview", notice: "overview" },
  setTab: (kind, tab) => set(({ tabs }) => ({ tabs: { ...tabs, [kind]: tab } })),
}));
