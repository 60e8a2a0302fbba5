import { pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { type AppStore, useApp, useAppStore } from "../../app/slice.ts";
import { useCommands } from "../../core/commands.ts";
import { useToasts } from "../../core/environment.ts";
import type { Toasts } from "../../core/toasts.ts";
import type { Command } from "../../core/window-slice.ts";
import { eventsOfRun, listedEventsOfRun, runOfEvent, selectedEvent, selectedRunId } from "./run-of-event.ts";

/** What can be done with the run of the selected event, by key and from the palette. */
export function useRunCommands(): void {
  const store = useAppStore();
  const toasts = useToasts();
  const runId = useApp(selectedRunId);
  const kind = useApp((state) => selectedEvent(state)?.kind ?? null);
  const byHand = useApp((state) => {
    const event = selectedEvent(state);
    return event?.kind === "delivery" && event.tie?.byHand === true;
  });
  const delivery = () => {
    const event = selectedEvent(store.getState());
    return event?.kind === "delivery" ? event : null;
  };

  const commands: Command[] = [
    {
      id: "run-next",
      title: "Next row of this run",
      group: "Event log",
      keys: "n",
      run: () => void step(store, toasts, 1),
    },
    {
      id: "run-previous",
      title: "Previous row of this run",
      group: "Event log",
      keys: "p",
      run: () => void step(store, toasts, -1),
    },
  ];
  if (kind === "delivery") {
    if (runId !== null)
      commands.push({
        id: "run-call",
        title: "Go to the simulation of this webhook",
        group: "Inspector",
        keywords: "run call back",
        run: () => void store.getState().eventLog.show(runId),
      });
    commands.push({
      id: "run-choose",
      title: runId === null ? "Choose the simulation of this webhook" : "This webhook belongs to another simulation",
      group: "Inspector",
      keywords: "tie run match by hand",
      run() {
        const event = delivery();
        if (event !== null) store.getState().runs.choose({ what: "run", delivery: event });
      },
    });
    if (runId !== null)
      commands.push({
        id: "run-untie",
        title: "This webhook belongs to no simulation",
        group: "Inspector",
        keywords: "untie run by hand",
        run() {
          const event = delivery();
          if (event !== null) void store.getState().runs.untie(event);
        },
      });
    if (byHand)
      commands.push({
        id: "run-decide",
        title: "Decide again which simulation this webhook belongs to",
        group: "Inspector",
        keywords: "tie run automatic",
        run() {
          const event = delivery();
          if (event !== null) void store.getState().runs.decideAgain(event);
        },
      });
  }
  if (kind === "call" && runId !== null)
    commands.push({
      id: "run-choose",
      title: "Choose the webhook of this simulation",
      group: "Inspector",
      keywords: "tie run match by hand",
      run: () => store.getState().runs.choose({ what: "delivery", runId }),
    });
  useCommands(commands);
}

/**
 * Goes to the next or previous row of the selected event's run; at its end nothing happens. What the filter hides is
 * passed over, and said where there is nothing else to go to.
 */
async function step(store: AppStore, toasts: Toasts, by: 1 | -1): Promise<void> {
  const state = store.getState();
  const event = selectedEvent(state);
  const runId = event === null ? null : runOfEvent(event);
  if (event === null || runId === null) return;
  const ahead = (events: readonly EventId[]) =>
    by === 1 ? events.filter((id) => id > event.id) : events.filter((id) => id < event.id).toReversed();
  for (const target of ahead(listedEventsOfRun(state, runId)))
    if (await store.getState().eventLog.show(target, true)) return;
  const hidden = ahead(eventsOfRun(store.getState(), runId)).length;
  if (hidden > 0) toasts.done(`${pluralText(hidden, "row", "rows")} of this run hidden by the filter`);
}
