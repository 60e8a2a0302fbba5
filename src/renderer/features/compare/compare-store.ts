import type { EventDetail, EventSummary } from "../../../shared/events.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import type { ReadItem } from "../../../shared/reading.ts";
import type { ComparedField } from "../../../shared/run.ts";
import { settle } from "../../core/bridge.ts";
import type { LogName } from "../../core/environment.ts";
import { openedBridge } from "../../core/opened-bridge.ts";
import { defineStore } from "../../core/store.ts";

/** An event that can be compared, one with a request, and the log that it is from. */
export type Comparable = Exclude<EventDetail, { kind: "notice" }> & {
  readonly log: LogName;
  /** What a webhook is read to say; null where nothing is read. */
  readonly says: ReadItem | null;
};

interface Marked {
  readonly summary: EventSummary;
  readonly log: LogName;
}

interface Place {
  readonly id: EventId;
  readonly log: LogName;
}

export type Comparison =
  | { readonly state: "closed" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | {
      readonly state: "ready";
      readonly left: Comparable;
      readonly right: Comparable;
      /** The values that the verdict compared, where the two are a simulation and its webhook. */
      readonly fields: readonly ComparedField[] | null;
    };

export interface CompareState {
  /** The event that another one is to be compared with. */
  readonly marked: Marked | null;
  readonly comparison: Comparison;
  /** Of the selected event: marks it, or compares the marked one with it, be that of the other log. */
  readonly next: (summary: EventSummary, log: LogName) => Promise<void>;
  readonly unmark: () => void;
  /** Compares two events of one log at once, in whatever order they are named. */
  readonly compare: (one: EventId, other: EventId, log: LogName) => Promise<void>;
  readonly swap: () => void;
  readonly close: () => void;
}

export const compareStore = defineStore<CompareState>(({ bridge, set, get }) => {
  let asked = 0;

  async function read({ id, log }: Place): Promise<Result<EventDetail>> {
    const { journal } = log === "opened" ? openedBridge(bridge) : bridge;
    return settle(journal.detail({ id }));
  }

  async function comparable(detail: Exclude<EventDetail, { kind: "notice" }>, log: LogName): Promise<Comparable> {
    if (detail.kind === "call") return { ...detail, log, says: null };
    const { readings } = log === "opened" ? openedBridge(bridge) : bridge;
    const said = await settle(readings.of({ deliveryId: detail.summary.id }));
    return { ...detail, log, says: said.ok ? (said.value.webhook.items[0] ?? null) : null };
  }

  /** Without them the values of the rows are compared. */
  async function comparedBy({ left, right }: { readonly left: Comparable; readonly right: Comparable }) {
    const id = simulationOf(left, right);
    if (id === null) return null;
    const { runs } = left.log === "opened" ? openedBridge(bridge) : bridge;
    const run = await settle(runs.get({ id }));
    const webhook = left.kind === "call" ? right : left;
    return run.ok ? (run.value.ties.find(({ deliveryId }) => deliveryId === webhook.summary.id)?.fields ?? null) : null;
  }

  async function show(...places: readonly [Place, Place]): Promise<void> {
    asked += 1;
    const mine = asked;
    set({ comparison: { state: "loading" } });
    const [a, b] = await Promise.all(places.map(read));
    if (mine !== asked || a === undefined || b === undefined) return;
    const failed = [a, b].find((result) => !result.ok);
    if (failed?.ok === false) set({ comparison: { state: "failed", message: failed.message } });
    else if (a.ok && b.ok && a.value.kind !== "notice" && b.value.kind !== "notice") {
      const [one, other] = [await comparable(a.value, places[0].log), await comparable(b.value, places[1].log)];
      const sides = isLater(one, other) ? { left: other, right: one } : { left: one, right: other };
      const fields = await comparedBy(sides);
      if (mine === asked) set({ comparison: { state: "ready", ...sides, fields } });
    } else set({ comparison: { state: "failed", message: "A notice has no request that could be compared." } });
  }

  return {
    marked: null,
    comparison: { state: "closed" },
    async next(summary, log) {
      const { marked } = get();
      if (summary.kind === "notice" || isSame(marked, { id: summary.id, log })) return;
      if (marked === null) set({ marked: { summary, log } });
      else {
        set({ marked: null });
        await show({ id: marked.summary.id, log: marked.log }, { id: summary.id, log });
      }
    },
    compare: (one, other, log) => show({ id: one, log }, { id: other, log }),
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

/** The earlier one stands on the left, whichever was chosen first. */
function isLater({ summary: one }: Comparable, { summary: other }: Comparable): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}

/** Whether the marked event is this one: two logs have the same numbers. */
export function isSame(marked: Marked | null, { id, log }: Place): boolean {
  return marked !== null && marked.summary.id === id && marked.log === log;
}

/** The simulation among two events of which the other is its webhook; null where they are anything else. */
function simulationOf(left: Comparable, right: Comparable): EventId | null {
  const [call, webhook] = left.kind === "call" ? [left, right] : [right, left];
  if (call.kind !== "call" || webhook.kind !== "delivery" || call.log !== webhook.log) return null;
  return webhook.summary.tie?.runId === call.summary.id ? call.summary.id : null;
}
