import { expect, onTestFinished, test, vi } from "vitest";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import { exportText, readExport } from "./transfer.ts";

const ACME: ProfileDraft = { ...NEW_PROFILE, name: "Acme", mode: "test", baseUrl: "https://api.example.com/v1" };

function fileOf(...profiles: readonly unknown[]): string {
  return JSON.stringify({ format: "linkdesk-profiles", version: 1, profiles });
}

test("an export comes back on another machine as the same profiles under new ids, without secrets", async () => {
  const here = createTestMachine().start();
  const { profile } = await here.profiles.create({
    ...ACME,
    authentication: { scheme: "basic", username: "ada" },
    extraHeaders: [
      { id: "h1", name: "X-Tenant", value: "marker-tenant", secret: true },
      { id: "h2", name: "X-Colour", value: "green", secret: false },
    ],
    answerScript: {
      order: "chance",
      percent: 30,
      seed: 7,
      failing: { does: "reset", delayMs: 20 },
      otherwise: { ...PLAIN_ANSWER, headers: [{ name: "X-One", value: "1" }], body: "taken", delayMs: 10 },
      scope: "all",
    },
  });
  await here.profiles.setSecret(profile.id, "authentication", "marker-key");
  const text = here.profiles.exportText([profile.id, "sandbox"]);
  expect(text).not.toMatch(/marker/);
  expect(text).not.toContain(profile.id);

  const there = createTestMachine().start();
  const [imported] = await there.profiles.importText(`\uFEFF${text}`);
  const { id: oldId, extraHeaders: oldHeaders, ...before } = profile;
  const { id: newId, extraHeaders: newHeaders, ...after } = imported?.profile ?? profile;
  expect(after).toEqual(before);
  expect(newId).not.toBe(oldId);
  expect(newHeaders).toEqual(oldHeaders.map((header) => ({ ...header, id: expect.any(String) })));
  expect(newHeaders.map((header) => header.id)).not.toContain("h1");
  expect(imported?.secrets).toEqual({ authentication: "unset", [`header:${newHeaders[0]?.id}`]: "unset" });
  expect(there.profiles.list().profiles.map((view) => view.profile.name)).toEqual(["Sandbox", "Acme", "Sandbox (2)"]);
});

test("no file brings along that webhooks may leave this machine, neither one of ours nor a stranger's", async () => {
  const replay = {
    agreedDestinations: ["collector.example:443"],
    forward: { enabled: true, url: "https://collector.example/", host: "target" as const },
  };
  const kept = { agreedDestinations: [], forward: { ...replay.forward, enabled: false } };
  const machine = createTestMachine().start();
  const [imported] = await machine.profiles.importText(fileOf({ ...ACME, replay }));
  expect(imported?.profile.replay).toEqual(kept);
  const ours: unknown = JSON.parse(exportText([{ id: "p", ...ACME, replay }]));
  expect(ours).toMatchObject({ profiles: [{ replay: kept }] });
});

test("even a profile that was tampered with in memory exports no value of a secret header", () => {
  const header = { id: "h1", name: "X-Tenant", value: "marker-tenant", secret: true };
  expect(exportText([{ id: "p", ...ACME, extraHeaders: [header] }])).not.toContain("marker-tenant");
});

test("names that are taken get a suffix, within one file too, and stay within their length", async () => {
  const { profiles } = createTestMachine().start();
  const long = "é".repeat(80);
  await profiles.create({ ...ACME, name: long });
  const imported = await profiles.importText(fileOf(ACME, ACME, { ...ACME, name: "Sandbox" }, { ...ACME, name: long }));
  expect(imported.map((view) => view.profile.name)).toEqual([
    "Acme",
    "Acme (2)",
    "Sandbox (2)",
    `${"é".repeat(76)} (2)`,
  ]);
});

/** As long as it may be, and one character more. */
const bounded: readonly (readonly [string, (length: number) => object, number])[] = [
  ["baseUrl", (length) => ({ baseUrl: `https://a.example${"/".repeat(length - 17)}` }), 2_000],
  ["username", (length) => ({ authentication: { scheme: "basic", username: "u".repeat(length) } }), 1_000],
  ["name", (length) => ({ authentication: { scheme: "header", name: "n".repeat(length) } }), 200],
  [
    "extraHeaders",
    (length) => ({ extraHeaders: [{ id: "a", name: "X", value: "v".repeat(length), secret: false }] }),
    8_192,
  ],
  ["dashboardUrl", (length) => ({ dashboardUrl: `https://a.example/${"d".repeat(length - 18)}` }), 2_000],
  ["body", (length) => ({ answerScript: sequenceOf({ ...PLAIN_ANSWER, body: "b".repeat(length) }) }), 1_048_576],
  [
    "headers",
    (length) => ({
      answerScript: sequenceOf({ ...PLAIN_ANSWER, headers: Array.from({ length }, () => ({ name: "X", value: "" })) }),
    }),
    50,
  ],
  ["steps", (length) => ({ answerScript: sequenceOf(...Array.from({ length }, () => PLAIN_ANSWER)) }), 20],
  ["delayMs", (delayMs) => ({ answerScript: sequenceOf({ ...PLAIN_ANSWER, delayMs }) }), 600_000],
];

test("four megabytes of brackets that are never closed are refused before they cost seconds", () => {
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  for (const start of ["", "\uFEFF"]) expect(() => readExport(start + "[".repeat(4_000_000))).toThrow("not valid JSON");
  expect(parse).not.toHaveBeenCalled();
});

test.each(bounded)("a file's %s is taken up to its bound and refused beyond it", async (field, fill, most) => {
  const { profiles } = createTestMachine().start();
  expect(await profiles.importText(fileOf({ ...ACME, ...fill(most) }))).toHaveLength(1);
  await expect(profiles.importText(fileOf({ ...ACME, ...fill(most + 1) }))).rejects.toMatchObject({
    message: expect.stringContaining(field),
  });
});

const hostile: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ["no JSON", "profiles: all", /not valid JSON/],
  ["nothing", "", /not valid JSON/],
  ["deep nesting", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, /not (valid JSON|an export)/],
  ["JSON null", "null", /not an export/],
  ["somebody else's JSON", '{"openapi":"3.0.0"}', /not an export/],
  ["a newer format", '{"format":"linkdesk-profiles","version":2,"profiles":[{}]}', /newer version/],
  ["no list", '{"format":"linkdesk-profiles","version":1,"profiles":{"length":1}}', /no list/],
  ["an empty list", fileOf(), /no profiles/],
  ["too many", fileOf(...Array.from({ length: 201 }, () => ACME)), /201 profiles; at most 200/],
  ["a number for a profile", fileOf(7), /Profile 1 /],
  ["a bad second one", fileOf(ACME, { ...ACME, name: " " }), /Profile 2 .*\(name\): Give the profile a name/],
  ["an address with a password", fileOf({ ...ACME, baseUrl: "https://a:b@c.example" }), /\(baseUrl\).*password/],
  ["a script for an address", fileOf({ ...ACME, baseUrl: "javascript:alert(1)" }), /\(baseUrl\)/],
  [
    "a header that splits the request",
    fileOf({ ...ACME, extraHeaders: [{ id: "a", name: "X", value: "1\r\nY: 2", secret: false }] }),
    /extraHeaders → 0 → value/,
  ],
  [
    "two headers with one id",
    fileOf({
      ...ACME,
      extraHeaders: ["X", "Y"].map((name) => ({ id: "a", name, value: "", secret: false })),
      answerScript: sequenceOf({ ...PLAIN_ANSWER, status: 99 }),
    }),
    /status/,
  ],
];

test.each(hostile)("an import of %s is refused in words and changes nothing", async (_, text, sentence) => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  await expect(profiles.importText(text)).rejects.toMatchObject({
    code: "import-refused",
    message: expect.stringMatching(sentence),
  });
  expect(profiles.list().profiles).toHaveLength(1);
  expect(machine.bytesOnDisk()).toBe("");
});

test("prototype keys and unknown members in a file get nowhere", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const text = fileOf(ACME).replace(
    '"name":"Acme"',
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":"sandbox","extra":"marker","name":"Acme"',
  );
  const [imported] = await profiles.importText(text);
  expect(Object.keys(imported?.profile ?? {}).sort()).toEqual(["id", ...Object.keys(ACME)].sort());
  expect(imported?.profile.id).not.toBe("sandbox");
  expect("polluted" in {}).toBe(false);
  expect(machine.bytesOnDisk()).not.toContain("marker");
});

test("a secret that somebody wrote into a file by hand goes to the vault, not to the settings", async () => {
  const machine = createTestMachine();
  const { profiles } = machine.start();
  const header = { id: "a", name: "Authorization", value: "Bearer marker", secret: false };
  const [imported] = await profiles.importText(fileOf({ ...ACME, extraHeaders: [header] }));
  expect(machine.bytesOnDisk()).not.toContain("Bearer marker");
  const slot = `header:${imported?.profile.extraHeaders[0]?.id}`;
  expect(await profiles.secret(imported?.profile.id ?? "", slot)).toBe("Bearer marker");
});
