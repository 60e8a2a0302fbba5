import { durationText, shortClockText } from "../measures.ts";
import type { Instant } from "../primitives.ts";
import type { Downtime } from "../run.ts";

/** Why nothing could be seen, after "from … on" or "for …". */
export const DOWNTIME_CAUSES: Readonly<Record<Downtime["cause"], string>> = {
  asleep: "this machine was asleep or kept Linkdesk from running",
  "log-damaged": "what was recorded cannot be read any more",
  "ended-abruptly": "Linkdesk was not running",
  "listener-stopped": "the listener was stopped",
  "listener-failed": "the listener could not start",
  "not-recorded": "what arrived could not be recorded",
  "address-down": "the public address was down",
  "address-stopped": "the public address was stopped",
  "relay-away": "the relay could not be reached, and may still hold it",
  "relay-removed": "webhooks at the relay were removed before Linkdesk had them",
  "relay-stopped": "nothing was received from the relay any more",
};

/** The same with its times: "the public address was down from 14:03:07 to 14:03:50". */
export function downtimeText({ from, until, cause }: Downtime): string {
  const clock = (at: Instant): string => shortClockText(at);
  return `${DOWNTIME_CAUSES[cause]} from ${clock(from)} ${until === null ? "on" : `to ${clock(until)}`}`;
}

/** The part of a time in which nothing could be seen that lies within the wait. */
function within({ from, until, cause }: Downtime, start: Instant, end: Instant): Downtime {
  return { from: Math.max(from, start), until: until === null ? null : Math.min(until, end), cause };
}

/** Each of them within the wait, with how long it lasted. */
export function spansText(spans: readonly Downtime[], start: Instant, end: Instant): string {
  return spans.map((span) => spanText(within(span, start, end))).join("; ");
}

function spanText({ from, until, cause }: Downtime): string {
  return `${DOWNTIME_CAUSES[cause]}${until === null ? "" : ` for ${durationText(Math.max(0, until - from))}`}`;
}

/** What to do where nothing could be seen. */
export function afterDowntime({ cause, until }: Downtime): string {
  if (cause === "not-recorded") return "See the notice in the event log.";
  // It is over: nothing is to be put right any more.
  if (until !== null) return "Simulate it again.";
  if (cause === "relay-away")
    return "Linkdesk connects again by itself. What came to the relay meanwhile is then judged by the time at which it came there.";
  if (cause === "relay-removed") return "Simulate it again.";
  if (cause === "relay-stopped") return "See the listener’s Relay tab, then simulate it again.";
  return cause === "address-down" || cause === "address-stopped"
    ? "Get the public address back, then simulate it again."
    : "Start the listener, then simulate it again.";
}
