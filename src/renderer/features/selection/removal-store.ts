import type { EventChoice, Output } from "../../../shared/contract.ts";
import { wholeWordFilter } from "../../../shared/filter/index.ts";
import { listText, pluralText } from "../../../shared/measures.ts";
import { removedTextsOf, standsIn } from "../../../shared/removed-texts.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { actionsStore, type HeldByForm } from "../actions/index.ts";
import { type EventLogState, eventLogStore, isSelectedHidden, rowWithId } from "../event-log/index.ts";
import { profilesStore } from "../profiles/index.ts";

/** Whether the filter hides some of the events that are selected: nobody removes or hands over what they do not see. */
export function hidesSelected(log: EventLogState): boolean {
  const { filter, selectedIds, window } = log;
  if (selectedIds.length < 2) return isSelectedHidden(log);
  return filter !== "" && selectedIds.some((id) => rowWithId(window.rows, id) === null);
}

/** What is said of the events that lie beyond those that are loaded, where the selection goes as far as these. */
export function notSelectedWords({ filter, selectedIds, window }: EventLogState): string | null {
  const [first, last] = [window.rows[0]?.id, window.rows.at(-1)?.id];
  if (selectedIds.length < 2 || first === undefined || last === undefined) return null;
  const hasMore =
    (window.moreBefore && selectedIds.some((id) => id <= first)) ||
    (window.moreAfter && selectedIds.some((id) => id >= last));
  return hasMore
    ? `Only loaded events are selected. ${filter === "" ? "The log has" : "The filter shows"} more.`
    : null;
}

export type Counted = Output<"journal", "removal">;

interface Goes {
  readonly counted: Counted;
  /** What is typed into forms and would go, too. */
  readonly held: readonly HeldByForm[];
  /** So many events were cleared, and would go, too; null where that is not known. */
  readonly cleared: number | null;
}

export type Asking = {
  readonly state: "asking";
  readonly choice: EventChoice;
  /** What was found elsewhere of whom the choice itself is about: it may be chosen to go, too. */
  readonly others: Counted["elsewhere"];
  /** Why the last try did not succeed. */
  readonly failure: string | null;
} & Goes;

export type Removal =
  | { readonly state: "closed" }
  /** `before`: what stands there until it is counted anew. */
  | { readonly state: "counting"; readonly requestId: string; readonly before: Asking | null }
  | Asking
  | ({ readonly state: "removing" } & Goes);

/** What else has somebody in it whom the events that go are about, as a sentence without its full stop. */
export function elsewhereText(found: Counted["elsewhere"], goes = false): string {
  const counts = found.map(
    ({ events, isAll }) => `${isAll ? "" : "at least "}${pluralText(events, "event", "events")}`,
  );
  const [first, ...others] = found;
  if (first === undefined) return "";
  if (others.length > 0)
    return `Other events have references of these in them, and ${goes ? "go, too" : "stay"}: ${listText(found.map(({ text }, index) => `“${text}” (${counts[index]})`))}`;
  const has = pluralText(first.events, "other event has", "other events have");
  const [place, become] =
    first.events === 1 ? ["it", goes ? "goes, too" : "stays"] : ["them", goes ? "go, too" : "stay"];
  return `${first.isAll ? "" : "At least "}${has} “${first.text}” in ${place}, and ${become}`;
}

/** What the button says: no number as long as there is none, or nothing is meant. */
export function removeWords(removal: Removal): string {
  if (removal.state === "removing") return "Removing";
  const count = removal.state === "asking" ? removal.counted.events : 0;
  return count === 0 ? "Remove" : `Remove ${pluralText(count, "event", "events")}`;
}

interface RemovalState {
  readonly removal: Removal;
  /** Counts what would go, and asks. */
  readonly ask: (what: "selected" | "shown") => Promise<void>;
  /** Asks anew, for what another filter shows. */
  readonly askFor: (filter: string) => Promise<void>;
  /** Asks anew, with what was found elsewhere or without it. */
  readonly askWithElsewhere: (withElsewhere: boolean) => Promise<void>;
  readonly confirm: () => Promise<void>;
  /** Closes the question; not while events are being removed. */
  readonly close: () => void;
}

/** Removing events for good: first the count, then the question, then the act. */
export const removalStore = defineStore<RemovalState>(({ bridge, toasts, set, get, other }) => {
  const show = (removal: Removal) => set({ removal });

  function choice(what: "selected" | "shown"): EventChoice | null {
    const { selectedIds, filter, heard } = other(eventLogStore);
    if (what === "shown") return filter === "" ? null : { filter, through: heard };
    return selectedIds.length === 0 ? null : { ids: selectedIds };
  }

  let requests = 0;

  async function count(chosen: EventChoice, before: Asking | null = null): Promise<void> {
    requests += 1;
    const counting = { state: "counting", requestId: `removal-${requests}`, before } as const;
    show(counting);
    const counted = await settle(bridge.journal.removal({ choice: chosen, requestId: counting.requestId }));
    if (get().removal !== counting) return;
    toasts.outcome("count the events", counted);
    if (!counted.ok) {
      show({ state: "closed" });
      return;
    }
    const gone = removedTextsOf(counted.value);
    const profileIds = other(profilesStore).profiles.map(({ profile }) => profile.id);
    const held = await other(actionsStore).heldBy(gone, profileIds);
    const stats = await settle(bridge.journal.stats(null));
    const cleared = stats.ok ? stats.value.cleared : null;
    const others = before?.others ?? counted.value.elsewhere;
    if (get().removal === counting)
      show({ state: "asking", choice: chosen, counted: counted.value, others, held, cleared, failure: null });
  }

  return {
    removal: { state: "closed" },
    async ask(what) {
      const chosen = choice(what);
      if (chosen === null || get().removal.state !== "closed") return;
      await count(chosen);
    },
    async askFor(filter) {
      const { setFilter, heard: through } = other(eventLogStore);
      await Promise.all([count({ filter, through }), setFilter(filter)]);
    },
    async askWithElsewhere(on) {
      const { removal } = get();
      if (removal.state !== "asking") return;
      const { withElsewhere: _, ...own } = removal.choice;
      const choice = on ? { ...own, withElsewhere: true as const } : own;
      await count(choice, { ...removal, choice });
    },
    async confirm() {
      const { removal } = get();
      if (removal.state !== "asking") return;
      const { counted, held, cleared } = removal;
      show({ state: "removing", counted, held, cleared });
      const result = await settle(bridge.journal.remove(removal.choice));
      if (!result.ok) {
        show({ ...removal, failure: result.message });
        return;
      }
      await other(eventLogStore).deselectGone();
      other(eventLogStore).forgetCleared();
      const { removed, setAside, forgotten } = result.value;
      // A filter is kept for the next start: this one names what is gone.
      const { filter, setFilter } = other(eventLogStore);
      if ("filter" in removal.choice || forgotten.names.some((text) => standsIn(filter, text))) await setFilter("");
      await other(actionsStore).forgetTexts(forgotten);
      show({ state: "closed" });
      const gone = `Removed ${pluralText(removed, "event", "events")} for good`;
      const [stays] = counted.elsewhere;
      if (stays !== undefined)
        toasts.offer(
          `${gone}. ${elsewhereText(counted.elsewhere)}`,
          {
            label:
              counted.elsewhere.length > 1
                ? `Show all with ${stays.text}`
                : stays.events === 1
                  ? "Show it"
                  : "Show them",
            run: () => void setFilter(wholeWordFilter(stays.text) ?? ""),
          },
          "odd",
        );
      else
        toasts.done(
          setAside.length > 0
            ? gone
            : `${gone}: nothing of ${removed === 1 ? "it" : "them"} is left in Linkdesk’s files but amounts and currencies in the forms`,
        );
      if (setAside.length > 0)
        toasts.failed(
          "Damaged logs were not searched",
          `What was set aside earlier may hold the same data. Delete it in the data folder: ${setAside.join(", ")}.`,
        );
    },
    close() {
      const { removal } = get();
      if (removal.state === "removing") return;
      show({ state: "closed" });
      // A long log is not looked through any further for nobody.
      if (removal.state === "counting") void settle(bridge.journal.cancelSearch({ requestId: removal.requestId }));
    },
  };
});
