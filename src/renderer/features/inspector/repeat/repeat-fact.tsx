import type { EventId } from "../../../../shared/primitives.ts";
import { useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Fact } from "../../../ui/facts.tsx";
import { eventLogStore } from "../../event-log/index.ts";

/** Of a call that was sent once more, the way to the one before. */
export function RepeatFact({ of }: { readonly of: EventId | undefined }) {
  const stores = useStores();
  if (of === undefined) return null;
  return (
    <Fact name="Repeat">
      sent again as it was
      <Button size="small" variant="quiet" onClick={() => stores.get(eventLogStore).select(of)}>
        The call it repeats
      </Button>
    </Fact>
  );
}
