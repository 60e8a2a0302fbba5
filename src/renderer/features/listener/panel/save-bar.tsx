import { useEffect, useRef } from "react";
import { useStores } from "../../../core/environment.ts";
import { unsavedOf } from "../../../core/unsaved.ts";
import { Button } from "../../../ui/button.tsx";
import { type ListenerPart, listenerStore } from "../listener-store.ts";
import styles from "./listener-panel.module.css";

interface SaveBarProps {
  readonly part: ListenerPart;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly failure: string | null;
  /** What is said of changes that are not saved. */
  readonly hint?: string;
  readonly saveLabel?: string;
  readonly onDiscard: () => void;
  /** @returns whether it was saved */
  readonly onSave: () => Promise<boolean>;
}

/** The end of a part that is a form; tells the panel whether leaving it would lose changes. */
export function SaveBar({
  part,
  isDirty,
  isSaving,
  failure,
  hint = "Not saved yet",
  saveLabel = "Save to profile",
  onDiscard,
  onSave,
}: SaveBarProps) {
  const stores = useStores();
  const state = unsavedOf(isDirty, isSaving);
  // With what is typed by then.
  const latest = useRef(onSave);
  useEffect(() => {
    latest.current = onSave;
  });
  useEffect(() => {
    const unsaved = state === "no" ? undefined : { state, save: () => latest.current() };
    stores.get(listenerStore).setUnsaved(part, unsaved);
  }, [stores, part, state]);
  useEffect(() => () => stores.get(listenerStore).setUnsaved(part, undefined), [stores, part]);

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
