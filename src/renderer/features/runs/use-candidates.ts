import { useEffect, useState } from "react";
import type { EventSummary } from "../../../shared/events.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge } from "../../core/environment.ts";
import type { Choosing } from "./runs-store.ts";

/** The events that can be chosen. Those found before stay while others are read. */
export interface Candidates {
  readonly state: "reading" | "ready" | "failed";
  /** Why nothing could be found: of a filter, what is wrong with it. */
  readonly message: string;
  readonly events: readonly EventSummary[];
}

const MOST = 50;
/** Pause in typing after which it is searched. */
const PAUSE_MS = 150;

/** Searches the log for what can be tied; `query` is in the language of the log's filter. */
export function useCandidates(choosing: Choosing, query: string): Candidates {
  const bridge = useBridge();
  const [found, setFound] = useState<Candidates>({ state: "reading", message: "", events: [] });
  useEffect(() => {
    let current = true;
    setFound((before) => ({ ...before, state: "reading" }));
    const timer = setTimeout(() => void search(), query === "" ? 0 : PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };

    async function search() {
      const page = { limit: MOST, filter: `${kindOf(choosing)} ${query}`.trim() };
      const result = await settle(
        bridge.journal.page(
          choosing.what === "run" ? { ...page, before: choosing.delivery.id } : { ...page, after: choosing.runId },
        ),
      );
      if (!current) return;
      if (result.ok) setFound({ state: "ready", message: "", events: inOrder(choosing, result.value.events) });
      else setFound({ state: "failed", message: result.message, events: [] });
    }
  }, [bridge, choosing, query]);
  return found;
}

function kindOf({ what }: Choosing): string {
  return what === "run" ? "kind:call about:credit,charge" : "kind:delivery";
}

/** The likeliest first: the latest simulation before, or the first webhook after; without what it is tied to now. */
function inOrder(choosing: Choosing, events: readonly EventSummary[]): readonly EventSummary[] {
  if (choosing.what === "run") return events.filter(({ id }) => id !== choosing.delivery.tie?.runId).toReversed();
  return events.filter((event) => event.kind === "delivery" && event.tie?.runId !== choosing.runId);
}
