import { useEffect } from "react";
import { useStores } from "../../../core/environment.ts";
import { unsavedOf } from "../../../core/unsaved.ts";
import { Button } from "../../../ui/button.tsx";
import { listenerStore } from "../listener-store.ts";
import styles from "./listener-panel.module.css";

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly failure: string | null;
  /** What is said of changes that are not saved. */
  readonly hint?: string;
  readonly saveLabel?: string;
  readonly onDiscard: () => void;
}

/** The end of a part that is a form; tells the panel whether leaving it would lose changes. */
export function SaveBar({
  isDirty,
  isSaving,
  failure,
  hint = "Not saved yet",
  saveLabel = "Save to profile",
  onDiscard,
}: SaveBarProps) {
  const stores = useStores();
  useEffect(() => {
    stores.get(listenerStore).setUnsaved(unsavedOf(isDirty, isSaving));
  }, [stores, isDirty, isSaving]);
  useEffect(() => () => stores.get(listenerStore).setUnsaved("no"), [stores]);

  return (
    <div className={styles.end}>
      <output className={`flex-1 type-small ${failure === null ? "text-muted" : "text-bad"}`}>
        {failure ?? (isDirty ? hint : "")}
      </output>
      <Button disabled={!isDirty} onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="primary" submit saves busy={isSaving} disabled={!isDirty}>
        {saveLabel}
      </Button>
    </div>
  );
}
