import type { EventDetail } from "../events.ts";
import type { Explanation } from "../outcomes.ts";
import { explainDelivery } from "./explain-delivery.ts";
import { explainNotice } from "./explain-notice.ts";
import { authenticationIn, explainOutcome } from "./explain-outcome.ts";

/**
 * What happened and what to do next, in the words of the table of outcomes; null while it is under way.
 *
 * @param sentBody of a call, where it was read
 */
export function explainEvent(detail: EventDetail, sentBody?: string): Explanation | null {
  if (detail.kind === "notice") return explainNotice(detail.summary.notice);
  if (detail.kind === "delivery") return explainDelivery(detail);
  const { outcome, operation, profile, run } = detail.summary;
  const context = {
    mode: profile.mode,
    url: detail.url,
    authentication: authenticationIn(detail.request.headers),
    verdict: run?.verdict,
    sentBody,
  };
  return outcome === null ? null : explainOutcome(outcome, operation, context);
}
