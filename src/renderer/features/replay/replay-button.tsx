import { PencilLine, RotateCw, Send } from "lucide-react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import { useCommands } from "../../core/commands.ts";
import { useStores } from "../../core/environment.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { replayStore } from "./replay-store.ts";

/** Sends a delivery once more: to our own listener at once, to any address, or with something changed. */
export function ReplayButton({ detail }: { readonly detail: DeliveryDetail }) {
  const stores = useStores();
  const whole = detail.summary.completeness === "whole";
  const open = (edit: boolean) => void stores.get(replayStore).open(detail, edit);
  function again() {
    const target = { kind: "listener" } as const;
    const { id } = detail.summary;
    void stores.get(replayStore).send({ id, target, host: "received", withSecrets: false, edited: null, agreed: "no" });
  }
  useCommands([
    ...(whole
      ? [
          {
            id: "replay-here",
            title: "Replay to this listener",
            group: "Inspector" as const,
            keys: "shift+r",
            keywords: "resend again",
            run: again,
          },
          {
            id: "replay",
            title: "Replay to an address…",
            group: "Inspector" as const,
            keys: "r",
            keywords: "resend again url forward",
            run: () => open(false),
          },
        ]
      : []),
    {
      id: "replay-edited",
      title: "Edit and replay…",
      group: "Inspector",
      keys: "e",
      keywords: "change resend sign",
      run: () => open(true),
    },
  ]);
  return (
    <Menu align="end" trigger={<IconButton label="Replay" icon={<RotateCw />} />}>
      <MenuItem icon={<RotateCw />} keys="shift+r" disabled={!whole} onSelect={again}>
        Replay to this listener
      </MenuItem>
      <MenuItem icon={<Send />} keys="r" disabled={!whole} onSelect={() => open(false)}>
        Replay to an address…
      </MenuItem>
      <MenuItem icon={<PencilLine />} keys="e" onSelect={() => open(true)}>
        Edit and replay…
      </MenuItem>
    </Menu>
  );
}
