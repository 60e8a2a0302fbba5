import { expect, it } from "vitest";
import { deliveryEvent, INVALID } from "../../../tests/fakes/sample-events.ts";
import type { DoctorReport } from "../signature-doctor.ts";
import { presetSettings } from "../signature-presets.ts";
import { signatureQuestion } from "./signature-question.ts";

const { detail } = deliveryEvent({ at: 1_795_447_281_813_000, facts: {}, path: "/hooks?token=t0ken", check: INVALID });
if (detail.kind !== "delivery") throw new Error("no delivery");
const UNKNOWN: DoctorReport = {
  result: "unknown",
  tries: 1,
  milliseconds: 1,
  complete: true,
  cause: null,
  place: "",
  leftOut: [],
};
const start = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

it("says what came, how it was checked and over what, and asks what nobody here can know", () => {
  const text = signatureQuestion({
    detail,
    settings: presetSettings("stripe"),
    received: ["t=1795447281,v1=abc"],
    content: { start: start('1795447281.{"a":"\u202e"}'), size: 22 },
    report: UNKNOWN,
  });
  expect(text).toContain("- Received (UTC): 2026-11-23T15:21:21.813000Z");
  expect(text).toContain("- Header Stripe-Signature: t=1795447281,v1=abc");
  expect(text).toContain("HMAC-SHA256 in hexadecimal, over {timestamp}.{body}");
  expect(text).toContain('1795447281.{"a":"[RLO]"}\n');
  expect(text).toContain("1. With the secret of which account");
  // Tokens are put into queries.
  expect(text).not.toContain("t0ken");
});

it("quotes no value that is the secret itself, and of a long body the beginning", () => {
  const text = signatureQuestion({
    detail,
    settings: presetSettings("static"),
    received: null,
    content: null,
    report: UNKNOWN,
  });
  expect(text).toContain("not quoted, since its value may be a secret");
  const long = { start: start("x".repeat(4_096)), size: 1_000_000 };
  const quoted = signatureQuestion({
    detail,
    settings: presetSettings("github"),
    received: [],
    content: long,
    report: UNKNOWN,
  });
  expect(quoted).toContain(`${"x".repeat(600)} …\n`);
  expect(quoted.length).toBeLessThan(2_000);
});

it("says what the search has found and what is wanted, but not whose secret here it was", () => {
  const asked = (report: DoctorReport) =>
    signatureQuestion({ detail, settings: presetSettings("github"), received: [], content: null, report });
  const spaced = asked({ result: "found", fix: null, changes: [{ change: "json", how: "compact" }] });
  expect(spaced).toContain("the signature is valid if the body is serialised again without spaces.\n");
  expect(spaced).toContain("Please sign the very bytes that you send.\n");
  expect(spaced).not.toContain("Over which text exactly");
  const cut = asked({ result: "found", fix: null, changes: [{ change: "truncated", bytes: 16, of: 32 }] });
  expect(cut).toContain("Please send the whole signature.\n");
  const hex = asked({
    result: "found",
    fix: 1,
    changes: [{ change: "encoding", encoding: "hex" }],
    rightFor: { webhooks: 22, last: 1_795_447_281_813_000, stays: false },
  });
  expect(hex).toContain("22 other webhooks of yours are valid, the last received (UTC) 2026-11-23T15:21:21.813000Z.");
  expect(hex).toContain("2. Why is it different from the earlier ones?");
  const owner = { change: "secret", owner: "Client B", sameProfile: false, what: "the key of its calls" } as const;
  const secret = asked({ result: "found", fix: 1, changes: [{ ...owner, otherMode: false, publicKey: false }] });
  expect(secret).toContain("valid if it is made with another secret than the one set for this webhook.");
  expect(secret).not.toContain("Client B");
});
