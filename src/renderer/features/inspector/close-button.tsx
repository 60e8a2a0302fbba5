import { X } from "lucide-react";
import { useStores } from "../../core/environment.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { eventLogStore } from "../event-log/index.ts";

/** Lets go of the selected event. */
export function CloseButton() {
  const stores = useStores();
  return (
    <Tooltip label="Close event">
      <IconButton label="Close event" icon={<X />} onClick={() => stores.get(eventLogStore).select(null)} />
    </Tooltip>
  );
}
