import type { EventId } from "../../../shared/primitives.ts";
import type { ReplayMark } from "../../../shared/replay.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/facts.tsx";
import { eventLogStore } from "../event-log/index.ts";

/** What a replay has to do with other events, with the way to them. */
export function ReplayFacts({ replay }: { readonly replay: ReplayMark | undefined }) {
  const stores = useStores();
  if (replay === undefined) return null;
  const link = (id: EventId, text: string) => (
    <Button size="small" variant="quiet" onClick={() => stores.get(eventLogStore).select(id)}>
      {text}
    </Button>
  );
  return (
    <Fact name="Replay">
      {replay.edited ? "edited, " : "byte for byte, "}
      {replay.by === null ? "sent by you" : "sent from here, not by the service"}
      {link(replay.of, "The delivery it repeats")}
      {replay.by === null ? null : link(replay.by, "The call that sent it")}
    </Fact>
  );
}
