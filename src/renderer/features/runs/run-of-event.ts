import { useShallow } from "zustand/react/shallow";
import type { EventSummary } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { useStore } from "../../core/environment.ts";
import { type EventLogState, eventLogStore, useSelectedEvent } from "../event-log/index.ts";
import { type OpenedRun, runsStore } from "./runs-store.ts";

/** The run that an event belongs to; null for none. */
export function runOfEvent(event: EventSummary | null): EventId | null {
  if (event?.kind === "call") return event.run === undefined ? null : event.run.id;
  return event?.kind === "delivery" ? (event.tie?.runId ?? null) : null;
}

/** The events of the selected event's run that the log lists, when there is more than one. */
export function useRunEvents(): readonly EventId[] {
  const runId = runOfEvent(useSelectedEvent());
  const opened = useStore(runsStore, (state) => state.opened);
  const events = useStore(
    eventLogStore,
    useShallow((log) => (runId === null ? NONE : listedEventsOfRun(log, opened, runId))),
  );
  return events.length > 1 ? events : NONE;
}

const NONE: readonly EventId[] = [];

type Log = Pick<EventLogState, "filter" | "window">;

/**
 * Those events of a run that the log lists, oldest first: a filter may hide some. Of what lies beyond the rows that are
 * held nobody knows before they are loaded.
 */
export function listedEventsOfRun(log: Log, opened: OpenedRun, runId: EventId): readonly EventId[] {
  const events = eventsOfRun(log, opened, runId);
  if (log.filter === "") return events;
  const { rows, moreBefore, moreAfter } = log.window;
  const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
  return events.filter(
    (id) => (moreBefore && id < first) || (moreAfter && id > last) || rows.some((row) => row.id === id),
  );
}

/**
 * The events of a run, oldest first: what the window holds of them, and what is known of it when it is open.
 */
export function eventsOfRun({ window }: Log, opened: OpenedRun, runId: EventId): readonly EventId[] {
  const ids = new Set<EventId>();
  for (const row of window.rows) if (runOfEvent(row) === runId) ids.add(row.id);
  if (opened.state === "ready" && opened.id === runId) {
    ids.add(runId);
    for (const { deliveryId } of opened.detail.ties) ids.add(deliveryId);
  }
  return [...ids].sort((one, other) => one - other);
}
