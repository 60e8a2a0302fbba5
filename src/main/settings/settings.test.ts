import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestMachine, type TestMachine } from "../../../tests/support/settings.ts";
import { type AnswerScript, DEFAULT_ANSWER_SCRIPT, PLAIN_ANSWER } from "../../shared/answer-script.ts";
import { EMPTY_FORM_MEMORY } from "../../shared/form-memory.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../../shared/listener.ts";
import { DEFAULT_PREFERENCES } from "../../shared/preferences.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import { DEFAULT_SANDBOX_SETTINGS } from "../../shared/sandbox.ts";
import { openConfStore } from "../hosts/chromium/host.ts";
import { openSections } from "./sections.ts";

const ACME: ProfileDraft = { ...NEW_PROFILE, name: "Acme", mode: "test", baseUrl: "https://api.example.com" };
const STORED = { id: "p1", ...ACME };

function writeSettings(machine: TestMachine, content: unknown): string {
  const path = join(machine.folder, "settings.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("preferences, listener and sandbox settings survive a restart", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  expect(first.preferences.get()).toEqual(DEFAULT_PREFERENCES);
  const told: unknown[] = [];
  first.onPreferencesChange((preferences) => told.push(preferences));
  await first.preferences.set({ theme: "dark", columns: [20, 50, 30], actionTab: undefined });
  first.listener.set({ ...DEFAULT_LISTENER_SETTINGS, port: 9_999 });
  first.sandbox.set({ ...DEFAULT_SANDBOX_SETTINGS, webhookUrl: "https://example.com/hooks" });

  const second = machine.start();
  const expected = { ...DEFAULT_PREFERENCES, theme: "dark", columns: [20, 50, 30] };
  expect(second.preferences.get()).toEqual(expected);
  expect(told).toEqual([expected]);
  expect(second.listener.get().port).toBe(9_999);
  expect(second.sandbox.get().webhookUrl).toBe("https://example.com/hooks");
});

test("forms remember the last values and the twenty most recent ones, per profile", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  const remember = (linkId: string) => first.forms.rememberCall(profile.id, { operation: "link", linkId });
  for (let index = 1; index <= 22; index += 1) remember(`lnk_${index}`);
  remember("lnk_5");
  first.forms.rememberCall(profile.id, {
    operation: "charge",
    body: { amount: "9007199254740993123", currency: "NGN", from: "ref_a", to: "ref_b", remark: "" },
  });
  first.forms.rememberCall(profile.id, { operation: "credit", body: { raw: '{"amount":"bad"}' } });
  first.forms.rememberCall(profile.id, { operation: "link", linkId: "x".repeat(10_001) });
  await first.close();

  const memory = machine.start().forms.get(profile.id);
  expect(memory.recent.linkIds.slice(0, 3)).toEqual(["lnk_5", "lnk_22", "lnk_21"]);
  expect(memory.recent.linkIds).toHaveLength(20);
  expect(memory.recent.linkIds).not.toContain("lnk_2");
  expect(memory.recent).toMatchObject({
    amounts: ["9007199254740993123"],
    references: ["ref_a", "ref_b"],
    remarks: [],
  });
  expect(memory.last.charge).toMatchObject({ amount: "9007199254740993123", to: "ref_b", remark: "" });
  expect(memory.last.credit).toBeUndefined();
});

test("forgets what named a customer wherever it would be offered again, at once on the disk", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  const charge = (from: string, remark: string) =>
    first.forms.rememberCall(profile.id, {
      operation: "charge",
      body: { amount: "5", currency: "NGN", from, to: "shop", remark },
    });
  charge("other", "Lunch");
  charge("CUS-77-mark", "for Ada");
  await first.preferences.set({
    savedFilters: [
      { name: "Hers", filter: "ref:CUS-77-mark" },
      { name: "Of another customer", filter: "ref:=CUS-77-mark2" },
      { name: "Faults", filter: "status:5xx" },
    ],
  });
  await first.forget({ names: ["CUS-77-mark"], remarks: ["for Ada", "5"] });
  expect(readdirSync(machine.folder).flatMap((name) => readFileSync(join(machine.folder, name), "utf8"))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/CUS-77-mark(?!2)|for Ada/)]),
  );
  const second = machine.start();
  expect(second.forms.get(profile.id)).toMatchObject({
    last: { charge: { amount: "5", currency: "NGN", from: "", to: "shop", remark: "" } },
    recent: { references: ["shop", "other"], remarks: ["Lunch"], amounts: ["5"] },
  });
  expect(second.preferences.get().savedFilters.map(({ name }) => name)).toEqual(["Of another customer", "Faults"]);
});

test("what was typed and not sent, and what was looked at, is there after an end; without a secret or a removed text", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  const { profile: other } = await first.profiles.create({ ...ACME, name: "Other" });
  const credit = (userReference: string) => ({ credit: { amount: "12", currency: "", userReference } });
  first.forms.keep(profile.id, credit("CUS-77-ma"), { charge: '{"from":"CUS-77-ma" }', credit: "[1" });
  first.forms.keep(other.id, credit("CUS-99"), {});
  await first.preferences.set({ lookedAt: { filter: "ref:CUS-77-ma", selectedId: 12 } });
  await first.close();

  const second = machine.start();
  expect(second.forms.get(profile.id)).toEqual({
    ...EMPTY_FORM_MEMORY,
    last: credit("CUS-77-ma"),
    bodies: { charge: '{"from":"CUS-77-ma" }', credit: "[1" },
  });
  expect(second.preferences.get().lookedAt).toEqual({ filter: "ref:CUS-77-ma", selectedId: 12 });
  await second.profiles.setSecret(profile.id, "authentication", "sk_live_0123");
  second.forms.keep(other.id, credit("sk_live_0123"), {});
  second.forms.keep(other.id, {}, { credit: '{"key":"sk_live_0123"}' });
  await second.forget({ names: ["CUS-77-ma"], remarks: [] });
  await second.preferences.set({ lookedAt: { filter: "sk_live_0123", selectedId: 12 } });
  await second.close();

  const third = machine.start();
  expect(third.forms.get(profile.id)).toMatchObject({ last: credit(""), bodies: { credit: "[1" } });
  expect(third.forms.get(profile.id).bodies.charge).toBeUndefined();
  expect(third.forms.get(other.id).bodies).toEqual({});
  expect(third.forms.get(other.id).last).toEqual(credit("CUS-99"));
  expect(third.preferences.get().lookedAt).toEqual({ filter: "", selectedId: 12 });
});

test("a sandbox profile starts with values that work, any other one empty", async () => {
  const settings = createTestMachine().start();
  const { profile } = await settings.profiles.create(ACME);
  expect(settings.forms.get("sandbox").last.credit).toMatchObject({ amount: "50000", currency: "NGN" });
  expect(settings.forms.get(profile.id)).toEqual(EMPTY_FORM_MEMORY);
  expect(settings.forms.get("__proto__")).toEqual(EMPTY_FORM_MEMORY);
});

const damaged: readonly (readonly [what: string, content: string])[] = [
  ["cut short", '{"version":1,"profiles":[{"id":'],
  ["empty", ""],
  ["a list", "[1,2,3]"],
  ["a bare word", "null"],
  ["bytes that are no text", "\u0000\u0001\u0002"],
];

test.runIf(process.platform !== "win32")(
  "a pipe in the place of the settings file is set aside, and nobody waits for it",
  () => {
    const machine = createTestMachine();
    const pipe = join(machine.folder, "settings.json");
    execFileSync("mkfifo", [pipe]);
    // Who does wait for it reads an empty file, and this test fails in the place of hanging. By another name: by its own it
    // could be somebody else's already.
    linkSync(pipe, join(machine.folder, "other-end"));
    const writer = spawn("sh", ["-c", ': > "$0"', join(machine.folder, "other-end")]);
    onTestFinished(() => void writer.kill("SIGKILL"));
    const settings = machine.start();
    expect(machine.notices).toMatchObject([{ code: "settings-set-aside", reason: "It is no file." }]);
    settings.listener.set({ ...DEFAULT_LISTENER_SETTINGS, port: 9_999 });
    expect(machine.start().listener.get().port).toBe(9_999);
  },
);

test("a settings file of a gigabyte is set aside before it is read, and one of a million values before any is made", () => {
  const machine = createTestMachine();
  const reason = "The file is not ours: it has more than 64 MiB or half a million values in it.";
  const path = writeSettings(machine, "{");
  truncateSync(path, 2 ** 30);
  machine.start();
  expect(machine.notices).toMatchObject([{ code: "settings-set-aside", reason }]);
  const [aside = ""] = readdirSync(machine.folder).filter((name) => name.includes("unreadable"));
  expect(statSync(join(machine.folder, aside)).size).toBe(2 ** 30);
  rmSync(join(machine.folder, aside));

  writeSettings(machine, `{"version":1,"profiles":[{}${",{}".repeat(1_000_000)}]}`);
  expect(machine.start().profiles.list().profiles).toHaveLength(1);
  expect(machine.notices.slice(1)).toMatchObject([{ code: "settings-set-aside", reason }]);
});

test("no more is written than can be read again: what was asked for is refused, and what was there stays", () => {
  const machine = createTestMachine();
  writeSettings(machine, { version: 1, ours: true });
  const { folder: dataFolder } = machine;
  const file = openSections(
    { host: { dataFolder, openStore: (name) => openConfStore(dataFolder, name) }, now: () => new Date(), tell: fail },
    "settings",
  );
  for (const large of ["x".repeat(2 ** 26), Array.from({ length: 500_001 }, () => 0)])
    expect(() => file.put({ large })).toThrow(/The file would have more than 64 MiB or half a million values in it/);
  expect(JSON.parse(readFileSync(file.path, "utf8"))).toEqual({ version: 1, ours: true });
  file.put({ large: "x".repeat(2 ** 20) });
  expect(readdirSync(dataFolder)).toEqual(["settings.json"]);
});

function fail(notice: unknown): never {
  throw new Error(JSON.stringify(notice));
}

test.each(damaged)("a settings file that is %s is set aside whole, and defaults are used", async (_, content) => {
  const machine = createTestMachine();
  writeSettings(machine, content);
  const settings = machine.start();
  const aside = join(machine.folder, "settings.unreadable-2026-11-20T10-00-00.json");
  expect(machine.notices).toEqual([{ code: "settings-set-aside", file: aside, reason: "The file is not valid JSON." }]);
  expect(readFileSync(aside, "utf8")).toBe(content);
  expect(settings.profiles.selected().id).toBe("sandbox");

  // It can be worked with from here on, and a second accident does not destroy what the first one left.
  await settings.profiles.create(ACME);
  expect(machine.start().profiles.list().profiles).toHaveLength(2);
  writeSettings(machine, "{");
  machine.start();
  expect(readFileSync(aside, "utf8")).toBe(content);
  expect(readdirSync(machine.folder)).toContain("settings.unreadable-2026-11-20T10-00-00-2.json");
});

test("when a crash left a cut file, the former content under its second name is used", async () => {
  const machine = createTestMachine();
  const { profile } = await machine.start().profiles.create(ACME);
  const path = join(machine.folder, "settings.json");
  writeFileSync(`${path}.former`, readFileSync(path));
  writeFileSync(path, readFileSync(path, "utf8").slice(0, 40));
  const settings = machine.start();
  expect(machine.notices).toMatchObject([{ code: "settings-set-aside" }]);
  expect(settings.profiles.find(profile.id)?.name).toBe("Acme");
});

test("one profile that does not fit is set aside; the others and all else stay", async () => {
  const machine = createTestMachine();
  const bad = { ...STORED, id: "p2", name: "Broken", baseUrl: "not an address" };
  const path = writeSettings(machine, {
    version: 1,
    profiles: [STORED, bad, { ...STORED, name: "Double" }, 7],
    selectedProfileId: "p1",
    preferences: { ...DEFAULT_PREFERENCES, theme: "purple" },
    forms: { p1: EMPTY_FORM_MEMORY, p2: 3 },
    listener: { ...DEFAULT_LISTENER_SETTINGS, port: 4_711 },
    address: "carrier pigeon",
    inboxes: 7,
  });
  const settings = machine.start();
  expect(settings.profiles.list().profiles.map((view) => view.profile.name)).toEqual(["Sandbox", "Acme"]);
  expect(settings.profiles.selected().id).toBe("p1");
  expect(settings.preferences.get()).toEqual(DEFAULT_PREFERENCES);
  expect(settings.listener.get().port).toBe(4_711);
  expect(machine.notices).toHaveLength(7);
  expect(machine.notices[0]).toMatchObject({
    file: path,
    reason: expect.stringMatching(/“Broken” could not be read.*baseUrl/),
  });

  const setAside = machine.json("settings.json")["setAside"];
  expect(setAside).toMatchObject([
    { section: "profiles", value: bad },
    { section: "profiles", value: { name: "Double" } },
    { section: "profiles", value: 7 },
    { section: "preferences", value: { theme: "purple" } },
    { section: "forms", value: { p2: 3 } },
    { section: "address", value: "carrier pigeon" },
    { section: "inboxes", value: 7 },
  ]);
  // Told once: at the next start the file is in order, and what was set aside is still in it.
  machine.notices.length = 0;
  await machine.start().profiles.create({ ...ACME, name: "Later" });
  expect(machine.notices).toEqual([]);
  expect(machine.json("settings.json")["setAside"]).toEqual(setAside);
  // A second accident is added to the first one.
  writeSettings(machine, { ...machine.json("settings.json"), listener: { ...DEFAULT_LISTENER_SETTINGS, port: -1 } });
  machine.start();
  const later = machine.json("settings.json")["setAside"] as readonly unknown[];
  expect(later.slice(0, -1)).toEqual(setAside);
  expect(later.at(-1)).toMatchObject({ section: "listener", value: { port: -1 } });
});

test("members that an older version did not know yet are filled in without a word", () => {
  const machine = createTestMachine();
  const { answerScript: _, timeouts: __, ...older } = STORED;
  writeSettings(machine, {
    version: 1,
    profiles: [older],
    preferences: { theme: "dark" },
    sandbox: { behaviour: { answerFault: "500" } },
  });
  const settings = machine.start();
  expect(settings.profiles.find("p1")).toMatchObject({
    answerScript: DEFAULT_ANSWER_SCRIPT,
    timeouts: { totalMs: 30_000 },
  });
  expect(settings.preferences.get()).toEqual({ ...DEFAULT_PREFERENCES, theme: "dark" });
  expect(settings.sandbox.get().behaviour).toMatchObject({ answerFault: "500", attempts: 4 });
  expect(machine.notices).toEqual([]);
});

test("every kind of script survives a restart", async () => {
  const machine = createTestMachine();
  const scripts: readonly AnswerScript[] = [
    {
      order: "sequence",
      steps: [
        { does: "hang", limitMs: 5_000 },
        { does: "close", delayMs: 1 },
        { does: "garbage", text: "no\n", delayMs: 2 },
        { ...PLAIN_ANSWER, bytesPerSecond: 3 },
      ],
      per: "delivery",
      atEnd: "again",
      scope: "all",
    },
    {
      order: "chance",
      percent: 30,
      seed: 7,
      failing: { does: "reset", delayMs: 0 },
      otherwise: PLAIN_ANSWER,
      scope: "path",
    },
  ];
  for (const [at, answerScript] of scripts.entries()) {
    const { profile } = await machine.start().profiles.create({ ...ACME, name: `Acme ${at}`, answerScript });
    expect(machine.start().profiles.find(profile.id)?.answerScript).toEqual(answerScript);
  }
  expect(machine.notices).toEqual([]);
});

test("a file of a newer version is copied, used as far as it is understood, and keeps its unknown sections", async () => {
  const machine = createTestMachine();
  const newer = { version: 3, profiles: [{ ...STORED, hologram: true }], preferences: { theme: "dark" }, teams: [1] };
  writeSettings(machine, newer);
  const settings = machine.start();
  expect(settings.profiles.find("p1")?.name).toBe("Acme");
  const copy = "settings.version-3-2026-11-20T10-00-00.json";
  expect(machine.notices).toMatchObject([{ file: join(machine.folder, copy), reason: expect.stringMatching(/newer/) }]);
  expect(machine.json(copy)).toEqual(newer);
  expect(machine.json("settings.json")).toMatchObject({ version: 1, teams: [1] });
  // One copy, not one for each start.
  machine.start();
  expect(readdirSync(machine.folder).filter((name) => name.includes("version-3"))).toEqual([copy]);
});

test("a change that cannot be saved is refused in words, and nothing has changed in memory or on disk", async () => {
  const machine = createTestMachine();
  const settings = machine.start();
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.setSecret(profile.id, "authentication", "key-one");
  const before = { view: settings.profiles.list(), bytes: machine.bytesOnDisk() };
  // A folder that is full of something else stands where the file has to go: no user, root included, can write it.
  const path = join(machine.folder, "settings.json");
  const content = readFileSync(path);
  rmSync(path);
  mkdirSync(join(path, "occupied"), { recursive: true });

  const refused = { code: "settings-not-saved", message: expect.stringMatching(/nothing was changed/) };
  await expect(settings.profiles.create({ ...ACME, name: "Beta" })).rejects.toMatchObject(refused);
  await expect(settings.profiles.update(profile.id, { ...ACME, name: "Other" })).rejects.toMatchObject(refused);
  await expect(settings.profiles.remove(profile.id)).rejects.toMatchObject(refused);
  await expect(settings.preferences.set({ theme: "dark" })).rejects.toMatchObject(refused);
  expect(() => settings.profiles.select(profile.id)).toThrow(expect.objectContaining(refused));
  expect(() => settings.listener.set({ ...DEFAULT_LISTENER_SETTINGS, port: 1 })).toThrow(
    expect.objectContaining(refused),
  );
  expect(settings.profiles.list()).toEqual(before.view);
  expect(settings.preferences.get()).toEqual(DEFAULT_PREFERENCES);
  expect(settings.listener.get()).toEqual(DEFAULT_LISTENER_SETTINGS);
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe("key-one");
  // A call is remembered all the same, and closing does not fail.
  settings.forms.rememberCall(profile.id, { operation: "link", linkId: "lnk_1" });
  await settings.close();

  rmSync(path, { recursive: true });
  writeFileSync(path, content);
  await settings.profiles.update(profile.id, { ...ACME, name: "Other" });
  expect(machine.start().profiles.find(profile.id)?.name).toBe("Other");
});

test("whatever stands in the place of the file is moved aside, a folder too", async () => {
  const machine = createTestMachine();
  mkdirSync(join(machine.folder, "settings.json", "inside"), { recursive: true });
  const settings = machine.start();
  expect(machine.notices).toMatchObject([{ code: "settings-set-aside", reason: "It is no file." }]);
  await settings.profiles.create(ACME);
  expect(machine.start().profiles.list().profiles).toHaveLength(2);
  expect(existsSync(join(machine.folder, "settings.unreadable-2026-11-20T10-00-00.json", "inside"))).toBe(true);
});
