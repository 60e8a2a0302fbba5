import type { EventId } from "../../shared/primitives.ts";
import type { ReadValue, WebhookReading } from "../../shared/reading.ts";
import type { Reason } from "../../shared/run.ts";
import { contradict, isAmong } from "../payload/index.ts";
import { arrived, type Delivery } from "./run-state.ts";

/**
 * An earlier delivery of the same event. `bytes`: the same bytes, and no id in them; `id`: the same id in other bytes;
 * `shared-id`: one id is the same, another at the same place is not.
 */
export interface Earlier {
  readonly first: Delivery;
  readonly kind: "bytes-and-id" | "bytes" | "id" | "shared-id";
  readonly reason: Reason;
}

/** Finds deliveries of the same event: the same bytes, or the same id within. */
export interface EarlierDeliveries {
  add(delivery: Delivery): void;
  find(delivery: Delivery): Earlier | null;
  clear(): void;
}

/** With more events than that under one id, it is no id. */
const SHARED_AT_MOST = 8;
/** A shorter one counts something, and starts again at 1 somewhere else. */
const SHORTEST_ID = 6;

/** @param isIdentity texts that tell whose a webhook is, and so are no ids of an event, whatever they are called */
export function createEarlierDeliveries(isIdentity: (text: string) => boolean): EarlierDeliveries {
  const byDigest = new Map<string, Delivery>();
  const byId = new Map<string, Delivery[]>();

  function idsOf({ by, items }: WebhookReading): readonly ReadValue[] {
    const [item] = items;
    // Of a batch sent again in other bytes nobody knows which item is which.
    if (item === undefined || items.length > 1) return [];
    const [own] = item.ids;
    return item.ids.filter(
      (id) => !isIdentity(id.text) && (id.text.length >= SHORTEST_ID || (by !== "proposed" && id === own)),
    );
  }

  function sameBytes(delivery: Delivery, reading: WebhookReading): Earlier | null {
    const first = byDigest.get(digestOf(delivery, reading));
    // An id in a header is no part of the bytes.
    if (first?.reading == null || contradict(idsOf(reading), idsOf(first.reading))) return null;
    const hasId = reading.items.some(({ ids }) => ids.some(({ text }) => !isIdentity(text)));
    return { first, kind: hasId ? "bytes-and-id" : "bytes", reason: { code: "same-bytes", as: first.id } };
  }

  function sameId(delivery: Delivery, reading: WebhookReading): Earlier | null {
    const ids = idsOf(reading);
    let shared: Earlier | null = null;
    for (const { path, text } of ids)
      for (const first of byId.get(text) ?? []) {
        if (first.signature !== delivery.signature || first.reading === null) continue;
        const reason: Reason = { code: "same-id", as: first.id, path, value: text.slice(0, 200) };
        const others = idsOf(first.reading);
        if (!contradict(ids, others)) return { first, kind: "id", reason };
        if (isAmong({ path, text }, others)) shared ??= { first, kind: "shared-id", reason };
      }
    return shared;
  }

  return {
    add(delivery) {
      const { reading } = delivery;
      // Of one whose reading is not known any more nothing can be the same.
      if (reading === null) return;
      const digest = digestOf(delivery, reading);
      const same = byDigest.get(digest);
      if (same === undefined || countsLess(same)) byDigest.set(digest, delivery);
      for (const { text } of idsOf(reading)) {
        const known = byId.get(text);
        if (known === undefined) byId.set(text, [delivery]);
        else if (known.length < SHARED_AT_MOST) known.push(delivery);
      }
    },
    find(delivery) {
      const { reading } = delivery;
      return reading === null ? null : (sameBytes(delivery, reading) ?? sameId(delivery, reading));
    },
    clear() {
      byDigest.clear();
      byId.clear();
    },
  };
}

/** The same bytes under another signature are no repetition: one of the two may be somebody else's. */
function digestOf({ signature }: Delivery, { digest }: WebhookReading): string {
  return `${signature ?? ""} ${digest}`;
}

/** One that did not arrive as a webhook, or belongs to nothing, is no good first one. */
function countsLess(delivery: Delivery): boolean {
  const { decision } = delivery;
  return !arrived(delivery) || decision === null || (decision.runId === null && decision.by === "value");
}

/** The delivery by which a later copy is known: its own first one, if it is a copy itself. */
export function firstOf({ id, decision }: Delivery): EventId {
  return decision?.copyOf ?? id;
}
