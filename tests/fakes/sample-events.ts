import type { CallDetail, DeliverySummary, EventDetail, Facts, ProfileStamp } from "../../src/shared/events.ts";
import type { Notice } from "../../src/shared/notices.ts";
import type { Operation, Outcome } from "../../src/shared/outcomes.ts";
import type { HeaderList } from "../../src/shared/primitives.ts";

/** A row with its bodies as text; the id inside is given by the journal it is put into. */
export interface SampleEvent {
  readonly detail: EventDetail;
  readonly requestBody?: string;
  readonly answerBody?: string;
}

export const SANDBOX: ProfileStamp = { id: "sandbox", name: "Sandbox", mode: "sandbox" };

/** As in the specification, with digits and decimals that a careless reader would change, and an unknown field. */
export const LINK_BODY = `{"link":{"id":"9b1c6b4e-5d0f-4f5e-9a77-1f0f6f1f2a01","user":{"name":"Ada Obi","identifier":"ada.obi","identifier_type":"username","email":"ada@example.test","reference":"ref_ada","created_at":"2021-04-12T19:52:22.000000Z","updated_at":"2021-04-13T08:01:09.482113Z"},"peer":{"user":{"name":"Tunde Bello","identifier":"tunde@example.test","identifier_type":"email","email":"","reference":"ref_tunde","created_at":"2020-11-02T07:30:00.000001Z","updated_at":"2020-11-02T07:30:00.000001Z"},"business":{"id":"b7d0c5a2-7b53-4e9b-9b0a-0f6f0e6c0f11","name":"Kobo & Sons","logo":"https://example.test/logo.png","logo_colour":"#1F3A93","identifier_type":"email"}},"created_at":"2021-04-14T10:00:00.123456Z","updated_at":"2021-07-16T00:59:44.000000Z","limits":{"daily":9007199254740993123,"fee":10.00}}}`;

interface CallOptions {
  readonly at: number;
  readonly profile?: ProfileStamp;
  readonly operation: Operation;
  readonly facts: Facts;
  readonly outcome: Outcome | null;
  readonly status?: number;
  readonly duration?: number;
  readonly requestBody?: string;
  readonly answerBody?: string;
}

const PATHS = { link: "/link/", credit: "/test/credit", charge: "/test/charge" } as const;

export function callEvent(options: CallOptions): SampleEvent {
  const { at, profile = SANDBOX, operation, facts, outcome, status, duration } = options;
  const { requestBody = "", answerBody } = options;
  const path = operation === "link" ? PATHS.link + encodeURIComponent(facts.linkId ?? "") : PATHS[operation];
  const ended = outcome === null ? null : (duration ?? 48_120);
  const headers: HeaderList = [
    ["x-api-key", "••••••••"],
    ["accept", "application/json"],
    ["user-agent", "Linkdesk/0.1.0"],
    ...(requestBody === "" ? [] : ([["content-type", "application/json"]] as const)),
  ];
  const detail: CallDetail = {
    kind: "call",
    summary: {
      id: 1,
      at,
      kind: "call",
      profile,
      operation,
      method: operation === "link" ? "GET" : "POST",
      path,
      outcome,
      status: status ?? null,
      duration: ended,
      facts,
    },
    url: `http://127.0.0.1:8788${path}`,
    request: { headers, size: new TextEncoder().encode(requestBody).length },
    answer:
      status === undefined
        ? null
        : {
            headers: [
              ["Content-Type", "application/json; charset=utf-8"],
              ["Date", "Fri, 20 Nov 2026 15:04:05 GMT"],
              ["X-Request-Id", "5f0c9a1e"],
              ["Set-Cookie", "a=1"],
              ["Set-Cookie", "b=2"],
            ],
            size: new TextEncoder().encode(answerBody ?? "").length,
            httpVersion: "1.1",
            status,
            statusText: status === 200 ? "OK" : "",
            cut: false,
            redacted: false,
          },
    timing: {
      connected: ended === null ? null : Math.round(ended * 0.11),
      sent: ended === null ? null : Math.round(ended * 0.14),
      answerStarted: status === undefined || ended === null ? null : Math.round(ended * 0.93),
      answerEnded: status === undefined ? null : ended,
    },
  };
  return { detail, requestBody, ...(answerBody === undefined ? {} : { answerBody }) };
}

interface DeliveryOptions extends Partial<Omit<DeliverySummary, "kind" | "id" | "size">> {
  readonly at: number;
  readonly facts: Facts;
  readonly body?: string;
  readonly problem?: string;
}

export function deliveryEvent(options: DeliveryOptions): SampleEvent {
  const { body = webhookBody(options.facts), problem = null, ...given } = options;
  const size = new TextEncoder().encode(body).length;
  const status = given.status === undefined ? 200 : given.status;
  const detail: EventDetail = {
    kind: "delivery",
    summary: {
      id: 1,
      profile: SANDBOX,
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole",
      answerState: status === null ? "failed" : "sent",
      duration: 2_310,
      ...given,
      kind: "delivery",
      status,
      size,
    },
    request: {
      headers: [
        ["Host", "127.0.0.1:8787"],
        ["Content-Type", "application/json"],
        ["X-Signature", "5d41402abc4b2a76b9719d911017c592aabbccdd"],
        ["content-length", String(size)],
        ["Connection", "keep-alive"],
      ],
      size,
      httpVersion: "1.1",
      trailers: [],
      remoteAddress: "127.0.0.1",
      remotePort: 51_234,
      localAddress: "127.0.0.1",
      localPort: 8787,
      problem,
    },
    answer: status === null ? null : { headers: [["Content-Length", "0"]], size: 0, status },
    timing: {
      headersComplete: 180,
      bodyComplete: given.completeness === "aborted" ? null : 420,
      committed: 1_730,
      answerStarted: status === null ? null : 1_910,
      answerEnded: status === null ? null : 2_310,
    },
  };
  return { detail, requestBody: body, answerBody: "" };
}

function webhookBody(facts: Facts): string {
  const transaction = {
    id: "0f9e1a7c-2f57-4c41-8f0d-6f2c9d1f7b10",
    remark: facts.remark ?? "medicine",
    amount: "#amount#",
    currency: facts.currency ?? "NGN",
    status: "success",
    mode: facts.subject === "charge" ? "debit" : "credit",
    user: {
      name: "Ada Obi",
      identifier: "ada.obi",
      identifier_type: "username",
      reference: facts.userReference ?? facts.from,
    },
    meta: { city: "Lagos", note: "naïve ☕ ✓" },
    created_at: "2021-04-12T19:52:22.000000Z",
  };
  // The digits are put in as text: they may be more than a number holds.
  return JSON.stringify({ type: "transaction", transaction }).replace('"#amount#"', facts.amount ?? "50000");
}

export function noticeEvent(at: number, notice: Notice): SampleEvent {
  return { detail: { kind: "notice", summary: { id: 1, at, kind: "notice", notice } } };
}

const MINUTE = 60_000_000;

/** Half an hour at a busy bench: every kind of row and ending, oldest first. `now` in microseconds. */
export function sampleEvents(now: number): readonly SampleEvent[] {
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
    json: true,
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
    deliveryEvent({ at: ago(28.99), facts: credit }),
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
    deliveryEvent({ at: ago(25.99), facts: { ...charge, eventName: "charge" } }),
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
      outcome: { code: "not-json", contentType: "text/html", detail: "Expected a value here." },
      status: 502,
      answerBody: "<html><body>Bad gateway</body></html>",
    }),
    deliveryEvent({ at: ago(10), facts: {}, path: "/", onPath: false, status: 404, method: "GET", body: "" }),
    deliveryEvent({
      at: ago(9),
      facts: { amount: "2500", currency: "USD", eventName: "direct_debit.success" },
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
    deliveryEvent({ at: ago(5.99), facts: big }),
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
    deliveryEvent({ at: ago(1.99), facts: { ...charge, to: "ref_zainab", eventName: "charge" } }),
  ];
}
