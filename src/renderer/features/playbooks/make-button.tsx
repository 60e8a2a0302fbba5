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
}

const LABEL = "Make a playbook";

function useMake(ids: readonly EventId[], disabled = false): () => void {
  const stores = useStores();
  const make = () => void stores.get(playbooksStore).draftOf(ids);
  useCommands([
    !disabled && {
      id: "make-playbook",
      title: LABEL,
      group: "Inspector",
      keywords: "again repeat test expectation steps save",
      run: make,
    },
  ]);
  return make;
}

/** Makes a playbook of what is selected. */
export function MakePlaybookButton({ ids, disabled }: MakePlaybookProps) {
  return (
    <Button icon={<BookOpenCheck />} disabled={disabled} onClick={useMake(ids, disabled)}>
      {LABEL}
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
