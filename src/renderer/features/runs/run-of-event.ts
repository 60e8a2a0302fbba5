import type { EventSummary } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { AppState } from "../../app/slice.ts";
import { rowWithId } from "../event-log/rows.ts";

/** The run that an event belongs to; null for none. */
export function runOfEvent(event: EventSummary): EventId | null {
  if (event.kind === "call") return event.run === undefined ? null : event.run.id;
  return event.kind === "delivery" ? (event.tie?.runId ?? null) : null;
}

/** The selected event as the window knows it best: the inspector's, else its row. */
export function selectedEvent({ eventLog, inspector }: AppState): EventSummary | null {
  const { shown } = inspector;
  if (shown.state === "ready" && shown.id === eventLog.selectedId) return shown.detail.summary;
  return rowWithId(eventLog.window.rows, eventLog.selectedId);
}

/** The run of the selected event; null when there is none. */
export function selectedRunId(state: AppState): EventId | null {
  const event = selectedEvent(state);
  return event === null ? null : runOfEvent(event);
}

/**
 * Those events of a run that the log lists, oldest first: a filter may hide some. Of what lies beyond the rows that are
 * held nobody knows before they are loaded.
 */
export function listedEventsOfRun(state: AppState, runId: EventId): readonly EventId[] {
  const events = eventsOfRun(state, runId);
  const { filter, window } = state.eventLog;
  if (filter === "") return events;
  const { rows, moreBefore, moreAfter } = window;
  const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
  return events.filter(
    (id) => (moreBefore && id < first) || (moreAfter && id > last) || rows.some((row) => row.id === id),
  );
}

/**
 * The events of a run, oldest first: what the window holds of them, and what is known of it when it is open.
 */
export function eventsOfRun(state: AppState, runId: EventId): readonly EventId[] {
  const ids = new Set<EventId>();
  for (const row of state.eventLog.window.rows) if (runOfEvent(row) === runId) ids.add(row.id);
  const { opened } = state.runs;
  if (opened.state === "ready" && opened.id === runId) {
    ids.add(runId);
    for (const { deliveryId } of opened.detail.ties) ids.add(deliveryId);
  }
  return [...ids].sort((one, other) => one - other);
}
