import { useEffect, useRef } from "react";
import { useStore, useStores, useToasts } from "../../../core/environment.ts";
import type { EventLogState } from "./event-log-state.ts";
import { eventLogStore } from "./event-log-store.ts";
import { rowWithId } from "./rows.ts";

type Log = Pick<
  EventLogState,
  "filter" | "selectedId" | "selectedIds" | "window" | "phase" | "paused" | "frozenAt" | "unlisted" | "hiddenId"
>;

/**
 * Whether the filter hides the one event that is selected. What lies beyond the rows that are held may be listed there:
 * it is hidden only where that was found out.
 */
export function isSelectedHidden(log: Log): boolean {
  const { filter, selectedId: id, selectedIds, window, paused, frozenAt, unlisted, hiddenId } = log;
  if (filter === "" || id === null || selectedIds.length > 1 || rowWithId(window.rows, id) !== null) return false;
  const [first, last] = [window.rows[0]?.id, window.rows.at(-1)?.id];
  if (first === undefined || last === undefined) return log.phase === "ready";
  if (id < first && window.moreBefore) return hiddenId === id;
  if (id < last) return true;
  // Whether the filter lets in what was just sent is not known yet; and a log that is paused shows nothing new.
  const isNew = paused ? id > frozenAt : unlisted?.id === id && unlisted.state !== "hidden";
  return !window.moreAfter && !isNew;
}

/**
 * What a command on the selected event does while the filter hides that: it says so, with the way to see it. Null while
 * it is listed, or nothing is selected.
 */
export function useHiddenSelection(): (() => void) | null {
  const stores = useStores();
  const toasts = useToasts();
  const isHidden = useStore(eventLogStore, isSelectedHidden);
  const putAway = useRef<() => void>(null);
  useEffect(() => {
    // In sight again, what was said holds no longer.
    if (!isHidden) putAway.current?.();
  }, [isHidden]);
  if (!isHidden) return null;
  return () => {
    putAway.current = toasts.offer(
      "Nothing was done: the filter hides the selected event",
      { label: "Clear filter", run: () => void stores.get(eventLogStore).setFilter("") },
      "odd",
    );
  };
}
