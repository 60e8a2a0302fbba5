import type { CallDetail, DeliverySummary } from "../../shared/events.ts";
import { type JsonNode, parseJson } from "../../shared/json/parse.ts";
import { pathText, readPath } from "../../shared/payload-path.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { PayloadValue } from "../../shared/reading.ts";
import type { Downtime, RunDetail, Tie } from "../../shared/run.ts";
import type { DeliveryPayload, Journal } from "../journal/index.ts";
import { bodyText, valuesOf } from "../payload/index.ts";
import type { Runs } from "../runs/index.ts";

/** The values of a body, and whether that is all of them. */
export interface BodyValues {
  readonly values: readonly PayloadValue[];
  readonly isWhole: boolean;
  /** Paths of lists and objects that have nothing in them, which are there all the same. */
  readonly hollow: readonly string[];
}

/** A webhook that belongs to the step beyond doubt. */
export interface StepWebhook {
  readonly tie: Tie;
  readonly summary: DeliverySummary;
  readonly payload: DeliveryPayload;
  readonly body: BodyValues;
}

/** All that is known of a step's call now. */
export interface CallFacts {
  readonly call: CallDetail;
  /** null: there is no answer, or it could not be read to its end. */
  readonly answer: BodyValues | null;
  /** null for a look-up. */
  readonly run: RunDetail | null;
  readonly webhooks: readonly StepWebhook[];
  /** Arrivals, after the call, of webhooks that may be the step's or not. */
  readonly doubtful: readonly Microseconds[];
  /** Times in which nothing could be seen, from the call to now. */
  readonly downtimes: readonly Downtime[];
  /** How long ago the call began; webhooks that came until then are all here. */
  readonly since: Microseconds;
}

export interface FactSources {
  readonly journal: Pick<Journal, "detail" | "body" | "payload">;
  readonly runs: Pick<Runs, "get" | "idle" | "downtimes">;
}

const ANSWER_AT_MOST = 4_000_000;
const NOTHING: BodyValues = { values: [], isWhole: true, hollow: [] };

/** null when the call is no longer in the log. */
export async function factsOfCall(
  id: EventId,
  since: Microseconds,
  { journal, runs }: FactSources,
): Promise<CallFacts | null> {
  const call = await journal.detail(id);
  if (call?.kind !== "call") return null;
  const answer = await answerValues(call, journal);
  if (call.expectation === undefined)
    return { call, answer, run: null, webhooks: [], doubtful: [], downtimes: [], since };
  await runs.idle();
  const run = await runs.get(id);
  const webhooks: StepWebhook[] = [];
  const doubtful = run.alsoFits.map(() => 0);
  for (const tie of run.ties) {
    const webhook = isSure(tie) ? await webhookOf(tie, journal) : null;
    if (webhook === null) doubtful.push(tie.after);
    else webhooks.push(webhook);
  }
  const from: Instant = call.summary.at;
  const downtimes = await runs.downtimes(id, from + Math.min(since, Number.MAX_SAFE_INTEGER / 2 - from));
  return { call, answer, run, webhooks, doubtful, downtimes, since };
}

/** Several simulations that fit equally, or a webhook that nobody has confirmed how to read, prove nothing. */
function isSure({ role, certainty }: Tie): boolean {
  if (role === "unconfirmed" || role === "possible" || role === "astray") return false;
  return certainty === "certain" || certainty === "likely" || certainty === "by-hand";
}

async function webhookOf(tie: Tie, journal: FactSources["journal"]): Promise<StepWebhook | null> {
  const detail = await journal.detail(tie.deliveryId);
  const payload = await journal.payload(tie.deliveryId);
  if (detail?.kind !== "delivery" || payload === null) return null;
  const bytes = await journal.body(tie.deliveryId, "request");
  const isWhole = payload.complete && payload.webhook.incomplete === null;
  return {
    tie,
    summary: detail.summary,
    payload,
    body: { values: payload.values, isWhole, hollow: hollowIn(bytes, detail.request.headers) },
  };
}

async function answerValues(call: CallDetail, journal: FactSources["journal"]): Promise<BodyValues | null> {
  const { answer } = call;
  if (answer === null || answer.cut) return null;
  const body = await journal.body(call.summary.id, "answer");
  if (body === null || body.byteLength === 0) return NOTHING;
  const { values, format, incomplete } = valuesOf({ body, headers: answer.headers, target: "/" });
  if (format === "text" || incomplete === "not-decoded") return null;
  return { values, isWhole: incomplete === null, hollow: hollowIn(body, answer.headers) };
}

/** Steps of a path: one of 500 characters has no more. */
const STEPS_AT_MOST = 250;

/** What an object or a list without a value in it is called: the reader of values passes over it. */
function hollowIn(bytes: Uint8Array | null, headers: CallDetail["request"]["headers"]): readonly string[] {
  if (bytes === null || bytes.byteLength > ANSWER_AT_MOST) return [];
  const parsed = parseJson(bodyText(bytes, headers, ANSWER_AT_MOST).text);
  if (!parsed.ok) return [];
  const found: string[] = [];
  const waiting: { readonly node: JsonNode; readonly steps: readonly (string | number)[] }[] = [
    { node: parsed.root, steps: [] },
  ];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { node, steps } = each;
    // No path that is asked for leads further, and each level costs a walk over all that are around it.
    if (steps.length > STEPS_AT_MOST) {
      found.push(pathText(steps));
      continue;
    }
    if (node.kind === "object") {
      if (node.members.length === 0) found.push(pathText(steps));
      for (const { key, value } of node.members) waiting.push({ node: value, steps: [...steps, key] });
    } else if (node.kind === "array") {
      if (node.items.length === 0) found.push(pathText(steps));
      for (const [index, item] of node.items.entries()) waiting.push({ node: item, steps: [...steps, index] });
    }
  }
  return found;
}

/** What stands at a path: its values, and whether anything at all does. */
export function valuesAt(
  { values, hollow }: BodyValues,
  path: string,
): { values: readonly PayloadValue[]; isThere: boolean } {
  const steps = readPath(path);
  const wanted = steps === null ? path : pathText(steps);
  const found = values.filter((each) => each.path === wanted);
  const isWithin = (each: string): boolean =>
    each === wanted || each.startsWith(`${wanted}.`) || each.startsWith(`${wanted}[`);
  return { values: found, isThere: hollow.some(isWithin) || values.some((each) => isWithin(each.path)) };
}
