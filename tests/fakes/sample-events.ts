import type { CallDetail, DeliverySummary, EventDetail, Facts, ProfileStamp } from "../../src/shared/events.ts";
import type { Notice } from "../../src/shared/notices.ts";
import type { Operation, Outcome } from "../../src/shared/outcomes.ts";
import type { HeaderList } from "../../src/shared/primitives.ts";
import { type SignatureCheck, type SignatureResult, stateOf } from "../../src/shared/signature-check.ts";
import { SANDBOX_SIGNATURE } from "../../src/shared/signature-presets.ts";

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
  /** The check of its signature, as it is recorded. */
  readonly check?: SignatureCheck;
}

const DIGEST = "5d41402abc4b2a76b9719d911017c592aabbccdd";
const HEADERS = {
  valid: DIGEST,
  invalid: DIGEST,
  unreadable: `t=1763651000,s=${DIGEST}`,
  unchecked: DIGEST,
} as const;

export function deliveryEvent(options: DeliveryOptions): SampleEvent {
  const { body = webhookBody(options.facts), problem = null, check, ...given } = options;
  const signature = check === undefined ? undefined : stateOf(check.result);
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
      ...(signature === undefined ? {} : { signature }),
      kind: "delivery",
      status,
      size,
    },
    request: {
      headers: [
        ["Host", "127.0.0.1:8787"],
        ["Content-Type", "application/json"],
        ...(signature === "missing" ? [] : ([["X-Signature", HEADERS[signature ?? "valid"]]] as const)),
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
    ...(check === undefined ? {} : { signature: check }),
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

/** A check by the settings of the sandbox profile. */
export function sampleCheck(result: SignatureResult): SignatureCheck {
  return { result, settings: SANDBOX_SIGNATURE, checkedAgain: null };
}

export const VALID = sampleCheck({ state: "valid", secret: "Key of the calls" });
export const INVALID = sampleCheck({ state: "invalid", problem: { code: "different", secrets: 1 } });
export const UNREADABLE = sampleCheck({ state: "unreadable", problem: { code: "malformed", expectedBytes: 20 } });
export const NO_SECRET = sampleCheck({ state: "not-checked", reason: "no-secret" });
export const MISSING = sampleCheck({ state: "missing" });
