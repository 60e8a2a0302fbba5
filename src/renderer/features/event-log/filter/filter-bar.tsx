import { ListFilter, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { EventSummary } from "../../../../shared/events.ts";
import {
  completeFilter,
  isDayFirst,
  type KnownValues,
  parseFilter,
  withIsoMoments,
} from "../../../../shared/filter/index.ts";
import { countText, pluralText } from "../../../../shared/measures.ts";
import { announcementsStore } from "../../../core/announcements.ts";
import { whileWanted } from "../../../core/bridge.ts";
import { commandsStore, listed, useCommands } from "../../../core/commands.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { IconButton } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { CompleteInput } from "../../../ui/complete-input.tsx";
import { ColumnBar } from "../../../ui/layout.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import { rowWithId } from "../state/rows.ts";
import styles from "./filter-bar.module.css";
import { FilterProblem } from "./filter-problem.tsx";
import { SavedFilters } from "./saved-filters.tsx";

/** The search waits until typing rests for this long. */
const REST_MS = 200;
const STOPPED_MS = 900;
/** With more characters than this, the filter is not seen whole in the narrowest window. */
const LONG = 28;
const DAY_FIRST = isDayFirst();

export interface FilterBarProps {
  readonly profileNames: readonly string[];
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Told whether what stands in the field is not understood. */
  readonly onFaulty: (isFaulty: boolean) => void;
  /** Gives the keyboard to the rows. */
  readonly onLeave: () => void;
  /** What else can be done with the rows, in the same bar. */
  readonly children: ReactNode;
}

/** The log's bar with the filter being typed, which is applied when it is understood and typing has rested. */
export function FilterBar({ profileNames, inputRef, onFaulty, onLeave, children }: FilterBarProps) {
  const stores = useStores();
  const applied = useStore(eventLogStore, (state) => state.filter);
  const refusal = useStore(eventLogStore, (state) => (state.filter === "" ? null : state.problem));
  const searching = useStore(eventLogStore, (state) => state.phase === "loading");
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const problemId = useId();
  // It was changed elsewhere: by "Clear filter", or by choosing a saved one.
  if (seen !== applied) {
    setSeen(applied);
    setDraft(applied);
  }
  // In a form that says which day is meant: rows are searched elsewhere, where the system may write days otherwise.
  const meant = withIsoMoments(draft, DAY_FIRST);
  const parsed = useMemo(() => parseFilter(meant), [meant]);
  useEffect(() => onFaulty(!parsed.ok), [onFaulty, parsed]);

  const apply = useCallback(
    async (text: string): Promise<string> => {
      const filter = text.trim();
      // The draft stays as typed: a space at its end is where the next word begins.
      setSeen(filter);
      await stores.get(eventLogStore).setFilter(filter);
      return filter;
    },
    [stores],
  );

  useEffect(() => {
    if (!parsed.ok || meant.trim() === stores.get(eventLogStore).filter) return;
    const timer = setTimeout(() => void apply(meant), REST_MS);
    return () => clearTimeout(timer);
  }, [stores, parsed, meant, apply]);

  // Half a term is wrong as long as it is being typed: what is wrong with it is said when typing has stopped.
  const [stopped, setStopped] = useState(true);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each change of the draft starts the wait anew
  useEffect(() => {
    setStopped(false);
    const timer = setTimeout(() => setStopped(true), STOPPED_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  // What the filter in force hides is not among the rows, but may be what is asked for next.
  const [hidden, setHidden] = useState<readonly EventSummary[]>([]);
  const isUnfinished = !parsed.ok && parsed.errors[0].unfinished === true;
  useEffect(() => {
    if (!isUnfinished || applied === "") return;
    return whileWanted(stores.get(eventLogStore).newestOfAll(), setHidden);
  }, [stores, isUnfinished, applied]);

  /** The newest that was found, unless one of them is selected already: one that the filter hides leads nowhere. */
  function chooseFound(wanted: string) {
    const { filter, window, selectedId, select } = stores.get(eventLogStore);
    const newest = window.rows.at(-1);
    if (filter === wanted && newest !== undefined && rowWithId(window.rows, selectedId) === null) select(newest.id);
  }

  /** As if somebody had deleted it, so that the field's own undoing brings it back. */
  function clear() {
    focus();
    document.execCommand("delete");
    void apply("");
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape") {
      if (draft === "") onLeave();
      else clear();
      event.preventDefault();
    }
    // Nothing is on offer there: down to what was found.
    if (event.key === "ArrowDown" && parsed.ok) {
      event.preventDefault();
      onLeave();
      setDraft(meant);
      void apply(meant).then(chooseFound);
    }
    if (event.key === "Enter") {
      setStopped(true);
      if (!parsed.ok) return;
      onLeave();
      // Keys go on from what is selected: never from an event that is not in sight.
      setDraft(meant);
      void apply(meant).then((wanted) => (wanted === "" ? undefined : chooseFound(wanted)));
    }
  }

  function focus() {
    inputRef.current?.focus();
    inputRef.current?.select();
  }
  useCommands([
    {
      id: "filter-events",
      title: "Filter events",
      group: "Event log",
      keys: "mod+f",
      keywords: "search find",
      run: focus,
    },
    {
      id: "filter-reference",
      title: "Filter by a reference",
      group: "Event log",
      keywords: "search find customer",
      run() {
        focus();
        // As if somebody had typed it: references are offered, and the field's own undoing brings the filter before
        // back.
        const typed = draft.trim();
        const isReference = stores.get(eventLogStore).window.rows.some((row) => referencesOf(row).includes(typed));
        // Who has typed a reference means that one. Else what the filter shows is not all that there is to choose from.
        document.execCommand("insertText", false, `ref:=${isReference ? typed : ""}`);
        if (!isReference) void apply("");
      },
    },
    { id: "filter-events-slash", title: "Filter events", group: "Event log", keys: "/", run: focus },
    listed({ id: "filter-clear", title: "Clear the filter, from its field", group: "Event log", keys: "escape" }),
  ]);

  useEffect(
    () =>
      stores.get(commandsStore).takeTyped((text) => {
        const { selectedIds, allSelected } = stores.get(eventLogStore);
        const input = inputRef.current;
        const before = input?.value ?? "";
        input?.focus();
        // After Ctrl+A it takes the place of the filter, as it would in the field, whose own undoing brings that back.
        const isAnew = selectedIds === allSelected;
        input?.setSelectionRange(isAnew ? 0 : before.length, before.length);
        document.execCommand("insertText", false, isAnew || /(^|\s)$/.test(before) ? text : ` ${text}`);
      }),
    [stores, inputRef],
  );

  const problem = parsed.ok || !stopped ? null : parsed.errors[0];
  return (
    <>
      <ColumnBar label="Event log tools">
        <CompleteInput
          label="Filter events"
          placeholder="Filter, for example status:5xx"
          value={draft}
          // As soon as it is a day for certain: after a space no year follows.
          onValueChange={(text) => setDraft(withIsoMoments(text, DAY_FIRST, !text.endsWith(" ")))}
          complete={(text, cursor) =>
            // Asked for only while its list is open: a flood of rows would have it made anew with each batch.
            completeFilter(
              text,
              cursor,
              knownValues(profileNames, [...hidden, ...stores.get(eventLogStore).window.rows]),
            )
          }
          inputRef={inputRef}
          invalid={(problem !== null && problem.unfinished !== true) || refusal !== null}
          describedBy={problemId}
          onKeyDown={onKeyDown}
          className={classes("flex-1", draft.length > LONG && styles.long)}
          before={
            searching ? (
              <span className={styles.searching}>
                <Spinner size={14} />
              </span>
            ) : (
              <ListFilter size={14} aria-hidden="true" />
            )
          }
          after={
            <>
              {meant.trim() === applied ? <MatchCount /> : null}
              {draft === "" ? null : <IconButton label="Clear filter" icon={<X />} size="small" onClick={clear} />}
            </>
          }
        />
        {/* Close together: the room is the filter’s. */}
        <span className="inline-flex flex-none items-center gap-0.5">
          <SavedFilters
            filter={parsed.ok ? meant.trim() : ""}
            onChoose={(filter) => {
              setDraft(filter);
              void apply(filter);
            }}
          />
          {children}
        </span>
      </ColumnBar>
      <FilterProblem
        id={problemId}
        problem={problem ?? refusal}
        draft={meant}
        stillShown={problem === null || meant.trim() === applied ? null : applied}
        onInstead={(filter) => {
          setDraft(filter);
          void apply(filter);
        }}
        onShow={({ start, end }) => {
          flushSync(() => setDraft(meant));
          inputRef.current?.focus();
          inputRef.current?.setSelectionRange(start, end);
        }}
      />
    </>
  );
}

/** What the filter's completion offers beside its own words: the profiles there are, what is in sight. */
function knownValues(profile: readonly string[], rows: readonly EventSummary[]): KnownValues {
  const distinct = (values: readonly string[]) => [...new Set(values)].sort();
  const newest = rows.slice(-200);
  return {
    profile,
    currency: distinct(newest.flatMap((event) => (event.kind === "notice" ? [] : (event.facts.currency ?? [])))),
    tag: distinct(rows.flatMap(({ tags }) => tags ?? [])),
    ref: distinct(newest.flatMap(referencesOf)),
  };
}

function referencesOf(event: EventSummary): readonly string[] {
  if (event.kind === "notice") return [];
  const { userReference, from, to } = event.facts;
  return [userReference, from, to].flatMap((text) => (text === undefined || text === "" ? [] : [text]));
}

/** How many events the filter has found; "+" where there are more than are held. Also read out, once a filter. */
function MatchCount() {
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
    <span
      className={classes(styles.count, "flex-none pl-2 border-l border-line text-muted type-data-small")}
      title={words}
      aria-hidden="true"
    >
      {countText(count)}
      {more ? "+" : ""}
    </span>
  );
}
