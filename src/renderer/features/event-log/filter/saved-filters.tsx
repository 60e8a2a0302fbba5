import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore, useStores, useToasts } from "../../../core/environment.ts";
import { preferencesStore } from "../../../core/preferences.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import styles from "./saved-filters.module.css";

/** Filters that the user gave a name to: choose, save the present one, remove. */
export function SavedFilters({
  filter,
  onChoose,
}: {
  /** The present filter, when it is one that can be saved. */
  readonly filter: string;
  readonly onChoose: (filter: string) => void;
}) {
  const stores = useStores();
  const toasts = useToasts();
  const saved = useStore(preferencesStore, (state) => state.values.savedFilters);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const { change } = stores.get(preferencesStore);

  function save() {
    const wanted = name.trim();
    if (wanted === "" || filter === "") return;
    change({ savedFilters: [...saved.filter((each) => each.name !== wanted), { name: wanted, filter }].slice(-100) });
    setName("");
    toasts.done(`Saved the filter “${wanted}”`);
    setOpen(false);
  }

  function remove(removed: string) {
    change({ savedFilters: saved.filter((each) => each.name !== removed) });
    toasts.done(`Removed the filter “${removed}”`, () => change({ savedFilters: saved }));
  }

  return (
    <Popover
      title="Saved filters"
      width={280}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label="Saved filters" icon={<Bookmark />} title="Saved filters" />}
    >
      {saved.length === 0 ? (
        <p className="px-4 pt-3 pb-1 text-secondary">None yet. Type a filter, then give it a name here.</p>
      ) : (
        <ul className="max-h-70 p-1 overflow-auto">
          {saved.map((each) => (
            <li key={each.name} className={styles.entry}>
              <button
                type="button"
                className="grid flex-1 min-w-0 py-1 px-3 rounded text-left"
                onClick={() => {
                  onChoose(each.filter);
                  setOpen(false);
                }}
              >
                <span className="type-body-strong truncate">{each.name}</span>
                <span className="text-muted type-data-small truncate">
                  <OpaqueText text={each.filter} limit={Number.POSITIVE_INFINITY} />
                </span>
              </button>
              <IconButton
                label={`Remove ${each.name}`}
                icon={<Trash2 />}
                size="small"
                onClick={() => remove(each.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <Form className="grid gap-2 px-4 pt-3 pb-4 border-t border-line" onSubmit={save}>
        <Field label="Name for the present filter" disabled={filter === ""}>
          <TextInput value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button submit disabled={filter === "" || name.trim() === ""}>
          Save filter
        </Button>
      </Form>
    </Popover>
  );
}
