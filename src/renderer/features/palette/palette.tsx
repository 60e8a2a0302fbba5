import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import type { Command } from "../../core/commands.ts";
import { commandsStore } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import dialog from "../../ui/dialog.module.css";
import { Kbd } from "../../ui/kbd.tsx";
import popup from "../../ui/popup.module.css";
import list from "../../ui/search-list.module.css";
import { SearchListInput } from "../../ui/search-list.tsx";
import styles from "./palette.module.css";
import { type Entry, paletteGroups } from "./palette-groups.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Everything that can be done, found by a few letters. */
export function Palette({ open, onClose }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Viewport className="fixed inset-0 z-(--layer-dialog) flex justify-center items-start pt-[12vh] px-6 pb-6">
          <Dialog.Popup className={styles.popup} data-modal="" aria-label="Command palette" initialFocus={input}>
            <PaletteList onClose={onClose} inputRef={input} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({
  onClose,
  inputRef,
}: {
  readonly onClose: () => void;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
}) {
  const stores = useStores();
  const commands = useStore(commandsStore, (state) => state.commands);
  const [query, setQuery] = useState("");
  const groups = paletteGroups(commands, query);

  function run(command: Command) {
    onClose();
    stores.get(commandsStore).run(command.id);
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      value={query}
      onValueChange={(next, { reason }) => {
        // A choice runs the command; it does not fill in the field.
        if (reason !== "item-press") setQuery(next);
      }}
      itemToStringValue={(command: Command) => command.title}
      autoHighlight="always"
      keepHighlight
    >
      <SearchListInput
        label="Search commands"
        placeholder="What would you like to do?"
        inputRef={inputRef}
        aside={<Kbd keys="escape" />}
      />
      <Autocomplete.Empty className={list.empty}>
        {groups.length === 0 ? "Nothing here is called that." : null}
      </Autocomplete.Empty>
      <Autocomplete.List className={list.list} aria-label="Commands">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className={popup.heading}>{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Entry) => (
                <Autocomplete.Item key={command.id} value={command} className={popup.item} onClick={() => run(command)}>
                  <span className="flex-1 min-w-0 truncate">{command.title}</span>
                  {command.allKeys[0] === undefined ? null : <Kbd keys={command.allKeys[0]} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
