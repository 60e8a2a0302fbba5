import type { DeliveryDetail } from "../../shared/events.ts";
import { type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";

/** Deliveries whose headers are remembered as they came; a head has 32 KiB at most. */
const REMEMBERED = 200;

type Arrival = Pick<DeliveryDetail, "request"> & { readonly summary: Pick<DeliveryDetail["summary"], "at" | "path"> };

/**
 * The headers of the latest deliveries in which something was masked, as they came: in memory only, so that a signature
 * can be checked again, and its failure explained, without the secret being written anywhere.
 */
export function createMemory() {
  const kept = new Map<string, HeaderList | null>();
  return {
    keep(arrival: Arrival, headers: HeaderList): void {
      const key = keyOf(arrival);
      // Two that cannot be told from each other: then neither is remembered.
      kept.set(key, kept.has(key) ? null : headers);
      const [oldest] = kept.keys();
      if (kept.size > REMEMBERED && oldest !== undefined) kept.delete(oldest);
    },
    /** null when they are not remembered (any more). */
    headersOf(recorded: Arrival): HeaderList | null {
      const { headers } = recorded.request;
      if (!headers.some(([, value]) => value.includes(SECRET_MASK))) return null;
      return kept.get(keyOf(recorded)) ?? null;
    },
  };
}

/** A delivery before it has its row number, by the microsecond and the connection that it came over. */
function keyOf({ summary, request }: Arrival): string {
  return [summary.at, request.remoteAddress, request.remotePort, request.headers.length, summary.path].join(" ");
}
