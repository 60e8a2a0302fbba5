import { ArrowDown, Pause, Play, Trash2 } from "lucide-react";
import { useRef } from "react";
import { countText, pluralText } from "../../../shared/measures.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { useCommands } from "../../core/commands.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ColumnBar, Hidden } from "../../ui/column.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./event-log.module.css";
import { FilterBar } from "./filter-bar.tsx";
import { GoToTime } from "./go-to-time.tsx";
import { LogEmpty, LogFailed } from "./log-empty.tsx";
import { LogList } from "./log-list.tsx";
import { SearchingLine } from "./searching-line.tsx";

/** Below this many events a second a number would only flicker. */
const RATE_WORTH_SHOWING = 10;

/** The middle column: everything that happened, newest last. */
export function EventLog() {
  const list = useRef<HTMLDivElement>(null);
  const filter = useRef<HTMLInputElement>(null);
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
      <ColumnBar label="Event log tools">
        <FilterBar inputRef={filter} onLeave={() => list.current?.focus()} />
        <IndexLag />
        <Rate />
        <GoToTime onGone={() => list.current?.focus()} />
        <PauseButton />
        <ClearButton />
      </ColumnBar>
      <NotRecording />
      <SearchingLine />
      <Body listRef={list} />
    </div>
  );
}

function Body({ listRef }: { readonly listRef: React.RefObject<HTMLDivElement | null> }) {
  const phase = useApp((state) => state.eventLog.phase);
  const problem = useApp((state) => state.eventLog.problem);
  const empty = useApp((state) => state.eventLog.window.rows.length === 0);
  if (phase === "failed" && problem !== null) return <LogFailed message={problem.message} />;
  if (empty && phase === "loading")
    return (
      <div className={styles.loading} role="status">
        <Spinner />
        Reading the log
      </div>
    );
  return (
    <>
      {empty ? <LogEmpty /> : <LogList ref={listRef} />}
      {empty ? null : <Pill />}
    </>
  );
}

/** What waits below: said only when there is something, and always truly. */
function Pill() {
  const store = useAppStore();
  const { eventLog } = store.getState();
  const paused = useApp((state) => state.eventLog.paused);
  const following = useApp((state) => state.eventLog.following);
  const unseen = useApp((state) => state.eventLog.unseen);
  const filtered = useApp((state) => state.eventLog.filter !== "");
  const moreAfter = useApp((state) => state.eventLog.window.moreAfter);
  if (paused)
    return (
      <div className={styles.pill} role="status">
        <span className={styles.words}>
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
  const problem = useApp((state) => state.eventLog.status.problem);
  if (problem === null) return null;
  return (
    <div className={styles.problem}>
      <Callout tone="bad" title="Events are not being recorded" live>
        <OpaqueText text={problem.sentence} />
      </Callout>
    </div>
  );
}

/** Said while somebody searches: what is not indexed yet is found too, but more slowly. */
function IndexLag() {
  const lag = useApp((state) => (state.eventLog.filter === "" ? 0 : state.eventLog.status.indexLag));
  if (lag === 0) return null;
  return (
    <Chip data title="Events that are not in the search index yet; they are found too, only more slowly">
      indexing {countText(lag)}
    </Chip>
  );
}

function Rate() {
  const rate = useApp((state) => state.eventLog.rate);
  if (rate < RATE_WORTH_SHOWING) return null;
  return (
    <Chip data tone="accent" title="Events arriving, over the last two seconds">
      {countText(Math.round(rate))}/s
    </Chip>
  );
}

function PauseButton() {
  const store = useAppStore();
  const paused = useApp((state) => state.eventLog.paused);
  function toggle() {
    const { eventLog } = store.getState();
    if (eventLog.paused) void eventLog.resume();
    else eventLog.pause();
  }
  const label = paused ? "Resume event log" : "Pause event log";
  useCommands([{ id: "pause-log", title: label, group: "Event log", keys: "mod+shift+p", run: toggle }]);
  return (
    <Tooltip label={label} keys="mod+shift+p">
      <IconButton label={label} icon={paused ? <Play /> : <Pause />} pressed={paused} onClick={toggle} />
    </Tooltip>
  );
}

function ClearButton() {
  const store = useAppStore();
  const clear = () => void store.getState().eventLog.clear();
  useCommands([
    { id: "clear-log", title: "Clear event log", group: "Event log", keywords: "empty delete", run: clear },
    {
      id: "bring-back",
      title: "Bring back cleared events",
      group: "Event log",
      keywords: "undo clear restore",
      run: () => void store.getState().eventLog.bringBack(),
    },
  ]);
  return (
    <Tooltip label="Clear event log">
      <IconButton label="Clear event log" icon={<Trash2 />} onClick={clear} />
    </Tooltip>
  );
}
