import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { firstHeader, type HeaderList, type Instant } from "../../../shared/primitives.ts";
import { explainSignature } from "../../../shared/text/explain-signature.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { exactUtf8 } from "../../../shared/utf8.ts";
import type { Evidence } from "../evidence.ts";
import { type ExportContext, foreignText, type Part } from "./context.ts";
import { NOT_OVER_THESE } from "./event-text.ts";
import { base64 } from "./ndjson.ts";

const PAGE = "linkdesk";

/**
 * HTTP Archive 1.2 (Odvarko, "HAR 1.2 Spec"): calls, and webhooks as ordinary entries with our answer as the response.
 * Importers refuse a whole file for one number that is none, and for a missing page: there is always one, and every
 * number is finite. Notices have no place in it.
 */
export async function* har(parts: AsyncIterable<Part>, context: ExportContext): AsyncIterable<string | Uint8Array> {
  let isEmpty = true;
  for await (const { bytes, first } of parts) {
    if (first === null) continue;
    yield isEmpty ? head(first, context) : ",\n";
    isEmpty = false;
    yield bytes;
  }
  if (isEmpty) yield head(context.now, context);
  yield "\n]}}\n";
}

/** Between two entries of one part. */
export const HAR_BETWEEN = ",\n";

/** null for what has no place in it. */
export function harEntry(event: Evidence, context: ExportContext): string | null {
  const { detail } = event;
  if (detail.kind === "notice") return null;
  return JSON.stringify(detail.kind === "call" ? callEntry(event, detail, context) : deliveryEntry(event, detail));
}

function head(from: Instant, { version, subject: title, foreign }: ExportContext): string {
  const creator = { name: "Linkdesk", version };
  const startedDateTime = new Date(from / 1_000).toISOString();
  const pages = [{ startedDateTime, id: PAGE, title, pageTimings: { onContentLoad: -1, onLoad: -1 } }];
  const comment = foreign === null ? "" : `"comment":${JSON.stringify(foreignText(foreign))},`;
  return `{"log":{"version":"1.2",${comment}"creator":${JSON.stringify(creator)},"pages":${JSON.stringify(pages)},"entries":[\n`;
}

interface Times {
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
  readonly connect?: number;
}

function entryOf(event: Evidence, comment: string, times: Times, request: object, response: object) {
  const { detail } = event;
  const { send, wait, receive, connect = -1 } = times;
  return {
    pageref: PAGE,
    startedDateTime: new Date(detail.summary.at / 1_000).toISOString(),
    time: send + wait + receive + Math.max(0, connect),
    request,
    response,
    cache: {},
    timings: { blocked: -1, dns: -1, connect, ssl: -1, send, wait, receive },
    comment,
  };
}

function callEntry(event: Evidence, detail: CallDetail, { unitsOf }: ExportContext) {
  const { timing, answer, summary } = detail;
  const between = spans(timing.connected ?? 0, timing.sent, timing.answerStarted, timing.answerEnded);
  return {
    ...entryOf(
      event,
      eventSentence(summary, unitsOf).text,
      { ...between, connect: (timing.connected ?? 0) / 1_000 },
      requestOf(summary.method, detail.url, answer?.httpVersion ?? "1.1", detail.request.headers, event.bodies.request),
      responseOf(
        answer?.status ?? 0,
        answer?.statusText ?? "",
        answer?.httpVersion ?? "1.1",
        answer?.headers ?? [],
        event.bodies.answer,
      ),
    ),
    _linkdesk: {
      direction: "out",
      number: summary.id,
      operation: summary.operation,
      run: summary.run ?? null,
      outcome: summary.outcome,
      ...writtenAbout(summary),
      redacted: event.redacted,
    },
  };
}

function deliveryEntry(event: Evidence, detail: DeliveryDetail) {
  const { timing, answer, summary, request } = detail;
  const between = spans(0, timing.bodyComplete ?? timing.headersComplete, timing.answerStarted, timing.answerEnded);
  return {
    ...entryOf(
      event,
      "incoming webhook",
      between,
      requestOf(summary.method, addressOf(detail), request.httpVersion, request.headers, event.bodies.request),
      responseOf(answer?.status ?? 0, "", request.httpVersion, answer?.headers ?? [], event.bodies.answer),
    ),
    serverIPAddress: request.localAddress,
    connection: String(request.remotePort),
    _linkdesk: {
      direction: "in",
      number: summary.id,
      run: summary.tie?.runId ?? null,
      tie: summary.tie ?? null,
      completeness: summary.completeness,
      signature: detail.signature?.result ?? null,
      from: request.remoteAddress,
      ...signatureNote(event, detail),
      ...writtenAbout(summary),
      redacted: event.redacted,
    },
  };
}

/** What somebody has written about it. */
function writtenAbout({ note, tags }: Pick<DeliveryDetail["summary"], "note" | "tags">) {
  return { ...(note === undefined ? {} : { note }), ...(tags === undefined ? {} : { tags }) };
}

/**
 * The result of our check, for a body of which something was left out: over what is left it cannot be checked again.
 */
function signatureNote({ redacted }: Evidence, { signature }: DeliveryDetail) {
  if (signature === undefined || !redacted.includes("request")) return {};
  const { title } = explainSignature(signature);
  return { signatureNote: `Checked by Linkdesk when it came: ${title}. ${NOT_OVER_THESE}` };
}

/** Where the sender sent it to: by its Host field, which is the public address where there is a tunnel. */
function addressOf({ request, summary }: DeliveryDetail): string {
  const local = `${request.localAddress.includes(":") ? `[${request.localAddress}]` : request.localAddress}:${request.localPort}`;
  const host = firstHeader(request.headers, "host") ?? local;
  const scheme = firstHeader(request.headers, "x-forwarded-proto") === "https" ? "https" : "http";
  const path = summary.path.startsWith("/") ? summary.path : `/${summary.path}`;
  const address = `${scheme}://${host}${path}`;
  return URL.canParse(address) ? address : `http://${local}/`;
}

/** Moments in microseconds as lengths in milliseconds, each at least 0: what was not reached took no time. */
function spans(from: number, sent: number | null, started: number | null, ended: number | null): Times {
  const sentAt = Math.max(from, sent ?? from);
  const startedAt = Math.max(sentAt, started ?? sentAt);
  const endedAt = Math.max(startedAt, ended ?? startedAt);
  return { send: (sentAt - from) / 1_000, wait: (startedAt - sentAt) / 1_000, receive: (endedAt - startedAt) / 1_000 };
}

function requestOf(method: string, url: string, httpVersion: string, headers: HeaderList, body: Uint8Array | null) {
  const type = firstHeader(headers, "content-type") ?? "";
  const text = body === null ? "" : exactUtf8(body);
  return {
    method,
    url,
    httpVersion: versionOf(httpVersion),
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: queryOf(url),
    headersSize: -1,
    bodySize: body?.byteLength ?? 0,
    ...(body === null || body.byteLength === 0
      ? {}
      : text === null
        ? // What is no text has no place in `postData`: HTTP Toolkit's way.
          {
            _requestBodyStatus: "discarded:not-representable",
            _content: { text: base64(body), size: body.byteLength, encoding: "base64" },
          }
        : { postData: { mimeType: type, text } }),
  };
}

function responseOf(
  status: number,
  statusText: string,
  httpVersion: string,
  headers: HeaderList,
  body: Uint8Array | null,
) {
  const size = body?.byteLength ?? 0;
  const text = body === null ? "" : exactUtf8(body);
  return {
    status,
    statusText,
    httpVersion: versionOf(httpVersion),
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    content: {
      size,
      mimeType: firstHeader(headers, "content-type") ?? "application/octet-stream",
      ...(size === 0 ? {} : text === null ? { text: base64(body), encoding: "base64" } : { text }),
    },
    redirectURL: firstHeader(headers, "location") ?? "",
    headersSize: -1,
    bodySize: size,
  };
}

function versionOf(version: string): string {
  return version === "" ? "HTTP/1.1" : /^HTTP\//i.test(version) ? version : `HTTP/${version}`;
}

function queryOf(url: string): { name: string; value: string }[] {
  return url.includes("?") && URL.canParse(url)
    ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
    : [];
}
