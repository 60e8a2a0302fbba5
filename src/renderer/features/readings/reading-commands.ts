import type { EventId } from "../../../shared/primitives.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { type Command, useCommands } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { useHiddenSelection, useSelectedEvent } from "../event-log/index.ts";
import { readingsStore } from "./readings-store.ts";

/** What can be said of the reading of the selected webhook, or of the simulation's that waits for it, by key and from the palette. */
export function useReadingCommands(): void {
  const stores = useStores();
  const event = useSelectedEvent();
  const id = askedOf(event);
  const loaded = useStore(readingsStore, (state) => (id === null ? undefined : state.loaded.get(id)));
  const says = loaded?.state === "ready" ? loaded.says : null;
  const isCorrected = useStore(readingsStore, ({ draft }) => draft !== null && draft.deliveryId === id);
  const isAnswered = useStore(readingsStore, ({ answered }) => id !== null && answered.has(id));
  const hidden = useHiddenSelection();
  const commands: Command[] = [];
  const [word] = says?.webhook.newWords ?? [];
  const isAsked = word === undefined ? says?.webhook.by === "proposed" : word.about === "amount";
  if (id !== null && isAsked && (isCorrected || !isAnswered) && says?.reading != null)
    commands.push({
      id: "reading-confirm",
      title: isCorrected ? "Yes, save the corrected reading" : "Yes, the webhook is read correctly",
      group: "Inspector",
      keys: "y",
      keywords: "confirm reading verdict",
      run: hidden ?? (() => void stores.get(readingsStore).confirm(id)),
    });
  const changed = useStore(readingsStore, (state) => state.changed);
  const offered = useStore(readingsStore, (state) => state.undoOffered);
  if (changed !== null)
    commands.push({
      id: "undo-reading",
      title: `Undo the last change of the reading “${visibleText(changed.name)}”`,
      group: "Inspector",
      // Later the key is meant for something else, and verdicts hang on this.
      ...(offered ? { keys: "mod+z", leftToFields: true } : {}),
      keywords: "back webhooks profile",
      run: () => void stores.get(readingsStore).undo(),
    });
  useCommands(commands);
}

type Selected = ReturnType<typeof useSelectedEvent>;

/** The webhook that a question is asked about where this event is looked at; null for none. */
function askedOf(event: Selected): EventId | null {
  if (event?.kind === "delivery") return event.id;
  if (event?.kind === "call" && event.run?.verdict.code === "unconfirmed") return event.run.verdict.deliveryId;
  return null;
}
