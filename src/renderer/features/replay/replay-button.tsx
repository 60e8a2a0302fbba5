import { PencilLine, RotateCw, Send } from "lucide-react";
import { type CallDetail, type DeliveryDetail } from "../../../shared/events.ts";
import { type EventId, SECRET_MASK } from "../../../shared/primitives.ts";
import { type ReplayMark } from "../../../shared/replay.ts";
import { base64Of } from "../../core/base64.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { useCommands } from "../../core/commands.ts";
import { useBridge, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Fact } from "../../ui/facts.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore, viewOf } from "../profiles/index.ts";
import { canForwardAgain } from "./forward-again.tsx";
import { replayStore } from "./replay-store.ts";

/** Their titles and keys, which are listed also while no webhook is shown: beside a call's, which has the same keys. */
export const REPLAY_COMMANDS = {
  here: { id: "replay-here", title: "Replay the webhook to this listener", group: "Inspector", keys: "shift+r" },
  elsewhere: { id: "replay", title: "Replay the webhook to an address…", group: "Inspector", keys: "r" },
  edited: { id: "replay-edited", title: "Edit and replay the webhook…", group: "Inspector", keys: "e" },
} as const;

/** Sends a delivery once more: to our own listener at once, to any address, or with something changed. */
export function ReplayButton({ detail }: { readonly detail: DeliveryDetail }) {
  const stores = useStores();
  const { here, elsewhere, edited } = REPLAY_COMMANDS;
  const whole = detail.summary.completeness === "whole";
  const forwardUrl = useStore(profilesStore, viewOf(detail.summary.profile?.id))?.profile.replay.forward.url;
  const open = (edit: boolean) => void stores.get(replayStore).open(detail, edit, forwardUrl ?? "");
  function again() {
    const target = { kind: "listener" } as const;
    const { id } = detail.summary;
    void stores.get(replayStore).send({ id, target, host: "received", withSecrets: false, edited: null, agreed: "no" });
  }
  useCommands([
    canForwardAgain(detail.summary) && {
      id: "forward-again",
      title: "Forward again",
      group: "Inspector",
      run: () => void stores.get(replayStore).forwardAgain([detail.summary.id]),
    },
    whole && { ...here, keywords: "resend again", run: again },
    whole && { ...elsewhere, keywords: "resend again url forward", run: () => open(false) },
    { ...edited, keywords: "change resend sign", run: () => open(true) },
  ]);
  return (
    <Menu align="end" trigger={<IconButton label="Replay" title="Replay" icon={<RotateCw />} />}>
      <MenuItem icon={<RotateCw />} keys={here.keys} disabled={!whole} onSelect={again}>
        Replay to this listener
      </MenuItem>
      <MenuItem icon={<Send />} keys={elsewhere.keys} disabled={!whole} onSelect={() => open(false)}>
        Replay to an address…
      </MenuItem>
      <MenuItem icon={<PencilLine />} keys={edited.keys} onSelect={() => open(true)}>
        Edit and replay…
      </MenuItem>
    </Menu>
  );
}

/** Sends what a replay sent once more, to the same place. */
export function ReplayAgainButton({ detail, replay }: { readonly detail: CallDetail; readonly replay: ReplayMark }) {
  const stores = useStores();
  const bridge = useBridge();
  const toasts = useToasts();
  const busy = useStore(replayStore, (state) => state.busy !== null);
  const { url, summary, request } = detail;

  async function again() {
    const { method, path } = summary;
    let edited = null;
    if (replay.edited) {
      const sent = await bodyBytes(bridge, { id: summary.id, part: "request" });
      if (!sent.ok) return void toasts.outcome("replay the webhook", sent);
      edited = { method, path, headers: request.headers, body: base64Of(sent.value), sign: false };
    }
    const host = request.headers.some(([name, value]) => name.toLowerCase() === "host" && value === new URL(url).host);
    await stores.get(replayStore).send({
      id: replay.of,
      target: replay.to === null ? { kind: "listener" } : { kind: "url", url },
      host: host ? "target" : "received",
      withSecrets: request.headers.some(([, value]) => value.includes(SECRET_MASK)),
      edited,
      agreed: "no",
    });
  }

  const title = replay.forward === true ? "Forward again" : "Replay again";
  useCommands([{ id: "repeat", title, group: "Inspector", keys: "shift+r", run: () => void again() }]);
  return (
    <IconButton
      tip
      keys="shift+r"
      label={title}
      icon={<RotateCw />}
      aria-busy={busy || undefined}
      onClick={() => void again()}
    />
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
    <Fact name={replay.forward === true ? "Forward" : "Replay"}>
      {replay.edited ? "edited, " : "byte for byte, "}
      {replay.by === null ? "sent by you" : "sent from here, not by the service"}
      {link(replay.of, "The webhook it repeats")}
      {replay.by === null ? null : link(replay.by, "The call that sent it")}
    </Fact>
  );
}
