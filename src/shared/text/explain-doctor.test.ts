import { expect, test } from "vitest";
import { bodyChange, construction, jsonChange, type SignatureChange, secretForm } from "../signature-doctor.ts";
import { explainFix, explainReport, secondsText } from "./explain-doctor.ts";

const found = (...changes: SignatureChange[]) => explainReport({ result: "found", changes, fix: null });

test("one cause is one sentence with its fix", () => {
  expect(found({ change: "json", how: "slashes-escaped" })).toEqual({
    title: "Valid if the body is serialised again with escaped slashes.",
    reasons: ["The sender signs a re-encoded body, not the bytes that it sends."],
    advice: "Ask the sender to sign the very bytes that it sends.",
  });
});

test("several causes are one sentence, and what they have in common is said once", () => {
  const words = found(
    { change: "json", how: "sorted" },
    { change: "json", how: "indent-2" },
    { change: "header", name: "X-Acme" },
  );
  expect(words.title).toBe(
    "Valid if it is read from the header X-Acme and the body is serialised again with its keys sorted and indented by two spaces.",
  );
  expect(words.reasons).toHaveLength(2);
});

test("a clock is told by how much, and in which direction", () => {
  const slow = found({ change: "clock", ageSeconds: 432.2, toleranceSeconds: 300 });
  expect(slow.title).toContain("7 min 12 s before its arrival");
  expect(slow.reasons[0]).toContain("slow");
  expect(found({ change: "clock", ageSeconds: -90, toleranceSeconds: 60 }).reasons[0]).toContain("1 min 30 s fast");
});

test("whose secret it was is named, and a public key for what it is", () => {
  const secret = { change: "secret", owner: "Acme live", what: "the key of its calls" } as const;
  expect(found({ ...secret, otherMode: true, sameProfile: false, publicKey: false }).title).toBe(
    "Valid if it is made with the key of its calls of the profile “Acme live”.",
  );
  expect(found({ ...secret, owner: null, otherMode: false, sameProfile: false, publicKey: true }).title).toContain(
    "public key",
  );
});

test("every change has words of its own", () => {
  const changes: SignatureChange[] = [
    ...bodyChange.options.map((how) => ({ change: "body", how }) as const),
    ...jsonChange.options.map((how) => ({ change: "json", how }) as const),
    ...construction.options.map((each) => ({ change: "construction", construction: each }) as const),
    ...secretForm.options.map((form) => ({ change: "secret-form", form }) as const),
  ];
  for (const change of changes) {
    const { title, reasons, advice } = found(change);
    expect(title).toMatch(/^Valid if .+\.$/);
    expect(advice).not.toContain("Change it in the profile");
    for (const sentence of [...reasons, advice]) expect(sentence).toMatch(/^[A-Z].+\.$/);
  }
});

test("what was not found is said with what was tried", () => {
  const none = explainReport({
    result: "unknown",
    tries: 12_345,
    milliseconds: 8_012,
    complete: true,
    cause: null,
    place: "X-Signature",
    leftOut: [],
  });
  // What helps comes before what it is not.
  expect(none.title).toMatch(/^Most likely the sender uses a secret/);
  expect(none.advice).toMatch(/copy the question to the sender\.$/);
  expect(none.excluded?.[0]).toMatch(/^None of the usual causes explains it\. 12\u202f345 combinations/);
  expect(
    explainReport({
      result: "unknown",
      tries: 1,
      milliseconds: 8_012,
      complete: false,
      cause: null,
      place: "X-Signature",
      leftOut: [],
    }).excluded?.[0],
  ).toMatch(/^Nothing that was tried explains it\..*not everything could be tried/);
  const leftOut = ["sha3-256", "sha3-512"];
  expect(
    explainReport({
      result: "unknown",
      tries: 1,
      milliseconds: 8_012,
      complete: true,
      cause: null,
      place: "X-Signature",
      leftOut,
    }).excluded?.[1],
  ).toContain("sha3-256 and sha3-512");
  expect(
    explainReport({
      result: "unknown",
      tries: 0,
      milliseconds: 8_012,
      complete: true,
      cause: "no-signature",
      place: "X-Signature",
      leftOut: [],
    }).title,
  ).toContain("No header");
});

test("what is sure although nothing was found has its name", () => {
  const cause = (each: "other-value" | "timestamp-missing" | "id-missing", place: string) =>
    explainReport({ result: "unknown", tries: 0, milliseconds: 8_012, complete: true, cause: each, place, leftOut: [] })
      .title;
  expect(cause("other-value", "X-Secret")).toBe("The value of X-Secret is another one than those that are set.");
  expect(cause("timestamp-missing", "X-Time")).toBe("The timestamp is not there: nothing stands in X-Time.");
  expect(cause("id-missing", "webhook-id")).toBe("The id is not there: nothing stands in webhook-id.");
});

test("units and formats of a timestamp, and providers, have words; what a profile cannot hold is not advised", () => {
  expect(found({ change: "timestamp-format", unit: "iso" }).title).toBe(
    "Valid if the timestamp is read as a date (ISO 8601).",
  );
  expect(found({ change: "provider", name: "Twilio" }).title).toBe("Valid if it is checked as Twilio signs.");
  expect(found({ change: "algorithm", algorithm: "sha3-256" }).advice).toMatch(/^A profile cannot hold that/);
});

test("where the set-up was right for others, that comes first, and what a change would do to them is said", () => {
  const rightFor = { webhooks: 22, last: 1_795_447_281_813_000, stays: false };
  const report = { result: "found", fix: 1, changes: [{ change: "encoding", encoding: "hex" }], rightFor } as const;
  const { reasons, advice } = explainReport(report);
  expect(reasons[0]).toMatch(
    /^The profile’s set-up was right for 22 webhooks, last for .*; this one was signed otherwise\.$/,
  );
  expect(advice).toMatch(/^Ask the sender why\./);
  const old = { ...report, changes: [{ change: "clock", ageSeconds: 900, toleranceSeconds: 300 }] } as const;
  expect(explainReport(old).reasons[0]).toContain("timestamp is too far from its arrival");
  expect(explainFix(report)).toContain("The 22 webhooks that were valid until now would not be valid so");
  expect(explainFix({ ...report, rightFor: { ...rightFor, stays: true } })).not.toContain("would not be valid");
});

test("a change of the profile is said as a difference, not as if every signature were valid by it", () => {
  const fixOf = (...changes: SignatureChange[]) => explainFix({ result: "found", fix: 1, changes });
  expect(fixOf({ change: "encoding", encoding: "hex" })).toMatch(
    /^From then on signatures are checked as before, but for this: the signature is read as hexadecimal\. Make sure/,
  );
  const secret = { change: "secret", owner: "Acme", sameProfile: false, what: "its key" } as const;
  expect(fixOf({ ...secret, otherMode: false, publicKey: false })).toContain("The secrets that are set count as well.");
});

test("spans of time have two units at most", () => {
  expect([0, 59, 61, 3_600, 90_061].map(secondsText)).toEqual(["0 s", "59 s", "1 min 01 s", "1 h", "1 d 1 h"]);
});
