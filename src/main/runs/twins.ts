import type { Reason } from "../../shared/run.ts";
import { arrived, type Delivery } from "./state.ts";
import type { Identity } from "./values.ts";

/** An earlier delivery that this one repeats. */
export interface Twin {
  /** The first one of this event. */
  readonly first: Delivery;
  /** `bytes`: the same, but without an id in them: two equal simulations within a second may send the same. */
  readonly kind: "bytes-and-id" | "bytes" | "id";
  readonly reason: Reason;
}

/** Finds deliveries of the same event: the same bytes, or the same id of its own within. */
export interface Twins {
  add(delivery: Delivery): void;
  find(delivery: Delivery): Twin | null;
  clear(): void;
}

/** Of a delivery whose payload is not known any more: it is nobody's twin. */
export const NO_IDENTITY: Identity = { digest: "", eventIds: [] };

// With more events than that under one id, it is no id.
const SHARED_AT_MOST = 8;

/** @param isIdentity texts that tell whose a webhook is, and so are no ids of an event, whatever they are called */
export function createTwins(isIdentity: (text: string) => boolean): Twins {
  const byDigest = new Map<string, Delivery>();
  const byId = new Map<string, Delivery[]>();

  function idsOf(delivery: Delivery) {
    return delivery.identity.eventIds.filter(({ text }) => !isIdentity(text));
  }

  return {
    add(delivery) {
      if (delivery.identity === NO_IDENTITY) return;
      const same = byDigest.get(delivery.identity.digest);
      if (same === undefined || countsLess(same)) byDigest.set(delivery.identity.digest, delivery);
      for (const { path, text } of idsOf(delivery)) {
        const known = byId.get(`${path} ${text}`);
        if (known === undefined) byId.set(`${path} ${text}`, [delivery]);
        else if (known.length < SHARED_AT_MOST) known.push(delivery);
      }
    },
    find(delivery) {
      const same = byDigest.get(delivery.identity.digest);
      if (same !== undefined) {
        const kind = idsOf(delivery).length > 0 ? "bytes-and-id" : "bytes";
        return { first: same, kind, reason: { code: "same-bytes", as: same.id } };
      }
      const ids = idsOf(delivery);
      for (const { path, text } of ids)
        for (const first of byId.get(`${path} ${text}`) ?? [])
          if (ids.every((id) => agrees(id.path, id.text, first)))
            return {
              first,
              kind: "id",
              reason: { code: "same-id", as: first.id, path, value: text.slice(0, 200) },
            };
      return null;
    },
    clear() {
      byDigest.clear();
      byId.clear();
    },
  };
}

/** One that did not arrive as a webhook, or belongs to nothing, is no good first one. */
function countsLess(delivery: Delivery): boolean {
  const { decision } = delivery;
  return !arrived(delivery) || decision === null || (decision.runId === null && decision.by === "value");
}

/** An id that stands at the same place with another value says that it is another event, whatever else they share. */
function agrees(path: string, text: string, other: Delivery): boolean {
  const there = other.identity.eventIds.filter((id) => id.path === path);
  return there.length === 0 || there.some((id) => id.text === text);
}
