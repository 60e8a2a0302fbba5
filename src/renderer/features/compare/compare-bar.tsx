import { GitCompareArrows } from "lucide-react";
import { type EventSummary } from "../../../shared/events.ts";
import { whenText } from "../../../shared/measures.ts";
import { subjectText } from "../../../shared/text/sentences.ts";
import { useCommands } from "../../core/commands.ts";
import { type LogName, useLog, useStore, useStores } from "../../core/environment.ts";
import { type Stores } from "../../core/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore, selectedEvent, selectedEventStore, useSelectedEvent } from "../event-log/index.ts";
import { useUnits } from "../profiles/index.ts";
import { type CompareState, compareStore, isSame } from "./compare-store.ts";

/** While an event is marked: which one, and what is to be done with it. Its key works while an event is still being read. */
export function CompareBar() {
  const stores = useStores();
  const log = useLog();
  const marked = useStore(compareStore, (state) => state.marked);
  const selected = useSelectedEvent();
  // Of several that are selected, whether two can be compared is said where they are.
  const isOne = useStore(eventLogStore, ({ selectedIds }) => selectedIds.length < 2);
  useCommands([
    isOne &&
      selected !== null &&
      selected.kind !== "notice" && {
        id: "compare",
        title: labelOf(marked, selected, log),
        group: "Inspector",
        keys: "c",
        keywords: "difference diff side by side mark",
        run: () => press(stores, selectedEvent(stores) ?? selected, log),
      },
  ]);
  return marked === null ? null : <Bar marked={marked.summary} log={marked.log} />;
}

function Bar({ marked, log }: { readonly marked: EventSummary; readonly log: LogName }) {
  const shownLog = useLog();
  const stores = useStores();
  const unitsOf = useUnits();
  const selected = useStore(selectedEventStore, ({ shown }) =>
    shown.state === "ready" && shown.detail.kind !== "notice" ? shown.detail.summary : null,
  );
  const compare = stores.get(compareStore);
  useCommands([
    {
      id: "compare-cancel",
      title: "Compare no more",
      group: "Inspector",
      // Wherever the focus is: rows and inspector leave the key to it.
      keys: "escape",
      keywords: "unmark",
      run: compare.unmark,
    },
  ]);
  const other = selected !== null && (selected.id !== marked.id || log !== shownLog) ? selected : null;
  return (
    <div
      className="flex flex-none flex-wrap items-center gap-2 pt-2 pr-2 pb-2 pl-4 border-b border-accent-line bg-accent-fill"
      role="status"
    >
      <p className="flex-1 min-w-50 type-small wrap-anywhere">
        Compare <OpaqueText as="b" text={subjectText(marked, unitsOf)} limit={120} /> ({whenText(marked.at)}
        {log === "opened" ? ", of the opened file" : ""}){" "}
        {other === null ? "with: choose another event in the log." : "with this one?"}
      </p>
      <div className="flex items-center gap-2 ml-auto">
        {other === null ? null : (
          <>
            <Button size="small" variant="primary" onClick={() => void compare.next(other, shownLog)}>
              Compare
            </Button>
            <Kbd keys="c" />
          </>
        )}
        <Button size="small" variant="quiet" onClick={compare.unmark}>
          Cancel
        </Button>
        <Kbd keys="escape" />
      </div>
    </div>
  );
}

/** Marks an event to be compared, or compares it with the one that is marked. */
export function CompareButton({ summary }: { readonly summary: EventSummary }) {
  const stores = useStores();
  const log = useLog();
  const marked = useStore(compareStore, (state) => state.marked);
  return (
    <IconButton
      tip
      keys="c"
      label={labelOf(marked, summary, log)}
      icon={<GitCompareArrows />}
      pressed={isSame(marked, { id: summary.id, log })}
      onClick={() => press(stores, summary, log)}
    />
  );
}

function labelOf(marked: CompareState["marked"], { id }: EventSummary, log: LogName): string {
  return marked === null || isSame(marked, { id, log })
    ? "Compare with another event"
    : "Compare with the marked event";
}

function press(stores: Stores, event: EventSummary, log: LogName): void {
  const compare = stores.get(compareStore);
  if (isSame(compare.marked, { id: event.id, log })) compare.unmark();
  else void compare.next(event, log);
}
