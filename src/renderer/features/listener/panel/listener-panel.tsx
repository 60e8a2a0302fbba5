import { useLayoutEffect, useRef } from "react";
import { useStore, useStores } from "../../../core/environment.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { addressFieldStore, MissingChecklist, useDiagnosis } from "../../diagnosis/index.ts";
import { type ListenerPart, listenerStore } from "../listener-store.ts";
import { PublicPart } from "../public-address/public-part.tsx";
import { RelayPart } from "../relay/relay-part.tsx";
import { UsePort } from "../use-port.tsx";
import { problemSentence } from "./address-form.ts";
import { AddressPart } from "./address-part.tsx";
import { AnswerPart } from "./answer-part.tsx";
import { ForwardPart } from "./forward-part.tsx";

interface ListenerPanelProps {
  /** Does something that loses unsaved changes, once the user agrees. */
  readonly guard: (leave: () => void) => void;
}

/** Everything about the listener: where it listens, what it answers, the address under which a service reaches it. */
export function ListenerPanel({ guard }: ListenerPanelProps) {
  const stores = useStores();
  const part = useStore(listenerStore, (view) => view.part);
  const { problem, state, exposed, url } = useStore(listenerStore, (view) => view.status);
  const root = useRef<HTMLDivElement>(null);

  // Before it is seen, and not while it is: nobody is taken from the part that is looked at.
  useLayoutEffect(() => {
    const { strayed, showPart } = stores.get(listenerStore);
    if (stores.get(addressFieldStore).isWanted) showPart("nothing");
    else if (strayed) showPart("address");
  }, [stores]);

  function leaveFor(next: ListenerPart) {
    // The question gives the focus back to where it was: on the other tab, the focus alone would ask it again.
    if (stores.get(listenerStore).unsaved !== "no")
      root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    guard(() => stores.get(listenerStore).showPart(next));
  }

  return (
    // One height for all parts, so that nothing jumps when another one is shown.
    <div ref={root} className="flex flex-col h-[min(540px,calc(var(--available-height)-64px))]">
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
        onValueChange={leaveFor}
        className="flex-1"
        tabs={[
          { value: "public", label: "Public address", content: <PublicPart /> },
          { value: "relay", label: "Relay", content: <RelayPart /> },
          { value: "address", label: "Port and path", content: <AddressPart /> },
          { value: "answer", label: "Answer", content: <AnswerPart /> },
          { value: "forward", label: "Forward", content: <ForwardPart /> },
          { value: "nothing", label: "Nothing arrives?", content: <NothingPart /> },
        ]}
      />
    </div>
  );
}

/** For when no webhook arrives at all, without a simulation to look at. */
function NothingPart() {
  return (
    <div className="p-4">
      <MissingChecklist view={useDiagnosis("any")} />
    </div>
  );
}
