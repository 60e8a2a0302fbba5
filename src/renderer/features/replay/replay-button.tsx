import { PencilLine, RotateCw, Send } from "lucide-react";
import { type DeliveryDetail } from "../../../shared/events.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { type ReplayMark } from "../../../shared/replay.ts";
import { useCommands } from "../../core/commands.ts";
import { useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Fact } from "../../ui/facts.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { eventLogStore } from "../event-log/index.ts";
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
