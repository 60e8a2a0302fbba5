import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { assertNever } from "../../../shared/primitives.ts";
import type { SignatureSettings } from "../../../shared/signature.ts";
import type { SignatureCheck, SignatureState } from "../../../shared/signature-check.ts";
import type { NewEvent, Unnumbered } from "../api.ts";
import type { CheckRow, EventRow } from "../messages.ts";
import type { CallRest, CheckResult, DeliveryRest } from "./rest.ts";
import { ANSWER_STATES, COMPLETENESSES, codeOf, KINDS, OPERATIONS, SIGNATURE_STATES } from "./words.ts";

const NOTHING = {
  profile: null,
  method: null,
  path: null,
  status: null,
  duration: null,
  operation: null,
  onPath: null,
  completeness: null,
  answerState: null,
  size: null,
  committed: null,
  answerStarted: null,
  answerEnded: null,
  signature: null,
  facts: null,
  data: null,
  rest: null,
  expectation: null,
  check: null,
  replay: null,
  forward: null,
} as const;

/** An event as the values of its row. The JSON is written here, so that the thread boundary carries flat values. */
export function encodeEvent(event: NewEvent): EventRow {
  switch (event.kind) {
    case "call":
      return encodeCall(event);
    case "delivery":
      return encodeDelivery(event);
    case "notice":
      return {
        ...NOTHING,
        kind: codeOf(KINDS, "notice"),
        at: event.summary.at,
        open: 0,
        data: JSON.stringify(event.summary.notice),
      };
    default:
      return assertNever(event);
  }
}

export function encodeCall(event: Unnumbered<CallDetail>): EventRow {
  const { summary, request, answer, timing } = event;
  const rest: CallRest = [
    event.url,
    request.headers,
    request.size,
    answer === null
      ? null
      : [
          answer.headers,
          answer.size,
          answer.httpVersion,
          answer.status,
          answer.statusText,
          answer.cut ? 1 : 0,
          answer.redacted ? 1 : 0,
        ],
    timing.connected,
    timing.sent,
    timing.answerStarted,
    timing.answerEnded,
  ];
  return {
    ...NOTHING,
    kind: codeOf(KINDS, "call"),
    at: summary.at,
    open: summary.outcome === null ? 1 : 0,
    profile: JSON.stringify(summary.profile),
    method: summary.method,
    path: summary.path,
    status: summary.status,
    duration: summary.duration,
    operation: codeOf(OPERATIONS, summary.operation),
    facts: summary.facts,
    data: summary.outcome === null ? null : JSON.stringify(summary.outcome),
    rest: JSON.stringify(rest),
    replay: encodeMark(summary),
    expectation: event.expectation === undefined ? null : JSON.stringify(event.expectation),
  };
}

/** A call is a replay, or the repetition of another one, or neither; both marks have one place. */
function encodeMark({ replay, repeatOf }: Unnumbered<CallDetail>["summary"]): string | null {
  if (replay !== undefined) return JSON.stringify(replay);
  return repeatOf === undefined ? null : JSON.stringify({ repeatOf });
}

function encodeDelivery(event: Unnumbered<DeliveryDetail>): EventRow {
  const { summary, request, answer, timing } = event;
  const rest: DeliveryRest = [
    request.headers,
    request.size,
    request.httpVersion,
    request.trailers,
    request.remoteAddress,
    request.remotePort,
    request.localAddress,
    request.localPort,
    request.problem,
    answer === null ? null : [answer.headers, answer.size, answer.status],
    timing.headersComplete,
    timing.bodyComplete,
  ];
  return {
    ...NOTHING,
    kind: codeOf(KINDS, "delivery"),
    at: summary.at,
    open: summary.answerState === "pending" ? 1 : 0,
    profile: summary.profile === null ? null : JSON.stringify(summary.profile),
    method: summary.method,
    path: summary.path,
    status: summary.status,
    duration: summary.duration,
    onPath: summary.onPath ? 1 : 0,
    completeness: codeOf(COMPLETENESSES, summary.completeness),
    answerState: codeOf(ANSWER_STATES, summary.answerState),
    size: summary.size,
    committed: timing.committed,
    answerStarted: timing.answerStarted,
    answerEnded: timing.answerEnded,
    signature: encodeState(summary.signature),
    data: summary.onPurpose === undefined ? null : JSON.stringify(summary.onPurpose),
    rest: JSON.stringify(rest),
    replay: summary.replay === undefined ? null : JSON.stringify(summary.replay),
    forward: summary.forward === undefined ? null : JSON.stringify(summary.forward),
    check: event.signature === undefined ? null : encodeCheck(event.signature),
  };
}

export function encodeState(state: SignatureState | undefined): number | null {
  return state === undefined ? null : codeOf(SIGNATURE_STATES, state);
}

export function encodeCheck({ settings, verdict, checkedAgain }: SignatureCheck): CheckRow {
  const result: CheckResult = [checkedAgain, verdict];
  return { settings: settingsText(settings), result: JSON.stringify(result) };
}

const texts = new WeakMap<SignatureSettings, string>();

/** The settings of a profile are one object for as long as they stay: they are written out once. */
function settingsText(settings: SignatureSettings): string {
  let text = texts.get(settings);
  if (text === undefined) {
    text = JSON.stringify(settings);
    texts.set(settings, text);
  }
  return text;
}
