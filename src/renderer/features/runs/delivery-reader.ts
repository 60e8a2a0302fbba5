import type { Bridge } from "../../../shared/contract.ts";
import type { DeliveryDetail } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Tie } from "../../../shared/run.ts";
import { settle } from "../../core/bridge.ts";

/** Deliveries of one run that are drawn and listed at most: nobody reads more lines of a picture. */
export const MOST_DRAWN = 40;
/** Asked for at a time, so that the row somebody presses meanwhile does not wait. */
const AT_ONCE = 8;

/** Reads and keeps what is drawn of a run's deliveries: when they were answered, and how. */
export interface DeliveryReader {
  readonly known: (ties: readonly Tie[]) => ReadonlyMap<EventId, DeliveryDetail>;
  /** Reads those of the first `MOST_DRAWN` that are not known; whether there were any. */
  readonly read: (ties: readonly Tie[]) => Promise<boolean>;
  /** Forgets these, or all for null; whether one of them was known. */
  readonly forget: (ids: readonly EventId[] | null) => boolean;
}

export function createDeliveryReader(bridge: Bridge): DeliveryReader {
  const held = new Map<EventId, DeliveryDetail>();
  /** On their way; one that is forgotten meanwhile may be out of date when it comes. */
  const asked = new Map<EventId, symbol>();

  async function readOne(id: EventId): Promise<void> {
    const mine = Symbol("question");
    asked.set(id, mine);
    const result = await settle(bridge.journal.detail({ id }));
    if (asked.get(id) !== mine) return;
    asked.delete(id);
    // One that cannot be read leaves a gap in the picture, not a picture less.
    if (result.ok && result.value.kind === "delivery") held.set(id, result.value);
  }

  return {
    known: (ties) => new Map([...held].filter(([id]) => ties.some(({ deliveryId }) => deliveryId === id))),
    async read(ties) {
      const missing = ties
        .slice(0, MOST_DRAWN)
        .map(({ deliveryId }) => deliveryId)
        .filter((id) => !held.has(id));
      for (let from = 0; from < missing.length; from += AT_ONCE)
        await Promise.all(missing.slice(from, from + AT_ONCE).map(readOne));
      return missing.length > 0;
    },
    forget(ids) {
      const all = ids ?? [...held.keys(), ...asked.keys()];
      // Not `some` alone: every one of them is to be forgotten.
      return all.filter((id) => [held.delete(id), asked.delete(id)].includes(true)).length > 0;
    },
  };
}
