import type { EventChoice, Output } from "../../../shared/contract.ts";
import { pluralText } from "../../../shared/measures.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { actionsStore } from "../actions/index.ts";
import { type EventLogState, eventLogStore, rowWithId } from "../event-log/index.ts";

/** Whether the filter hides some of the events that are selected: nobody removes or hands over what they do not see. */
export function hidesSelected({ filter, selectedIds, window }: EventLogState): boolean {
  return filter !== "" && selectedIds.length > 1 && selectedIds.some((id) => rowWithId(window.rows, id) === null);
}

type Counted = Output<"journal", "removal">;

export type Removal =
  | { readonly state: "closed" }
  | { readonly state: "counting"; readonly requestId: string }
  /** `failure`: why the last try did not succeed. */
  | {
      readonly state: "asking";
      readonly choice: EventChoice;
      readonly counted: Counted;
      readonly failure: string | null;
    }
  | { readonly state: "removing"; readonly counted: Counted };

interface RemovalState {
  readonly removal: Removal;
  /** Counts what would go, and asks. */
  readonly ask: (what: "selected" | "shown") => Promise<void>;
  readonly confirm: () => Promise<void>;
  /** Closes the question; not while events are being removed. */
  readonly close: () => void;
}

/** Removing events for good: first the count, then the question, then the act. */
export const removalStore = defineStore<RemovalState>(({ bridge, toasts, set, get, other }) => {
  const show = (removal: Removal) => set({ removal });

  function choice(what: "selected" | "shown"): EventChoice | null {
    const { selectedIds, filter, heard } = other(eventLogStore);
    if (what === "shown") return filter === "" ? null : { filter, through: heard };
    return selectedIds.length === 0 ? null : { ids: selectedIds };
  }

  let requests = 0;

  return {
    removal: { state: "closed" },
    async ask(what) {
      const chosen = choice(what);
      if (chosen === null || get().removal.state !== "closed") return;
      requests += 1;
      const counting: Removal = { state: "counting", requestId: `removal-${requests}` };
      show(counting);
      const counted = await settle(bridge.journal.removal({ choice: chosen, requestId: counting.requestId }));
      if (get().removal !== counting) return;
      toasts.outcome("count the events", counted);
      if (counted.ok) show({ state: "asking", choice: chosen, counted: counted.value, failure: null });
      else show({ state: "closed" });
    },
    async confirm() {
      const { removal } = get();
      if (removal.state !== "asking") return;
      show({ state: "removing", counted: removal.counted });
      const result = await settle(bridge.journal.remove(removal.choice));
      if (!result.ok) {
        show({ ...removal, failure: result.message });
        return;
      }
      other(eventLogStore).select(null);
      other(eventLogStore).forgetCleared();
      const { removed, setAside, forgotten } = result.value;
      // A filter is kept for the next start: this one names what is gone.
      const { filter, setFilter } = other(eventLogStore);
      if ("filter" in removal.choice || forgotten.some((text) => text !== "" && filter.includes(text)))
        await setFilter("");
      await other(actionsStore).forgetTexts(forgotten);
      show({ state: "closed" });
      const gone = `Removed ${pluralText(removed, "event", "events")} for good`;
      toasts.done(setAside.length > 0 ? gone : `${gone}: nothing of them is left in Linkdesk’s files`);
      if (setAside.length > 0)
        toasts.failed(
          "Damaged logs were not searched",
          `What was set aside earlier may hold the same data. Delete it in the data folder: ${setAside.join(", ")}.`,
        );
    },
    close() {
      const { removal } = get();
      if (removal.state === "removing") return;
      show({ state: "closed" });
      // A long log is not looked through any further for nobody.
      if (removal.state === "counting") void settle(bridge.journal.cancelSearch({ requestId: removal.requestId }));
    },
  };
});
