import type { Facts } from "../../../shared/events.ts";
import { facts as factsSchema } from "../../../shared/events.ts";
import type { Codec } from "./codec.ts";

/** The facts that have no column of their own, in the order they are kept in. */
const KEPT_FACTS = ["subject", "eventName", "linkId", "userReference", "from", "to", "remark"] as const;
export type KeptFact = (typeof KEPT_FACTS)[number];

/** Of all facts, those without a column of their own: an array, short because most rows end soon. */
export const keptFacts: Codec<Facts, string | null> = {
  type: "TEXT",
  mayBeNull: true,
  write(found) {
    const kept = KEPT_FACTS.map((name) => found[name] ?? null);
    while (kept.length > 0 && kept.at(-1) === null) kept.pop();
    return kept.length === 0 ? null : JSON.stringify(kept);
  },
  read(stored) {
    const kept: unknown = typeof stored === "string" ? JSON.parse(stored) : [];
    if (!Array.isArray(kept)) return {};
    const found = KEPT_FACTS.flatMap((name, place) => (typeof kept[place] === "string" ? [[name, kept[place]]] : []));
    return factsSchema.parse(Object.fromEntries(found));
  },
};

/** One of them, without making the whole. */
export function keptFact(column: string, name: KeptFact): string | null {
  const kept: unknown = JSON.parse(column);
  const found: unknown = Array.isArray(kept) ? kept[KEPT_FACTS.indexOf(name)] : null;
  return typeof found === "string" ? found : null;
}
