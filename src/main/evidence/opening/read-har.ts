import { z } from "zod";
import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { answerState, completeness } from "../../../shared/events.ts";
import { hasTooManyValues } from "../../../shared/json/parse.ts";
import { callOperation, type Outcome, outcome as outcomeSchema } from "../../../shared/outcomes.ts";
import { eventId, type HeaderList, type Instant } from "../../../shared/primitives.ts";
import { signatureResult, stateOf } from "../../../shared/signature-check.ts";
import { Refusal } from "../../refusal.ts";
import type { Evidence } from "../evidence.ts";
import { harPieces } from "./har-entries.ts";

// Browsers, HTTP Toolkit, Charles, Postman, Insomnia: each leaves out, or writes otherwise, something that HAR 1.2 asks
// for. Whatever can be done without is done without.

const text = z.string().catch("");
const number = z.number().catch(-1);
const pairs = z
  .array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]).transform(String) }))
  .catch([]);

/** Fields of a form. One that is a file has its name in the place of its content, which no program writes. */
const fields = z
  .array(
    z
      .object({ name: z.string(), value: z.coerce.string().optional(), fileName: z.string().optional() })
      .transform(({ name, value, fileName }) => ({ name, value: value ?? fileName ?? "" })),
  )
  .catch([]);

const message = { httpVersion: text, headers: pairs };
const entrySchema = z.object({
  startedDateTime: text,
  time: number,
  request: z.object({
    ...message,
    method: z.string(),
    url: z.string(),
    postData: z
      .object({ mimeType: text, text: z.string().optional(), encoding: text, params: fields })
      .partial()
      .optional()
      .catch(undefined),
    /** HTTP Toolkit's, for bytes that are no text. */
    _content: z.object({ text: z.string(), encoding: text }).partial().optional().catch(undefined),
  }),
  response: z
    .object({
      ...message,
      status: z.int().min(0).max(999).catch(0),
      statusText: text,
      content: z.object({ text: z.string(), encoding: text }).partial().catch({}),
      /** Chrome's word for why there was no answer. */
      _error: text,
    })
    .optional()
    .catch(undefined),
  timings: z.object({ connect: number, send: number, wait: number, receive: number }).partial().catch({}),
  serverIPAddress: text,
  connection: text,
  _linkdesk: z
    .object({
      direction: z.enum(["in", "out"]),
      number: eventId,
      operation: callOperation,
      outcome: outcomeSchema.nullable(),
      completeness,
      signature: signatureResult.nullable(),
      answerState,
      onPath: z.boolean(),
      from: z.string(),
    })
    .partial()
    .optional()
    .catch(undefined),
});
type Entry = z.infer<typeof entrySchema>;

/** Who has written a HAR file: the name and the version that it gives itself. */
export const harCreator = z.object({ name: text, version: text });

/**
 * The entries of a HAR file as events, in the order of the file: webhooks of Linkdesk's own files, calls all others.
 *
 * @param told who has written it, as soon as that is known
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
    const parsed = entrySchema.safeParse(value);
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

function eventOf(entry: Entry, place: Place, by: string): Evidence {
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

function call(
  { request, response, timings, time, _linkdesk: ours }: Entry,
  place: Place,
  bodies: Bodies,
  by: string,
): CallDetail {
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

function outcomeOf(response: Entry["response"]): Outcome {
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

function delivery(entry: Entry, place: Place, bodies: Bodies): DeliveryDetail {
  const { request, response, timings, time, _linkdesk: ours } = entry;
  const received = micro(timings.send);
  const started = received + micro(timings.wait);
  const ended = started + micro(timings.receive);
  const status = response === undefined || response.status === 0 ? null : response.status;
  const signature = ours?.signature === null || ours?.signature === undefined ? undefined : stateOf(ours.signature);
  return {
    kind: "delivery",
    summary: {
      ...place,
      kind: "delivery",
      profile: null,
      method: request.method.slice(0, 100),
      path: targetOf(request.url),
      onPath: ours?.onPath ?? true,
      completeness: ours?.completeness ?? "whole",
      status,
      answerState: ours?.answerState ?? (status === null ? "failed" : "sent"),
      ...(signature === undefined ? {} : { signature }),
      size: sizeOf(bodies.request),
      duration: time < 0 ? ended : micro(time),
      facts: {},
    },
    request: {
      headers: headersOf(request.headers),
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
  };
}

function requestBody({ request: { postData, _content } }: Entry): Uint8Array | null {
  if (_content?.text !== undefined) return bytesOf(_content.text, _content.encoding);
  if (postData?.text !== undefined && postData.text !== "") return bytesOf(postData.text, postData.encoding);
  const params = postData?.params ?? [];
  if (params.length === 0) return new Uint8Array();
  return Buffer.from(
    new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString(),
    "utf8",
  );
}

function answerBody({ response }: Entry): Uint8Array | null {
  if (response === undefined) return null;
  return bytesOf(response.content.text ?? "", response.content.encoding);
}

function bytesOf(content: string, encoding: string | undefined): Uint8Array {
  return Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
}

function headersOf(headers: Entry["request"]["headers"]): [string, string][] {
  return headers.map(({ name, value }) => [name, value]);
}

/** Others write bodies as they are read, decoded; a coding beside one would have it decoded a second time. */
function decodedHeaders(headers: Entry["request"]["headers"], areOurs: boolean): [string, string][] {
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
