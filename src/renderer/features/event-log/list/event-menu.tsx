import type { MouseEvent, ReactNode } from "react";
import { commandsStore } from "../../../core/commands.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { ContextMenu } from "../../../ui/context-menu.tsx";
import { MenuItem } from "../../../ui/menu.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import { selectedEventStore } from "../state/selected-event.ts";

/** What can be done with one event, in the order of the menu; which of it there is, the inspector says. */
const COMMANDS = [
  "run-webhook",
  "run-call",
  "repeat",
  "repeat-changed",
  "make-playbook",
  "forward-again",
  "replay-here",
  "replay",
  "replay-edited",
  "compare",
  "pin",
  "note",
  "copy-reference",
  "show-reference",
  "copy-payer",
  "show-payer",
  "copy-payee",
  "show-payee",
  "copy-curl",
  "export",
  "log-copy",
  "remove-for-good",
] as const;

/** Left out where several events are selected: these would act on the one that was pressed last alone. */
const OF_ONE: ReadonlySet<string> = new Set(["run-webhook", "run-call"]);

/** The log with a menu on its rows: the inspector's commands, where the event stands. */
export function EventMenu({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const stores = useStores();

  function select(event: MouseEvent) {
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    const id = Number(/^event-(\d+)$/.exec(row?.id ?? "")?.[1]);
    const { select, selectedIds } = stores.get(eventLogStore);
    // Of what is selected, the menu is about all; of any other row, about that one.
    if (Number.isInteger(id) && !selectedIds.includes(id)) select(id);
  }

  return (
    <ContextMenu className={className} onContextMenu={select} items={<Items />}>
      {children}
    </ContextMenu>
  );
}

function Items() {
  const several = useStore(eventLogStore, (state) => state.selectedIds.length > 1);
  const commands = useStore(commandsStore, (state) => state.commands);
  const selectedId = useStore(eventLogStore, (state) => state.selectedId);
  // Several have their commands at once. Of one: until the inspector has the event, those are of the one before.
  const readyId = useStore(selectedEventStore, ({ shown }) => (shown.state === "ready" ? shown.id : null));
  if (selectedId === null)
    return (
      <MenuItem disabled onSelect={() => undefined}>
        Choose an event first
      </MenuItem>
    );
  if (!several && readyId !== selectedId)
    return (
      <MenuItem disabled onSelect={() => undefined}>
        Reading the event
      </MenuItem>
    );
  const asked = several ? COMMANDS.filter((id) => !OF_ONE.has(id)) : COMMANDS;
  const known = asked.flatMap((id) => commands.findLast((command) => command.id === id) ?? []);
  return known.map(({ id, title, keys, run }) => (
    <MenuItem key={id} {...(keys === undefined ? {} : { keys })} onSelect={run}>
      {title}
    </MenuItem>
  ));
}
