import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import { SANDBOX_SECRET_KEY } from "../../shared/sandbox.ts";

const SECRET = "marker-5e3c2a-secret";
const ACME: ProfileDraft = { ...NEW_PROFILE, name: "Acme", mode: "test", baseUrl: "https://api.example.com" };

/** The ways in which a secret could lie about in a file. */
function disguises(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("base64"),
    bytes.toString("hex"),
    bytes.toString("base64url"),
    encodeURIComponent(secret),
  ];
}

function expectNowhere(haystack: string, secret: string): void {
  for (const disguise of disguises(secret)) expect(haystack).not.toContain(disguise);
}

test("a secret survives a restart encrypted, and its clear text is in no file", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  const view = await first.profiles.setSecret(profile.id, "authentication", SECRET);
  expect(view.secrets).toEqual({ authentication: "stored" });
  await first.close();
  expectNowhere(machine.bytesOnDisk(), SECRET);
  expect(statSync(join(machine.folder, "vault.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(machine.folder, "settings.json")).mode & 0o777).toBe(0o600);

  const second = machine.start();
  expect(await second.profiles.secret(profile.id, "authentication")).toBe(SECRET);
  expect(second.knownSecrets()).toEqual([SECRET]);
  expect(machine.notices).toEqual([]);
});

test("the views that reach the window never hold a secret", async () => {
  const settings = createTestMachine().start();
  const headers = [
    { id: "h1", name: "X-Tenant", value: SECRET, secret: true },
    { id: "h2", name: "Authorization", value: `Bearer ${SECRET}`, secret: false },
    { id: "h3", name: "X-Colour", value: "green", secret: false },
  ];
  const seen: unknown[] = [];
  settings.onProfilesChange((view) => seen.push(view));
  const created = await settings.profiles.create({ ...ACME, extraHeaders: headers });
  seen.push(created, settings.profiles.list(), settings.profiles.exportText([created.profile.id]));
  expectNowhere(JSON.stringify(seen), SECRET);
  expect(created.secrets).toEqual({ authentication: "unset", "header:h1": "stored", "header:h2": "stored" });
  expect(created.profile.extraHeaders[2]?.value).toBe("green");
  expect(await settings.profiles.secret(created.profile.id, "header:h2")).toBe(`Bearer ${SECRET}`);
});

test("without protection a secret stays in memory until the user consents, and leaves the disk when that is withdrawn", async () => {
  const machine = createTestMachine();
  machine.isProtected = false;
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  const state = () => first.profiles.list().profiles.find((view) => view.profile.id === profile.id)?.secrets;

  await first.profiles.setSecret(profile.id, "authentication", SECRET);
  expect(state()).toEqual({ authentication: "session" });
  expect(machine.notices).toEqual([{ code: "secrets-unprotected" }]);
  expect(await first.profiles.secret(profile.id, "authentication")).toBe(SECRET);
  await first.close();
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBeNull();

  await first.preferences.set({ storeSecretsUnprotected: true });
  expect(state()).toEqual({ authentication: "stored" });
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBe(SECRET);

  await first.preferences.set({ storeSecretsUnprotected: false });
  expect(state()).toEqual({ authentication: "session" });
  expect(machine.json("vault.json")["entries"]).toEqual([]);
  expect(await first.profiles.secret(profile.id, "authentication")).toBe(SECRET);
});

test("a secret of another user is unset with a notice, kept, and readable again where it came from", async () => {
  const machine = createTestMachine();
  const first = machine.start();
  const { profile } = await first.profiles.create(ACME);
  await first.profiles.setSecret(profile.id, "authentication", SECRET);
  const home = machine.key;

  machine.key = Buffer.alloc(32, 7);
  const elsewhere = machine.start();
  const told = new Promise((resolve) => elsewhere.onProfilesChange(resolve));
  expect(await elsewhere.profiles.secret(profile.id, "authentication")).toBeNull();
  await told;
  expect(elsewhere.profiles.list().profiles[1]?.secrets).toEqual({ authentication: "unset" });
  expect(machine.notices).toMatchObject([{ code: "settings-set-aside", file: join(machine.folder, "vault.json") }]);

  machine.key = home;
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBe(SECRET);

  // A new secret in its place: the old one is not in use any more, but not destroyed either.
  machine.key = Buffer.alloc(32, 7);
  const again = machine.start();
  await again.profiles.setSecret(profile.id, "authentication", "another");
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBe("another");
  expect(machine.json("vault.json")["setAside"]).toHaveLength(1);
});

test("a damaged vault is set aside, and profiles are still there", async () => {
  const machine = createTestMachine();
  const { profile } = await machine.start().profiles.create(ACME);
  writeFileSync(join(machine.folder, "vault.json"), '{"entries": [');
  const settings = machine.start();
  expect(machine.notices).toMatchObject([
    { code: "settings-set-aside", file: join(machine.folder, "vault.unreadable-2026-11-20T10-00-00.json") },
  ]);
  expect(settings.profiles.find(profile.id)?.name).toBe("Acme");
  await settings.profiles.setSecret(profile.id, "authentication", SECRET);
  expect(await machine.start().profiles.secret(profile.id, "authentication")).toBe(SECRET);
});

test("entries of an unknown shape are kept in the file", async () => {
  const machine = createTestMachine();
  const stranger = { profileId: "x", kind: "passkey", blob: 1 };
  writeFileSync(join(machine.folder, "vault.json"), JSON.stringify({ version: 1, entries: [stranger] }));
  const settings = machine.start();
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.setSecret(profile.id, "authentication", SECRET);
  expect(machine.json("vault.json")["entries"]).toContainEqual(stranger);
});

test("when encryption fails the secret holds for the session, and the refusal does not quote it", async () => {
  const machine = createTestMachine();
  const settings = machine.start();
  const { profile } = await settings.profiles.create(ACME);
  machine.key = Buffer.alloc(3);
  const refusal = await settings.profiles.setSecret(profile.id, "authentication", SECRET).catch((error) => error);
  expect(refusal).toMatchObject({ name: "Refusal", code: "secret-not-stored" });
  expect(refusal.message).not.toContain(SECRET);
  expect(refusal.cause).toBeUndefined();
  expect(settings.profiles.list().profiles[1]?.secrets).toEqual({ authentication: "session" });
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe(SECRET);
});

test("removed and replaced secrets stay known for redaction, but leave the disk", async () => {
  const machine = createTestMachine();
  const settings = machine.start();
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.setSecret(profile.id, "authentication", "first-one");
  await settings.profiles.setSecret(profile.id, "authentication", "second-one");
  await settings.profiles.removeSecret(profile.id, "authentication");
  expect(await settings.profiles.secret(profile.id, "authentication")).toBeNull();
  expect(settings.knownSecrets()).toEqual(["first-one", "second-one"]);
  expect(machine.json("vault.json")["entries"]).toEqual([]);
});

test("many secrets at once are all stored", async () => {
  const machine = createTestMachine();
  const settings = machine.start();
  const { profile } = await settings.profiles.create(ACME);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      settings.profiles.setSecret(profile.id, `header:${index}`, `value-${index}`),
    ),
  );
  const again = machine.start();
  for (let index = 0; index < 20; index += 1)
    expect(await again.profiles.secret(profile.id, `header:${index}`)).toBe(`value-${index}`);
});

test("a sandbox profile has the sandbox's own key until it is given another", async () => {
  const settings = createTestMachine().start();
  const sandbox = () => settings.profiles.secret("sandbox", "authentication");
  expect(await sandbox()).toBe(SANDBOX_SECRET_KEY);
  expect(settings.profiles.list().profiles[0]?.secrets).toEqual({ authentication: "stored" });
  await settings.profiles.setSecret("sandbox", "authentication", "a-wrong-one");
  expect(await sandbox()).toBe("a-wrong-one");
  await settings.profiles.removeSecret("sandbox", "authentication");
  expect(await sandbox()).toBe(SANDBOX_SECRET_KEY);
});

test("a pasted key loses the white space around it; one with a line break inside is refused", async () => {
  const settings = createTestMachine().start();
  const { profile } = await settings.profiles.create(ACME);
  await settings.profiles.setSecret(profile.id, "authentication", `  ${SECRET}\n`);
  expect(await settings.profiles.secret(profile.id, "authentication")).toBe(SECRET);
  await expect(settings.profiles.setSecret(profile.id, "authentication", "two\nlines")).rejects.toMatchObject({
    code: "secret-not-a-header-value",
  });
  // A password of Basic is encoded, so anything goes, spaces included.
  const basic = await settings.profiles.create({
    ...ACME,
    name: "Basic",
    authentication: { scheme: "basic", username: "u" },
  });
  await settings.profiles.setSecret(basic.profile.id, "authentication", " pass\nwörd ✓ ");
  expect(await settings.profiles.secret(basic.profile.id, "authentication")).toBe(" pass\nwörd ✓ ");
});
