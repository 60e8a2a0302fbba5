import { useApp, useAppStore } from "../../app/slice.ts";
import { Button } from "../../ui/button.tsx";

/** Starts or stops listening. */
export function ListenerSwitch() {
  const store = useAppStore();
  const state = useApp((view) => view.listener.status.state);
  const listening = state === "listening" || state === "stopping";
  return (
    <Button
      size="small"
      variant={listening ? "secondary" : "primary"}
      busy={state === "starting" || state === "stopping"}
      onClick={() => void store.getState().listener.setListening(!listening)}
    >
      {listening ? "Stop listening" : "Start listening"}
    </Button>
  );
}
