import { useEffect, useState } from "react";
import { countText } from "../../../shared/measures.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { useBridge, useStore } from "../../core/environment.ts";
import { eventLogStore } from "../event-log/index.ts";
import { notSelectedWords } from "./removal-store.ts";

/** What is said of events that are not loaded and so not selected; of the whole log with how many there are. */
export function useNotSelected(): string | null {
  const bridge = useBridge();
  const words = useStore(eventLogStore, notSelectedWords);
  const selected = useStore(eventLogStore, ({ selectedIds }) => selectedIds.length);
  const isCounted = useStore(eventLogStore, ({ filter }) => filter === "") && words !== null;
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    setTotal(null);
    if (!isCounted) return;
    return whileWanted(settle(bridge.journal.stats(null)), (stats) => setTotal(stats.ok ? stats.value.events : null));
  }, [bridge, isCounted]);
  return !isCounted || total === null
    ? words
    : `Only loaded events are selected: ${countText(selected)} of ${countText(total)} in the log.`;
}
