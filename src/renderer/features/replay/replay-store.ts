import type { DeliveryDetail } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { ReplayRequest } from "../../../shared/replay.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { eventLogStore } from "../event-log/index.ts";
import { editsOf, type ReplayDraft } from "./draft.ts";

/** Why a replay did not go out. */
export interface ReplayRefusal {
  readonly code: string;
  readonly message: string;
}

export interface ReplayState {
  /** The delivery that the dialog is open for. */
  readonly delivery: DeliveryDetail | null;
  readonly draft: ReplayDraft;
  readonly refusal: ReplayRefusal | null;
  /** The name of what is under way. */
  readonly busy: string | null;
  /** Opens the dialog; `edit`: with the editor. */
  readonly open: (delivery: DeliveryDetail, edit: boolean) => Promise<void>;
  readonly change: (draft: Partial<ReplayDraft>) => void;
  /** Starts or stops editing; what was edited is gone when it stops. */
  readonly edit: (on: boolean, path: string) => Promise<void>;
  readonly send: (request: Omit<ReplayRequest, "requestId">) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly close: () => void;
}

const FIRST: ReplayDraft = { target: "listener", url: "", host: null, withSecrets: false, edits: null };

export const replayStore = defineStore<ReplayState>(({ bridge, set, get, other, tryTo, toasts }) => {
  async function edit(delivery: DeliveryDetail, path: string): Promise<void> {
    const bytes = await bodyBytes(bridge, { id: delivery.summary.id, part: "request" });
    toasts.outcome("open the editor", bytes);
    if (bytes.ok && get().delivery === delivery)
      set(({ draft }) => ({ draft: { ...draft, edits: editsOf(delivery, path, bytes.value) } }));
  }

  /** Shows the new row, unless somebody has gone on to something else meanwhile. */
  function show(from: EventId, to: EventId): void {
    const eventLog = other(eventLogStore);
    if (eventLog.selectedId === from) eventLog.select(to);
  }

  return {
    delivery: null,
    draft: FIRST,
    refusal: null,
    busy: null,
    async open(delivery, edits) {
      // Where to is remembered from the last time; what is sent is of this delivery alone.
      set(({ draft }) => ({ delivery, refusal: null, draft: { ...draft, withSecrets: false, edits: null } }));
      if (edits) await edit(delivery, delivery.summary.path === "" ? "/" : delivery.summary.path);
    },
    change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change }, refusal: null })),
    async edit(on, path) {
      const { delivery } = get();
      if (!on) set(({ draft }) => ({ draft: { ...draft, edits: null }, refusal: null }));
      else if (delivery !== null) await edit(delivery, path);
    },
    async send(request) {
      if (get().busy !== null) return;
      const requestId = crypto.randomUUID();
      const fromDialog = get().delivery !== null;
      set({ busy: requestId, refusal: null });
      const result = await settle(bridge.replay.send({ ...request, requestId }));
      set({ busy: null });
      if (result.ok) {
        toasts.outcome("replay the delivery", result);
        get().close();
        // Sent by a key alone, the selection stays: pressed again it must not send another delivery.
        if (fromDialog) show(request.id, result.value.event.summary.id);
        else toasts.done("Replayed");
      } else if (get().delivery === null) toasts.outcome("replay the delivery", result);
      else set({ refusal: { code: result.code, message: result.message } });
    },
    async cancel() {
      const { busy } = get();
      if (busy !== null) await tryTo("cancel the replay", bridge.replay.cancel({ requestId: busy }));
    },
    // A secret may have been typed into it: it is not kept for having been sent.
    close: () =>
      set(({ draft }) => ({ delivery: null, refusal: null, draft: { ...draft, withSecrets: false, edits: null } })),
  };
});
