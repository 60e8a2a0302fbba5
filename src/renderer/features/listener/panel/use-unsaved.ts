import { useEffect } from "react";
import { useStores } from "../../../core/environment.ts";
import { unsavedOf } from "../../../core/unsaved.ts";
import { listenerStore } from "../listener-store.ts";

/** Tells the panel whether this part has changes that leaving it would lose. */
export function useUnsaved(isDirty: boolean, isSaving: boolean): void {
  const stores = useStores();
  useEffect(() => stores.get(listenerStore).setUnsaved(unsavedOf(isDirty, isSaving)), [stores, isDirty, isSaving]);
  useEffect(() => () => stores.get(listenerStore).setUnsaved("no"), [stores]);
}
