import { z } from "zod";
import { inboxStatuses } from "../inbox.ts";
import { entry, nothing } from "./entry.ts";

const membership = z.uuid();

export const inbox = {
  status: entry(nothing, inboxStatuses),
  /** The text of a link or of a file. Where it opens one inbox only, the profile receives from it at once. */
  join: entry(z.object({ invitation: z.string().max(10_000), profileId: z.string() }), inboxStatuses),
  /** null: no profile receives from it any more. */
  receive: entry(z.object({ membership, inbox: z.string(), profileId: z.string().nullable() }), inboxStatuses),
  /**
   * Senders are answered by this Linkdesk, if no other one holds the answer, or if the one does that it is to be taken over
   * `from`; or by the relay again.
   */
  holdAnswer: entry(z.object({ inbox: z.string(), hold: z.boolean(), from: z.uuid().nullable() }), inboxStatuses),
  /** Forgets the token and all inboxes that it opens. */
  leave: entry(z.object({ membership }), inboxStatuses),
  tryNow: entry(nothing, inboxStatuses),
} as const;
