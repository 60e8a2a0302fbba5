import type { EventId } from "../../../shared/primitives.ts";
import type { RunSummary } from "../../../shared/run.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { settle } from "../../core/bridge.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { defineStore, type StoreDefinition } from "../../core/store.ts";
import { type Told, titleOf, toldOf } from "./notification-text.ts";

/** What comes within this time is told at once. */
const GATHER_MS = 400;
const BODY_AT_MOST = 300;

interface NotificationsState {
  /** What happened since the window was last looked at. */
  readonly count: number;
  /** Somebody looks at the window again. */
  readonly looked: () => void;
}

/** Where the window says whether somebody looks at it. */
interface Screen {
  readonly isLookedAt: () => boolean;
  readonly later: (milliseconds: number, run: () => void) => void;
}

const browserScreen: Screen = {
  isLookedAt: () => document.hasFocus(),
  later: (milliseconds, run) => void setTimeout(run, milliseconds),
};

/** Tells of awaited webhooks, missing ones and failed updates while the window is in the background. */
export function defineNotifications(screen: Screen): StoreDefinition<NotificationsState> {
  return defineStore<NotificationsState>(({ bridge, set, get, other }) => {
    const awaited = new Set<EventId>();
    let gathered: { readonly told: Told; readonly id: EventId }[] = [];
    let due = false;
    let updateFailed = false;

    function see(run: RunSummary): void {
      if (run.verdict.code === "waiting") awaited.add(run.id);
      const told = toldOf(run);
      if (told === null || !awaited.has(run.id)) return;
      // One that is missing may still come.
      if (told !== "missing") awaited.delete(run.id);
      if (isToBeTold()) gather({ told, id: run.id });
    }

    function isToBeTold(): boolean {
      return other(preferencesStore).values.notifications.on && !screen.isLookedAt();
    }

    function gather(found: { readonly told: Told; readonly id: EventId }): void {
      gathered.push(found);
      if (due) return;
      due = true;
      screen.later(GATHER_MS, () => {
        due = false;
        const all = gathered;
        gathered = [];
        if (isToBeTold()) void tell(all);
      });
    }

    async function tell(found: typeof gathered): Promise<void> {
      const title = titleOf(found.map(({ told }) => told));
      await call(found.length, title, await bodyOf(found.map(({ id }) => id)));
    }

    /** No customer's data unless that is allowed: a notification is read by whoever passes the screen. */
    async function bodyOf(ids: readonly EventId[]): Promise<string> {
      const [id] = ids;
      if (!other(preferencesStore).values.notifications.details || id === undefined || ids.length > 1)
        return "Open Linkdesk to see what it was.";
      const detail = await settle(bridge.journal.detail({ id }));
      return detail.ok ? eventSentence(detail.value.summary).text.slice(0, BODY_AT_MOST).toWellFormed() : "";
    }

    async function call(more: number, title: string, body: string): Promise<void> {
      set(({ count }) => ({ count: count + more }));
      await settle(bridge.app.callAttention({ count: get().count, notification: { title, body } }));
    }

    bridge.on("runs.changed", ({ runs }) => runs.forEach(see));
    bridge.on("updates.changed", (status) => {
      const isNews = status.state === "failed" && !updateFailed;
      updateFailed = status.state === "failed";
      if (status.state !== "failed" || !isNews || !isToBeTold()) return;
      void call(1, "The update of Linkdesk did not succeed", status.message.slice(0, BODY_AT_MOST));
    });
    return {
      count: 0,
      looked() {
        if (get().count === 0) return;
        set({ count: 0 });
        void settle(bridge.app.callAttention({ count: 0, notification: null }));
      },
    };
  });
}

export const notificationsStore = defineNotifications(browserScreen);
