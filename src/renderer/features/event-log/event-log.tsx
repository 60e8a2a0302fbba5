import { ArrowDown, Eraser, Pause, Play, Trash2, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { countText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Units } from "../../../shared/text/amount-text.ts";
import { settle } from "../../core/bridge.ts";
import { commandsStore, useCommands } from "../../core/commands.ts";
import { OwnOnly, useBridge, useStore, useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Failure } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Busy, Hidden } from "../../ui/layout.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ExportButton } from "../evidence/index.ts";
import styles from "./event-log.module.css";
import { FilterBar } from "./filter/filter-bar.tsx";
import { GoToTime } from "./filter/go-to-time.tsx";
import { SearchingLine, TimeLine, UnlistedLine } from "./filter/searching-line.tsx";
import { LogList } from "./list/log-list.tsx";
import { LogEmpty, LogFailed } from "./log-empty.tsx";
import { eventLogStore } from "./state/event-log-store.ts";

/** Below this many events a second a number would only flicker. */
const RATE_WORTH_SHOWING = 10;

export interface EventLogProps {
  /** The events that a line ties to the selected one. */
  readonly runEvents: readonly EventId[];
  /** Where webhooks come in; null while nothing listens. */
  readonly listenerUrl: string | null;
  /** The profiles there are, for the filter's completion. */
  readonly profileNames: readonly string[];
  readonly unitsOf: Units;
}

/** The middle column: everything that happened, newest last. */
export function EventLog({ runEvents, listenerUrl, profileNames, unitsOf }: EventLogProps) {
  const list = useRef<HTMLDivElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [isFaulty, setFaulty] = useState(false);
  useCommands([
    {
      id: "focus-log",
      title: "Go to the event log",
      group: "Event log",
      keys: "mod+e",
      keywords: "rows list",
      run: () => (list.current ?? filter.current)?.focus(),
    },
  ]);
  return (
    <div className={styles.log}>
      <FilterBar
        profileNames={profileNames}
        inputRef={filter}
        onFaulty={setFaulty}
        onLeave={() => list.current?.focus()}
      >
        <IndexLag />
        <Rate />
        <GoToTime onGone={() => list.current?.focus()} />
        <OwnOnly>
          <PauseButton />
        </OwnOnly>
        <ExportShown />
        <OwnOnly>
          <ClearButton />
        </OwnOnly>
      </FilterBar>
      <NotRecording />
      <SearchingLine />
      <UnlistedLine />
      {isFaulty ? null : <TimeLine />}
      <Body listRef={list} runEvents={runEvents} listenerUrl={listenerUrl} unitsOf={unitsOf} isFaulty={isFaulty} />
    </div>
  );
}

function Body({
  listRef,
  runEvents,
  listenerUrl,
  unitsOf,
  isFaulty,
}: Omit<EventLogProps, "profileNames"> & {
  readonly listRef: React.RefObject<HTMLDivElement | null>;
  readonly isFaulty: boolean;
}) {
  const phase = useStore(eventLogStore, (state) => state.phase);
  const problem = useStore(eventLogStore, (state) => state.problem);
  const empty = useStore(eventLogStore, (state) => state.window.rows.length === 0);
  if (phase === "failed" && problem !== null) return <LogFailed {...problem} />;
  if (empty && phase === "loading") return <Busy centred>Reading the log</Busy>;
  return (
    <>
      {empty ? (
        <LogEmpty listenerUrl={listenerUrl} isFaulty={isFaulty} />
      ) : (
        <LogList ref={listRef} runEvents={runEvents} unitsOf={unitsOf} />
      )}
      {empty ? null : <Pill />}
    </>
  );
}

/** What waits below: said only when there is something, and always truly. */
function Pill() {
  const stores = useStores();
  const eventLog = stores.get(eventLogStore);
  const paused = useStore(eventLogStore, (state) => state.paused);
  const following = useStore(eventLogStore, (state) => state.following);
  const unseen = useStore(eventLogStore, (state) => state.unseen);
  const filtered = useStore(eventLogStore, (state) => state.filter !== "");
  const moreAfter = useStore(eventLogStore, (state) => state.window.moreAfter);
  if (paused)
    return (
      <div className={styles.pill} role="status">
        <span className="pl-2 text-secondary type-small-strong whitespace-nowrap">
          Paused
          {unseen.count === 0 ? "" : ` · ${countText(unseen.count)} ${filtered ? "arrived, matching or not" : "new"}`}
        </span>
        <Button size="small" variant="primary" icon={<Play />} onClick={() => void eventLog.resume()}>
          Resume
        </Button>
      </div>
    );
  if (following || (unseen.count === 0 && !moreAfter)) return null;
  const words = unseen.count === 0 ? "To the newest" : `${countText(unseen.count)}${unseen.more ? "+" : ""} new`;
  return (
    <div className={styles.pill}>
      <Button size="small" variant="primary" icon={<ArrowDown />} onClick={() => void eventLog.follow()}>
        {words}
      </Button>
      <Hidden>
        <span role="status">{pluralText(unseen.count, "new event", "new events")}</span>
      </Hidden>
    </div>
  );
}

/** Nothing weighs more than that events are lost. */
function NotRecording() {
  const problem = useStore(eventLogStore, (state) => state.status.problem);
  if (problem === null) return null;
  return (
    <div className="py-2 px-3 border-b border-line">
      <Failure title="Events are not being recorded" text={problem.sentence} />
    </div>
  );
}

/** Said while somebody searches: what is not indexed yet is found too, but more slowly. */
function IndexLag() {
  const lag = useStore(eventLogStore, (state) => (state.filter === "" ? 0 : state.status.indexLag));
  if (lag === 0) return null;
  return (
    <Chip data title="Events that are not in the search index yet; they are found too, only more slowly">
      indexing {countText(lag)}
    </Chip>
  );
}

function Rate() {
  const rate = useStore(eventLogStore, (state) => state.rate);
  if (rate < RATE_WORTH_SHOWING) return null;
  return (
    <Chip data tone="accent" title="Events arriving, over the last two seconds">
      {countText(Math.round(rate))}/s
    </Chip>
  );
}

function PauseButton() {
  const stores = useStores();
  const paused = useStore(eventLogStore, (state) => state.paused);
  function toggle() {
    const eventLog = stores.get(eventLogStore);
    if (eventLog.paused) void eventLog.resume();
    else eventLog.pause();
  }
  const label = paused ? "Resume event log" : "Pause event log";
  useCommands([{ id: "pause-log", title: label, group: "Event log", keys: "mod+shift+p", run: toggle }]);
  return (
    <IconButton
      tip
      keys="mod+shift+p"
      label={label}
      icon={paused ? <Play /> : <Pause />}
      pressed={paused}
      onClick={toggle}
    />
  );
}

function ExportShown() {
  const filter = useStore(eventLogStore, (state) => state.filter);
  const label = filter === "" ? "Export the event log…" : "Export what the filter shows…";
  return <ExportButton command="export-shown" group="Event log" label={label} scope={{ of: "filter", filter }} />;
}

/** Further words by which the palette finds the command that clears the log. */
const CLEARING = "empty delete remove customer";

/** Says what it clears before it does: what the filter shows, or the whole log. */
function ClearButton() {
  const stores = useStores();
  const filtered = useStore(eventLogStore, (state) => state.filter !== "");
  const shown = useStore(eventLogStore, ({ window }) =>
    window.moreBefore || window.moreAfter ? null : window.rows.length,
  );
  const undo = useStore(eventLogStore, (state) => state.undoClear);
  const offered = useStore(eventLogStore, (state) => state.undoOffered);
  const clear = (what: "all" | "shown") => void stores.get(eventLogStore).clear(what);
  const titles = {
    shown: shown === null ? "Clear all that the filter shows" : `Clear the ${countText(shown)} shown`,
    all: "Clear the whole event log",
  };
  useCommands([
    {
      id: "clear-log",
      title: filtered ? titles.all : "Clear event log",
      group: "Event log",
      keywords: CLEARING,
      run: () => clear("all"),
    },
    filtered && {
      id: "clear-shown",
      title: titles.shown,
      group: "Event log",
      keywords: `${CLEARING} filter`,
      run: () => clear("shown"),
    },
    // Only as long as it can be undone; once its message has gone, this key belongs to a field that is typed into.
    undo !== null && {
      id: "undo-clear",
      title: "Undo clearing",
      group: "Event log",
      keys: "mod+z",
      leftToFields: !offered,
      run: undo,
    },
    {
      id: "bring-back",
      title: "Bring back cleared events",
      group: "Event log",
      keywords: "undo clear restore",
      run: () => void stores.get(eventLogStore).bringBack(),
    },
  ]);
  return <ClearMenu titles={titles} filtered={filtered} onClear={clear} />;
}

/** The same press does the same with and without a filter: one that cleared at once would be taken to ask. */
function ClearMenu({
  titles,
  filtered,
  onClear,
}: {
  readonly titles: { readonly shown: string; readonly all: string };
  readonly filtered: boolean;
  readonly onClear: (what: "all" | "shown") => void;
}) {
  const bridge = useBridge();
  const stores = useStores();
  const [count, setCount] = useState<{ readonly events: number; readonly cleared: number } | null>(null);

  /** How much the whole log is, asked for when it is about to be said. */
  async function ask() {
    const stats = await settle(bridge.journal.stats(null));
    setCount(stats.ok ? stats.value : null);
  }

  return (
    <Menu
      align="end"
      onOpenChange={(open) => {
        if (open) void ask();
      }}
      trigger={<IconButton tip label="Clear event log" icon={<Trash2 />} />}
    >
      {filtered ? (
        <MenuItem icon={<Eraser />} onSelect={() => onClear("shown")}>
          {titles.shown}
        </MenuItem>
      ) : null}
      {/* Alone and without an icon it would be taken for the button's tooltip. */}
      <MenuItem icon={<Eraser />} disabled={count?.events === 0} onSelect={() => onClear("all")}>
        {count === null ? titles.all : `${titles.all}, ${pluralText(count.events, "event", "events")}`}
      </MenuItem>
      {count !== null && count.cleared > 0 ? (
        <MenuItem icon={<Undo2 />} onSelect={() => void stores.get(eventLogStore).bringBack()}>
          Bring back {pluralText(count.cleared, "cleared event", "cleared events")}
        </MenuItem>
      ) : null}
      {filtered ? (
        <MenuItem icon={<Trash2 />} danger onSelect={() => stores.get(commandsStore).run("remove-shown")}>
          Remove what the filter shows for good…
        </MenuItem>
      ) : null}
    </Menu>
  );
}
