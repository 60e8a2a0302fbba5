import type { CallDetail, DeliverySummary } from "../../shared/events.ts";
import { utcMomentText } from "../../shared/measures.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { RunDetail } from "../../shared/run.ts";
import { visibleText } from "../../shared/visible-text.ts";

export interface QuestionParts {
  readonly run: RunDetail | null;
  readonly call: CallDetail | null;
  readonly listenerUrl: string | null;
  /** As on the dashboard; empty when it is not known. */
  readonly address: string;
  /** Where it is not known: when a webhook came through it last; null: never. */
  readonly cameHereAt: Instant | null;
  readonly profileId: string;
  /** Whosever they are; newest first. */
  readonly deliveries: readonly DeliverySummary[];
  /** They are those from this moment on; null: all of the time. */
  readonly lookedFrom: Instant | null;
  readonly until: Instant;
  readonly now: Instant;
}

/** The newest. */
const LISTED = 5;

/**
 * What to ask the business next, ready to be sent. Everything in it is either on the dashboard or was sent to the
 * service: no key, no header, and of addresses no query, where tokens are put.
 */
export function questionText(parts: QuestionParts): string {
  const { run, call, address, lookedFrom, until, now } = parts;
  const deliveries = parts.deliveries.filter((each) => isOfInterest(each, parts));
  // A webhook of this call that came, though not as it should: of that one most is known.
  const stray = run === null ? undefined : deliveries.find(({ tie }) => tie?.runId === run.summary.id);
  const lines = [
    ...(run === null || call === null
      ? aboutNothing(now, deliveries.length > 0 || lookedFrom !== null)
      : aboutRun(run, call, until, stray)),
    "",
    `What arrived at our receiver in that time${lookedFrom === null ? "" : `, from ${utcMomentText(lookedFrom)} on`}:`,
    ...received(deliveries),
    "",
    "Please tell us:",
    ...questions(parts, stray, deliveries.length).map((question, index) => `${index + 1}. ${question}`),
    "",
    `The address on the dashboard, as we know it: ${address === "" ? unknownText(parts) : visibleText(withoutQuery(address))}`,
    `Written on ${utcMomentText(now)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function unknownText({ cameHereAt }: QuestionParts): string {
  const came = cameHereAt === null ? "" : ` (a webhook came through it on ${utcMomentText(cameHereAt)})`;
  return `not known${came}; please tell us`;
}

/** What is not known. What came shows by itself when it was sent, where to and what was answered. */
function questions(
  { run, address }: QuestionParts,
  stray: DeliverySummary | undefined,
  came: number,
): readonly string[] {
  if (stray !== undefined) {
    const path = pathOf(stray);
    const why = stray.onPath
      ? "Which error was there when the webhook for this call was sent?"
      : `From where does the webhook have the path ${path}: does the address on the dashboard end in it?`;
    const isKnown = !stray.onPath && URL.canParse(address) && new URL(address).pathname === path;
    return [...(isKnown ? [] : [why]), "Will it be sent again, and when?"];
  }
  if (run !== null)
    return [
      "Was a webhook sent for this call, and when (UTC)?",
      "To which address was it sent?",
      "What did the receiver answer, or which error was there?",
      "Will it be sent again, and when?",
    ];
  return [
    came === 0
      ? "Which webhooks were sent since then, and when (UTC)?"
      : "Beside these, which webhooks were sent since then, and when (UTC)?",
    "To which address were they sent?",
    "What did the receiver answer, or which error was there?",
    "Will those that failed be sent again, and when?",
  ];
}

/**
 * Whether a delivery goes into the question to this profile's service: those of the profile, and those of none. When it
 * is about one call also those that came while another profile was in use, but for what the sandbox has sent.
 */
function isOfInterest({ profile }: DeliverySummary, { profileId, run }: QuestionParts): boolean {
  return profile === null || profile.id === profileId || (run !== null && profile.mode !== "sandbox");
}

function aboutRun(
  { summary, expectation }: RunDetail,
  call: CallDetail,
  until: Instant,
  stray: DeliverySummary | undefined,
): readonly string[] {
  const { operation, amount, currency, user, from, to, remark } = expectation;
  const value = (name: string, text: string | null) => (text === null ? [] : [`- ${name}: ${visibleText(text)}`]);
  const requestId = call.answer?.headers.find(([name]) => /^(x-)?(request|correlation|trace)-id$/i.test(name))?.[1];
  return [
    stray === undefined
      ? `A simulated ${operation} has not led to a webhook at our receiver.`
      : `The webhook of a simulated ${operation} came to our receiver, but ${stray.onPath ? "not as it should" : `to ${pathOf(stray)}, where none is taken`}.`,
    "",
    `- Sent (UTC): ${utcMomentText(summary.startedAt)}`,
    `- Call: ${call.summary.method} ${visibleText(withoutQuery(call.url))}`,
    `- Answer: ${call.summary.status === null ? "none" : String(call.summary.status)}`,
    ...value("Request id of the answer", requestId ?? null),
    ...value("Amount", amount),
    ...value("Currency", currency),
    ...value("User reference", user),
    ...value("From", from),
    ...value("To", to),
    ...value("Remark", remark),
    `- Call in our log: No. ${summary.id}`,
    `- Waited until (UTC): ${utcMomentText(until)}`,
  ];
}

function aboutNothing(now: Instant, someCame: boolean): readonly string[] {
  const missing = someCame ? "Webhooks that we wait for do not arrive" : "No webhooks arrive";
  return [`${missing} at our receiver.`, "", `- Looked at (UTC): the hour before ${utcMomentText(now)}`];
}

function received(deliveries: readonly DeliverySummary[]): readonly string[] {
  if (deliveries.length === 0) return ["- nothing"];
  const listed = deliveries
    .slice(0, LISTED)
    .toReversed()
    .map(
      ({ at, method, path, size, status }) =>
        `- ${utcMomentText(at)}: ${visibleText(method)} ${pathOf({ path })}, ${size} bytes, ${status === null ? "not answered" : `answered ${status}`}`,
    );
  return deliveries.length > LISTED ? [`- ${deliveries.length - LISTED} earlier, not listed here`, ...listed] : listed;
}

function pathOf({ path }: Pick<DeliverySummary, "path">): string {
  return visibleText(path.split("?", 1)[0] ?? "");
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? "";
}
