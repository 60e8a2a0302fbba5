import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import { SANDBOX_SECRET_KEY } from "../../shared/sandbox.ts";
import { secretSlotOf } from "../../shared/signature.ts";
import { CALLS_KEY, presetSettings, SANDBOX_SIGNATURE } from "../../shared/signature-presets.ts";

const PRESENT = { id: "s1", name: "Present", source: "own" } as const;
const FORMER = { id: "s2", name: "Former", source: "own" } as const;
const ACME: ProfileDraft = {
  ...NEW_PROFILE,
  name: "Acme",
  mode: "test",
  baseUrl: "https://api.example.com/v1",
  signature: presetSettings("github", [PRESENT, FORMER]),
};

test("the sandbox profile checks what the sandbox signs, without anything being set up", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  expect(profiles.selected().signature).toEqual(SANDBOX_SIGNATURE);
  expect(await profiles.secret("sandbox", secretSlotOf(CALLS_KEY))).toBe(SANDBOX_SECRET_KEY);
});

test("switched off for the sandbox it stays off, and a file of before signatures gets the check", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { id: _, ...draft } = first.profiles.selected();
  await first.profiles.update("sandbox", { ...draft, signature: null });
  expect(machine.start().profiles.selected().signature).toBeNull();

  const older = createTestMachine();
  const before = older.start();
  await before.profiles.update("sandbox", { ...draft, unitsPerCurrency: 100 });
  const stored = older.json("settings.json");
  const [{ signature: __, ...profile }] = stored["profiles"] as [Record<string, unknown>];
  writeFileSync(join(older.folder, "settings.json"), JSON.stringify({ ...stored, profiles: [profile] }));
  expect(older.start().profiles.selected()).toMatchObject({ unitsPerCurrency: 100, signature: SANDBOX_SIGNATURE });
});

test("each secret has a slot of its own, and every character of it counts", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const { profile } = await profiles.create(ACME);
  await profiles.setSecret(profile.id, "signature:s1", " key with spaces \n");
  const view = await profiles.setSecret(profile.id, "signature:s2", "marker-former");
  expect(view.secrets).toEqual({ authentication: "unset", "signature:s1": "stored", "signature:s2": "stored" });
  expect(await machine.start().profiles.secret(profile.id, "signature:s1")).toBe(" key with spaces \n");
  await expect(profiles.setSecret(profile.id, "signature:s1", " \n")).rejects.toMatchObject({ code: "secret-empty" });

  // A static value stands in a header: what cannot stand there is refused, white space around it dropped.
  await profiles.update(profile.id, { ...ACME, signature: presetSettings("static", [PRESENT]) });
  await profiles.setSecret(profile.id, "signature:s1", " token ");
  expect(await profiles.secret(profile.id, "signature:s1")).toBe("token");
  await expect(profiles.setSecret(profile.id, "signature:s1", "a\nb")).rejects.toMatchObject({
    code: "secret-not-a-header-value",
  });
  expect(await profiles.secret(profile.id, "signature:s2")).toBeNull();
});

test("secrets are copied with a profile, go and come back with it, and stay out of exports", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const { profile } = await profiles.create(ACME);
  await profiles.setSecret(profile.id, "signature:s1", "marker-present");
  await profiles.setSecret(profile.id, "signature:s2", "marker-former");

  const copy = await profiles.duplicate(profile.id);
  expect(copy.profile.signature).toEqual(ACME.signature);
  await profiles.setSecret(copy.profile.id, "signature:s1", "another");
  expect(await profiles.secret(profile.id, "signature:s1")).toBe("marker-present");
  expect(await profiles.secret(copy.profile.id, "signature:s2")).toBe("marker-former");

  await profiles.remove(profile.id);
  expect((machine.json("vault.json")["entries"] as unknown[]).length).toBe(2);
  await profiles.restore(profile.id);
  expect(await machine.start().profiles.secret(profile.id, "signature:s2")).toBe("marker-former");

  const text = profiles.exportText([profile.id]);
  expect(text).not.toContain("marker");
  const [imported] = await createTestMachine().start().profiles.importText(text);
  expect(imported?.profile.signature).toEqual(ACME.signature);
  expect(imported?.secrets).toMatchObject({ "signature:s1": "unset", "signature:s2": "unset" });
});

test("an export of before signatures can still be imported", async () => {
  const { profiles } = createTestMachine().start();
  const { signature: _, ...older } = ACME;
  const text = JSON.stringify({ format: "linkdesk-profiles", version: 1, profiles: [older] });
  expect((await profiles.importText(text))[0]?.profile.signature).toBeNull();
});

test("a secret goes when it is taken out of the settings, or the check is switched off", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const { profile } = await profiles.create(ACME);
  await profiles.setSecret(profile.id, "signature:s1", "one");
  await profiles.setSecret(profile.id, "signature:s2", "two");
  await profiles.update(profile.id, { ...ACME, signature: presetSettings("github", [FORMER]) });
  expect(await profiles.secret(profile.id, "signature:s1")).toBeNull();
  expect(await profiles.secret(profile.id, "signature:s2")).toBe("two");
  await profiles.update(profile.id, { ...ACME, signature: null });
  expect(machine.json("vault.json")["entries"]).toEqual([]);
});
