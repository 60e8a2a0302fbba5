import { z } from "zod";
import { eventId } from "../primitives.ts";
import { profileView } from "../profile.ts";
import { payloadValue, reading, readingTrial, webhookReading } from "../reading.ts";
import { entry } from "./entry.ts";

/** How one delivery is read, and what else could be said of it. */
const deliveryReading = z.object({
  /** Whose readings it is read by; null: the delivery came to no profile, or to one that is gone. */
  profileId: z.string().nullable(),
  webhook: webhookReading,
  /** The one in use, or what is proposed; null where there is not even a proposal. */
  reading: reading.nullable(),
  /** The values that can be pointed at, in the order of the payload. */
  values: z.array(payloadValue),
  /** False: the payload has more values than are listed. */
  complete: z.boolean(),
});

const savedReading = z.object({ readingId: z.string(), view: profileView });
const readingOfProfile = z.object({ profileId: z.string(), readingId: z.string() });

export const readings = {
  of: entry(z.object({ deliveryId: eventId }), deliveryReading),
  /** Those that come with Linkdesk and cannot be changed, and how many webhooks of the profile are read by each. */
  list: entry(
    z.object({ profileId: z.string() }),
    z.object({
      known: z.array(reading),
      webhooks: z.array(z.object({ readingId: z.string(), count: z.int().nonnegative() })),
    }),
  ),
  /**
   * Saves a reading in the delivery's profile: in place of the one with its id, else as the newest one under an id of
   * its own. The profile's log is read and judged anew.
   */
  confirm: entry(z.object({ deliveryId: eventId, reading }), savedReading),
  update: entry(z.object({ profileId: z.string(), reading }), savedReading),
  remove: entry(readingOfProfile, profileView),
  /** Takes back the last confirmation, change or removal of this reading, until Linkdesk is ended. */
  restore: entry(readingOfProfile, profileView),
  /** Holds a reading, saved or not, against the profile's log; `here`: what it says of that delivery. */
  try: entry(
    z.object({ profileId: z.string(), reading, deliveryId: eventId.nullable() }),
    z.object({ trial: readingTrial, here: webhookReading.nullable() }),
  ),
} as const;
