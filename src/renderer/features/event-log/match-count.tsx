import { useEffect, useRef } from "react";
import { countText, pluralText } from "../../../shared/measures.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import styles from "./filter-bar.module.css";

/** How many events the filter has found; "+" where there are more than are held. Also read out, once a filter. */
export function MatchCount() {
  const store = useAppStore();
  const filter = useApp((state) => state.eventLog.filter);
  const count = useApp((state) => state.eventLog.window.rows.length);
  const more = useApp(({ eventLog }) => eventLog.window.moreBefore || eventLog.window.moreAfter);
  const ready = useApp(({ eventLog }) => eventLog.phase === "ready" && eventLog.searching?.stopped !== false);
  const told = useRef("");
  const words = `${more ? "At least " : ""}${pluralText(count, "event matches", "events match")}`;

  useEffect(() => {
    // What is still being searched is told of when it is over.
    if (!ready) told.current = "";
    if (!ready || told.current === filter) return;
    told.current = filter;
    if (filter !== "") store.getState().window.announce(count === 0 ? "Nothing matches the filter" : words);
  }, [store, ready, filter, count, words]);

  if (filter === "" || !ready) return null;
  return (
    <span className={styles.count} title={words} aria-hidden="true">
      {countText(count)}
      {more ? "+" : ""}
    </span>
  );
}
