import { pluralText } from "../../../../shared/measures.ts";
import { settle } from "../../../core/bridge.ts";
import type { StoreContext } from "../../../core/store.ts";
import { UNDO } from "../../../core/toasts.ts";
import type { EventLogState } from "./event-log-state.ts";

type Needs = Pick<StoreContext<EventLogState>, "bridge" | "toasts" | "get" | "set" | "tryTo">;

type Clearing = Pick<
  EventLogState,
  "clear" | "clearing" | "stopClearing" | "undoClear" | "undoOffered" | "bringBack" | "forgetCleared" | "deselectGone"
>;

/** Clearing the log, and the ways back: the last clear by its message or by key, all of them until the end. */
export function clearing({ bridge, toasts, get, set, tryTo }: Needs): Clearing {
  const forgetCleared = () => set({ undoClear: null, undoOffered: false });
  async function deselectGone() {
    const { selectedIds, selectedId } = get();
    const isThere =
      selectedId !== null &&
      selectedIds.length === 1 &&
      selectedIds[0] === selectedId &&
      (await settle(bridge.journal.detail({ id: selectedId }))).ok;
    // What was selected meanwhile is not meant.
    if (!isThere && get().selectedIds === selectedIds) get().select(null);
  }
  let requests = 0;
  let stop: () => void = () => undefined;
  bridge.on("journal.clearing", (progress) => {
    if (get().clearing !== null) set({ clearing: progress });
  });
  return {
    clearing: null,
    undoClear: null,
    undoOffered: false,
    forgetCleared,
    deselectGone,
    async clear(what) {
      if (get().clearing !== null) return;
      const filter = what === "all" ? "" : get().filter;
      requests += 1;
      const requestId = `clear-${requests}`;
      stop = () => void settle(bridge.journal.cancelSearch({ requestId }));
      set({ clearing: { cleared: 0, searchedTo: null } });
      const result = await tryTo("clear the event log", bridge.journal.clear({ filter, requestId }));
      set({ clearing: null });
      if (!result.ok) return;
      const before = get().selectedIds;
      await deselectGone();
      let close: () => void = () => undefined;
      const undo = () => {
        // It would take back what is being cleared.
        if (get().clearing !== null) return;
        // Used up by whichever way: the message must not offer it a second time.
        if (get().undoClear === undo) forgetCleared();
        close();
        void tryTo("bring the events back", bridge.journal.undoClear(null)).then(({ ok }) => {
          // Unless something else has been selected since.
          if (ok && get().selectedIds.length === 0) for (const id of before) get().select(id, "toggle");
        });
      };
      set({ undoClear: undo, undoOffered: true });
      const words = `Cleared ${pluralText(result.value.cleared, "event", "events")}`;
      close = toasts.offer(result.value.stopped ? `Stopped. ${words}` : words, {
        label: UNDO,
        run: undo,
        gone() {
          if (get().undoClear === undo) set({ undoOffered: false });
        },
      });
    },
    stopClearing: () => stop(),
    async bringBack() {
      const result = await tryTo("bring the cleared events back", bridge.journal.bringBackCleared(null));
      if (!result.ok) return;
      forgetCleared();
      const { broughtBack } = result.value;
      toasts.done(
        broughtBack === 0
          ? "Nothing that was cleared is left to bring back"
          : `Brought back ${pluralText(broughtBack, "event", "events")}`,
      );
    },
  };
}
