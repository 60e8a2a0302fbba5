import { pluralText } from "../../../shared/measures.ts";
import type { SliceContext } from "../../app/slice.ts";
import type { EventLogSlice } from "./state.ts";

type Needs = Pick<SliceContext<EventLogSlice>, "bridge" | "toasts" | "set" | "attempt">;

/** Clearing the log, and the two ways back: the last clear while its message is there, all of them until the end. */
export function clearing({ bridge, toasts, set, attempt }: Needs): Pick<EventLogSlice, "clear" | "bringBack"> {
  return {
    async clear() {
      const result = await attempt("clear the event log", bridge.journal.clear(null));
      if (!result.ok) return;
      set({ selectedId: null });
      toasts.done(`Cleared ${pluralText(result.value.cleared, "event", "events")}`, () => {
        void attempt("bring the events back", bridge.journal.undoClear(null));
      });
    },
    async bringBack() {
      const result = await attempt("bring the cleared events back", bridge.journal.bringBackCleared(null));
      if (!result.ok) return;
      const { broughtBack } = result.value;
      toasts.done(
        broughtBack === 0
          ? "Nothing that was cleared is left to bring back"
          : `Brought back ${pluralText(broughtBack, "event", "events")}`,
      );
    },
  };
}
