import { BookOpenCheck } from "lucide-react";
import type { EventId } from "../../../shared/primitives.ts";
import { useCommands } from "../../core/commands.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { playbooksStore } from "./playbooks-store.ts";

interface MakePlaybookProps {
  /** Calls, or webhooks of calls. */
  readonly ids: readonly EventId[];
  /** There is no call among them. */
  readonly disabled: boolean;
  /** Which they are, where they are not those that are selected. */
  readonly of?: string;
}

const LABEL = "Make a playbook";

function useMake(ids: readonly EventId[], title = LABEL, disabled = false): () => void {
  const stores = useStores();
  const make = () => void stores.get(playbooksStore).draftOf(ids);
  useCommands([
    !disabled && {
      id: "make-playbook",
      title,
      group: "Inspector",
      keywords: "again repeat test expectation steps save",
      run: make,
    },
  ]);
  return make;
}

/** Makes a playbook of what is selected. */
export function MakePlaybookButton({ ids, disabled, of }: MakePlaybookProps) {
  const title = of === undefined ? LABEL : `${LABEL} of ${of}`;
  return (
    <Button icon={<BookOpenCheck />} disabled={disabled} onClick={useMake(ids, title, disabled)}>
      {title}
    </Button>
  );
}

/** The same in a menu, whose trigger is always there. */
export function useMakePlaybookItem(ids: readonly EventId[]) {
  const make = useMake(ids);
  return (
    <MenuItem icon={<BookOpenCheck />} onSelect={make}>
      {LABEL}
    </MenuItem>
  );
}
