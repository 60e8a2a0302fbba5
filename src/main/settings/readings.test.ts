import { expect, test } from "vitest";
import { KIOSK_READING } from "../../../tests/support/sample-reading.ts";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import type { Reading } from "../../shared/reading.ts";

const ACME: ProfileDraft = { ...NEW_PROFILE, name: "Acme", mode: "test", baseUrl: "https://api.example.com/v1" };

function named(id: string, name = id): Reading {
  return { ...KIOSK_READING, id, name };
}

test("readings are saved, changed and removed one by one, and survive a restart", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const { profile } = await profiles.create(ACME);
  profiles.saveReading(profile.id, named("one"));
  profiles.saveReading(profile.id, named("two"));
  profiles.saveReading(profile.id, named("one", "settled"));
  profiles.removeReading(profile.id, "two");
  expect(machine.start().profiles.find(profile.id)?.readings).toEqual([named("one", "settled")]);
});

test("a confirmation, a change and a removal can each be taken back, and that again", async () => {
  const { profiles } = createTestMachine().start();
  const { profile } = await profiles.create(ACME);
  const held = () => profiles.find(profile.id)?.readings.map(({ id, name }) => `${id} ${name}`);
  profiles.saveReading(profile.id, named("one"));
  profiles.saveReading(profile.id, named("two"));
  profiles.saveReading(profile.id, named("three"));

  profiles.saveReading(profile.id, named("two", "changed"));
  profiles.restoreReading(profile.id, "two");
  expect(held()).toEqual(["one one", "two two", "three three"]);
  profiles.removeReading(profile.id, "two");
  profiles.restoreReading(profile.id, "two");
  expect(held()).toEqual(["one one", "two two", "three three"]);
  profiles.saveReading(profile.id, named("four"));
  profiles.restoreReading(profile.id, "four");
  expect(held()).toEqual(["one one", "two two", "three three"]);
  profiles.restoreReading(profile.id, "four");
  expect(held()).toEqual(["one one", "two two", "three three", "four four"]);
  expect(() => profiles.restoreReading(profile.id, "never")).toThrow("not there any more");
});

test("a profile that is edited meanwhile takes no reading away, and a duplicate has them all", async () => {
  const { profiles } = createTestMachine().start();
  const { profile } = await profiles.create(ACME);
  profiles.saveReading(profile.id, named("one"));
  const edited = await profiles.update(profile.id, { ...ACME, name: "Renamed" });
  expect(edited.profile).toMatchObject({ name: "Renamed", readings: [named("one")] });
  expect((await profiles.duplicate(profile.id)).profile.readings).toEqual([named("one")]);
});

test("at most 200 are kept: one more is refused in words, and nothing is changed", async () => {
  const { profiles } = createTestMachine().start();
  const { profile } = await profiles.create({
    ...ACME,
    readings: Array.from({ length: 200 }, (_, place) => named(`r${place}`)),
  });
  expect(() => profiles.saveReading(profile.id, named("more"))).toThrow("at most 200 readings");
  expect(profiles.find(profile.id)?.readings).toHaveLength(200);
});

test("an export brings the readings to another machine", async () => {
  const here = createTestMachine().start();
  const { profile } = await here.profiles.create({ ...ACME, readings: [named("one"), named("two")] });
  const text = here.profiles.exportText([profile.id]);
  const [imported] = await createTestMachine().start().profiles.importText(text);
  expect(imported?.profile.readings).toEqual([named("one"), named("two")]);
});

const amountAt = (path: string): Reading => ({
  ...KIOSK_READING,
  amount: { path, scale: 0, decimalMark: ".", negative: false },
});
const many = <Value>(count: number, value: (place: number) => Value): Value[] =>
  Array.from({ length: count }, (_, place) => value(place));

const hostile: readonly (readonly [what: string, readings: unknown, sentence: RegExp])[] = [
  ["a filter expression", [amountAt("items[?(@.amount > 1)].amount")], /readings → 0 → amount → path.*not a path/],
  ["a search at every depth", [amountAt("$..amount")], /amount → path.*not a path/],
  ["a script", [amountAt("a[(process.exit())]")], /amount → path.*not a path/],
  ["a path without an end", [amountAt('a["b')], /amount → path.*not a path/],
  ["a path of a megabyte", [amountAt("a.".repeat(500_000))], /amount → path.*at most 500 characters/],
  ["10,000 readings", many(10_000, (place) => named(`r${place}`)), /at most 200 readings/],
  [
    "10,000 paths",
    [{ ...KIOSK_READING, shape: { paths: many(10_000, (place) => `p${place}`), when: [] } }],
    /shape → paths.*at most 60 paths/,
  ],
  [
    "10,000 words",
    [
      {
        ...KIOSK_READING,
        outcome: { places: [{ path: "s", words: many(10_000, (place) => ({ text: `w${place}`, means: "failed" })) }] },
      },
    ],
    /outcome → places → 0 → words.*at most 100 words/,
  ],
  [
    "10,000 watched places",
    [{ ...KIOSK_READING, watched: many(10_000, (place) => ({ path: `p${place}`, words: [] })) }],
    /watched.*At most 300 places are watched/,
  ],
  [
    "10,000 places that were there",
    [{ ...KIOSK_READING, there: many(10_000, (place) => `p${place}`) }],
    /there.*At most 200 other places are noted/,
  ],
  [
    "a word of a megabyte",
    [{ ...KIOSK_READING, shape: { paths: ["a"], when: [{ path: "a", words: ["w".repeat(1_000_000)] }] } }],
    /at most 200 characters/,
  ],
  ["two with one id", [named("one"), named("one", "other")], /readings\).*same id/],
  ["no name", [named("one", "  ")], /readings → 0 → name\): Give the reading a name/],
  ["a newer version", [{ ...KIOSK_READING, version: 2 }], /readings → 0 → version.*newer version/],
  ["a text for readings", "all", /readings\)/],
];

test.each(hostile)(
  "an import with %s in a reading is refused in words and changes nothing",
  async (_, readings, sentence) => {
    const { profiles } = createTestMachine().start();
    const text = JSON.stringify({ format: "linkdesk-profiles", version: 1, profiles: [{ ...ACME, readings }] });
    await expect(profiles.importText(text)).rejects.toMatchObject({
      code: "import-refused",
      message: expect.stringMatching(sentence),
    });
    expect(profiles.list().profiles).toHaveLength(1);
  },
);
