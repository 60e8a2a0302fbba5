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
  const lines = [
    ...(run === null || call === null
      ? aboutNothing(now, deliveries.length > 0 || lookedFrom !== null)
      : aboutRun(run, call, until)),
    "",
    `What arrived at our receiver in that time${lookedFrom === null ? "" : `, from ${utcMomentText(lookedFrom)} on`}:`,
    ...received(deliveries),
    "",
    "Please tell us:",
    run === null
      ? "1. Which webhooks were sent since then, and when (UTC)?"
      : "1. Was a webhook sent for this call, and when (UTC)?",
    `2. To which address ${run === null ? "were they" : "was it"} sent?`,
    "3. What did the receiver answer, or which error was there?",
    `4. Will ${run === null ? "those that failed" : "it"} be sent again, and when?`,
    "",
    `The address on the dashboard, as we know it: ${address === "" ? "not known; please tell us" : visibleText(withoutQuery(address))}`,
    `Written on ${utcMomentText(now)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Whether a delivery says anything to whoever is asked about this profile: its own, and those of nobody. Of one call also
 * what came while another profile was in use; what the sandbox sent concerns nobody else.
 */
function isOfInterest({ profile }: DeliverySummary, { profileId, run }: QuestionParts): boolean {
  return profile === null || profile.id === profileId || (run !== null && profile.mode !== "sandbox");
}

function aboutRun({ summary, expectation }: RunDetail, call: CallDetail, until: Instant): readonly string[] {
  const { operation, amount, currency, user, from, to } = expectation;
  const value = (name: string, text: string | null) => (text === null ? [] : [`- ${name}: ${visibleText(text)}`]);
  const requestId = call.answer?.headers.find(([name]) => /^(x-)?(request|correlation|trace)-id$/i.test(name))?.[1];
  return [
    `A simulated ${operation} has not led to a webhook at our receiver.`,
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
        `- ${utcMomentText(at)}: ${visibleText(method)} ${visibleText(path.split("?", 1)[0] ?? "")}, ${size} bytes, ${status === null ? "not answered" : `answered ${status}`}`,
    );
  return deliveries.length > LISTED ? [`- ${deliveries.length - LISTED} earlier, not listed here`, ...listed] : listed;
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? "";
}
