import type { Facts, ProfileStamp } from "../../src/shared/events.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type { SignatureCheck } from "../../src/shared/signature-check.ts";
import {
  callEvent,
  deliveryEvent,
  INVALID,
  LINK_BODY,
  MISSING,
  noticeEvent,
  type SampleEvent,
  VALID,
} from "./sample-events.ts";

const MINUTE = 60_000_000;

/**
 * Half an hour at a busy bench: every kind of row and ending, oldest first. `now` in microseconds.
 *
 * @param last what the check of the last webhook came to
 */
export function sampleEvents(now: number, last: SignatureCheck = INVALID): readonly SampleEvent[] {
  const ago = (minutes: number) => now - Math.round(minutes * MINUTE);
  const credit: Facts = { subject: "credit", amount: "50000", currency: "NGN", userReference: "ref_ada" };
  const charge: Facts = {
    subject: "charge",
    amount: "125000",
    currency: "NGN",
    from: "ref_ada",
    to: "ref_tunde",
    remark: "Lunch",
  };
  const big: Facts = { ...credit, amount: "9007199254740993123", userReference: "user_8841/β" };
  const hostile: Facts = { ...credit, userReference: "ref_\u202Egnp.exe <script>alert(1)</script>" };
  const acme: ProfileStamp = { id: "acme-test", name: "Acme Payments", mode: "test" };
  const body = (facts: Facts) => JSON.stringify({ amount: Number(facts.amount), currency: facts.currency, ...facts });
  const success = (message: string | null): Outcome => ({ code: "success", message });
  const bad = (status: number, message: string, errors: Record<string, string[]> = {}): Outcome => ({
    code: "status",
    status,
    message,
    body: "json",
    credentials: "sent",
    errors,
    retryAfterSeconds: status === 429 ? 30 : null,
  });
  return [
    noticeEvent(ago(31), { code: "sandbox-started", url: "http://127.0.0.1:8788" }),
    noticeEvent(ago(31), { code: "listener-started", url: "http://127.0.0.1:8787/webhooks" }),
    callEvent({
      at: ago(29),
      operation: "credit",
      facts: credit,
      outcome: success("test complete"),
      status: 200,
      requestBody: body(credit),
      answerBody: '{"message":"test complete"}',
    }),
    deliveryEvent({ at: ago(28.99), facts: credit, check: VALID }),
    callEvent({
      at: ago(27),
      operation: "link",
      facts: { subject: "link", linkId: "9b1c6b4e-5d0f-4f5e-9a77-1f0f6f1f2a01" },
      outcome: success(null),
      status: 200,
      answerBody: LINK_BODY,
      duration: 38_200,
    }),
    callEvent({
      at: ago(26),
      operation: "charge",
      facts: charge,
      outcome: success("hook sent"),
      status: 200,
      requestBody: body(charge),
      answerBody: '{"message":"hook sent"}',
      duration: 51_900,
    }),
    deliveryEvent({ at: ago(25.99), facts: { ...charge, eventName: "charge" }, check: VALID }),
    callEvent({
      at: ago(24),
      operation: "link",
      facts: { subject: "link", linkId: "missing" },
      outcome: bad(404, "link not found"),
      status: 404,
      answerBody: '{"message":"link not found"}',
    }),
    callEvent({
      at: ago(22),
      profile: acme,
      operation: "credit",
      facts: { ...credit, amount: "100" },
      outcome: bad(422, "The given data was invalid.", {
        amount: ["The amount must be at least 10000."],
        currency: ["Unknown currency."],
      }),
      status: 422,
      requestBody: body(credit),
      answerBody:
        '{"message":"The given data was invalid.","errors":{"amount":["The amount must be at least 10000."],"currency":["Unknown currency."]}}',
      duration: 212_400,
    }),
    callEvent({
      at: ago(21),
      profile: acme,
      operation: "credit",
      facts: credit,
      outcome: bad(401, "Unauthorized"),
      status: 401,
      answerBody: '{"message":"Unauthorized"}',
    }),
    noticeEvent(ago(20), { code: "gap", from: ago(20), until: ago(16.4), cause: "asleep" }),
    callEvent({
      at: ago(15),
      profile: acme,
      operation: "charge",
      facts: charge,
      outcome: { code: "dns", host: "api.peerlink.example", detail: "ENOTFOUND" },
      duration: 12_000,
    }),
    callEvent({
      at: ago(14),
      profile: acme,
      operation: "credit",
      facts: credit,
      outcome: { code: "answer-timeout", limitMs: 30_000 },
      duration: 30_000_800,
    }),
    callEvent({
      at: ago(13),
      profile: acme,
      operation: "credit",
      facts: credit,
      outcome: bad(429, "Too many requests"),
      status: 429,
      answerBody: '{"message":"Too many requests"}',
    }),
    callEvent({
      at: ago(12),
      operation: "credit",
      facts: credit,
      outcome: { code: "unexpected-message", message: "queued" },
      status: 202,
      answerBody: '{"message":"queued"}',
    }),
    callEvent({
      at: ago(11),
      operation: "link",
      facts: { subject: "link", linkId: "a/b?c#d ☕" },
      outcome: { code: "not-json", status: 200, body: "page", detail: "Expected a value here.", message: "Sign in" },
      status: 502,
      answerBody: "<html><body>Bad gateway</body></html>",
    }),
    deliveryEvent({ at: ago(10), facts: {}, path: "/", onPath: false, status: 404, method: "GET", body: "" }),
    deliveryEvent({
      at: ago(9),
      facts: { amount: "2500", currency: "USD", eventName: "direct_debit.success" },
      check: MISSING,
      status: 500,
      duration: 1_204_000,
    }),
    deliveryEvent({
      at: ago(8),
      facts: {},
      completeness: "cut",
      status: 413,
      body: "x".repeat(2_000),
      problem: "The body is longer than 10 MiB.",
    }),
    deliveryEvent({
      at: ago(7),
      facts: {},
      completeness: "aborted",
      status: null,
      body: '{"type":"transa',
      problem: "The sender hung up before the body was complete.",
    }),
    callEvent({
      at: ago(6),
      operation: "credit",
      facts: big,
      outcome: success("test complete"),
      status: 200,
      requestBody: '{"amount":9007199254740993123,"currency":"NGN","user_reference":"user_8841/β"}',
      answerBody: '{"message":"test complete"}',
    }),
    deliveryEvent({ at: ago(5.99), facts: big, check: VALID }),
    deliveryEvent({ at: ago(5), facts: hostile, profile: null }),
    callEvent({
      at: ago(4),
      operation: "charge",
      facts: charge,
      outcome: { code: "cancelled", sent: true },
      duration: 4_210_000,
    }),
    deliveryEvent({ at: ago(3), facts: {}, body: "not json at all \u0000\u0001 bytes" }),
    callEvent({
      at: ago(2),
      operation: "charge",
      facts: { ...charge, to: "ref_zainab" },
      outcome: success("hook sent"),
      status: 200,
      requestBody: body(charge),
      answerBody: '{"message":"hook sent"}',
    }),
    deliveryEvent({ at: ago(1.99), facts: { ...charge, to: "ref_zainab", eventName: "charge" }, check: last }),
  ];
}
