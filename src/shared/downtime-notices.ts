import type { Notice } from "./notices.ts";

/**
 * What each notice says of the times in which webhooks could not be seen: of which part of the program it tells that it
 * receives or does not, or that a time is over in which nothing was received; null: nothing. All who ask ask here.
 */
export const UNSEEN = {
  "listener-started": "listener",
  "listener-stopped": "listener",
  "listener-failed": "listener",
  gap: "listener",
  "public-address": "public-address",
  relay: "relay",
  "not-recorded": "past",
  "outside-unrecorded": null,
  "clock-set": null,
  "listener-exposed": null,
  "sandbox-started": null,
  "sandbox-failed": null,
  "settings-set-aside": null,
  "journal-set-aside": null,
  "journal-salvaged": null,
  "events-expired": null,
  "secrets-unprotected": null,
  "folder-open": null,
  "window-crashed": null,
  "internal-error": null,
} as const satisfies Readonly<Record<Notice["code"], "listener" | "public-address" | "relay" | "past" | null>>;

type UnseenCode = { [Code in Notice["code"]]: (typeof UNSEEN)[Code] extends null ? never : Code }[Notice["code"]];
/** A notice that says something of such a time. */
export type UnseenNotice = Extract<Notice, { readonly code: UnseenCode }>;

export function isUnseenNotice(notice: Notice): notice is UnseenNotice {
  return UNSEEN[notice.code] !== null;
}

/**
 * What receives or does not receive from this notice on, until a later one says the same of it: only the last one about
 * it need be known. null for a notice that leaves everything as it is, or that is about a time that is over.
 */
export function receiverOf(notice: Notice): string | null {
  if (!isUnseenNotice(notice)) return null;
  switch (notice.code) {
    case "gap":
      // After a kill it does not listen before it says so; asleep, it goes on as it was.
      return notice.cause === "ended-abruptly" ? UNSEEN.gap : null;
    case "public-address":
      return leadsHere(notice) || notice.since !== undefined ? UNSEEN[notice.code] : null;
    case "relay":
      if (notice.change === "only" || notice.change === "not-only")
        return `${UNSEEN[notice.code]} only ${notice.inbox}`;
      return notice.change === "removed" || notice.change === "restarted" || saysNothing(notice)
        ? null
        : `${UNSEEN[notice.code]} ${notice.inbox}`;
    case "not-recorded":
      return null;
    default:
      return UNSEEN[notice.code];
  }
}

/** Whether webhooks that are sent to the public address arrive from then on. */
export function leadsHere({ change }: Extract<Notice, { readonly code: "public-address" }>): boolean {
  return change === "ready" || change === "changed";
}

/**
 * Whether a relay's notice says nothing of downtimes: one about who answers, and one about connecting to a relay that
 * was not in use before, to which nothing was sent.
 */
function saysNothing({ change, since }: Extract<Notice, { readonly code: "relay" }>): boolean {
  return change === "answer-taken" || ((change === "starting" || change === "lost") && since === undefined);
}
