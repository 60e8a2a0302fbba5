import { useCallback, useEffect, useState } from "react";
import type { Output } from "../../../shared/contract.ts";
import { countText, dayText, pluralText, sizeText } from "../../../shared/measures.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { RetentionForm } from "./retention-form.tsx";

// Removing goes on in the background: the numbers follow.
const REFRESH_MS = 2_000;

type Stats = Output<"journal", "stats">;

/** How large the event log is, how much of it is kept, and removing for good what was cleared. */
export function EventLogSection() {
  const bridge = useBridge();
  const [stats, setStats] = useState<Stats | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refresh = useCallback(async () => {
    const result = await settle(bridge.journal.stats(null));
    setProblem(result.ok ? null : result.message);
    if (result.ok) setStats(result.value);
  }, [bridge]);
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [refresh]);

  return (
    <Section title="Event log" hint="The oldest events go first when there are more than is kept. Pinned events stay.">
      {problem === null ? (
        <Facts>
          <Fact name="Events">{stats === null ? "…" : countText(stats.events)}</Fact>
          <Fact name="Size on disk">{stats === null ? "…" : sizeText(stats.bytesOnDisk)}</Fact>
          <Fact name="Oldest event">
            {stats === null ? "…" : stats.oldest === null ? "There is none" : dayText(stats.oldest)}
          </Fact>
        </Facts>
      ) : (
        <p role="alert" className="text-bad">
          <OpaqueText text={problem} />
        </p>
      )}
      <RetentionForm stats={stats} onChanged={() => void refresh()} />
      <Cleared count={stats?.cleared ?? 0} onChanged={() => void refresh()} />
    </Section>
  );
}

/** What was cleared can be brought back until Linkdesk is ended; who needs the space or wants it gone need not wait. */
function Cleared({ count, onChanged }: { readonly count: number; readonly onChanged: () => void }) {
  const bridge = useBridge();
  const toasts = useToasts();
  const stores = useStores();
  const [asking, setAsking] = useState(false);
  const events = pluralText(count, "cleared event", "cleared events");

  async function remove() {
    const result = toasts.outcome("remove the cleared events", await settle(bridge.journal.purgeCleared(null)));
    if (result.ok) {
      stores.get(eventLogStore).forgetCleared();
      toasts.done(`Removing ${events} for good`);
    }
    onChanged();
  }

  async function bringBack() {
    await stores.get(eventLogStore).bringBack();
    onChanged();
  }

  return (
    <div className="flex items-center gap-3 mt-3">
      <Button disabled={count === 0} onClick={() => void bringBack()}>
        Bring back
      </Button>
      <Button disabled={count === 0} onClick={() => setAsking(true)}>
        Remove for good…
      </Button>
      <span className="text-muted type-small">
        {count === 0
          ? "No cleared events are left."
          : `${events}, ${count === 1 ? "" : "all "}removed at the next start.`}
      </span>
      <Confirm
        open={asking}
        title={`Remove ${events} for good?`}
        confirm="Remove for good"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>They are deleted from this machine’s disk now. Clearing the log can then no longer be undone.</p>
      </Confirm>
    </div>
  );
}
