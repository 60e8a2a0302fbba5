import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { listenerStore } from "./listener-store.ts";

/** Starts or stops listening. */
export function ListenerSwitch() {
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
