import { Forward, TriangleAlert } from "lucide-react";
import { useStore, useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { profilesStore, selectedProfile } from "../profiles/index.ts";
import { forwardingWords } from "./forwarding-words.ts";
import { listenerStore } from "./listener-store.ts";

/** In the status line while webhooks are forwarded: where they go, and that the latest did not get there. */
export function ForwardingItem({ className }: { readonly className: string | undefined }) {
  const stores = useStores();
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile);
  const last = useStore(listenerStore, (state) => state.lastForward[profile?.id ?? ""]);
  const words = profile === undefined ? null : forwardingWords(profile.replay.forward, last);
  if (words === null) return null;
  return (
    <Tooltip label={words.tip} side="top">
      <button
        type="button"
        className={className}
        onClick={() => {
          stores.get(listenerStore).showPart("forward");
          stores.get(panelStore).open("listener");
        }}
      >
        {words.failed ? <TriangleAlert size={14} className="text-bad" /> : <Forward size={14} />}
        <span className="max-w-80 truncate">{words.text}</span>
      </button>
    </Tooltip>
  );
}
