import { useEffect } from "react";
import { useStores } from "../../../core/environment.ts";
import { listenerStore } from "../listener-store.ts";

/** Tells the panel whether this part has changes that leaving it would lose. */
export function useUnsaved(isDirty: boolean): void {
  const stores = useStores();
  useEffect(() => {
    const { setUnsaved } = stores.get(listenerStore);
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [stores, isDirty]);
}
