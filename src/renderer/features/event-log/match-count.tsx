import { useEffect, useRef } from "react";
import { countText, pluralText } from "../../../shared/measures.ts";
import { announcementsStore } from "../../core/announcements.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { eventLogStore } from "./event-log-store.ts";
import styles from "./filter-bar.module.css";

/** How many events the filter has found; "+" where there are more than are held. Also read out, once a filter. */
export function MatchCount() {
  const stores = useStores();
  const filter = useStore(eventLogStore, (state) => state.filter);
  const count = useStore(eventLogStore, (state) => state.window.rows.length);
  const more = useStore(eventLogStore, (eventLog) => eventLog.window.moreBefore || eventLog.window.moreAfter);
  const ready = useStore(
    eventLogStore,
    (eventLog) => eventLog.phase === "ready" && eventLog.searching?.stopped !== false,
  );
  const told = useRef("");
  const words = `${more ? "At least " : ""}${pluralText(count, "event matches", "events match")}`;

  useEffect(() => {
    // What is still being searched is told of when it is over.
    if (!ready) told.current = "";
    if (!ready || told.current === filter) return;
    told.current = filter;
    if (filter !== "") stores.get(announcementsStore).announce(count === 0 ? "Nothing matches the filter" : words);
  }, [stores, ready, filter, count, words]);

  if (filter === "" || !ready) return null;
  return (
    <span className={styles.count} title={words} aria-hidden="true">
      {countText(count)}
      {more ? "+" : ""}
    </span>
  );
}
