import type { EventDetail, EventSummary } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";

/** An event that can be compared: one with a request. */
export type Comparable = Exclude<EventDetail, { kind: "notice" }>;

export type Comparison =
  | { readonly state: "closed" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly left: Comparable; readonly right: Comparable };

export interface CompareState {
  /** The event that another one is to be compared with. */
  readonly marked: EventSummary | null;
  readonly comparison: Comparison;
  /** Of the selected event: marks it, or compares the marked one with it. */
  readonly next: (summary: EventSummary) => Promise<void>;
  readonly unmark: () => void;
  /** Compares two events at once. */
  readonly compare: (left: EventId, right: EventId) => Promise<void>;
  readonly swap: () => void;
  readonly close: () => void;
}

export const compareStore = defineStore<CompareState>(({ bridge, set, get }) => {
  let asked = 0;

  async function show(left: EventId, right: EventId): Promise<void> {
    asked += 1;
    const mine = asked;
    set({ comparison: { state: "loading" } });
    const [a, b] = await Promise.all([left, right].map((id) => settle(bridge.journal.detail({ id }))));
    if (mine !== asked || a === undefined || b === undefined) return;
    const failed = [a, b].find((result) => !result.ok);
    if (failed?.ok === false) set({ comparison: { state: "failed", message: failed.message } });
    else if (a.ok && b.ok && a.value.kind !== "notice" && b.value.kind !== "notice")
      set({ comparison: { state: "ready", left: a.value, right: b.value } });
    else set({ comparison: { state: "failed", message: "A notice has no request that could be compared." } });
  }

  return {
    marked: null,
    comparison: { state: "closed" },
    async next(summary) {
      const { marked } = get();
      if (summary.kind === "notice" || summary.id === marked?.id) return;
      if (marked === null) set({ marked: summary });
      else {
        set({ marked: null });
        await show(marked.id, summary.id);
      }
    },
    compare: show,
    unmark: () => set({ marked: null }),
    swap() {
      const { comparison } = get();
      if (comparison.state === "ready")
        set({ comparison: { ...comparison, left: comparison.right, right: comparison.left } });
    },
    close() {
      asked += 1;
      set({ comparison: { state: "closed" } });
    },
  };
});
