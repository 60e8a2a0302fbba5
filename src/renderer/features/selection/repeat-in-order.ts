import { pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { repeatCall } from "../actions/index.ts";
import { eventLogStore } from "../event-log/index.ts";

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

  async function send(id: EventId) {
    const detail = await settle(bridge.journal.detail({ id }));
    if (!detail.ok) return detail;
    if (detail.value.kind !== "call") return { ok: true, value: null } as const;
    return repeatCall(bridge, detail.value);
  }

  return {
    progress: null,
    stop: () => {
      isStopped = true;
    },
    async sendAll(calls) {
      if (get().progress !== null) return;
      isStopped = false;
      let done = 0;
      let failure: string | null = null;
      for (const id of calls) {
        if (isStopped || failure !== null) break;
        set({ progress: { done, of: calls.length } });
        const sent = await send(id);
        if (sent.ok) done += 1;
        else failure = sent.message;
      }
      set({ progress: null });
      const words = `${pluralText(done, "call", "calls")} sent again`;
      if (failure !== null) toasts.failed(`Stopped after ${words}`, failure);
      else
        toasts.offer(isStopped ? `Stopped: ${words} of ${calls.length}` : words, {
          label: "Show them",
          run: () => void other(eventLogStore).follow(),
        });
    },
  };
});
