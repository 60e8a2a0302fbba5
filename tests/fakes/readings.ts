import type { DeliveryReading, Handlers } from "../../src/shared/contract.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import type { ProfileView } from "../../src/shared/profile.ts";
import type { Reading, ReadingTrial } from "../../src/shared/reading.ts";
import type { PushOut } from "./bench.ts";
import { FakeRefusal } from "./refusal.ts";

/** What the fake says of webhooks: nothing is read, it says what it was told to. */
export interface FakeReadings {
  readonly deliveries: readonly { readonly id: EventId; readonly says: DeliveryReading }[];
  readonly known: readonly Reading[];
  readonly counts: readonly { readonly readingId: string; readonly count: number }[];
  readonly trial: ReadingTrial;
}

export const NO_READINGS: FakeReadings = {
  deliveries: [],
  known: [],
  counts: [],
  trial: { fit: 0, contradict: 0, examples: [], words: [], complete: true },
};

/** The profiles' part: how readings are kept. */
interface Keep {
  readonly view: (id: string) => ProfileView;
  readonly keep: (next: ProfileView) => ProfileView;
}

export function createFakeReadings(push: PushOut, { view, keep }: Keep, given: FakeReadings): Handlers["readings"] {
  const former = new Map<string, readonly Reading[]>();
  let count = 0;

  function says(id: EventId): DeliveryReading {
    const found = given.deliveries.find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal("no-event", "This event is no longer in the log.");
    return found.says;
  }

  function change(profileId: string, readingId: string, next: (all: readonly Reading[]) => readonly Reading[]) {
    const before = view(profileId);
    former.set(`${profileId} ${readingId}`, before.profile.readings);
    const after = keep({ ...before, profile: { ...before.profile, readings: next(before.profile.readings) } });
    push("readings.progress", { profileId, done: 0, of: 40 });
    push("readings.progress", { profileId, done: 40, of: 40 });
    return after;
  }

  function save(profileId: string, reading: Reading) {
    const own = view(profileId).profile.readings.some(({ id }) => id === reading.id);
    count += own ? 0 : 1;
    const saved = own ? reading : { ...reading, id: `reading-${count}` };
    const after = change(profileId, saved.id, (all) =>
      own ? all.map((each) => (each.id === saved.id ? saved : each)) : [...all, saved],
    );
    return { readingId: saved.id, view: after };
  }

  return {
    of: ({ deliveryId }) => says(deliveryId),
    list: () => ({ known: given.known, webhooks: given.counts }),
    confirm: ({ deliveryId, reading }) => save(says(deliveryId).profileId ?? "sandbox", reading),
    update: ({ profileId, reading }) => save(profileId, reading),
    remove: ({ profileId, readingId }) =>
      change(profileId, readingId, (all) => all.filter(({ id }) => id !== readingId)),
    restore({ profileId, readingId }) {
      const before = former.get(`${profileId} ${readingId}`);
      if (before === undefined) throw new FakeRefusal("reading-unknown", "This reading is not there any more.");
      return change(profileId, readingId, () => before);
    },
    try: ({ deliveryId }) => ({
      trial: given.trial,
      here: deliveryId === null ? null : says(deliveryId).webhook,
    }),
  };
}
