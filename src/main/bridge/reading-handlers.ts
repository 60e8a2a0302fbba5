import { randomUUID } from "node:crypto";
import type { Handlers } from "../../shared/contract.ts";
import type { EventId } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { Reading } from "../../shared/reading.ts";
import type { Journal } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";
import type { Profiles } from "../settings/index.ts";

/** What is asked of the event log. All of it is done in the log's own thread: a payload may be a hostile one. */
type ReadingsLog = Pick<Journal, "detail" | "payload" | "confirmedReading" | "readingCounts" | "tryReading">;

interface Dependencies {
  readonly log: ReadingsLog;
  readonly profiles: Pick<Profiles, "find" | "saveReading" | "removeReading" | "restoreReading">;
  readonly known: readonly Reading[];
  /** Microseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The readings' part of the bridge. That the log is read anew follows from the change of the profile. */
export function readingHandlers({ log, profiles, known, now }: Dependencies): Handlers["readings"] {
  async function profileOf(id: EventId): Promise<Profile | null> {
    const detail = await log.detail(id);
    if (detail?.kind !== "delivery") throw gone();
    return detail.summary.profile === null ? null : profiles.find(detail.summary.profile.id);
  }

  /** What came with Linkdesk or was only proposed gets an id of its own: those of others mean something else. */
  function save(profile: Profile, reading: Reading) {
    const own = profile.readings.some(({ id }) => id === reading.id);
    const saved: Reading = { ...reading, id: own ? reading.id : randomUUID(), confirmedAt: now() };
    return { readingId: saved.id, view: profiles.saveReading(profile.id, saved) };
  }

  return {
    async of({ deliveryId }) {
      const profile = await profileOf(deliveryId);
      const payload = await log.payload(deliveryId);
      if (payload === null) throw gone();
      return { profileId: profile?.id ?? null, ...payload };
    },
    async list({ profileId }) {
      return { known, webhooks: await log.readingCounts(profileId) };
    },
    async confirm({ deliveryId, reading }) {
      const profile = await profileOf(deliveryId);
      if (profile === null)
        throw new Refusal("profile-unknown", "The profile that this webhook came to is not there any more.");
      return save(profile, await log.confirmedReading(deliveryId, reading));
    },
    async update({ profileId, reading }) {
      const profile = profiles.find(profileId);
      if (!profile?.readings.some(({ id }) => id === reading.id))
        throw new Refusal("reading-unknown", "This reading is not there any more.");
      return save(profile, reading);
    },
    remove: ({ profileId, readingId }) => profiles.removeReading(profileId, readingId),
    restore: ({ profileId, readingId }) => profiles.restoreReading(profileId, readingId),
    try: ({ profileId, reading, deliveryId }) => log.tryReading(profileId, reading, deliveryId),
  };
}

function gone(): Refusal {
  return new Refusal("no-event", "This event is no longer in the log.");
}
