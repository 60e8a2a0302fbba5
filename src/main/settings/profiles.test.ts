import { expect, test } from "vitest";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";

const ACME: ProfileDraft = { ...NEW_PROFILE, name: "Acme", mode: "test", baseUrl: "https://api.example.com/v1" };

function names(settings: ReturnType<ReturnType<typeof createTestMachine>["start"]>): readonly string[] {
  return settings.profiles.list().profiles.map((view) => view.profile.name);
}

test("a fresh install has the sandbox profile, selected, and writes nothing", () => {
  const machine = createTestMachine();
  const settings = machine.start();
  expect(settings.profiles.list()).toMatchObject({
    selectedId: "sandbox",
    profiles: [{ profile: { mode: "sandbox" } }],
  });
  expect(settings.profiles.selected().id).toBe("sandbox");
  expect(machine.bytesOnDisk()).toBe("");
});

test("create, update, select and their order survive a restart", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  await first.profiles.create({ ...ACME, name: "Beta" });
  await first.profiles.update(profile.id, { ...ACME, name: "Acme live", mode: "live", unitsPerCurrency: 100 });
  first.profiles.select(profile.id);

  const second = machine.start();
  expect(second.profiles.list()).toEqual(first.profiles.list());
  expect(names(second)).toEqual(["Sandbox", "Acme live", "Beta"]);
  expect(second.profiles.selected()).toMatchObject({ mode: "live", unitsPerCurrency: 100 });
});

test("no two profiles are given one name, but those that have one already can be changed", async () => {
  const settings = createTestMachine().start();
  const { profiles } = settings;
  const { profile } = await profiles.create(ACME);
  const taken = { code: "profile-name-taken", message: expect.stringContaining("“Acme”") };
  await expect(profiles.create(ACME)).rejects.toMatchObject(taken);
  const other = await profiles.create({ ...ACME, name: "Beta" });
  await expect(profiles.update(other.profile.id, ACME)).rejects.toMatchObject(taken);
  await profiles.update(profile.id, { ...ACME, baseUrl: "https://other.example.com" });
  expect(names(settings)).toEqual(["Sandbox", "Acme", "Beta"]);
  // Nor one that differs by capitals alone; whose own name it is may write it otherwise.
  await expect(profiles.create({ ...ACME, name: "acme" })).rejects.toMatchObject(taken);
  await profiles.update(profile.id, { ...ACME, name: "ACME" });
  expect(names(settings)).toEqual(["Sandbox", "ACME", "Beta"]);
});

test("every change is told with the whole view", async () => {
  const settings = createTestMachine().start();
  const told: string[][] = [];
  const stop = settings.onProfilesChange((view) => told.push(view.profiles.map((each) => each.profile.name)));
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.update(profile.id, { ...ACME, name: "Renamed" });
  stop();
  await settings.profiles.remove(profile.id);
  expect(told).toEqual([
    ["Sandbox", "Acme"],
    ["Sandbox", "Renamed"],
  ]);
});

test("duplicates get names of their own and the same secrets", async () => {
  const settings = createTestMachine().start();
  const header = { id: "h1", name: "X-Tenant", value: "tenant-secret", secret: true };
  const { profile } = await settings.profiles.create({ ...ACME, extraHeaders: [header] });
  await settings.profiles.setSecret(profile.id, "authentication", "key-one");
  const copy = await settings.profiles.duplicate(profile.id);
  await settings.profiles.duplicate(copy.profile.id);
  expect(names(settings)).toEqual(["Sandbox", "Acme", "Acme copy", "Acme copy 2"]);
  expect(copy.secrets).toEqual({ authentication: "stored", "header:h1": "stored" });
  // From here on they are two: changing one does not change the other.
  await settings.profiles.setSecret(copy.profile.id, "authentication", "key-two");
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe("key-one");
  expect(await settings.profiles.secret(copy.profile.id, "header:h1")).toBe("tenant-secret");
});

test("a removed profile comes back whole until the end of the program, and its secrets leave the disk at once", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  await first.profiles.create({ ...ACME, name: "Beta" });
  await first.profiles.setSecret(profile.id, "authentication", "key-one");
  first.forms.rememberCall(profile.id, { operation: "link", linkId: "lnk_remembered" });
  // Typed into the wrong field.
  first.forms.rememberCall(profile.id, { operation: "link", linkId: "x key-one" });
  first.profiles.select(profile.id);

  await first.profiles.remove(profile.id);
  expect(names(first)).toEqual(["Sandbox", "Beta"]);
  expect(first.profiles.selected().name).toBe("Beta");
  expect(machine.json("vault.json")["entries"]).toEqual([]);
  expect(machine.bytesOnDisk()).not.toContain("lnk_remembered");

  const back = await first.profiles.restore(profile.id);
  expect(back.secrets).toEqual({ authentication: "stored" });
  expect(names(first)).toEqual(["Sandbox", "Acme", "Beta"]);
  expect(first.forms.get(profile.id).last.link).toEqual({ linkId: "lnk_remembered" });
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBe("key-one");

  await first.profiles.remove(profile.id);
  const second = machine.start();
  await expect(second.profiles.restore(profile.id)).rejects.toMatchObject({ code: "profile-unknown" });
});

test("the last twenty that were removed can be brought back, and no more are held in memory", async () => {
  const { profiles } = createTestMachine().start();
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const { profile } = await profiles.create({ ...ACME, name: `Acme ${count}` });
    ids.push(profile.id);
    await profiles.remove(profile.id);
  }
  const [first = "", second = ""] = ids;
  await expect(profiles.restore(first)).rejects.toMatchObject({ code: "profile-unknown" });
  await profiles.restore(second);
  await profiles.restore(ids.at(-1) ?? "");
  expect(profiles.list().profiles.map(({ profile }) => profile.name)).toEqual(
    expect.arrayContaining(["Acme 1", "Acme 20"]),
  );
});

test("two removals of the same profile at once lose no secret", async () => {
  const settings = createTestMachine().start();
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.setSecret(profile.id, "authentication", "key-one");
  await Promise.allSettled([settings.profiles.remove(profile.id), settings.profiles.remove(profile.id)]);
  await settings.profiles.restore(profile.id);
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe("key-one");
});

test("the sandbox profile stays and stays a sandbox, but can be changed otherwise", async () => {
  const settings = createTestMachine().start();
  const { id: _, ...draft } = settings.profiles.selected();
  await expect(settings.profiles.remove("sandbox")).rejects.toMatchObject({ code: "sandbox-profile-stays" });
  await expect(settings.profiles.update("sandbox", { ...draft, mode: "live" })).rejects.toMatchObject({
    code: "sandbox-profile-mode",
  });
  const answerScript = sequenceOf({ ...PLAIN_ANSWER, status: 500, body: "no", delayMs: 5 });
  await settings.profiles.update("sandbox", { ...draft, answerScript });
  expect(settings.profiles.selected()).toMatchObject({ mode: "sandbox", answerScript });
});

test("the secret of an extra header goes with the header; the key survives a change of scheme", async () => {
  const settings = createTestMachine().start();
  const header = { id: "h1", name: "X-Tenant", value: "tenant-secret", secret: true };
  const { profile } = await settings.profiles.create({ ...ACME, extraHeaders: [header] });
  await settings.profiles.setSecret(profile.id, "authentication", "key-one");
  await settings.profiles.update(profile.id, { ...ACME, authentication: { scheme: "none" } });
  expect(await settings.profiles.secret(profile.id, "header:h1")).toBeNull();
  await settings.profiles.update(profile.id, ACME);
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe("key-one");
});

test("profiles that are not there are refused in words", async () => {
  const { profiles } = createTestMachine().start();
  const gone = { code: "profile-unknown" };
  expect(() => profiles.select("nobody")).toThrow(expect.objectContaining(gone));
  expect(() => profiles.exportText(["nobody"])).toThrow(expect.objectContaining(gone));
  await expect(profiles.update("__proto__", ACME)).rejects.toMatchObject(gone);
  await expect(profiles.duplicate("nobody")).rejects.toMatchObject(gone);
  await expect(profiles.setSecret("nobody", "authentication", "x")).rejects.toMatchObject(gone);
  expect(profiles.find("constructor")).toBeNull();
});
