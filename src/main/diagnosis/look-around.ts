import type { DeliverySummary } from "../../shared/events.ts";
import { addressForPath } from "../../shared/http-address.ts";
import { type EventId, type Instant, joinedHeader } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { Journal } from "../journal/index.ts";

/** The deliveries within a time, as far as they are looked at. */
export interface Around {
  /** Newest first. */
  readonly deliveries: readonly DeliverySummary[];
  /** The time is looked at from this moment on: before it there are more than are looked at. null: all of it is. */
  readonly lookedFrom: Instant | null;
}

const PAGE = 500;
const LOOKED_AT = 2_000;
const CAME = 10;
/** A word of a header that few requests have takes the search through the whole log. */
const CAME_MS = 500;

/** Requests have come here through the host of an address, as they say themselves. */
export interface Came {
  /** The address on that host whose requests come to the webhook path; null where that cannot be told. */
  readonly right: string | null;
  /** Whether a delivery came to the webhook path through that address, which is then no guess. */
  readonly onPath: boolean;
}

/** What arrived between two moments, from the newest back. Requests of our own are left out. */
export async function lookAround(journal: Pick<Journal, "page">, from: Instant, until: Instant): Promise<Around> {
  const deliveries: DeliverySummary[] = [];
  let before: EventId | null = null;
  let looked = 0;
  for (;;) {
    // Rows after the moment stand on the first page too: it shows what is around it.
    const page: Awaited<ReturnType<Journal["page"]>> = await journal.page({
      ...(before === null ? { at: until + 1 } : { before }),
      limit: PAGE,
      filter: "",
    });
    for (const event of page.events.toReversed()) {
      if (event.at > until) continue;
      looked += 1;
      if (event.kind !== "delivery" || event.at < from) continue;
      if (event.replay === undefined && event.onPurpose?.does !== "proof") deliveries.push(event);
    }
    const [first] = page.events;
    // A row may have begun before others that stand above it: all of a page have to be too old.
    if (first === undefined || !page.moreBefore || page.events.every(({ at }) => at < from))
      return { deliveries, lookedFrom: null };
    if (looked >= LOOKED_AT) return { deliveries, lookedFrom: Math.max(from, first.at) };
    before = first.id;
  }
}

/**
 * The last webhook of a simulation of this profile that its sender brought here itself, among the newest deliveries:
 * the address on the dashboard led here at that time. null where there is none. One whose signature does not hold does
 * not count, nor an unsigned one where the profile checks signatures: nobody can tell who has sent it.
 */
export async function lastOfSimulation(
  journal: Pick<Journal, "page" | "detail">,
  { id: profileId, signature: checks }: Pick<Profile, "id" | "signature">,
): Promise<DeliverySummary | null> {
  const { events } = await journal.page({ limit: PAGE, filter: "kind:delivery" });
  const last = events.findLast(
    (event): event is DeliverySummary =>
      event.kind === "delivery" &&
      event.profile?.id === profileId &&
      event.onPath &&
      event.replay === undefined &&
      (event.signature === "valid" || (checks === null && event.signature === undefined)) &&
      (event.tie?.runId ?? null) !== null,
  );
  if (last === undefined) return null;
  const detail = await journal.detail(last.id);
  return detail?.kind === "delivery" && detail.request.relayed === undefined ? last : null;
}

/**
 * What the newest requests that this profile got through the host of an address show of it. A proxy in between may have
 * taken away what stood in front of their path: it says so itself, or the address shows it. null: none came through it.
 *
 * @param path the listener's
 */
export async function cameThrough(
  journal: Pick<Journal, "page" | "detail">,
  profileId: string,
  address: URL,
  path: string,
): Promise<Came | null> {
  const { host } = address;
  const { events } = await journal.page({
    limit: CAME,
    within: CAME_MS,
    filter: `kind:delivery header:"host: ${host}"`,
  });
  let came: Came | null = null;
  for (const { id } of events.toReversed()) {
    const detail = await journal.detail(id);
    if (detail?.kind !== "delivery" || detail.summary.profile?.id !== profileId) continue;
    const { summary, request } = detail;
    if (summary.replay !== undefined || request.relayed !== undefined) continue;
    if (joinedHeader(request.headers, "host")?.toLowerCase() !== host) continue;
    const tried = new URL(address.href);
    const prefix = joinedHeader(request.headers, "x-forwarded-prefix");
    if (prefix !== null) tried.pathname = `${prefix.replace(/\/$/, "")}${summary.path.split("?", 1)[0] ?? ""}`;
    const right = addressForPath(tried.href, summary.path, path);
    if (right !== null && summary.onPath) return { right, onPath: true };
    if (came === null || came.right === null) came = { right, onPath: summary.onPath };
  }
  return came;
}
