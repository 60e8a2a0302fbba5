import { countText } from "../../../shared/measures.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { panelStore, togglePanel } from "../../core/panels.ts";
import { Button } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Popover } from "../../ui/popover.tsx";
import styles from "./listener-button.module.css";
import { listenerStore } from "./listener-store.ts";
import { listenerWords } from "./panel/address-form.ts";
import { ListenerPanel } from "./panel/listener-panel.tsx";

/** The address that webhooks come to, or why there is none; opens the listener's panel. */
export function ListenerButton() {
  const stores = useStores();
  const status = useStore(listenerStore, (state) => state.status);
  const open = useStore(panelStore, (state) => state.panel === "listener");
  const { tone, busy, text, address } = listenerWords(status);

  return (
    <div className={styles.frame}>
      <Popover
        title="Listener"
        description="Records every request that comes in and answers it."
        actions={<ListenerSwitch />}
        width={600}
        align="center"
        open={open}
        onOpenChange={(next) => togglePanel(stores, "listener", next)}
        trigger={
          <button type="button" className={styles.button}>
            <StatusDot tone={tone} pulse={busy} />
            <span className={styles.words}>
              <span className={styles.text}>{text}</span>{" "}
              {address === null ? null : <span className={styles.address}>{address}</span>}
            </span>
            <span className={styles.count}>
              {countText(status.deliveries)}
              <span className={styles.unit}>{status.deliveries === 1 ? " delivery" : " deliveries"}</span>
            </span>
          </button>
        }
      >
        <ListenerPanel />
      </Popover>
      {status.url === null ? null : (
        <>
          <span className={styles.line} />
          <CopyButton label="Copy webhook address" text={status.url} />
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
