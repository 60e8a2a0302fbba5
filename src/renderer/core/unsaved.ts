import { useCallback, useEffect, useState } from "react";

/** Whether what is typed would be lost, or is on its way to be kept. */
export type Unsaved = "no" | "edited" | "saving";

export function unsavedOf(isDirty: boolean, isSaving: boolean): Unsaved {
  return isSaving ? "saving" : isDirty ? "edited" : "no";
}

export interface Leaving {
  /** Does something that loses what is not saved: at once, once the save on its way has ended, or after a question. */
  readonly guard: (leave: () => void) => void;
  /** Something of `guard` waits to be done. */
  readonly waits: boolean;
  /** The user is to be asked. */
  readonly asks: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Saves with `keep` and leaves then. Stays where `keep` says that saving has failed. */
  readonly leaveAfter: (keep: () => Promise<boolean>) => Promise<void>;
}

/** Leaving a form whose changes may not be saved. What has become safe meanwhile is not asked about any more. */
export function useLeaving(unsaved: Unsaved): Leaving {
  const [waiting, setWaiting] = useState<{ readonly leave: () => void } | null>(null);

  const guard = useCallback(
    (leave: () => void) => {
      if (unsaved === "no") leave();
      else setWaiting({ leave });
    },
    [unsaved],
  );

  const go = useCallback(() => {
    setWaiting(null);
    waiting?.leave();
  }, [waiting]);

  useEffect(() => {
    if (unsaved === "no" && waiting !== null) go();
  }, [unsaved, waiting, go]);

  return {
    guard,
    waits: waiting !== null,
    asks: waiting !== null && unsaved === "edited",
    stay: () => setWaiting(null),
    leave: go,
    async leaveAfter(keep) {
      setWaiting(waiting);
      // Once nothing is unsaved it goes by itself.
      if (!(await keep())) setWaiting(null);
    },
  };
}
