import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { hasTooManyValues } from "../../../shared/json/parse.ts";
import { pluralText } from "../../../shared/measures.ts";
import type { Outcome } from "../../../shared/outcomes.ts";
import type { HeaderList, Instant } from "../../../shared/primitives.ts";
import { stateOf } from "../../../shared/signature-check.ts";
import { readWebhook } from "../../payload/index.ts";
import { Refusal } from "../../refusal.ts";
import type { Evidence } from "../evidence.ts";
import { harPieces } from "./har-entries.ts";
import { type HarEntry, harCreator, harEntrySchema } from "./har-entry.ts";

/**
 * The entries of a HAR file as events, in the order of the file: webhooks of Linkdesk's own files, calls all others.
 *
 * @throws Refusal `not-readable` with the entry
 */
export async function* readHar(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Evidence> {
  let count = 0;
  let last = 0;
  let by = "";
  let at: Instant = 0;
  for await (const { is, json } of harPieces(pieces)) {
    const value = parsedJson(json, count + 1);
    if (is === "creator") {
      by = harCreator.safeParse(value).data?.name ?? "";
      continue;
    }
    count += 1;
    const parsed = harEntrySchema.safeParse(value);
    if (!parsed.success) throw fault(`Entry ${count} of this HAR file has no request that could be read.`);
    const entry = parsed.data;
    const started = Date.parse(entry.startedDateTime);
    // Without a moment it came when the one before it did.
    at = Number.isNaN(started) || started < 0 ? at : Math.round(started * 1_000);
    const named = entry._linkdesk?.number ?? 0;
    const id = named > last ? named : last + 1;
    last = id;
    yield eventOf(entry, { id, at }, by);
  }
}

interface Place {
  readonly id: number;
  readonly at: Instant;
}

function eventOf(entry: HarEntry, place: Place, by: string): Evidence {
  const isOurs = entry._linkdesk !== undefined;
  const bodies = { request: requestBody(entry), answer: answerBody(entry), forward: null };
  const detail =
    entry._linkdesk?.direction === "in"
      ? delivery(entry, place, bodies)
      : call(entry, place, bodies, isOurs ? "Linkdesk" : by === "" ? "a HAR file" : by);
  return { detail, bodies, run: null, redacted: [] };
}

type Bodies = Evidence["bodies"];
const sizeOf = (body: Uint8Array | null): number => body?.byteLength ?? 0;

function call(entry: HarEntry, place: Place, bodies: Bodies, by: string): CallDetail {
  const { request, response, timings, time, _linkdesk: ours } = entry;
  const connected = timings.connect === undefined || timings.connect < 0 ? null : micro(timings.connect);
  const sent = (connected ?? 0) + micro(timings.send);
  const started = sent + micro(timings.wait);
  const hasAnswer = response !== undefined && response.status !== 0;
  const outcome: Outcome = ours?.outcome ?? outcomeOf(response);
  return {
    kind: "call",
    summary: {
      ...place,
      kind: "call",
      profile: { id: "opened-file", name: by.slice(0, 100), mode: "unset" },
      operation: ours?.operation ?? "recorded",
      method: request.method.slice(0, 100),
      path: targetOf(request.url),
      outcome,
      status: hasAnswer ? response.status : null,
      duration: time < 0 ? started + micro(timings.receive) : micro(time),
      facts: {},
      ...written(ours, messagesNote(entry)),
    },
    url: request.url,
    request: { headers: headersOf(request.headers), size: sizeOf(bodies.request) },
    answer: hasAnswer
      ? {
          headers: decodedHeaders(response.headers, ours !== undefined),
          size: sizeOf(bodies.answer),
          httpVersion: versionOf(response.httpVersion),
          status: response.status,
          statusText: response.statusText,
          cut: false,
          redacted: false,
        }
      : null,
    timing: {
      connected,
      sent,
      answerStarted: hasAnswer ? started : null,
      answerEnded: hasAnswer ? started + micro(timings.receive) : null,
    },
  };
}

function outcomeOf(response: HarEntry["response"]): Outcome {
  if (response === undefined || response.status === 0)
    return { code: "reset", sent: true, detail: response?._error.slice(0, 200) || "the file has no answer" };
  const { status } = response;
  return {
    code: "status",
    status,
    message: null,
    body: "text",
    credentials: "none",
    errors: {},
    retryAfterSeconds: null,
  };
}

function delivery(entry: HarEntry, place: Place, bodies: Bodies): DeliveryDetail {
  const { request, response, timings, time, _linkdesk: ours } = entry;
  const received = micro(timings.send);
  const started = received + micro(timings.wait);
  const ended = started + micro(timings.receive);
  const status = response === undefined || response.status === 0 ? null : response.status;
  const signature = ours?.signature === null || ours?.signature === undefined ? undefined : stateOf(ours.signature);
  const headers = headersOf(request.headers);
  const target = targetOf(request.url);
  return {
    kind: "delivery",
    summary: {
      ...place,
      kind: "delivery",
      profile: null,
      method: request.method.slice(0, 100),
      path: target,
      onPath: ours?.onPath ?? true,
      completeness: ours?.completeness ?? "whole",
      status,
      answerState: ours?.answerState ?? (status === null ? "failed" : "sent"),
      ...(signature === undefined ? {} : { signature }),
      size: sizeOf(bodies.request),
      duration: time < 0 ? ended : micro(time),
      facts: {},
      ...written(ours, null),
    },
    request: {
      headers,
      size: sizeOf(bodies.request),
      httpVersion: versionOf(request.httpVersion),
      trailers: [],
      remoteAddress: ours?.from ?? "",
      remotePort: remotePortOf(entry.connection),
      localAddress: entry.serverIPAddress,
      localPort: 0,
      problem: null,
    },
    answer:
      status === null ? null : { headers: headersOf(response?.headers ?? []), size: sizeOf(bodies.answer), status },
    timing: {
      headersComplete: received,
      bodyComplete: received,
      committed: null,
      answerStarted: status === null ? null : started,
      answerEnded: status === null ? null : ended,
    },
    // Every third one here, the rest by the log's writer: so each of the two threads has about as much to do, since
    // this one has the file to read. A HAR file has no simulations to read them by, so both come to the same.
    ...(place.id % 3 === 0
      ? { reading: readWebhook({ body: bodies.request ?? new Uint8Array(), headers, target }, [], []) }
      : {}),
  };
}

/** What somebody has written about it, in a file of ours. */
function written(ours: HarEntry["_linkdesk"], otherwise: string | null) {
  const note = ours?.note ?? otherwise;
  const tags = ours?.tags ?? [];
  return { ...(note === null ? {} : { note }), ...(tags.length === 0 ? {} : { tags }) };
}

function requestBody({ request: { postData, _content } }: HarEntry): Uint8Array | null {
  if (_content?.text !== undefined) return bytesOf(_content.text, _content.encoding);
  if (postData?.text !== undefined && postData.text !== "") return bytesOf(postData.text, postData.encoding);
  const params = postData?.params ?? [];
  if (params.length === 0) return new Uint8Array();
  return Buffer.from(
    new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString(),
    "utf8",
  );
}

function answerBody(entry: HarEntry): Uint8Array | null {
  const { response } = entry;
  if (response === undefined) return null;
  const content = bytesOf(response.content.text ?? "", response.content.encoding);
  const messages = messagesOf(entry);
  if (messages.length === 0) return content;
  const lines = Buffer.from(`[\n${messages.map((message) => JSON.stringify(message)).join(",\n")}\n]\n`, "utf8");
  return content.byteLength === 0 ? lines : Buffer.concat([content, Buffer.from("\n"), lines]);
}

/** What went over a WebSocket. A log has no place for it but the answer, which has no body there. */
function messagesOf({ _webSocketMessages: messages }: HarEntry): readonly unknown[] {
  return messages ?? [];
}

function messagesNote(entry: HarEntry): string | null {
  const { length } = messagesOf(entry);
  if (length === 0) return null;
  return `A WebSocket: in the place of the answer’s body stands what went over it, ${pluralText(length, "message", "messages")} in the words of the file.`;
}

function bytesOf(content: string, encoding: string | undefined): Uint8Array {
  return Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
}

function headersOf(headers: HarEntry["request"]["headers"]): [string, string][] {
  return headers.map(({ name, value }) => [name, value]);
}

/** Others write bodies as they are read, decoded; a coding beside one would have it decoded a second time. */
function decodedHeaders(headers: HarEntry["request"]["headers"], areOurs: boolean): [string, string][] {
  const all: HeaderList = headersOf(headers);
  return all
    .filter(([name]) => areOurs || name.toLowerCase() !== "content-encoding")
    .map(([name, value]) => [name, value]);
}

/** Behind scheme and host, as it was written. */
function targetOf(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]{0,300}/i, "");
  return target === "" ? "/" : target;
}

function micro(milliseconds: number | undefined): number {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return 0;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(milliseconds * 1_000)));
}

function versionOf(version: string): string {
  return version.replace(/^HTTP\//i, "").slice(0, 20);
}

function remotePortOf(connection: string): number {
  const port = Number(connection);
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : 0;
}

function parsedJson(json: string, number: number): unknown {
  if (hasTooManyValues(json))
    throw fault(`Entry ${number} of this HAR file has more values in it than Linkdesk reads.`);
  try {
    return JSON.parse(json);
  } catch {
    throw fault(`Entry ${number} of this HAR file is not JSON.`);
  }
}

function fault(sentence: string): Refusal {
  return new Refusal("not-readable", sentence);
}
