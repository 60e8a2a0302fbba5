import { X } from "lucide-react";
import { useAppStore } from "../../app/slice.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Lets go of the selected event. */
export function CloseButton() {
  const store = useAppStore();
  return (
    <Tooltip label="Close event">
      <IconButton label="Close event" icon={<X />} onClick={() => store.getState().eventLog.select(null)} />
    </Tooltip>
  );
}
