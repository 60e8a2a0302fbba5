import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { EventSummary } from "../../../../shared/events.ts";
import { dayText, weekdayText } from "../../../../shared/measures.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import type { RunSummary } from "../../../../shared/run.ts";
import type { Units } from "../../../../shared/text/amount-text.ts";
import type { Command } from "../../../core/commands.ts";
import { commandsStore, listed, useCommands } from "../../../core/commands.ts";
import { useCopying } from "../../../core/copying.ts";
import { useStore, useStores, useToasts } from "../../../core/environment.ts";
import { classes } from "../../../ui/classes.ts";
import { eventLogStore } from "../state/event-log-store.ts";
import { indexOfId, rowWithId } from "../state/rows.ts";
import { EventMenu } from "./event-menu.tsx";
import { moveSelection, step } from "./keyboard.ts";
import styles from "./log-list.module.css";
import { LogRow, rowElementId } from "./log-row.tsx";
import { rowText } from "./row-facts.ts";
import { RailEdges, useRail } from "./run-rail.tsx";

/** `--row` in pixels: rows have one height, so nothing is measured and nothing jumps. */
const ROW_HEIGHT = 36;
const OVERSCAN = 10;
/** Rows from an edge of the window at which the next page is asked for. */
const NEAR_EDGE = 40;
/** The end is in sight within this many pixels: one step of a smooth wheel must already count as scrolling away. */
const AT_END_PIXELS = 2;
const HOUR = 3_600_000_000;

const ofList = (id: string, title: string, keys: string): Command =>
  listed({ id: `log-${id}`, title, group: "Event log", keys });

/** For the list of shortcuts; `keyboard.ts` does the work. */
const LIST_KEYS: readonly Command[] = [
  ofList("oldest", "In the log: oldest event", "home"),
  ofList("newest", "In the log: newest event", "end"),
  ofList("open", "In the log: to the selected event, as a double click", "enter"),
  ofList("next-too", "In the log: select the next event too", "shift+arrowdown"),
  ofList("add", "In the log: add the event to the selection, or take it away", "space"),
  ofList("deselect", "In the log: select nothing", "escape"),
];

export interface LogListProps {
  /** The events that a line ties to the selected one. */
  readonly runEvents: readonly EventId[];
  readonly unitsOf: Units;
  readonly ref: Ref<HTMLDivElement>;
}

/** The rows that are held, of which only those in sight are in the page. */
export function LogList({ runEvents, unitsOf, ref }: LogListProps) {
  const stores = useStores();
  const window = useStore(eventLogStore, (state) => state.window);
  const following = useStore(eventLogStore, (state) => state.following);
  const selectedId = useStore(eventLogStore, (state) => state.selectedId);
  const selectedIds = useStore(eventLogStore, (state) => state.selectedIds);
  const sought = useStore(eventLogStore, (state) => state.sought);
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = window;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    // Rows that come or go above those in sight do not move these.
    anchorTo: "end",
    // While following, the last rows are drawn before the list has been scrolled to them: no blank frame in a flood.
    rangeExtractor: (range) => {
      if (!following) return defaultRangeExtractor(range);
      const visible = range.endIndex - range.startIndex + OVERSCAN;
      return defaultRangeExtractor({ ...range, startIndex: range.count - visible, endIndex: range.count - 1 });
    },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new row is what asks for scrolling
  useLayoutEffect(() => {
    const element = scroller.current;
    if (following && element !== null) element.scrollTop = element.scrollHeight;
  }, [following, rows]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (stores.get(eventLogStore).following) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stores]);

  useEffect(() => {
    const { loadOlder, loadNewer } = stores.get(eventLogStore);
    if (window.moreBefore && first < NEAR_EDGE && !following) void loadOlder();
    if (window.moreAfter && last > rows.length - NEAR_EDGE) void loadNewer();
  }, [stores, window, first, last, rows.length, following]);

  // Only a new selection asks to be brought into sight, and one that is looked for again: rows that arrive later do not
  // pull the view back to it.
  const shownBefore = useRef<{ readonly selectedId: EventId | null; readonly sought: number }>(null);
  useEffect(() => {
    const before = shownBefore.current;
    shownBefore.current = { selectedId, sought };
    if (before?.selectedId === selectedId && before.sought === sought) return;
    // A list that is new shows its end, unless what was looked at before a start lies further back.
    if (before === null && stores.get(eventLogStore).following) return;
    const index = selectedId === null ? -1 : indexOfId(stores.get(eventLogStore).window.rows, selectedId);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "auto" });
  }, [stores, virtualizer, selectedId, sought]);

  const toasts = useToasts();
  const copyText = useCopying();
  const lines = () => rows.flatMap((row) => (selected.has(row.id) ? [rowText(row, unitsOf)] : []));
  const copied = (count: number) =>
    toasts.done(count === 1 ? "Copied the event as a line of text" : `Copied ${count} events as lines of text`);
  async function copySelected() {
    const texts = lines();
    if (texts.length > 0 && (await copyText(texts.join("\n")))) copied(texts.length);
  }
  /** A command of the list whose key works from anywhere in the window, and gives the focus to the list. */
  const fromAnywhere = (id: string, title: string, keys: string, act: () => void): Command => ({
    ...ofList(id, title, keys),
    local: false,
    leftToFields: true,
    run() {
      act();
      scroller.current?.focus();
    },
  });
  useCommands([
    fromAnywhere("next", "Next event", "arrowdown", () => step(stores, 1, "only")),
    fromAnywhere("previous", "Previous event", "arrowup", () => step(stores, -1, "only")),
    fromAnywhere("all", "Select every event that is loaded", "mod+a", stores.get(eventLogStore).selectAll),
    ...LIST_KEYS,
    // Elsewhere in the window this key copies what is marked there.
    {
      ...ofList("copy", `In the log: copy the selected ${selected.size > 1 ? "events" : "event"}`, "mod+c"),
      run: () => void copySelected(),
    },
  ]);

  function onScroll() {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    stores.get(eventLogStore).setAtEnd(below <= AT_END_PIXELS);
  }

  function onKeyDown(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    if (moveSelection(stores, event, page)) event.preventDefault();
  }

  const railOf = useRail(runEvents);
  const range = virtualizer.range;

  const activeShown = selectedId !== null && items.some((item) => rows[item.index]?.id === selectedId);
  return (
    <EventMenu className={classes("relative flex flex-1 flex-col min-h-0", styles.framed)}>
      <div
        ref={(element) => {
          scroller.current = element;
          if (typeof ref === "function") ref(element);
          else if (ref !== null) ref.current = element;
        }}
        role="grid"
        aria-label="Event log"
        aria-rowcount={-1}
        aria-multiselectable="true"
        aria-activedescendant={activeShown ? rowElementId(selectedId) : undefined}
        tabIndex={0}
        className="flex-1 min-h-0 overflow-auto [overflow-anchor:none] contain-strict"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        // As Enter does.
        onDoubleClick={({ target }) => {
          if ((target as Element).closest('[role="row"]') !== null) stores.get(commandsStore).run("focus-inspector");
        }}
        onCopy={(event) => {
          const texts = lines();
          if (texts.length === 0 || document.getSelection()?.isCollapsed === false) return;
          event.clipboardData.setData("text/plain", texts.join("\n"));
          event.preventDefault();
          copied(texts.length);
        }}
      >
        <div role="rowgroup" className="relative" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {items.map((item) => {
            const event = rows[item.index];
            return event === undefined ? null : (
              // By place, not by event: in a flood the rows in sight are filled anew and not made anew.
              <LogRow
                key={item.index}
                event={event}
                top={item.start}
                selected={selected.has(event.id)}
                current={event.id === selectedId && !(selected.size === 1 && selected.has(event.id))}
                rail={railOf(event.id)}
                run={runOfTie(rows, event)}
                unitsOf={unitsOf}
                onSelect={stores.get(eventLogStore).select}
              />
            );
          })}
          {items.map((item) => {
            const day = dayBegun(rows, item.index);
            return day === null ? null : (
              <span
                key={item.key}
                aria-hidden="true"
                className={styles.day}
                style={{ transform: `translate(-50%, ${item.start}px)` }}
              >
                {day}
              </span>
            );
          })}
        </div>
      </div>
      <RailEdges
        events={runEvents}
        from={range === null ? null : (rows[range.startIndex]?.id ?? null)}
        to={range === null ? null : (rows[range.endIndex]?.id ?? null)}
      />
    </EventMenu>
  );
}

/** The day that begins with a row, when the row before it is of another. Rows say their time, read out with its day. */
function dayBegun(rows: readonly EventSummary[], index: number): string | null {
  const [before, event] = [rows[index - 1], rows[index]];
  if (before === undefined || event === undefined) return null;
  // Nearly always: within one hour of one day there is no other day.
  if (Math.floor(before.at / HOUR) === Math.floor(event.at / HOUR)) return null;
  const day = dayText(event.at);
  return day === dayText(before.at) ? null : weekdayText(event.at);
}

/** The run that a webhook is tied to, if its call is held too. */
function runOfTie(rows: readonly EventSummary[], event: EventSummary): RunSummary | null {
  const runId = event.kind === "delivery" ? (event.tie?.runId ?? null) : null;
  const call = rowWithId(rows, runId);
  return call?.kind === "call" ? (call.run ?? null) : null;
}
