import { GitCompareArrows } from "lucide-react";
import type { EventSummary } from "../../../shared/events.ts";
import { useCommands } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { compareStore } from "./compare-store.ts";

/** Marks an event to be compared, or compares it with the one that is marked. */
export function CompareButton({ summary }: { readonly summary: EventSummary }) {
  const stores = useStores();
  const marked = useStore(compareStore, (state) => state.marked);
  const isMarked = marked?.id === summary.id;
  const label = marked === null || isMarked ? "Compare with another event" : "Compare with the marked event";

  function press() {
    const compare = stores.get(compareStore);
    if (isMarked) compare.unmark();
    else void compare.next(summary);
  }

  useCommands([
    {
      id: "compare",
      title: label,
      group: "Inspector",
      keys: "c",
      keywords: "difference diff side by side mark",
      run: press,
    },
  ]);

  return (
    <Tooltip label={label} keys="c">
      <IconButton label={label} icon={<GitCompareArrows />} pressed={isMarked} onClick={press} />
    </Tooltip>
  );
}
