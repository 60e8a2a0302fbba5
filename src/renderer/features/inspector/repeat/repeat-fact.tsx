import type { EventId } from "../../../../shared/primitives.ts";
import { useAppStore } from "../../../app/slice.ts";
import { Button } from "../../../ui/button.tsx";
import { Fact } from "../../../ui/facts.tsx";

/** Of a call that was sent once more, the way to the one before. */
export function RepeatFact({ of }: { readonly of: EventId | undefined }) {
  const store = useAppStore();
  if (of === undefined) return null;
  return (
    <Fact name="Repeat">
      sent again as it was
      <Button size="small" variant="quiet" onClick={() => store.getState().eventLog.select(of)}>
        The call it repeats
      </Button>
    </Fact>
  );
}
