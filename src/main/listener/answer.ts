import { STATUS_CODES } from "node:http";
import type { ArrivedThrough } from "../../shared/address.ts";
import { type AnswerOf, isMarkup, type OnPurpose } from "../../shared/answer-script.ts";
import { isFramingField } from "../../shared/header-rules.ts";
import type { EventId, HeaderList } from "../../shared/primitives.ts";
import type { CollectedBody } from "./collected-body.ts";

/** An answer that is decided, short of what depends on the connection. */
export interface PlannedAnswer {
  readonly status: number;
  /** Without the fields that frame a message: those are the listener's own. */
  readonly headers: HeaderList;
  readonly body: string;
  /** Milliseconds to wait after the commit. */
  readonly delayMs: number;
  /** Whether the connection is closed after it. */
  readonly close: boolean;
  /** How it is sent, where that is not how HTTP wants it: the connection ends with it. */
  readonly manner: Manner | null;
  /** What the row says about it; null for what is no script's doing. */
  readonly purpose: OnPurpose | null;
  /** The request leaves no row: it is a test of our own that is made all the time. */
  readonly unrecorded?: boolean;
  /**
   * Asks a desktop for the answer once the request is on disk; if that says nothing, this plan is answered. null: none
   * is asked for this request. Must not reject.
   *
   * @param take takes the plan that is answered; returns what that is over the wire
   */
  readonly later?: (id: EventId, take: (plan: PlannedAnswer) => SentAnswer | null) => Promise<void> | null;
}

/** What goes over the wire as an answer; `status` is null when it is not HTTP. */
export type SentAnswer = Pick<FramedAnswer, "headers" | "content"> & { readonly status: number | null };

/** Ways to misbehave. Only `drip` sends the planned answer; `garbage` sends its own bytes, the others nothing. */
export type Manner =
  | { readonly does: "drip"; readonly bytesPerSecond: number }
  | { readonly does: "hang"; readonly limitMs: number }
  | { readonly does: "reset" | "close" }
  | { readonly does: "garbage"; readonly bytes: Buffer };

/** What an answer may depend on. */
export interface AnsweredRequest {
  readonly method: string;
  readonly target: string;
  readonly onPath: boolean;
  /** Set when it came from outside, through the public address. */
  readonly through: ArrivedThrough | null;
  readonly remoteAddress: string;
  readonly headers: HeaderList;
  /** To be looked at only: it has yet to be recorded. */
  readonly body: CollectedBody;
}

/** A request that came whole, as far as an interceptor may see it. */
export type InterceptedRequest = Pick<AnsweredRequest, "target" | "onPath" | "headers">;

/**
 * Takes a request that Linkdesk has sent itself; null for all others. On the webhook path its body is answered with
 * 200. What is asked all the time is not recorded.
 */
export type Interceptor = (request: InterceptedRequest) => { readonly body: string; readonly recorded: boolean } | null;

/**
 * The answer to a request of our own.
 *
 * @param refused what is said of the path that it came to, where that is not the webhook path: a webhook would hear the same
 */
export function proofAnswer(
  { body, recorded }: NonNullable<ReturnType<Interceptor>>,
  refused: PlannedAnswer | null,
): PlannedAnswer {
  const purpose: OnPurpose = { does: "proof", ms: 0, choice: { by: "step", step: 1, of: 1 } };
  return { ...(refused ?? plainAnswer(200, body, false)), purpose, unrecorded: !recorded };
}

/** For whoever comes from outside and asks for anything but the webhook path: no word about what is here. */
export const OUTSIDER: PlannedAnswer = { ...plainAnswer(404, "Not found", false), headers: [] };

/** Decides the answer to a request that came whole. Called before the commit, sent after it. */
export type AnswerFor = (request: AnsweredRequest) => PlannedAnswer;

/**
 * With every page: whoever wrote the profile wrote the page too. A browser then runs no script of it and gives it no
 * origin, so that it can read and post nothing here (CSP level 3, section 6.2.2).
 */
const SANDBOXED = ["Content-Security-Policy", "sandbox"] as const;

/**
 * An HTTP answer of a script, planned once and not per request. The listener sets the fields that frame it itself; of
 * `Connection`, `close` is honoured.
 */
export function planAnswer(answer: AnswerOf<"answer">, purpose: OnPurpose | null): PlannedAnswer {
  const close = answer.headers.some(
    ({ name, value }) => name.toLowerCase() === "connection" && /(^|,)\s*close\s*(,|$)/i.test(value),
  );
  return {
    status: answer.status,
    headers: [
      ...answer.headers.flatMap(({ name, value }) => (isFramingField(name) ? [] : [[name, value] as const])),
      ...(isMarkup(answer) ? [SANDBOXED] : []),
    ],
    body: answer.body,
    delayMs: answer.delayMs,
    close,
    manner: answer.bytesPerSecond === null ? null : { does: "drip", bytesPerSecond: answer.bytesPerSecond },
    purpose,
  };
}

/** An answer of the listener's own: one sentence for whoever reads it at the sender's end. */
export function plainAnswer(status: number, sentence: string, close: boolean): PlannedAnswer {
  const headers: HeaderList = [["Content-Type", "text/plain; charset=utf-8"]];
  return { status, headers, body: `${sentence}\n`, delayMs: 0, close, manner: null, purpose: null };
}

/** An answer as it goes over the wire and into the journal. */
export interface FramedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Those of them that Node is to be given, names and values in one list; it adds the others by itself. */
  readonly flatHeaders: string[];
  /**
   * The bytes of the content, each as one character (Latin-1): Node joins head and content into one write only when
   * both are text. Empty where the status or the method allows no content.
   */
  readonly content: string;
}

/**
 * Adds the fields that frame the answer, so that what is recorded is what is sent: `Date`, too, is not left to Node.
 * Statuses that carry no content (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5) and answers to HEAD lose theirs.
 *
 * @param keepAlive whether the sender keeps the connection open
 */
export function frameAnswer(
  plan: PlannedAnswer,
  method: string,
  keepAlive: boolean,
  keepAliveTimeoutMs: number,
): FramedAnswer {
  if (!keepAlive || method === "HEAD") return frame(plan, method, keepAlive, keepAliveTimeoutMs);
  // Within one second the usual answer is the same for every request.
  const second = Math.floor(Date.now() / 1_000);
  const known = framedLately.get(plan);
  if (known !== undefined && known.second === second) return known.answer;
  const answer = frame(plan, method, keepAlive, keepAliveTimeoutMs);
  framedLately.set(plan, { second, answer });
  return answer;
}

const framedLately = new WeakMap<PlannedAnswer, { readonly second: number; readonly answer: FramedAnswer }>();

function frame(plan: PlannedAnswer, method: string, keepAlive: boolean, keepAliveTimeoutMs: number): FramedAnswer {
  const given: (readonly [string, string])[] = [...plan.headers];
  // RFC 9110 section 5.6.7
  if (!plan.headers.some(([name]) => name.toLowerCase() === "date")) given.push(["Date", new Date().toUTCString()]);
  const hasContent = plan.status !== 204 && plan.status !== 205 && plan.status !== 304;
  const content = hasContent ? Buffer.from(plan.body) : Buffer.alloc(0);
  if (hasContent || plan.status === 205) given.push(["Content-Length", String(content.length)]);
  const added: (readonly [string, string])[] = [];
  // Node writes these two by itself, after the others; given to it, it would check each of them with every answer.
  if (keepAlive && !plan.close) {
    added.push(["Connection", "keep-alive"], ["Keep-Alive", `timeout=${Math.floor(keepAliveTimeoutMs / 1_000)}`]);
  } else {
    given.push(["Connection", "close"]);
  }
  return {
    status: plan.status,
    headers: [...given, ...added],
    flatHeaders: given.flat(),
    content: method === "HEAD" ? "" : content.toString("latin1"),
  };
}

/** The bytes of an answer, for where Node offers nothing to answer with: a request that it could not parse. */
export function answerBytes(answer: FramedAnswer): Buffer {
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? "Unknown"}\r\n${lines.join("")}\r\n`;
  return Buffer.from(head + answer.content, "latin1");
}
