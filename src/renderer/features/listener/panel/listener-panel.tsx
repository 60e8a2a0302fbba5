import { type ReactNode, useLayoutEffect, useState } from "react";
import { useStore, useStores } from "../../../core/environment.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { addressFieldStore, MissingChecklist, useDiagnosis } from "../../diagnosis/index.ts";
import { profilesStore } from "../../profiles/index.ts";
import { LISTENER_PARTS, type ListenerPart, listenerParts, listenerStore } from "../listener-store.ts";
import { PublicPart } from "../public-address/public-part.tsx";
import { RelayPart } from "../relay/relay-part.tsx";
import { UsePort } from "../use-port.tsx";
import { problemSentence } from "./address-form.ts";
import { AddressPart } from "./address-part.tsx";
import { AnswerPart } from "./answer-part.tsx";
import { ForwardPart } from "./forward-part.tsx";

/** Everything about the listener: where it listens, what it answers, the address under which a service reaches it. */
export function ListenerPanel() {
  const stores = useStores();
  const part = useStore(listenerStore, (view) => view.part);
  const { problem, state, exposed, url } = useStore(listenerStore, (view) => view.status);
  const unsaved = useStore(listenerStore, (view) => view.unsaved);
  const profileId = useStore(profilesStore, (view) => view.selectedId);
  // A part that was shown stays mounted, so that what was typed in it is kept; others ask main for nothing.
  const [seen, setSeen] = useState<ReadonlySet<ListenerPart>>(new Set());
  if (!seen.has(part)) setSeen(new Set([...seen, part]));

  // Only before the panel is painted: a part that the user looks at is not exchanged for another.
  useLayoutEffect(() => {
    const { strayed, showPart } = stores.get(listenerStore);
    if (stores.get(addressFieldStore).isWanted) showPart("nothing");
    else if (strayed) showPart("address");
  }, [stores]);

  const contents: Readonly<Record<ListenerPart, ReactNode>> = {
    public: <PublicPart />,
    relay: <RelayPart />,
    address: <AddressPart />,
    // What was typed belongs to the profile that it was typed for.
    answer: <AnswerPart key={profileId} />,
    forward: <ForwardPart key={profileId} />,
    nothing: <NothingPart />,
  };

  return (
    // One height for all parts, so that nothing jumps when another one is shown.
    <div className="flex flex-col h-[min(540px,calc(var(--available-height)-64px))]">
      {problem !== null && state !== "stopped" ? (
        <div className="flex-none px-4 pt-4">
          <Callout
            tone="bad"
            title={problem.code === "cannot-record" ? "Webhooks are not recorded" : "Nothing is listening"}
            actions={problem.code === "port-taken" ? <UsePort port={problem.nextFreePort} /> : undefined}
            live
          >
            {problemSentence(problem)}
          </Callout>
        </div>
      ) : null}
      {exposed ? (
        <div className="flex-none px-4 pt-4">
          <Callout tone="odd" title="Other machines can reach it">
            Anybody on this network can send requests to {url}. They are recorded and answered like any other.
          </Callout>
        </div>
      ) : null}
      <Tabs<ListenerPart>
        label="Listener"
        value={part}
        onValueChange={stores.get(listenerStore).showPart}
        keepMounted
        className="flex-1"
        tabs={listenerParts.map((value) => ({
          value,
          label: LISTENER_PARTS[value],
          aside:
            unsaved[value] === undefined ? null : (
              <span className="w-1.5 h-1.5 rounded-full bg-accent" role="img" aria-label="not saved yet" />
            ),
          content: seen.has(value) ? contents[value] : null,
        }))}
      />
    </div>
  );
}

/** The part that helps where no webhook arrives at all, without a simulation whose webhook is missing. */
function NothingPart() {
  return (
    <div className="p-4">
      <MissingChecklist view={useDiagnosis("any")} />
    </div>
  );
}
