import { expect, test } from "vitest";
import { KIOSK_READING, webhookReadingOf } from "../../../tests/support/sample-reading.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import { NEW_PROFILE, type Profile } from "../../shared/profile.ts";
import type { Reading } from "../../shared/reading.ts";
import { createProfiles } from "../settings/profiles.ts";
import { readingHandlers } from "./reading-handlers.ts";

const NOW = 1_763_651_000_000_000;
const ACME: Profile = { ...NEW_PROFILE, id: "acme", name: "Acme", mode: "test", baseUrl: "https://api.example.com" };
const KNOWN: Reading = { ...KIOSK_READING, id: "known" };

/** Deliveries 1 of the profile, 2 of one that is gone, 3 of none; what else is asked of the log is answered plainly. */
function setUp() {
  const settings = { profiles: [ACME], selectedId: ACME.id };
  const profiles = createProfiles({
    initial: settings,
    vault: NO_SECRETS,
    save: () => undefined,
    changed: () => undefined,
  });
  const owners = new Map([
    [1, { id: "acme" }],
    [2, { id: "gone" }],
    [3, null],
  ]);
  const handlers = readingHandlers({
    profiles,
    known: [KNOWN],
    now: () => NOW,
    log: {
      async detail(id) {
        const profile = owners.get(id);
        return profile === undefined ? null : ({ kind: "delivery", summary: { profile } } as unknown as DeliveryDetail);
      },
      payload: async () => ({ webhook: webhookReadingOf({}), reading: KIOSK_READING, values: [], complete: true }),
      confirmedReading: async (_, reading) => ({ ...reading, watched: [{ path: "code", words: ["00"] }] }),
      readingCounts: async () => [{ readingId: "known", count: 3 }],
      tryReading: async () => {
        throw new Error("not asked here");
      },
    },
  });
  return { handlers, saved: () => profiles.find("acme")?.readings ?? [] };
}

const NO_SECRETS = { slots: () => [], state: () => "unset" } as unknown as Parameters<
  typeof createProfiles
>[0]["vault"];

test("says how a delivery is read and whose readings that are; the profile may be gone", async () => {
  const { handlers } = setUp();
  expect(await handlers.of({ deliveryId: 1 })).toMatchObject({ profileId: "acme", reading: KIOSK_READING });
  expect(await handlers.of({ deliveryId: 2 })).toMatchObject({ profileId: null });
  expect(await handlers.of({ deliveryId: 3 })).toMatchObject({ profileId: null });
  await expect(handlers.of({ deliveryId: 4 })).rejects.toMatchObject({ code: "no-event" });
});

test("confirms a proposal under an id of its own, changes it under the same, and takes each back", async () => {
  const { handlers, saved } = setUp();
  const { readingId } = await handlers.confirm({ deliveryId: 1, reading: KNOWN });
  expect(readingId).not.toBe("known");
  const watched = [{ path: "code", words: ["00"] }];
  expect(saved()).toEqual([{ ...KNOWN, id: readingId, confirmedAt: NOW, watched }]);

  await handlers.update({ profileId: "acme", reading: { ...KNOWN, id: readingId, name: "settled" } });
  expect(saved()).toMatchObject([{ id: readingId, name: "settled" }]);
  await handlers.restore({ profileId: "acme", readingId });
  expect(saved()).toMatchObject([{ name: KNOWN.name }]);
  await handlers.remove({ profileId: "acme", readingId });
  expect(saved()).toEqual([]);
  await handlers.restore({ profileId: "acme", readingId });
  expect(saved()).toHaveLength(1);
});

test("confirms nothing for a webhook whose profile is gone, and changes no reading that is none of the profile's", async () => {
  const { handlers, saved } = setUp();
  await expect(handlers.confirm({ deliveryId: 2, reading: KNOWN })).rejects.toMatchObject({ code: "profile-unknown" });
  await expect(handlers.update({ profileId: "acme", reading: KNOWN })).rejects.toMatchObject({
    code: "reading-unknown",
  });
  expect(() => handlers.remove({ profileId: "acme", readingId: "known" })).toThrow("not there any more");
  expect(saved()).toEqual([]);
});

test("lists what comes with Linkdesk and how many webhooks each reading has read", async () => {
  expect(await setUp().handlers.list({ profileId: "acme" })).toEqual({
    known: [KNOWN],
    webhooks: [{ readingId: "known", count: 3 }],
  });
});
