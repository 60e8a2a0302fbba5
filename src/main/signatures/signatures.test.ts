import { expect, onTestFinished, test } from "vitest";
import { createRecordingJournal } from "../../../tests/fakes/recording-journal.ts";
import { sampleDelivery } from "../../../tests/journal/samples.ts";
import { createTestMachine } from "../../../tests/support/settings.ts";
import { doctorThread } from "../../../tests/support/threads.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../shared/profile.ts";
import { SANDBOX_PUBLIC_KEY, SANDBOX_SECRET_KEY } from "../../shared/sandbox.ts";
import { presetSettings } from "../../shared/signature-presets.ts";
import { explainReport } from "../../shared/text/explain-doctor.ts";
import { createMasking, type Masking } from "../network/index.ts";
import { sign } from "./index.ts";
import { createSignatures, type Signatures } from "./signatures.ts";

const OWN = { id: "s1", name: "Present", source: "own" } as const;
const GITHUB = presetSettings("github", [OWN]);
const ACME: ProfileDraft = {
  ...NEW_PROFILE,
  name: "Acme",
  mode: "test",
  baseUrl: "https://api.example.com",
  signature: GITHUB,
};

async function setUp(thread: URL | string = doctorThread) {
  const { profiles, knownSecrets } = createTestMachine().start();
  const masking = createMasking({ secrets: knownSecrets, profile: profiles.find });
  const journal = createRecordingJournal();
  function start(withMasking: Masking): Signatures {
    const parts = { profiles, journal, now: () => 1, thread, awaiting: () => [] };
    const signatures = createSignatures({ ...parts, masking: withMasking });
    onTestFinished(() => signatures.close());
    return signatures;
  }
  const signatures = start(masking);
  const { profile } = await profiles.create(ACME);
  await profiles.setSecret(profile.id, "signature:s1", "marker-right");

  /** A delivery to that profile, as it is recorded. */
  async function deliver(headers: HeaderList, body = '{"a":1}'): Promise<number> {
    const stamp = { id: profile.id, name: profile.name, mode: profile.mode };
    const at = 1_750_000_000_000_000 + journal.offered();
    const event = await signatures.checked(sampleDelivery(body, { profile: stamp, at }, headers));
    return journal.append(await masking.recorded(event));
  }
  const signed = (secret: string, settings = GITHUB, body = '{"a":1}', at = 0): HeaderList =>
    sign(settings, secret, { method: "POST", path: "/webhooks?a=%2F", headers: [], body: Buffer.from(body) }, at)
      .headers;
  /** The same with nothing remembered. */
  const restarted = () => start(createMasking({ secrets: knownSecrets, profile: profiles.find }));
  return { profiles, journal, signatures, restarted, profile, deliver, signed };
}

test("the doctor finds whose secret it was, names it without showing it, and puts the profile right", async () => {
  const { profiles, signatures, profile, deliver, signed } = await setUp();
  const other = await profiles.create({ ...ACME, name: "Acme live", mode: "live", signature: null });
  await profiles.setSecret(other.profile.id, "authentication", "marker-live-key");
  const id = await deliver(signed("marker-live-key"));
  const report = await signatures.examine(id, "one");
  expect(report).toMatchObject({
    result: "found",
    changes: [{ change: "secret", owner: "Acme live", what: "the key of its calls", otherMode: true }],
  });
  expect(JSON.stringify(report)).not.toContain("marker");

  if (report.result !== "found" || report.fix === null) throw new Error("No fix was offered.");
  const view = await signatures.applyFix(report.fix);
  // The secret that was there stays: while secrets are being changed, both count.
  expect(view.profile.signature?.secrets.map(({ name }) => name)).toEqual(["Present", "From Acme live"]);
  expect(JSON.stringify(view)).not.toContain("marker");
  expect((await signatures.again(id)).result).toEqual({ state: "valid", secret: "From Acme live" });
  expect(await profiles.secret(profile.id, "signature:s1")).toBe("marker-right");
  await expect(signatures.applyFix(report.fix)).rejects.toMatchObject({ code: "fix-outdated" });
});

/** A search that comes to nothing, at once. */
const UNKNOWN = { result: "unknown", tries: 1, milliseconds: 1, complete: true, cause: null, place: "", leftOut: [] };
const NOTHING_FOUND = new URL(
  `data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage(${JSON.stringify(UNKNOWN)});`,
);

test("where another webhook of the profile has held, that is said: its secret is not what is wrong", async () => {
  const { signatures, deliver, signed } = await setUp(NOTHING_FOUND);
  const unknown = await signatures.examine(await deliver(signed("marker-of-a-stranger")), "one");
  expect(unknown).toMatchObject({ result: "unknown" });
  expect(unknown).not.toHaveProperty("held");
  await deliver(signed("marker-right"));
  const second = await signatures.examine(await deliver(signed("marker-of-a-stranger")), "two");
  expect(second).toMatchObject({ result: "unknown", held: { secret: "Present" } });
  expect(explainReport(second).reasons[0]).toContain("The secret “Present” was right for the webhook of ");
});

test("a header is read off a pasted line and off a webhook of the log, without a secret", async () => {
  const { signatures, deliver, signed } = await setUp();
  const read = {
    header: "X-Hub-Signature-256",
    prefix: "sha256=",
    separator: "",
    encoding: "hex",
    algorithm: "sha256",
  };
  const headers = signed("marker-right");
  const id = await deliver(headers);
  expect(await signatures.readExample({ of: { id }, header: "X-Other" })).toMatchObject(read);
  const text = headers.map((each) => each.join(": ")).join("\n");
  expect(await signatures.readExample({ of: { text }, header: "X-Other" })).toMatchObject(read);
  expect(await signatures.readExample({ of: { text: "nothing" }, header: "X-Other" })).toBeNull();
  await expect(signatures.readExample({ of: { id: 999 }, header: "" })).rejects.toMatchObject({ code: "no-event" });
});

test("a signature that holds by another profile as it stands is said to be that one's, whatever scheme it has", async () => {
  const { profiles, signatures, deliver, signed } = await setUp();
  const standard = presetSettings("standard-webhooks", [OWN]);
  const other = await profiles.create({ ...ACME, name: "Nimbus", signature: standard });
  const secret = Buffer.from("marker-nimbus").toString("base64");
  await profiles.setSecret(other.profile.id, "signature:s1", secret);
  const headers = signed(secret, standard, '{"a":1}', 1_750_000_000_000_000);
  const report = await signatures.examine(await deliver(headers), "one");
  expect(report).toEqual({ result: "of-another-profile", name: "Nimbus" });
  expect(explainReport(report).title).toBe("The signature is valid by the profile “Nimbus”, as it stands.");
});

test("what the sandbox gets wrong on purpose is found, and nobody is told to set a public key as a secret", async () => {
  const { signatures, deliver, signed } = await setUp();
  const report = await signatures.examine(await deliver(signed(SANDBOX_PUBLIC_KEY)), "one");
  expect(report).toMatchObject({ result: "found", fix: null, changes: [{ owner: null, publicKey: true }] });
  const secret = await signatures.examine(await deliver(signed(SANDBOX_SECRET_KEY)), "two");
  expect(secret).toMatchObject({ result: "found", changes: [{ owner: "Sandbox", what: "the key of its calls" }] });
});

test("a fix of the settings keeps the secrets, and is refused once the profile has changed", async () => {
  const { profiles, signatures, profile, deliver, signed } = await setUp();
  const raw = presetSettings("body", [OWN]);
  const first = await signatures.examine(await deliver(signed("marker-right", raw)), "one");
  const second = await signatures.examine(await deliver(signed("marker-right", raw)), "two");
  if (first.result !== "found" || first.fix === null) throw new Error("No fix was offered.");
  if (second.result !== "found" || second.fix === null) throw new Error("No fix was offered.");
  const view = await signatures.applyFix(first.fix);
  expect(view.profile.signature).toEqual(raw);
  expect(await profiles.secret(profile.id, "signature:s1")).toBe("marker-right");
  await expect(signatures.applyFix(second.fix)).rejects.toMatchObject({ code: "fix-outdated" });
});

test("where others were valid by the set-up, that is said, with what a change would do to them; the change is undone", async () => {
  const { profiles, signatures, profile, deliver, signed } = await setUp();
  const raw = presetSettings("body", [OWN]);
  const first = await signatures.examine(await deliver(signed("marker-right", raw)), "one");
  expect(first).not.toHaveProperty("rightFor");
  await deliver(signed("marker-right"));
  const right = await deliver(signed("marker-right"));
  const wrong = await deliver(signed("marker-right", raw));
  const report = await signatures.examine(wrong, "two");
  expect(report).toMatchObject({ result: "found", rightFor: { webhooks: 2, stays: false } });
  if (report.result !== "found" || report.fix === null) throw new Error("No fix was offered.");
  const { fix } = report;
  await signatures.applyFix(fix);
  signatures.forget();
  expect((await signatures.again(right)).result.state).not.toBe("valid");
  await signatures.undoFix(fix);
  signatures.forget();
  expect(profiles.find(profile.id)?.signature).toEqual(GITHUB);
  expect((await signatures.again(right)).result.state).toBe("valid");
  await expect(signatures.undoFix(fix)).rejects.toMatchObject({ code: "fix-outdated" });
});

test("one that was made with a further secret takes nothing from those that were valid, and goes again", async () => {
  const { profiles, signatures, deliver, signed } = await setUp();
  const other = await profiles.create({ ...ACME, name: "Acme live", mode: "live", signature: null });
  await profiles.setSecret(other.profile.id, "authentication", "marker-live-key");
  await deliver(signed("marker-right"));
  const report = await signatures.examine(await deliver(signed("marker-live-key")), "one");
  expect(report).toMatchObject({ result: "found", rightFor: { webhooks: 1, stays: true } });
  if (report.result !== "found" || report.fix === null) throw new Error("No fix was offered.");
  await signatures.applyFix(report.fix);
  const view = await signatures.undoFix(report.fix);
  expect(view.profile.signature?.secrets).toEqual([OWN]);
});

test("a secret that was pasted wrongly is replaced by the right one", async () => {
  const { profiles, signatures, profile, deliver, signed } = await setUp();
  await profiles.setSecret(profile.id, "signature:s1", '"marker-quoted"');
  signatures.forget();
  const report = await signatures.examine(await deliver(signed("marker-quoted")), "one");
  expect(report).toMatchObject({ result: "found", changes: [{ change: "secret-form", form: "unquoted" }] });
  if (report.result !== "found" || report.fix === null) throw new Error("No fix was offered.");
  await signatures.applyFix(report.fix);
  expect(await profiles.secret(profile.id, "signature:s1")).toBe("marker-quoted");
  await signatures.undoFix(report.fix);
  expect(await profiles.secret(profile.id, "signature:s1")).toBe('"marker-quoted"');
});

test("after a correction it says that there is nothing left to find", async () => {
  const { profiles, signatures, profile, deliver, signed } = await setUp();
  const id = await deliver(signed("marker-new"));
  await profiles.setSecret(profile.id, "signature:s1", "marker-new");
  expect(await signatures.examine(id, "one")).toEqual({ result: "valid" });
});

test("a search can be cancelled, and two at a time are enough", async () => {
  const { signatures, deliver } = await setUp();
  const body = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, "a/b": "é", amount: 10.5 })));
  const id = await deliver([["X-Hub-Signature-256", `sha256=${"00".repeat(32)}`]], body);
  const first = signatures.examine(id, "one");
  const second = signatures.examine(id, "two");
  await expect(signatures.examine(id, "three")).rejects.toMatchObject({ code: "doctor-busy" });
  signatures.cancelExamination("one");
  signatures.cancelExamination("nobody");
  await expect(first).rejects.toMatchObject({ code: "cancelled" });
  signatures.close();
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
});

test("what there is to compare is shown as it was received, with what is signed around the body", async () => {
  const { profiles, signatures, restarted, profile, deliver } = await setUp();
  const stripe = presetSettings("stripe", [OWN]);
  await profiles.update(profile.id, { ...ACME, signature: stripe });
  signatures.forget();
  const id = await deliver([["Stripe-Signature", "t=1750000000,v1=zz"]]);
  const comparison = await signatures.comparison(id);
  expect(comparison).toMatchObject({
    received: ["t=1750000000,v1=zz"],
    content: { size: 18 },
    timestamp: { text: "1750000000", at: 1_750_000_000_000_000 },
  });
  expect(comparison.timestamp?.ageSeconds).toBeCloseTo(0, 3);
  expect(Buffer.from(comparison.content?.start ?? "", "base64").toString()).toBe('1750000000.{"a":1}');

  await profiles.update(profile.id, { ...ACME, signature: presetSettings("static", [OWN]) });
  signatures.forget();
  const hidden = await deliver([["X-Webhook-Secret", "marker-right"]]);
  expect(await signatures.comparison(hidden)).toEqual({ received: null, content: null, timestamp: null });
  expect(await signatures.examine(hidden, "one")).toEqual({ result: "valid" });
  // As after the next start: what was masked is not remembered any more.
  await expect(restarted().examine(hidden, "one")).rejects.toMatchObject({ code: "signature-not-kept" });
});

test("deliveries of profiles that are gone, and what was never checked, are refused in words", async () => {
  const { profiles, journal, signatures, profile, deliver } = await setUp();
  const id = await deliver([]);
  await profiles.remove(profile.id);
  await expect(signatures.examine(id, "one")).rejects.toMatchObject({ code: "profile-unknown" });
  await expect(signatures.examine(99, "one")).rejects.toMatchObject({ code: "no-event" });
  const unchecked = await journal.append(sampleDelivery());
  await expect(signatures.comparison(unchecked)).rejects.toMatchObject({ code: "no-signature-check" });
});
