import { useEffect, useState } from "react";
import type { AttemptSeries } from "../../../shared/attempts.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge } from "../../core/environment.ts";

export type ShownAttempts =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly series: AttemptSeries };

/** Milliseconds between two looks while deliveries keep arriving. */
const PAUSE_MS = 500;

/** Every time that a delivery's webhook was sent; looked for again when something has arrived. */
export function useAttempts(id: EventId): ShownAttempts {
  const bridge = useBridge();
  const [shown, setShown] = useState<ShownAttempts>({ state: "loading" });

  useEffect(() => {
    let gone = false;
    let pause: ReturnType<typeof setTimeout> | null = null;
    const look = async () => {
      const result = await settle(bridge.attempts.of({ id }));
      if (gone) return;
      setShown(result.ok ? { state: "ready", series: result.value } : { state: "failed", message: result.message });
    };
    const lookSoon = () => {
      pause ??= setTimeout(() => {
        pause = null;
        void look();
      }, PAUSE_MS);
    };
    setShown({ state: "loading" });
    void look();
    const stop = bridge.on("journal.changed", ({ appended, amended, reset, skipped }) => {
      if (reset || skipped > 0 || [...appended, ...amended].some(({ kind }) => kind === "delivery")) lookSoon();
    });
    return () => {
      gone = true;
      if (pause !== null) clearTimeout(pause);
      stop();
    };
  }, [bridge, id]);

  return shown;
}
