import type { CallSummary, EventDetail } from "../../../shared/events.ts";
import { countText, listText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Verdict } from "../../../shared/run.ts";
import { graverTone } from "../../../shared/text/event-tone.ts";
import { explainOutcome } from "../../../shared/text/explain-outcome.ts";
import { verdictName, verdictTone } from "../../../shared/text/explain-run.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { actionsStore, byOtherProfile } from "../actions/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore } from "../profiles/index.ts";

interface RepeatState {
  /** Calls that are being sent again: how many of them were; null while none are. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** The calls of the last series, and those that they were sent again as. */
  readonly last: { readonly calls: readonly EventId[]; readonly sent: readonly EventId[] };
  /** Selects what the last series has sent, and brings it into sight. */
  readonly showSent: () => void;
  /** Sends calls again in the order given, each when the one before it has ended. Stops at one that cannot be sent. */
  readonly sendAll: (calls: readonly EventId[]) => Promise<void>;
  /** Sends no more of them; the one that is under way goes on. */
  readonly stop: () => void;
}

export const repeatStore = defineStore<RepeatState>(({ bridge, toasts, set, get, other }) => {
  let isStopped = false;
  /** What became of each simulation of the last series, and of what failed else; null while its webhook is awaited. */
  let series = new Map<EventId, Verdict | "failed" | null>();
  /** What was said of the series, without what became of it; null while it is being sent, and when all is said. */
  let said: string | null = null;

  bridge.on("runs.changed", ({ runs }) => {
    for (const { id, verdict } of runs) judged(id, verdict);
    if (said !== null && isOver()) tell(said);
  });

  /** Nobody waits for the webhook of a call that failed: should one come, its row says so. */
  function judged(id: EventId, verdict: Verdict): void {
    if (series.has(id) && series.get(id) !== "failed") series.set(id, verdict.code === "waiting" ? null : verdict);
  }

  const isOver = () => [...series.values()].every((each) => each !== null);

  function tell(words: string): void {
    said = isOver() ? null : words;
    const ends = [...series.values()].filter((each) => each !== null);
    const names = ends.map((each) => (each === "failed" ? each : verdictName(each)));
    const counts = [...new Set(names)].map(
      (name) => `${countText(names.filter((each) => each === name).length)} ${name}`,
    );
    const awaited = series.size - ends.length;
    if (awaited > 0) counts.push(`${countText(awaited)} awaited`);
    const tones = ends.map((each) => (each === "failed" ? "bad" : verdictTone(each)));
    toasts.offer(
      counts.length === 0 ? words : `${words}: ${listText(counts)}`,
      { label: "Show them", run: () => get().showSent() },
      tones.reduce(graverTone, "good"),
    );
  }

  /** The webhook may have come before the answer: then what was told of it found no simulation here. */
  async function watch({ id, operation, outcome }: CallSummary): Promise<void> {
    const failed = outcome !== null && explainOutcome(outcome, operation).tone === "bad";
    if (failed) series.set(id, "failed");
    if (failed || operation === "link") return;
    series.set(id, null);
    const run = await settle(bridge.runs.get({ id }));
    if (run.ok) judged(id, run.value.summary.verdict);
    else series.delete(id);
  }

  async function send(id: EventId) {
    const detail = await settle(bridge.journal.detail({ id }));
    if (!detail.ok) return detail;
    if (detail.value.kind !== "call") return { ok: true, value: null } as const;
    return other(actionsStore).repeat(detail.value);
  }

  return {
    progress: null,
    last: { calls: [], sent: [] },
    showSent: () => void other(eventLogStore).showAll(get().last.sent),
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
          const { event } = sent.value;
          events.push(event);
          if (event.kind === "call") await watch(event.summary);
        }
      }
      set({ progress: null, last: { calls, sent: events.map(({ summary }) => summary.id) } });
      const words = `${pluralText(done, "call", "calls")} sent again`;
      const by = byOtherProfile(events, other(profilesStore).selectedId);
      if (failure !== null) toasts.failed(`Stopped after ${words}${by}`, failure);
      else tell(isStopped ? `Stopped: ${words} of ${calls.length}${by}` : `${words}${by}`);
    },
  };
});
