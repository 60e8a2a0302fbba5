import { StickyNote } from "lucide-react";
import type { EventSummary } from "../../../shared/events.ts";
import { quoteValue } from "../../../shared/filter/index.ts";
import { useCommands } from "../../core/commands.ts";
import { useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import styles from "./note-and-tags.module.css";
import { noteStore } from "./note-store.ts";

/** Opens what is written about these events. */
export function AnnotateButton({
  rows,
  compact = false,
}: {
  readonly rows: readonly EventSummary[];
  readonly compact?: boolean;
}) {
  const stores = useStores();
  const open = () => void stores.get(noteStore).open(rows);
  useCommands([
    rows.length > 0 && {
      id: "note",
      title: "Note and tags…",
      group: "Inspector",
      keys: "t",
      keywords: "comment label write",
      run: open,
    },
  ]);
  if (compact) return <IconButton tip keys="t" label="Note and tags" icon={<StickyNote />} onClick={open} />;
  return (
    <Button icon={<StickyNote />} disabled={rows.length === 0} onClick={open}>
      Note and tags…
    </Button>
  );
}

/** What somebody wrote about an event. A tag leads to all events that have it. */
export function Annotations({ summary }: { readonly summary: EventSummary }) {
  const stores = useStores();
  const { note, tags = [] } = summary;
  if (note === undefined && tags.length === 0) return null;
  return (
    <div className="grid gap-1.5 mt-2">
      {tags.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className={styles.tag}
                title="Show all events with this tag"
                onClick={() => void stores.get(eventLogStore).setFilter(`tag:${quoteValue(tag)}`)}
              >
                <OpaqueText text={tag} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {note === undefined ? null : (
        <p
          className="py-1.5 px-2.5 border-s-3 border-accent-line bg-sunken whitespace-pre-wrap wrap-anywhere select-text"
          role="note"
          aria-label="Note"
        >
          {note.split("\n").map((line, index) => (
            // The lines of one note never change places.
            <OpaqueText key={index} as="span" className="block min-h-5" text={line} limit={4_000} />
          ))}
        </p>
      )}
    </div>
  );
}
