import type { DeliveryDetail, EventDetail } from "../../../shared/events.ts";
import { countText, lowered, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { ReplayRequest } from "../../../shared/replay.ts";
import { explainReplay } from "../../../shared/text/explain-replay.ts";
import { subjectText } from "../../../shared/text/sentences.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore, unitsIn, viewOf } from "../profiles/index.ts";
import { editsOf, type ReplayDraft } from "./draft.ts";

/** Why a replay did not go out. */
export interface ReplayRefusal {
  readonly code: string;
  readonly message: string;
}

/** How forwarding once more ended; null: the target has it. */
interface Forwarded {
  readonly failure: string | null;
  /** Where nothing answers, the next one has no better prospect. */
  readonly isAnswered: boolean;
}

export interface ReplayState {
  /** The delivery that the dialog is open for. */
  readonly delivery: DeliveryDetail | null;
  readonly draft: ReplayDraft;
  readonly refusal: ReplayRefusal | null;
  /** The name of what is under way. */
  readonly busy: string | null;
  /** Opens the dialog; `edit`: with the editor. @param url where to, until somebody has said */
  readonly open: (delivery: DeliveryDetail, edit: boolean, url: string) => Promise<void>;
  readonly change: (draft: Partial<ReplayDraft>) => void;
  /** Starts or stops editing; what was edited is gone when it stops. */
  readonly edit: (on: boolean, path: string) => Promise<void>;
  readonly send: (request: Omit<ReplayRequest, "requestId">) => Promise<void>;
  /**
   * Sends webhooks once more, in this order, to where each was forwarded to in vain. Stops where nothing answers, and where
   * it has to be asked, in the dialog, whether it may go there.
   */
  readonly forwardAgain: (ids: readonly EventId[]) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly close: () => void;
}

const isForward = ({ summary }: EventDetail) => summary.kind === "call" && summary.replay?.forward === true;

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

  /** What was sent: the key that sent it may have been meant for another. */
  async function nameOf(id: EventId): Promise<string> {
    const found = await settle(bridge.journal.detail({ id }));
    if (!found.ok) return "";
    return `: ${lowered(subjectText(found.value.summary, unitsIn(other(profilesStore))))}`;
  }

  /** To where its profile says now: the address may have been what was wrong. */
  async function forwardOne(id: EventId, requestId: string): Promise<Forwarded | "asked"> {
    const found = await settle(bridge.journal.detail({ id }));
    if (!found.ok) return { failure: found.message, isAnswered: false };
    const delivery = found.value;
    if (delivery.kind !== "delivery") return { failure: "This is no webhook.", isAnswered: false };
    const profile = viewOf(delivery.summary.profile?.id)(other(profilesStore));
    const { host = "received", url: address = "" } = profile?.profile.replay.forward ?? {};
    const url = address || (delivery.forward?.url ?? "");
    if (url === "") {
      await get().open(delivery, false, url);
      return "asked";
    }
    const request = { id, target: { kind: "url", url }, host, withSecrets: false, edited: null, agreed: "no" } as const;
    const result = await settle(bridge.replay.send({ ...request, requestId }));
    if (!result.ok && result.code === "destination-not-agreed") {
      set({ delivery, refusal: result, draft: { ...FIRST, target: "url", url, host } });
      return "asked";
    }
    if (!result.ok) return { failure: result.message, isAnswered: false };
    const { event } = result.value;
    const outcome = event.kind === "call" ? event.summary.outcome : null;
    if (outcome === null) return { failure: "It is still under way.", isAnswered: false };
    const { tone, title } = explainReplay(outcome);
    const isAccepted = tone === "good" || outcome.code === "too-large";
    return { failure: isAccepted ? null : `${title}.`, isAnswered: "status" in outcome || isAccepted };
  }

  return {
    delivery: null,
    draft: FIRST,
    refusal: null,
    busy: null,
    async open(delivery, edits, url) {
      // Where to is remembered from the last time; what is sent is of this delivery alone. To this listener it goes at
      // a press of its own: whoever asks for an address begins with one.
      set(({ draft }) => ({
        delivery,
        refusal: null,
        draft: {
          ...draft,
          target: edits ? draft.target : "url",
          url: draft.url || url,
          withSecrets: false,
          edits: null,
        },
      }));
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
      const seen = get().delivery !== null;
      set({ busy: requestId, refusal: null });
      const result = await settle(bridge.replay.send({ ...request, requestId }));
      set({ busy: null });
      if (result.ok) {
        toasts.outcome("replay the webhook", result);
        get().close();
        // Sent by a key alone, the selection stays: pressed again it must not send another delivery.
        if (seen) show(request.id, result.value.event.summary.id);
        else {
          const what = await nameOf(request.id);
          toasts.done(`${isForward(result.value.event) ? "Forwarded again" : "Replayed"}${what}`);
        }
      } else if (get().delivery === null) toasts.outcome("replay the webhook", result);
      else set({ refusal: result });
    },
    async forwardAgain(ids) {
      if (get().busy !== null) return;
      const requestId = crypto.randomUUID();
      set({ busy: requestId });
      let accepted = 0;
      let failure: string | null = null;
      for (const id of ids) {
        const ended = await forwardOne(id, requestId);
        if (ended === "asked") return set({ busy: null });
        if (ended.failure === null) accepted += 1;
        else failure = ended.failure;
        if (!ended.isAnswered) break;
      }
      set({ busy: null });
      const of = pluralText(ids.length, "webhook", "webhooks");
      const counted = ids.length === 1 ? "" : `${countText(accepted)} of ${of} accepted by the target. `;
      const message = `${counted}${failure ?? ""}`;
      toasts.outcome("forward again", failure === null ? { ok: true, value: null } : { ok: false, code: "", message });
      if (failure === null)
        toasts.done(`${ids.length === 1 ? "Forwarded" : `${of} forwarded`} again: accepted by the target`);
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
