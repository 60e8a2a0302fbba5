import { Share } from "lucide-react";
import type { ExportScope } from "../../../shared/evidence.ts";
import { type Command, useCommands } from "../../core/commands.ts";
import { useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { exportStore } from "./export-store.ts";

interface ExportButtonProps {
  readonly scope: ExportScope;
  /** "Export…", with what is exported where that is not what is selected. */
  readonly label: string;
  readonly group: Command["group"];
  /** Names the command; of several in sight the one for what is selected has the key. */
  readonly command: "export" | "export-shown";
  /** Shows words beside the icon. */
  readonly wide?: boolean;
}

/** Opens the dialog to hand over what was seen. */
export function ExportButton({ scope, label, group, command, wide = false }: ExportButtonProps) {
  const stores = useStores();
  const open = () => void stores.get(exportStore).open(scope);
  useCommands([
    {
      id: command,
      title: label,
      group,
      ...(command === "export" ? { keys: "x" } : { standsInFor: "export" }),
      keywords: "hand over ticket report pdf html har ndjson csv case save file share evidence",
      run: open,
    },
  ]);
  if (wide)
    return (
      <Button icon={<Share />} onClick={open}>
        {label}
      </Button>
    );
  return <IconButton tip keys={command === "export" ? "x" : undefined} label={label} icon={<Share />} onClick={open} />;
}
