import type { Profile } from "../../../../shared/profile.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { togglePanel } from "../../../core/panels.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { listenerStore, RelayNote, UsePort } from "../../listener/index.ts";

/** Said before a simulation is sent while no webhook could be seen, with the way to change that. */
export function ListenerNote({ profile }: { readonly profile: Profile }) {
  return profile.relayOnly && profile.mode !== "sandbox" ? <RelayNote profileId={profile.id} /> : <OwnListenerNote />;
}

function OwnListenerNote() {
  const stores = useStores();
  const { state, settings, problem } = useStore(listenerStore, (listener) => listener.status);
  if (state === "listening" || state === "stopping") return null;
  const failed = state === "failed";
  return (
    <Callout
      tone="odd"
      title={failed ? "The listener could not start" : "The listener is stopped"}
      actions={
        <>
          {problem?.code === "port-taken" ? <UsePort port={problem.nextFreePort} /> : null}
          <Button busy={state === "starting"} onClick={() => void stores.get(listenerStore).setListening(true)}>
            {failed ? "Try again" : "Start listening"}
          </Button>
          {failed ? <Button onClick={() => togglePanel(stores, "listener", true)}>Another port</Button> : null}
        </>
      }
    >
      {failed
        ? `Linkdesk could not listen on port ${settings.port}, so the webhook of a simulation could not be seen.`
        : "The webhook of a simulation could not be seen: nothing listens for it."}
    </Callout>
  );
}
