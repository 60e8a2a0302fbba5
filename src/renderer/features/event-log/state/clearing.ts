import { pluralText } from "../../../../shared/measures.ts";
import type { StoreContext } from "../../../core/store.ts";
import type { EventLogState } from "./event-log-state.ts";

type Needs = Pick<StoreContext<EventLogState>, "bridge" | "toasts" | "get" | "set" | "tryTo">;

/**
 * Clearing the log, and the ways back: the last clear by its message or by key while that is there, all of them until
 * the end.
 */
export function clearing({
  bridge,
  toasts,
  get,
  set,
  tryTo,
}: Needs): Pick<EventLogState, "clear" | "undoClear" | "bringBack"> {
  return {
    undoClear: null,
    async clear(what) {
      const filter = what === "all" ? "" : get().filter;
      const result = await tryTo("clear the event log", bridge.journal.clear({ filter }));
      if (!result.ok) return;
      get().select(null);
      let close: () => void = () => undefined;
      const undo = () => {
        // Used up by whichever way: the message must not offer it a second time.
        if (get().undoClear === undo) set({ undoClear: null });
        close();
        void tryTo("bring the events back", bridge.journal.undoClear(null));
      };
      set({ undoClear: undo });
      close = toasts.done(`Cleared ${pluralText(result.value.cleared, "event", "events")}`, undo, () => {
        if (get().undoClear === undo) set({ undoClear: null });
      });
    },
    async bringBack() {
      const result = await tryTo("bring the cleared events back", bridge.journal.bringBackCleared(null));
      if (!result.ok) return;
      set({ undoClear: null });
      const { broughtBack } = result.value;
      toasts.done(
        broughtBack === 0
          ? "Nothing that was cleared is left to bring back"
          : `Brought back ${pluralText(broughtBack, "event", "events")}`,
      );
    },
  };
}
