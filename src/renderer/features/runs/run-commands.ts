import type { EventSummary } from "../../../shared/events.ts";
import { pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { decidingTie, onlyWrongSignature, type Verdict } from "../../../shared/run.ts";
import type { Command } from "../../core/commands.ts";
import { useCommands } from "../../core/commands.ts";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import type { Stores } from "../../core/store.ts";
import type { Toasts } from "../../core/toasts.ts";
import { eventLogStore, selectedEvent, useHiddenSelection, useSelectedEvent } from "../event-log/index.ts";
import { eventsOfRun, listedEventsOfRun, runOfEvent } from "./run-of-event.ts";
import { runsStore } from "./runs-store.ts";

/** What can be done with the run of the selected event, by key and from the palette. */
export function useRunCommands(): void {
  const stores = useStores();
  const toasts = useToasts();
  const selected = useSelectedEvent();
  const runId = runOfEvent(selected);
  const kind = selected?.kind ?? null;
  const byHand = selected?.kind === "delivery" && selected.tie?.byHand === true;
  const webhookId = useWebhook(selected);
  const hidden = useHiddenSelection();
  const delivery = () => {
    const event = selectedEvent(stores);
    return event?.kind === "delivery" ? event : null;
  };

  const commands: Command[] = [
    {
      id: "run-next",
      title: "Next row of this run",
      group: "Event log",
      keys: "n",
      run: () => void step(stores, toasts, 1),
    },
    {
      id: "run-previous",
      title: "Previous row of this run",
      group: "Event log",
      keys: "shift+n",
      run: () => void step(stores, toasts, -1),
    },
  ];
  if (kind === "delivery") {
    if (runId !== null)
      commands.push({
        id: "run-call",
        title: "Go to the simulation of this webhook",
        group: "Inspector",
        keywords: "run call back",
        run: () => void stores.get(eventLogStore).show(runId),
      });
    commands.push({
      id: "run-choose",
      title: runId === null ? "Choose the simulation of this webhook" : "This webhook belongs to another simulation",
      group: "Inspector",
      keywords: "tie run match by hand",
      run() {
        const event = delivery();
        if (event !== null) stores.get(runsStore).choose({ what: "run", delivery: event });
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
          if (event !== null) void stores.get(runsStore).untie(event);
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
          if (event !== null) void stores.get(runsStore).decideAgain(event);
        },
      });
  }
  if (webhookId !== null)
    commands.push({
      id: "run-webhook",
      title: "Go to webhook",
      group: "Inspector",
      keywords: "delivery of this simulation run",
      run() {
        const { opened } = stores.get(runsStore);
        const verdict = opened.state === "ready" && opened.id === runId ? opened.detail.summary.verdict : null;
        goToWebhook(stores, webhookId, verdict);
      },
    });
  if (kind === "call" && runId !== null)
    commands.push({
      id: "run-choose",
      title: "Choose the webhook of this simulation",
      group: "Inspector",
      keywords: "tie run match by hand",
      run: () => stores.get(runsStore).choose({ what: "delivery", runId }),
    });
  // What leads elsewhere does so from an event that the filter hides as well.
  useCommands(commands.map((each) => (hidden !== null && CHANGES.has(each.id) ? { ...each, run: hidden } : each)));
}

/** Goes from a verdict to its webhook, and there to the tab that shows what the verdict is about. */
export function goToWebhook(stores: Stores, webhookId: EventId, verdict: Verdict | null): void {
  const isBySignature = verdict?.code === "mismatch" && onlyWrongSignature(verdict.fields) !== null;
  const { values, change } = stores.get(preferencesStore);
  change({ inspectorTabs: { ...values.inspectorTabs, delivery: isBySignature ? "signature" : "overview" } });
  void stores.get(eventLogStore).show(webhookId);
}

/** Commands that change what belongs to the selected event. */
const CHANGES: ReadonlySet<string> = new Set(["run-choose", "run-untie", "run-decide"]);

/**
 * The webhook that decides the selected call's run: as the run itself says it, else the first that the window holds.
 */
function useWebhook(selected: EventSummary | null): EventId | null {
  const opened = useStore(runsStore, (state) => state.opened);
  const runId = selected?.kind === "call" ? runOfEvent(selected) : null;
  const held = useStore(eventLogStore, (log) =>
    runId === null ? null : (eventsOfRun(log, opened, runId).find((id) => id > runId) ?? null),
  );
  if (opened.state !== "ready" || opened.id !== runId) return held;
  return decidingTie(opened.detail.ties)?.deliveryId ?? held;
}

/**
 * Goes to the next or previous row of the selected event's run; at its end nothing happens. What the filter hides is
 * passed over, and said where there is nothing else to go to.
 */
async function step(stores: Stores, toasts: Toasts, by: 1 | -1): Promise<void> {
  const event = selectedEvent(stores);
  const runId = runOfEvent(event);
  if (event === null || runId === null) return;
  const opened = () => stores.get(runsStore).opened;
  const ahead = (events: readonly EventId[]) =>
    by === 1 ? events.filter((id) => id > event.id) : events.filter((id) => id < event.id).toReversed();
  for (const target of ahead(listedEventsOfRun(stores.get(eventLogStore), opened(), runId)))
    if (await stores.get(eventLogStore).show(target, true)) return;
  const hidden = ahead(eventsOfRun(stores.get(eventLogStore), opened(), runId));
  const [first] = hidden;
  if (first === undefined) return;
  toasts.offer(`${pluralText(hidden.length, "row", "rows")} of this run hidden by the filter`, {
    label: hidden.length === 1 ? "Show it" : by === 1 ? "Show the next" : "Show the one before",
    run: () => void stores.get(eventLogStore).show(first),
  });
}
