import { type EventDetail, type EventSummary } from "../../../../shared/events.ts";
import { type EventId } from "../../../../shared/primitives.ts";
import { type RunSummary, type TieSummary } from "../../../../shared/run.ts";
import { amendedIds } from "../../../core/amended-ids.ts";
import { settle } from "../../../core/bridge.ts";
import { useStore } from "../../../core/environment.ts";
import { defineStore, type Stores } from "../../../core/store.ts";
import { type EventLogState } from "./event-log-state.ts";
import { eventLogStore } from "./event-log-store.ts";
import { rowWithId } from "./rows.ts";

/** The selected event as the window knows it best: as it was read whole, else its row. */
export function selectedEvent(stores: Stores): EventSummary | null {
  return best(stores.get(eventLogStore), stores.get(selectedEventStore));
}

/** The same, followed. */
export function useSelectedEvent(): EventSummary | null {
  const selectedId = useStore(eventLogStore, (state) => state.selectedId);
  const window = useStore(eventLogStore, (state) => state.window);
  const shown = useStore(selectedEventStore, (state) => state.shown);
  return best({ selectedId, window }, { shown });
}

function best(
  { selectedId, window }: Pick<EventLogState, "selectedId" | "window">,
  { shown }: Pick<SelectedEventState, "shown">,
): EventSummary | null {
  if (shown.state === "ready" && shown.id === selectedId) return shown.detail.summary;
  return rowWithId(window.rows, selectedId);
}

/** The event that is looked at. */
type Shown =
  | { readonly state: "nothing" }
  | { readonly state: "loading"; readonly id: EventId }
  /** `cleared`: it can be brought back. */
  | { readonly state: "failed"; readonly id: EventId; readonly message: string; readonly cleared: boolean }
  /** `version` grows when the event has gone on: bodies read before may be others by now. */
  | { readonly state: "ready"; readonly id: EventId; readonly detail: EventDetail; readonly version: number };

/** The whole of the selected event, kept up to date while it is looked at. */
interface SelectedEventState {
  readonly shown: Shown;
  readonly show: (id: EventId | null) => Promise<void>;
}

/** A detail that takes longer than this is announced; until then the one before stays, so that nothing flickers. */
const PATIENCE_MS = 150;

const NOTHING_TOLD = { run: undefined, tie: undefined };

export const selectedEventStore = defineStore<SelectedEventState>(({ bridge, set, get }) => {
  let wanted: EventId | null = null;
  let version = 0;
  let asked = 0;
  /** The last that was told of the run or the tie of the event that is wanted. */
  let told: { readonly run: RunSummary | undefined; readonly tie: TieSummary | undefined } = NOTHING_TOLD;

  bridge.on("journal.changed", (push) => {
    if (wanted !== null && (push.reset || amendedIds(push).includes(wanted))) void load(wanted);
  });

  // What becomes of a simulation is told apart from its row, and may come before a detail that is on its way.
  bridge.on("runs.changed", ({ runs, ties }) => {
    const run = runs.find(({ id }) => id === wanted);
    const tie = ties.find(({ deliveryId }) => deliveryId === wanted);
    if (run === undefined && tie === undefined) return;
    told = { run: run ?? told.run, tie: tie ?? told.tie };
    const { shown } = get();
    if (shown.state === "ready" && shown.id === wanted) set({ shown: { ...shown, detail: withTold(shown.detail) } });
  });

  function withTold(detail: EventDetail): EventDetail {
    const { run, tie } = told;
    if (detail.kind === "call" && run !== undefined) return { ...detail, summary: { ...detail.summary, run } };
    if (detail.kind === "delivery" && tie !== undefined) return { ...detail, summary: { ...detail.summary, tie } };
    return detail;
  }

  async function load(id: EventId): Promise<void> {
    const patience = setTimeout(() => {
      if (wanted === id && get().shown.state !== "nothing" && shownId() !== id)
        set({ shown: { state: "loading", id } });
    }, PATIENCE_MS);
    asked += 1;
    const mine = asked;
    const result = await settle(bridge.journal.detail({ id }));
    clearTimeout(patience);
    if (wanted !== id || mine !== asked) return;
    version += 1;
    set({
      shown: result.ok
        ? { state: "ready", id, detail: withTold(result.value), version }
        : { state: "failed", id, message: result.message, cleared: result.code === "event-cleared" },
    });
  }

  function shownId(): EventId | null {
    const { shown } = get();
    return shown.state === "nothing" ? null : shown.id;
  }

  return {
    shown: { state: "nothing" },
    async show(id) {
      if (id === wanted) return;
      wanted = id;
      told = NOTHING_TOLD;
      if (id === null) set({ shown: { state: "nothing" } });
      else await load(id);
    },
  };
});
