import type { EventId } from "../../shared/primitives.ts";
import { insertById } from "./roster.ts";
import type { Delivery } from "./state.ts";

/** Bytes of bodies that are kept, so that it can be decided again; of the oldest beyond that, the decision stands. */
export const BYTES_AT_MOST = 32 * 1_048_576;
/** Deliveries that are kept though they were tied to nothing, in case room is made for them. */
export const UNTIED_AT_MOST = 2_000;

/** The deliveries that are remembered, in the order of their ids. */
export interface Deliveries {
  add(delivery: Delivery): void;
  get(id: EventId): Delivery | undefined;
  inOrder(): readonly Delivery[];
  /** 0 when there is none. */
  lastId(): EventId;
  /** Drops all with lower ids. */
  forgetBefore(id: EventId): void;
  /** Keeps within the limit of bytes. */
  trim(): void;
  /** Keeps within the limit of those that were tied to nothing. */
  trimUntied(): void;
}

/** @param forgotten told of each delivery that is dropped */
export function createDeliveries(forgotten: (id: EventId) => void): Deliveries {
  const list: Delivery[] = [];
  const byId = new Map<EventId, Delivery>();
  let bytes = 0;

  function drop(delivery: Delivery): void {
    byId.delete(delivery.id);
    bytes -= delivery.payload?.bytes.length ?? 0;
    forgotten(delivery.id);
  }

  return {
    add(delivery) {
      insertById(list, delivery);
      byId.set(delivery.id, delivery);
      bytes += delivery.payload?.bytes.length ?? 0;
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
      for (let place = 0; bytes > BYTES_AT_MOST && place < list.length; place += 1) {
        const delivery = list[place];
        if (delivery === undefined || delivery.payload === null) continue;
        bytes -= delivery.payload.bytes.length;
        delivery.payload = null;
      }
    },
    trimUntied() {
      const untied = list.filter(({ decision }) => decision?.runId === null && decision.by === "value");
      for (const delivery of untied.slice(0, Math.max(0, untied.length - UNTIED_AT_MOST))) {
        list.splice(list.indexOf(delivery), 1);
        drop(delivery);
      }
    },
  };
}
