import { useState } from "react";
import { useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { listenerStore } from "./listener-store.ts";

/** Moves the listener to another port, all else as it is. */
export function UsePort({ port }: { readonly port: number | null }) {
  const stores = useStores();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  if (port === null) return null;

  async function move(to: number) {
    setBusy(true);
    const { status, configure } = stores.get(listenerStore);
    // Whoever listened on this address before has agreed to it before.
    const result = await configure({ ...status.settings, port: to }, true);
    setBusy(false);
    toasts.outcome(`use port ${to}`, result);
  }

  return (
    <Button variant="primary" busy={busy} onClick={() => void move(port)}>
      Use port {port} instead
    </Button>
  );
}
