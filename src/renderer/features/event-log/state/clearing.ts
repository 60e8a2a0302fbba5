import { pluralText } from "../../../../shared/measures.ts";
import type { StoreContext } from "../../../core/store.ts";
import type { EventLogState } from "./event-log-state.ts";

type Needs = Pick<StoreContext<EventLogState>, "bridge" | "toasts" | "get" | "attempt">;

/** Clearing the log, and the two ways back: the last clear while its message is there, all of them until the end. */
export function clearing({ bridge, toasts, get, attempt }: Needs): Pick<EventLogState, "clear" | "bringBack"> {
  return {
    async clear() {
      const result = await attempt("clear the event log", bridge.journal.clear(null));
      if (!result.ok) return;
      get().select(null);
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
