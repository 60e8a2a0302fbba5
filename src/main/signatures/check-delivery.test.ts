import { expect, test } from "vitest";
import { createRecordingJournal } from "../../../tests/fakes/recording-journal.ts";
import { sampleDelivery } from "../../../tests/journal/samples.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { NEW_PROFILE, type Profile } from "../../shared/profile.ts";
import type { SignatureSettings } from "../../shared/signature.ts";
import type { SignatureCheck } from "../../shared/signature-check.ts";
import { presetSettings } from "../../shared/signature-presets.ts";
import { createDeliveryCheck, type NewDelivery } from "./check-delivery.ts";
import { sign } from "./index.ts";

const SECRET = { id: "s1", name: "Present", source: "own" } as const;
const GITHUB = presetSettings("github", [SECRET]);

interface Options {
  readonly settings: SignatureSettings | null;
  readonly secrets?: Record<string, string>;
  readonly secret?: () => Promise<string | null>;
  /** Another profile, p2, and what it and p1 wait for. */
  readonly other?: SignatureSettings | null;
  readonly awaiting?: readonly { readonly profileId: string; readonly isExpected: boolean }[];
}

function setUp({ settings, secrets = { "signature:s1": "right" }, secret, other = null, awaiting = [] }: Options) {
  const checks: [number, SignatureCheck][] = [];
  const journal = createRecordingJournal();
  let profile: Profile = { ...NEW_PROFILE, id: "p1", name: "Acme", signature: settings };
  let asked = 0;
  const check = createDeliveryCheck({
    profile: (id) =>
      ({ p1: profile, p2: { ...NEW_PROFILE, id: "p2", name: "Other", mode: "test" as const, signature: other } })[id] ??
      null,
    awaiting: () => awaiting,
    secret: async (id, slot) => {
      asked += 1;
      if (secret !== undefined) return secret();
      return secrets[id === "p1" ? slot : `${id}:${slot}`] ?? null;
    },
    journal: { ...journal, recordCheck: async (id, made) => void checks.push([id, made]) },
    arrived: (detail) => detail.request.headers,
    now: () => 4_711,
  });
  return {
    check,
    checks,
    journal,
    secrets,
    asked: () => asked,
    configure(next: SignatureSettings | null) {
      profile = { ...profile, signature: next };
      check.forget();
    },
  };
}

function signed(settings: SignatureSettings, body: Uint8Array | string = "{}", secret = "right"): NewDelivery {
  const event = sampleDelivery(body, { profile: { id: "p1", name: "Acme", mode: "test" } });
  const { summary, request, requestBody } = event;
  const message = { method: summary.method, path: summary.path, headers: request.headers, body: requestBody };
  return { ...event, request: { ...request, headers: sign(settings, secret, message, summary.at).headers } };
}

test("nothing is touched and no secret asked for where nothing is set up", () => {
  const { check, asked } = setUp({ settings: null });
  const event = signed(GITHUB);
  expect(check.checked(event)).toBe(event);
  const elsewhere = { ...event, summary: { ...event.summary, onPath: false } };
  const nobodys = { ...event, summary: { ...event.summary, profile: null } };
  const on = setUp({ settings: GITHUB });
  expect(on.check.checked(elsewhere)).toBe(elsewhere);
  expect(on.check.checked(nobodys)).toBe(nobodys);
  expect(asked() + on.asked()).toBe(0);
});

test("the first delivery waits for the secrets, those after it do not, until something is changed", async () => {
  const { check, secrets, asked } = setUp({ settings: GITHUB });
  const first = check.checked(signed(GITHUB));
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toMatchObject({
    summary: { signature: "valid" },
    signature: { result: { state: "valid", secret: "Present" }, settings: GITHUB, checkedAgain: null },
  });
  expect(check.checked(signed(GITHUB, "{}", "wrong"))).toMatchObject({ summary: { signature: "invalid" } });
  expect(check.checked(sampleDelivery("{}", { profile: { id: "p1", name: "Acme", mode: "test" } }))).toMatchObject({
    summary: { signature: "missing" },
  });
  expect(asked()).toBe(1);
  secrets["signature:s1"] = "wrong";
  check.forget();
  expect(await check.checked(signed(GITHUB, "{}", "wrong"))).toMatchObject({ summary: { signature: "valid" } });
});

test("a large body is checked in slices, one that did not come whole not at all", async () => {
  const { check } = setUp({ settings: GITHUB });
  await check.checked(signed(GITHUB));
  const large = check.checked(signed(GITHUB, new Uint8Array(3_000_000)));
  expect(large).toBeInstanceOf(Promise);
  expect(await large).toMatchObject({ summary: { signature: "valid" } });
  const event = signed(GITHUB);
  const cut = check.checked({ ...event, summary: { ...event.summary, completeness: "cut" } });
  expect(cut).toMatchObject({ signature: { result: { state: "not-checked", reason: "incomplete" } } });
  expect(cut).not.toHaveProperty("summary.signature");
});

test("a vault that fails holds nothing up: the delivery is recorded as not checked", async () => {
  const broken = setUp({ settings: GITHUB, secret: () => Promise.reject(new Error("locked")) });
  expect(await broken.check.checked(signed(GITHUB))).toMatchObject({
    summary: { signature: "unchecked" },
    signature: { result: { state: "not-checked", reason: "unavailable" } },
  });
  const empty = setUp({ settings: GITHUB, secrets: {} });
  expect(await empty.check.checked(signed(GITHUB))).toMatchObject({
    summary: { signature: "unchecked" },
    signature: { result: { state: "not-checked", reason: "no-secret" } },
  });
});

test("checked again, a delivery is judged by the settings of now and the time of its arrival", async () => {
  const standard = presetSettings("standard-webhooks", [SECRET]);
  const secret = Buffer.from("right").toString("base64");
  const { check, checks, journal, configure } = setUp({ settings: GITHUB, secrets: { "signature:s1": secret } });
  const id = await journal.append(await check.checked(signed(standard, "{}", secret)));
  expect((await check.again(id)).result).toEqual({ state: "missing" });
  configure(standard);
  const again = await check.again(id);
  expect(again).toEqual({ result: { state: "valid", secret: "Present" }, settings: standard, checkedAgain: 4_711 });
  expect(checks.at(-1)).toEqual([id, again]);
});

test("what cannot be checked again is refused in words", async () => {
  const settings = presetSettings("static", [SECRET]);
  const { check, journal, configure } = setUp({ settings });
  const masked = await journal.append(await check.checked(signed(settings, "{}", SECRET_MASK)));
  await expect(check.again(masked)).rejects.toMatchObject({ code: "signature-not-kept" });
  await expect(check.again(99)).rejects.toMatchObject({ code: "no-event" });
  const nobodys = await journal.append({
    ...sampleDelivery(),
    summary: { ...sampleDelivery().summary, profile: null },
  });
  await expect(check.again(nobodys)).rejects.toMatchObject({ code: "profile-unknown" });
  configure(null);
  await expect(check.again(masked)).rejects.toMatchObject({ code: "no-signature-check" });
});

const OTHER = presetSettings("standard-webhooks", [SECRET]);
const OTHER_SECRET = Buffer.from("theirs").toString("base64");
const SECRETS = { "signature:s1": "right", "p2:signature:s1": OTHER_SECRET };

test("a webhook whose signature holds by a profile that awaits one is that one's, though another is in use", async () => {
  const awaiting = [{ profileId: "p2", isExpected: false }];
  const { check } = setUp({ settings: GITHUB, secrets: SECRETS, other: OTHER, awaiting });
  expect(await check.checked(signed(OTHER, "{}", OTHER_SECRET))).toMatchObject({
    summary: { profile: { id: "p2", name: "Other", mode: "test" }, signature: "valid" },
    signature: { settings: OTHER },
  });
  expect(await check.checked(signed(GITHUB))).toMatchObject({ summary: { profile: { id: "p1" }, signature: "valid" } });
  const neither = await check.checked(signed(GITHUB, "{}", "wrong"));
  expect(neither).toMatchObject({ summary: { profile: { id: "p1" }, signature: "invalid" } });
});

test.each([
  ["the profile in use, which expects one, where the other's came already", false, "p1", "missing"],
  ["the other one, where both expect one", true, "p2", "valid"],
])("a webhook whose signature holds by another profile is that of %s", async (_, isExpected, id, signature) => {
  const awaiting = [
    { profileId: "p2", isExpected },
    { profileId: "p1", isExpected: true },
  ];
  const { check } = setUp({ settings: GITHUB, secrets: SECRETS, other: OTHER, awaiting });
  expect(await check.checked(signed(OTHER, "{}", OTHER_SECRET))).toMatchObject({
    summary: { profile: { id }, signature },
  });
});

test("without a simulation that awaits it, and from an inbox of the profile in use, it is that one's", async () => {
  const event = signed(OTHER, "{}", OTHER_SECRET);
  const nobody = setUp({ settings: GITHUB, secrets: SECRETS, other: OTHER });
  expect(await nobody.check.checked(event)).toMatchObject({ summary: { profile: { id: "p1" }, signature: "missing" } });
  const { check } = setUp({
    settings: GITHUB,
    secrets: SECRETS,
    other: OTHER,
    awaiting: [{ profileId: "p2", isExpected: true }],
  });
  const relayed = { relay: "wss://relay.example", inbox: "Ours", position: 1, at: 0, receivedAt: 0 };
  expect(await check.checked({ ...event, request: { ...event.request, relayed } })).toMatchObject({
    summary: { profile: { id: "p1" } },
  });
});

test("a webhook that is signed wrongly is not handed to a profile that checks no signatures", async () => {
  const awaiting = [{ profileId: "p2", isExpected: true }];
  const { check } = setUp({ settings: GITHUB, other: null, awaiting });
  const wrong = await check.checked(signed(GITHUB, "{}", "wrong"));
  expect(wrong).toMatchObject({ summary: { profile: { id: "p1" }, signature: "invalid" } });
  const event = sampleDelivery("{}", { profile: { id: "p1", name: "Acme", mode: "test" } });
  expect(await check.checked(event)).toMatchObject({ summary: { profile: { id: "p2" } } });
});

test.each([
  ["the only profile that expects one", [{ profileId: "p2", isExpected: true }], "p2"],
  [
    "the profile in use, which expects one as well",
    [
      { profileId: "p2", isExpected: true },
      { profileId: "p1", isExpected: true },
    ],
    "p1",
  ],
  ["the profile in use, where the other's came already", [{ profileId: "p2", isExpected: false }], "p1"],
])("a webhook that nobody has signed is that of %s", async (_, awaiting, id) => {
  const { check } = setUp({ settings: null, other: null, awaiting });
  const event = sampleDelivery("{}", { profile: { id: "p1", name: "Acme", mode: "test" } });
  expect(await check.checked(event)).toMatchObject({ summary: { profile: { id } } });
});
