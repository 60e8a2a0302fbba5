import { useEffect } from "react";
import { explainInboxProblem } from "../../../../shared/text/explain-inbox.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { togglePanel } from "../../../core/panels.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { listenerStore } from "../listener-store.ts";
import { relayStore } from "./relay-store.ts";

/** Said before a simulation is sent whose webhook can come by a relay only, while nothing comes from there. */
export function RelayNote({ profileId }: { readonly profileId: string }) {
  const stores = useStores();
  const inboxes = useStore(relayStore, (state) => state.inboxes);
  useEffect(() => {
    void stores.get(relayStore).load();
  }, [stores]);
  if (inboxes === null) return null;
  const own = inboxes.filter((each) => each.profileId === profileId);
  if (own.length === 0)
    return (
      <Callout
        tone="odd"
        title="No relay brings webhooks to this profile"
        actions={
          <>
            <Button
              onClick={() => {
                stores.get(listenerStore).showPart("relay");
                togglePanel(stores, "listener", true);
              }}
            >
              Open Relay
            </Button>
            <Button onClick={() => void stores.get(relayStore).setRelayOnly(profileId, false)}>
              Receive on this machine too
            </Button>
          </>
        }
      >
        It is set to receive by a relay only, so the webhook of a simulation could not be seen.
      </Callout>
    );
  for (const { inbox, state } of own)
    if (state.name === "failed" || state.name === "reconnecting") {
      const { title } = explainInboxProblem(state.problem);
      return (
        <Callout
          tone="odd"
          title={title}
          actions={<Button onClick={() => void stores.get(relayStore).tryNow()}>Try now</Button>}
        >
          <OpaqueText text={inbox.name} />:{" "}
          {state.name === "failed"
            ? "nothing is received from it, so the webhook of a simulation could not be seen."
            : "a simulation waits for its webhook until the relay is back."}
        </Callout>
      );
    }
  return null;
}
