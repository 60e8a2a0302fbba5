import type { EventDetail } from "../../../shared/events.ts";
import { countText, listText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Verdict } from "../../../shared/run.ts";
import { verdictName } from "../../../shared/text/explain-run.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { actionsStore, byOtherProfile } from "../actions/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore } from "../profiles/index.ts";

interface RepeatState {
  /** Calls that are being sent again: how many of them were; null while none are. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Sends calls again in the order given, each when the one before it has ended. Stops at one that cannot be sent. */
  readonly sendAll: (calls: readonly EventId[]) => Promise<void>;
  /** Sends no more of them; the one that is under way goes on. */
  readonly stop: () => void;
}

export const repeatStore = defineStore<RepeatState>(({ bridge, toasts, set, get, other }) => {
  let isStopped = false;
  /** Simulations of the last series, and what became of each; null while its webhook is awaited. */
  let series = new Map<EventId, Verdict | null>();
  /** What was said of the series, without what became of it; null while it is being sent, and when all is said. */
  let said: string | null = null;

  bridge.on("runs.changed", ({ runs }) => {
    for (const { id, verdict } of runs) if (series.has(id)) series.set(id, verdict.code === "waiting" ? null : verdict);
    if (said !== null && isOver()) tell(said);
  });

  const isOver = () => [...series.values()].every((verdict) => verdict !== null);

  function tell(words: string): void {
    said = isOver() ? null : words;
    const awaited = [...series.values()].filter((verdict) => verdict === null).length;
    const names = [...series.values()].flatMap((verdict) => (verdict === null ? [] : [verdictName(verdict)]));
    const counts = [...new Set(names)].map(
      (name) => `${countText(names.filter((each) => each === name).length)} ${name}`,
    );
    if (awaited > 0) counts.push(`${countText(awaited)} awaited`);
    toasts.offer(counts.length === 0 ? words : `${words}: ${listText(counts)}`, {
      label: "Show them",
      run: () => void other(eventLogStore).follow(),
    });
  }

  /** The webhook may have come before the answer: then what was told of it found no simulation here. */
  async function watch(event: EventDetail): Promise<void> {
    if (event.kind !== "call" || event.summary.operation === "link") return;
    const { id } = event.summary;
    series.set(id, null);
    const run = await settle(bridge.runs.get({ id }));
    if (run.ok && run.value.summary.verdict.code !== "waiting") series.set(id, run.value.summary.verdict);
    else if (!run.ok) series.delete(id);
  }

  async function send(id: EventId) {
    const detail = await settle(bridge.journal.detail({ id }));
    if (!detail.ok) return detail;
    if (detail.value.kind !== "call") return { ok: true, value: null } as const;
    return other(actionsStore).repeat(detail.value);
  }

  return {
    progress: null,
    stop: () => {
      isStopped = true;
    },
    async sendAll(calls) {
      if (get().progress !== null) return;
      isStopped = false;
      series = new Map();
      said = null;
      const events: EventDetail[] = [];
      let done = 0;
      let failure: string | null = null;
      for (const id of calls) {
        if (isStopped || failure !== null) break;
        set({ progress: { done, of: calls.length } });
        const sent = await send(id);
        if (!sent.ok) failure = sent.message;
        else {
          done += 1;
          if (sent.value === null) continue;
          events.push(sent.value.event);
          await watch(sent.value.event);
        }
      }
      set({ progress: null });
      const words = `${pluralText(done, "call", "calls")} sent again`;
      const by = byOtherProfile(events, other(profilesStore).selectedId);
      if (failure !== null) toasts.failed(`Stopped after ${words}${by}`, failure);
      else tell(isStopped ? `Stopped: ${words} of ${calls.length}${by}` : `${words}${by}`);
    },
  };
});
