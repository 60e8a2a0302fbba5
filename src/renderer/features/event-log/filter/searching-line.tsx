import { useEffect, useRef } from "react";
import { momentText, pluralText } from "../../../../shared/measures.ts";
import { announcementsStore } from "../../../core/announcements.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import styles from "./searching-line.module.css";

/** A search that is over sooner is not worth a word to those who listen. */
const WORTH_SAYING_MS = 2_000;

/** A search that takes its time says how far it has come; what it has found is shown meanwhile. */
export function SearchingLine() {
  const stores = useStores();
  const searching = useStore(eventLogStore, (state) => state.searching);
  const eventLog = stores.get(eventLogStore);
  useReadOut();
  if (searching === null) return null;
  return (
    <div className={styles.line}>
      {searching.stopped ? null : <Spinner size={14} />}
      <span>
        {searching.stopped
          ? `Stopped. Searched back to ${momentText(searching.at)}.`
          : `Searching. Back to ${momentText(searching.at)} so far.`}
      </span>
      {searching.stopped ? (
        <Button size="small" onClick={() => eventLog.goOnWithSearch()}>
          Search on
        </Button>
      ) : (
        <Button size="small" onClick={() => eventLog.stopSearch()}>
          Stop
        </Button>
      )}
    </div>
  );
}

/** What was sent and cannot be seen: the filter that hides it may be one of yesterday's. */
export function UnlistedLine() {
  const stores = useStores();
  const id = useStore(eventLogStore, ({ unlisted }) => (unlisted?.state === "hidden" ? unlisted.id : null));
  if (id === null) return null;
  return (
    <div className={styles.line} role="status">
      <span>What was sent last does not fit the filter.</span>
      <Button size="small" onClick={() => void stores.get(eventLogStore).show(id)}>
        Show it
      </Button>
    </div>
  );
}

/**
 * What is read out of a search: that it goes on, once it has for a while, and how it ended. What stands in between
 * changes more than once a second; read out, it would drown everything else.
 */
function useReadOut(): void {
  const stores = useStores();
  const going = useStore(eventLogStore, ({ searching }) => searching !== null && !searching.stopped);
  const { announce } = stores.get(announcementsStore);
  const begun = useRef(false);

  useEffect(() => {
    if (going) {
      const timer = setTimeout(() => {
        begun.current = true;
        announce("Searching older events");
      }, WORTH_SAYING_MS);
      return () => clearTimeout(timer);
    }
    if (!begun.current) return undefined;
    begun.current = false;
    const { searching, window } = stores.get(eventLogStore);
    const found = pluralText(window.rows.length, "event", "events");
    announce(
      searching === null
        ? `Search finished, ${found} listed`
        : `Search stopped, ${found} listed, searched back to ${momentText(searching.at)}`,
    );
    return undefined;
  }, [going, stores, announce]);
}
