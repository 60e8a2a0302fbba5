import { useEffect, useRef } from "react";
import { askedTime } from "../../../../shared/filter/index.ts";
import { momentText, pluralText } from "../../../../shared/measures.ts";
import { announcementsStore } from "../../../core/announcements.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import styles from "./searching-line.module.css";

/** A search that is over sooner is not worth a word to those who listen. */
const WORTH_SAYING_MS = 2_000;

/** A search or a clear that takes its time says how far it has come. What a search has found is shown meanwhile. */
export function SearchingLine() {
  const stores = useStores();
  const searching = useStore(eventLogStore, (state) => state.searching);
  const clearing = useStore(eventLogStore, (state) => state.clearing);
  const eventLog = stores.get(eventLogStore);
  useReadOut();
  useSaidOnceLong(clearing !== null, "Clearing events");
  if (clearing !== null && clearing.searchedTo !== null)
    return (
      <div className={styles.line}>
        <Spinner size={14} />
        <span>
          Clearing. {pluralText(clearing.cleared, "event", "events")} so far, back to {momentText(clearing.searchedTo)}.
        </span>
        <Button size="small" onClick={() => eventLog.stopClearing()}>
          Stop
        </Button>
      </div>
    );
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

/** A time that is only words hides its events, and shows others that have the words. */
export function TimeLine() {
  const stores = useStores();
  const filter = useStore(eventLogStore, (state) => (state.window.rows.length === 0 ? "" : state.filter));
  const asked = askedTime(filter);
  if (asked === null) return null;
  return (
    <div className={styles.line} role="status">
      <span>{asked.searched}</span>
      <Button size="small" onClick={() => void stores.get(eventLogStore).setFilter(asked.filter)}>
        {asked.press}
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
  const begun = useSaidOnceLong(going, "Searching older events");

  useEffect(() => {
    if (going || !begun.current) return undefined;
    begun.current = false;
    const { searching, window } = stores.get(eventLogStore);
    const found = pluralText(window.rows.length, "event", "events");
    announce(
      searching === null
        ? `Search finished, ${found} listed`
        : `Search stopped, ${found} listed, searched back to ${momentText(searching.at)}`,
    );
    return undefined;
  }, [going, stores, announce, begun]);
}

/** @returns whether it was said; who says how it ended takes that back */
function useSaidOnceLong(going: boolean, words: string): React.RefObject<boolean> {
  const { announce } = useStores().get(announcementsStore);
  const said = useRef(false);
  useEffect(() => {
    if (!going) return undefined;
    const timer = setTimeout(() => {
      said.current = true;
      announce(words);
    }, WORTH_SAYING_MS);
    return () => clearTimeout(timer);
  }, [going, words, announce]);
  return said;
}
