import { CircleAlert, Inbox, Pause, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { askedAmount, askedPlace, askedReference, askedTime, isOver, namedDays } from "../../../shared/filter/index.ts";
import { pluralText, shortClockText, weekdayText } from "../../../shared/measures.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { commandsStore } from "../../core/commands.ts";
import { useBridge, useLog, useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "./state/event-log-store.ts";

/** Why there is no row, and what to do: nothing has happened, the view is paused, or nothing matches. */
export function LogEmpty({
  listenerUrl,
  isFaulty,
}: {
  readonly listenerUrl: string | null;
  /** What stands in the filter's field is not understood: what is offered for the filter before it would replace that. */
  readonly isFaulty: boolean;
}) {
  const stores = useStores();
  const paused = useStore(eventLogStore, (state) => state.paused);
  const filter = useStore(eventLogStore, (state) => state.filter);
  const stopped = useStore(eventLogStore, (state) => state.searching !== null);
  const undoClear = useStore(eventLogStore, (state) => state.undoClear);
  const log = useLog();
  const asWord = useAsWord(filter);
  const begins = useLaterBeginning(filter);
  const inWords = askedTime(filter) ?? askedAmount(filter);
  const eventLog = stores.get(eventLogStore);
  if (paused) return <PausedEmpty />;
  if (filter !== "")
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={stopped ? "No match so far" : "No event matches"}
        actions={
          <>
            {asWord === null || isFaulty ? null : (
              <Button onClick={() => void eventLog.setFilter(asWord.filter)}>{asWord.press}</Button>
            )}
            {inWords === null || isFaulty ? null : (
              <Button onClick={() => void eventLog.setFilter(inWords.filter)}>{inWords.press}</Button>
            )}
            <Button onClick={() => void eventLog.setFilter("")}>Clear filter</Button>
          </>
        }
      >
        {stopped ? "Of what was searched, nothing fits" : `Nothing in the ${log === "opened" ? "file" : "log"} fits`}{" "}
        <OpaqueText as="code" text={filter} limit={200} />.
        {[
          ...(log === "opened" || isOver(filter) ? [] : ["What arrives and fits is shown here."]),
          ...namedDays(filter),
          ...(begins === null ? [] : [`The ${log === "opened" ? "file" : "log"} begins only on ${begins}.`]),
          ...(inWords === null ? [] : [inWords.searched]),
        ].map((sentence) => ` ${sentence}`)}
        {asWord === null ? null : (
          <>
            {asWord.place === null ? (
              " As a word it"
            ) : (
              <OpaqueText text={` There is no field “${asWord.place}”. Its value`} limit={200} />
            )}
            {` stands in ${asWord.words}.`}
          </>
        )}
      </EmptyState>
    );
  if (log === "opened")
    return (
      <EmptyState icon={<Inbox size={20} />} title="No events">
        The file is sound, and there is no event in it.
      </EmptyState>
    );
  if (undoClear !== null)
    return (
      <EmptyState
        icon={<Inbox size={20} />}
        title="The log was cleared"
        actions={<Button onClick={undoClear}>Bring it back</Button>}
      >
        What was cleared can be brought back until Linkdesk ends. What arrives now is shown here.
      </EmptyState>
    );
  return <NothingYet url={listenerUrl} />;
}

interface AsWord {
  /** Where in a body the value was looked for; null for a reference. */
  readonly place: string | null;
  readonly filter: string;
  readonly words: string;
  readonly press: string;
}

/**
 * A reference that no event has may stand in bodies all the same: where a name is not read as one, and in a text. So may
 * the value of a place that is written as if it were a field.
 */
function useAsWord(filter: string): AsWord | null {
  const stores = useStores();
  const [counted, setCounted] = useState<AsWord & { readonly asked: string }>();
  useEffect(() => {
    const place = askedPlace(filter);
    const asked = askedReference(filter) ?? place;
    if (asked === null || asked.word === null) return;
    const withWord = asked.withTerm(asked.word);
    return whileWanted(stores.get(eventLogStore).countOf(withWord), (found) => {
      if (found === null || found.count === 0) return;
      const words = `${found.isAll ? "" : "at least "}${pluralText(found.count, "event", "events")}`;
      const isPlace = asked === place;
      setCounted({
        asked: filter,
        place: isPlace ? place.place : null,
        filter: withWord,
        words,
        press: isPlace ? "Search for the value" : "Search for the word",
      });
    });
  }, [stores, filter]);
  return counted?.asked === filter ? counted : null;
}

/** When the log begins, where all that is asked for was before that: of then nothing is known. */
function useLaterBeginning(filter: string): string | null {
  const bridge = useBridge();
  const [told, setTold] = useState<{ readonly asked: string; readonly begins: string }>();
  useEffect(() => {
    if (!isOver(filter)) return;
    return whileWanted(settle(bridge.journal.stats(null)), (stats) => {
      const oldest = stats.ok ? stats.value.oldest : null;
      if (oldest === null || !isOver(filter, new Date(oldest / 1_000))) return;
      setTold({ asked: filter, begins: `${weekdayText(oldest)}, ${shortClockText(oldest)}` });
    });
  }, [bridge, filter]);
  return told?.asked === filter ? told.begins : null;
}

function NothingYet({ url }: { readonly url: string | null }) {
  const stores = useStores();
  return (
    <EmptyState
      icon={<Inbox size={20} />}
      title="Nothing yet"
      actions={<Button onClick={() => stores.get(commandsStore).run("focus-credit")}>Go to Credit</Button>}
    >
      Press <b>Simulate credit</b> on the left: the call and its webhook appear here.
      {url === null ? null : (
        <>
          {" "}
          Anything sent to <code>{url}</code> appears too.
        </>
      )}
    </EmptyState>
  );
}

function PausedEmpty() {
  const stores = useStores();
  const count = useStore(eventLogStore, (state) => state.unseen.count);
  return (
    <EmptyState
      icon={<Pause size={20} />}
      title="Paused"
      actions={<Button onClick={() => void stores.get(eventLogStore).resume()}>Resume</Button>}
    >
      {count === 0
        ? "Nothing has arrived since. Events go on being recorded; they are shown when you resume."
        : `${pluralText(count, "event has", "events have")} arrived since, all recorded. Resume to see them.`}
    </EmptyState>
  );
}

/** Why there are no rows to be shown, and what to do: a filter that was refused says nothing against the log. */
export function LogFailed({ code, message }: { readonly code: string; readonly message: string }) {
  const { retry, setFilter } = useStores().get(eventLogStore);
  const isFilter = code === "filter-invalid";
  return (
    <EmptyState
      icon={<CircleAlert size={20} />}
      title={isFilter ? "The filter is not understood" : "The log could not be read"}
      actions={
        isFilter ? (
          <Button onClick={() => void setFilter("")}>Clear filter</Button>
        ) : (
          <Button onClick={() => void retry()}>Try again</Button>
        )
      }
    >
      <OpaqueText text={message} />
    </EmptyState>
  );
}
