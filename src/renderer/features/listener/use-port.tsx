import { useState } from "react";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { listenerStore } from "./listener-store.ts";

interface UsePortProps {
  /** The next one that is free. */
  readonly port: number | null;
}

/** Moves the listener to another port, all else as it is: back to the one that it had, or to the next free one. */
export function UsePort({ port }: UsePortProps) {
  const stores = useStores();
  const toasts = useToasts();
  const taken = useStore(listenerStore, ({ status }) => status.settings.port);
  const listenedOn = useStore(listenerStore, (state) => state.listenedOn);
  const [busy, setBusy] = useState<number | null>(null);
  // What leads to it leads there still.
  const former = listenedOn === taken ? null : listenedOn;

  async function move(to: number) {
    setBusy(to);
    const { status, configure } = stores.get(listenerStore);
    // Whoever listened on this address before has agreed to it before.
    const result = await configure({ ...status.settings, port: to }, true);
    setBusy(null);
    toasts.outcome(`use port ${to}`, result);
  }

  return (
    <>
      {former === null ? null : (
        <Button variant="primary" busy={busy === former} disabled={busy !== null} onClick={() => void move(former)}>
          Go back to port {former}
        </Button>
      )}
      {port === null || port === former ? null : (
        <Button
          variant={former === null ? "primary" : "secondary"}
          busy={busy === port}
          disabled={busy !== null}
          onClick={() => void move(port)}
        >
          Use port {port} instead
        </Button>
      )}
    </>
  );
}
