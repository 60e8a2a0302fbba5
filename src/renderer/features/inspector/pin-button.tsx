import { Pin } from "lucide-react";
import type { EventSummary } from "../../../shared/events.ts";
import { settle } from "../../core/bridge.ts";
import { useCommands } from "../../core/commands.ts";
import { useBridge, useToasts } from "../../core/environment.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Keeps an event when the log is cleared and when old events are removed. */
export function PinButton({ summary }: { readonly summary: EventSummary }) {
  const bridge = useBridge();
  const toasts = useToasts();
  const pinned = summary.pinned === true;

  async function toggle() {
    const result = await settle(bridge.journal.pin({ id: summary.id, pinned: !pinned }));
    if (!result.ok) toasts.failed(pinned ? "Could not unpin the event" : "Could not pin the event", result.message);
  }

  useCommands([
    {
      id: "pin",
      title: pinned ? "Unpin event" : "Pin event",
      group: "Inspector",
      keywords: "keep",
      run: () => void toggle(),
    },
  ]);
  return (
    <Tooltip label={pinned ? "Unpin" : "Pin: keep when the log is cleared"}>
      <IconButton label="Pin event" icon={<Pin />} pressed={pinned} onClick={() => void toggle()} />
    </Tooltip>
  );
}
