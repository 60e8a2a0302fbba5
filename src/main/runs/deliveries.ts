import type { EventId } from "../../shared/primitives.ts";
import { faultOf, type Role, type Tie, type TieSummary } from "../../shared/run.ts";
import { insertById } from "./open-runs.ts";
import type { SavedTie } from "./ports.ts";
import type { Decision, Delivery } from "./run-state.ts";

/**
 * Characters of readings that are kept, so that it can be decided again; of the oldest beyond that, the decision
 * stands.
 */
const CHARACTERS_AT_MOST = 32 * 1_048_576;
/** Deliveries that are kept though they were tied to nothing, in case room is made for them. */
const UNTIED_AT_MOST = 2_000;
const UNTIED_AT_ONCE = 500;

/** The deliveries that are remembered, in the order of their ids. */
export interface Deliveries {
  add(delivery: Delivery): void;
  get(id: EventId): Delivery | undefined;
  inOrder(): readonly Delivery[];
  /** 0 when there is none. */
  lastId(): EventId;
  /** Drops all with lower ids. */
  forgetBefore(id: EventId): void;
  /** Keeps within the limit of what is kept of readings. */
  trim(): void;
  /** Keeps within the limit of those that were tied to nothing. */
  trimUntied(): void;
}

/** @param forgotten told of each delivery that is not remembered any more */
export function createDeliveries(forgotten: (delivery: Delivery) => void): Deliveries {
  const list: Delivery[] = [];
  const byId = new Map<EventId, Delivery>();
  let kept = 0;
  let untiedSince = 0;

  function drop(delivery: Delivery): void {
    byId.delete(delivery.id);
    kept -= sizeOf(delivery);
    forgotten(delivery);
  }

  return {
    add(delivery) {
      insertById(list, delivery);
      byId.set(delivery.id, delivery);
      kept += sizeOf(delivery);
    },
    get: (id) => byId.get(id),
    inOrder: () => list,
    lastId: () => list.at(-1)?.id ?? 0,
    forgetBefore(id) {
      let gone = 0;
      while (gone < list.length && (list[gone]?.id ?? id) < id) gone += 1;
      list.splice(0, gone).forEach(drop);
    },
    trim() {
      for (let place = 0; kept > CHARACTERS_AT_MOST && place < list.length; place += 1) {
        const delivery = list[place];
        if (delivery === undefined || delivery.reading === null) continue;
        kept -= sizeOf(delivery);
        delivery.reading = null;
      }
    },
    trimUntied() {
      // Looking through all of them for each one that comes would take most of the time in a flood.
      untiedSince += 1;
      if (untiedSince < UNTIED_AT_ONCE) return;
      untiedSince = 0;
      const untied = list.filter(({ decision }) => decision?.runId === null && decision.by === "value");
      for (const delivery of untied.slice(0, Math.max(0, untied.length - UNTIED_AT_MOST))) {
        list.splice(list.indexOf(delivery), 1);
        drop(delivery);
      }
    },
  };
}

/** About as many characters as a reading holds: its values, and a little for each. */
function sizeOf({ reading }: Delivery): number {
  if (reading === null) return 0;
  let size = 200;
  for (const { ids, amount, currency, user, from, to, remark, purpose, outcome } of reading.items)
    for (const value of [amount, currency, user, from, to, remark, purpose, outcome, ...ids])
      size += value === null ? 0 : 40 + value.text.length + value.path.length;
  return size;
}

/** Adds a tie to what is to be told, unless just that was told of its delivery last. */
export function tellTie(delivery: Delivery | undefined, tie: TieSummary, ties: TieSummary[]): void {
  const told = toldOf(tie);
  if (delivery === undefined || delivery.told === told) return;
  delivery.told = told;
  ties.push(tie);
}

/** A key for what is told of a tie; null for a delivery that is tied to nothing, unless that was decided by hand. */
export function toldOf({
  runId,
  role,
  certainty,
  byHand,
  item,
  wrongSignature,
  differing = [],
}: Omit<TieSummary, "deliveryId" | "after">): string | null {
  const wrong = differing.map(({ field }) => field).join();
  return runId === null && !byHand
    ? null
    : `${runId} ${role} ${certainty} ${byHand} ${item} ${wrongSignature} ${wrong}`;
}

export function tieSummaryOf({ deliveryId, runId, role, certainty, after, by, fields, item }: Tie): TieSummary {
  return { deliveryId, runId, role, certainty, after, byHand: by === "hand", item, ...faultOf(role, fields) };
}

/** The tie of a delivery that belongs to no run, or to one that is not in memory any more. */
export function untiedSummary(deliveryId: EventId, { runId, by }: Decision): TieSummary {
  return { deliveryId, runId, role: null, certainty: null, after: null, byHand: by === "hand" };
}

/** What is stored of a delivery; nothing of one that is not remembered. */
export function savedTie(delivery: Delivery | undefined, role: Role | null): readonly SavedTie[] {
  const decision = delivery?.decision ?? null;
  if (delivery === undefined || decision === null) return [];
  return [{ deliveryId: delivery.id, runId: decision.runId, role, decision }];
}
