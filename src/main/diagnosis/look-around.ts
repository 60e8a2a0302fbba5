import type { DeliverySummary } from "../../shared/events.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Journal } from "../journal/index.ts";

/** The deliveries within a time, as far as they are looked at. */
export interface Around {
  readonly deliveries: readonly DeliverySummary[];
  /** There were more than are looked at. */
  readonly more: boolean;
}

const PAGE = 500;
const LOOKED_AT = 2_000;

/** What arrived between two moments. Requests of our own are left out. */
export async function lookAround(journal: Pick<Journal, "page">, from: Instant, until: Instant): Promise<Around> {
  const deliveries: DeliverySummary[] = [];
  let after: EventId | null = null;
  let looked = 0;
  for (;;) {
    // A row before the moment stands on the first page too: it shows what is around it.
    const page: Awaited<ReturnType<Journal["page"]>> = await journal.page({
      ...(after === null ? { at: from } : { after }),
      limit: PAGE,
      filter: "",
    });
    for (const event of page.events) {
      looked += 1;
      if (event.kind !== "delivery" || event.at < from || event.at > until) continue;
      if (event.replay === undefined && event.onPurpose?.does !== "proof") deliveries.push(event);
    }
    const last = page.events.at(-1);
    if (last === undefined || !page.moreAfter || last.at > until) return { deliveries, more: false };
    if (looked >= LOOKED_AT) return { deliveries, more: true };
    after = last.id;
  }
}

/**
 * The last webhook of a simulation of this profile that its sender brought here itself, among the newest deliveries:
 * the address on the dashboard led here at that time. null where there is none.
 */
export async function lastOfSimulation(
  journal: Pick<Journal, "page" | "detail">,
  profileId: string,
): Promise<DeliverySummary | null> {
  const { events } = await journal.page({ limit: PAGE, filter: "kind:delivery" });
  const last = events.findLast(
    (event): event is DeliverySummary =>
      event.kind === "delivery" &&
      event.profile?.id === profileId &&
      event.onPath &&
      event.replay === undefined &&
      (event.tie?.runId ?? null) !== null,
  );
  if (last === undefined) return null;
  const detail = await journal.detail(last.id);
  return detail?.kind === "delivery" && detail.request.relayed === undefined ? last : null;
}
