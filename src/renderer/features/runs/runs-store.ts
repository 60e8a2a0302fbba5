import type { DeliveryDetail, DeliverySummary } from "../../../shared/events.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import type { RunDetail, RunsChange, TieSummary } from "../../../shared/run.ts";
import { amendedIds } from "../../core/amended-ids.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { createDeliveryReader } from "./delivery-reader.ts";

/** The run that is looked at. */
export type OpenedRun =
  | { readonly state: "none" }
  | { readonly state: "loading"; readonly id: EventId }
  /** It is not in the log any more, or was never followed. */
  | { readonly state: "gone"; readonly id: EventId; readonly message: string }
  | { readonly state: "failed"; readonly id: EventId; readonly message: string }
  | {
      readonly state: "ready";
      readonly id: EventId;
      readonly detail: RunDetail;
      /** The first of its deliveries, as far as they could be read. */
      readonly deliveries: ReadonlyMap<EventId, DeliveryDetail>;
    };

/** What is being chosen by hand: a simulation for a webhook, or a webhook for a simulation. */
export type Choosing =
  | { readonly what: "run"; readonly delivery: DeliverySummary }
  | { readonly what: "delivery"; readonly runId: EventId };

export interface RunsState {
  readonly opened: OpenedRun;
  readonly choosing: Choosing | null;
  readonly open: (id: EventId | null) => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly choose: (choosing: Choosing | null) => void;
  /** Ties by hand; the sentence that says why it was refused, or null. */
  readonly tie: (delivery: Tied, runId: EventId) => Promise<string | null>;
  /** Says that it belongs where Linkdesk was not sure. */
  readonly confirm: (delivery: Tied, runId: EventId) => Promise<void>;
  readonly untie: (delivery: Tied) => Promise<void>;
  readonly decideAgain: (delivery: Tied) => Promise<void>;
}

/** A delivery with what it is tied to now, so that a change can be taken back. */
export type Tied = Pick<DeliverySummary, "id" | "tie">;

export const runsStore = defineStore<RunsState>(({ bridge, toasts, set, get, tryTo }) => {
  let wanted: EventId | null = null;
  let reading = false;
  let readAgain = false;
  const reader = createDeliveryReader(bridge);

  bridge.on("runs.changed", (change) => {
    if (wanted !== null && concerns(change, wanted)) void read();
  });
  bridge.on("journal.changed", (push) => {
    if (wanted === null) return;
    const forgotten = reader.forget(push.reset ? null : amendedIds(push));
    if (forgotten || push.reset) void read();
  });

  function concerns({ runs, ties }: RunsChange, id: EventId): boolean {
    if (runs.some((run) => run.id === id) || ties.some((tie) => tie.runId === id)) return true;
    const { opened } = get();
    if (opened.state !== "ready") return false;
    const held = new Set(opened.detail.ties.map(({ deliveryId }) => deliveryId));
    return ties.some(({ deliveryId }) => held.has(deliveryId));
  }

  /** Once at a time, and once more when something changed meanwhile: a flood of changes is not a flood of questions. */
  async function read(): Promise<void> {
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    do {
      readAgain = false;
      await readOnce();
    } while (readAgain);
    reading = false;
  }

  async function readOnce(): Promise<void> {
    const id = wanted;
    if (id === null) return;
    const result = await settle(bridge.runs.get({ id }));
    if (id !== wanted) return;
    if (!result.ok) {
      const state = result.code === "no-run" ? "gone" : "failed";
      set({ opened: { state, id, message: result.message } });
      return;
    }
    const detail = result.value;
    // The verdict does not wait for the details of its deliveries.
    // Nor does its picture lose what was drawn of one that is read anew.
    const { opened: before } = get();
    const drawn = before.state === "ready" && before.id === id ? before.deliveries : [];
    set({ opened: { state: "ready", id, detail, deliveries: new Map([...drawn, ...reader.known(detail.ties)]) } });
    if (await reader.read(detail.ties))
      if (id === wanted) set({ opened: { state: "ready", id, detail, deliveries: reader.known(detail.ties) } });
  }

  /** Does what was asked and offers to take it back; the sentence that says why it was refused, or null. */
  async function decide(
    done: string,
    { id: deliveryId, tie: before }: Tied,
    call: Promise<Result<null>>,
  ): Promise<string | null> {
    const result = await settle(call);
    if (!result.ok) return result.message;
    toasts.done(done, () => void tryTo("take it back", asBefore(deliveryId, before)));
    return null;
  }

  function asBefore(deliveryId: EventId, before: TieSummary | undefined): Promise<Result<null>> {
    if (before?.byHand !== true) return bridge.runs.decideAgain({ deliveryId });
    return before.runId === null
      ? bridge.runs.untie({ deliveryId })
      : bridge.runs.tie({ deliveryId, runId: before.runId });
  }

  return {
    opened: { state: "none" },
    choosing: null,
    async open(id) {
      if (id === wanted) return;
      wanted = id;
      reader.forget(null);
      set({ opened: id === null ? { state: "none" } : { state: "loading", id } });
      if (id !== null) await read();
    },
    retry: read,
    choose: (choosing) => set({ choosing }),
    tie: (delivery, runId) =>
      decide(`Tied to simulation No. ${runId}`, delivery, bridge.runs.tie({ deliveryId: delivery.id, runId })),
    async confirm(delivery, runId) {
      const refusal = await get().tie(delivery, runId);
      if (refusal !== null) toasts.failed("Could not tie the webhook", refusal);
    },
    async untie(delivery) {
      const refusal = await decide(
        "The webhook belongs to no simulation",
        delivery,
        bridge.runs.untie({ deliveryId: delivery.id }),
      );
      if (refusal !== null) toasts.failed("Could not untie the webhook", refusal);
    },
    async decideAgain(delivery) {
      const refusal = await decide(
        "Linkdesk decided again",
        delivery,
        bridge.runs.decideAgain({ deliveryId: delivery.id }),
      );
      if (refusal !== null) toasts.failed("Could not decide again", refusal);
    },
  };
});
