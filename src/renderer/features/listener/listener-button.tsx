import { ArrowDownLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { countText, listText, pluralText } from "../../../shared/measures.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { panelStore, togglePanel } from "../../core/panels.ts";
import { useLeaving } from "../../core/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Popover } from "../../ui/popover.tsx";
import styles from "./listener-button.module.css";
import { LISTENER_PARTS, listenerParts, listenerStore, unsavedParts } from "./listener-store.ts";
import { listenerWords } from "./panel/address-form.ts";
import { ListenerPanel } from "./panel/listener-panel.tsx";
import { addressStore } from "./public-address/address-store.ts";
import { publicWords } from "./public-address/public-words.ts";

/** The address that webhooks come to, or why there is none; opens the listener's panel. */
export function ListenerButton() {
  const stores = useStores();
  const status = useStore(listenerStore, (state) => state.status);
  const open = useStore(panelStore, (state) => state.panel === "listener");
  const outside = useStore(addressStore, (state) => state.status);
  // A problem of the listener itself comes first: an address does not help against it.
  const words = status.state === "listening" && status.problem === null ? publicWords(outside) : null;
  const { tone, busy, text, address } = words ?? listenerWords(status);
  const toCopy = outside.state.name === "ready" && words !== null ? outside.url : status.url;
  // The button moves when a badge comes or goes beside it; the bar does not.
  const bar = useRef<Element | null>(null);
  const leaving = useLeaving(useStore(listenerStore, unsavedParts));
  const unsaved = useStore(listenerStore, (state) => state.unsaved);
  const { guard } = leaving;
  const isRefused = useRef(false);
  useEffect(() => {
    if (!open) return undefined;
    const { setGuard } = stores.get(panelStore);
    setGuard(guard);
    return () => setGuard(null);
  }, [stores, open, guard]);

  async function save(): Promise<boolean> {
    const isSaved = await stores.get(listenerStore).saveAll();
    isRefused.current = !isSaved;
    return isSaved;
  }

  return (
    <div
      ref={(frame) => {
        bar.current = frame?.closest("header") ?? null;
      }}
      className="flex flex-initial items-center min-w-0 h-(--control) pr-[3px] border border-line-strong rounded bg-control shadow-(--shadow-control)"
    >
      <Popover
        takesFocus
        title="Listener"
        description="Records every request that comes in and answers it."
        actions={<ListenerSwitch />}
        width={600}
        align="center"
        anchor={bar}
        open={open}
        onOpenChange={(next) => {
          if (next) togglePanel(stores, "listener", true);
          // A press in the question about the changes is one outside the panel, too.
          else if (!leaving.waits) guard(() => togglePanel(stores, "listener", false));
        }}
        trigger={
          <button type="button" className={styles.button}>
            <StatusDot tone={tone} pulse={busy} />
            <span className="flex items-baseline gap-1.5 min-w-0 overflow-hidden whitespace-nowrap">
              <span className="flex-none text-secondary">{text}</span>{" "}
              {address === null ? null : (
                <span className="min-w-0 overflow-hidden type-data text-ellipsis">{address}</span>
              )}
            </span>
            <span
              className="flex flex-none items-center ml-auto pl-2 text-muted type-small tabular-nums"
              title={`${pluralText(status.deliveries, "webhook", "webhooks")} since Linkdesk was started`}
            >
              {/* Where the words have no room, it says what is counted. */}
              <ArrowDownLeft size={14} className="mr-0.5 text-kind-delivery" aria-hidden="true" />
              {countText(status.deliveries)}
              <span className={styles.unit}>
                &nbsp;{status.deliveries === 1 ? "webhook" : "webhooks"} since the start
              </span>
            </span>
          </button>
        }
      >
        <ListenerPanel />
      </Popover>
      <Confirm
        open={leaving.asks}
        title="Save the changes?"
        confirm="Save"
        instead={{ label: "Discard", onChoose: leaving.leave }}
        // Back on its tab, the focus would show that part, and not the one that could not be saved.
        finalFocus={() =>
          isRefused.current
            ? document.querySelector('[role="tablist"][aria-label="Listener"] [aria-selected="true"]')
            : null
        }
        onClose={leaving.stay}
        onConfirm={() => void leaving.leaveAfter(save)}
      >
        What was changed under{" "}
        {listText(listenerParts.filter((part) => unsaved[part] !== undefined).map((part) => LISTENER_PARTS[part]))} is
        not saved yet.
      </Confirm>
      {toCopy === null ? null : (
        <>
          <span className="flex-none w-px h-4 mr-0.75 bg-line" />
          <CopyButton label="Copy webhook address" text={toCopy} />
        </>
      )}
    </div>
  );
}

/** Starts or stops listening. */
function ListenerSwitch() {
  const stores = useStores();
  const state = useStore(listenerStore, (view) => view.status.state);
  const listening = state === "listening" || state === "stopping";
  return (
    <Button
      size="small"
      variant={listening ? "secondary" : "primary"}
      busy={state === "starting" || state === "stopping"}
      onClick={() => void stores.get(listenerStore).setListening(!listening)}
    >
      {listening ? "Stop listening" : "Start listening"}
    </Button>
  );
}
