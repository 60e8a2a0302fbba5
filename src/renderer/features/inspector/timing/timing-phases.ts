import type { CallTiming, DeliveryTiming } from "../../../../shared/events.ts";
import type { Microseconds } from "../../../../shared/primitives.ts";

/** A stretch of an event's life, in microseconds after its start. */
export interface Phase {
  readonly name: string;
  readonly hint: string;
  readonly from: Microseconds;
  readonly until: Microseconds;
  readonly kind: "network" | "waiting" | "ours";
}

/** The life of an event, as far as it is known. */
export interface Timeline {
  readonly phases: readonly Phase[];
  /** What did not come to pass, or cannot be told. */
  readonly missing: readonly string[];
  /** The end of the whole: the scale of the picture. At least 1. */
  readonly total: Microseconds;
}

type Step = readonly [name: string, hint: string, until: Microseconds | null, kind: Phase["kind"]];

/** @param duration of the whole, when it has ended: what happened after the last known moment counts as the last step */
export function callTimeline(timing: CallTiming, duration: Microseconds | null): Timeline {
  return timeline(
    [
      ["Connect", "Name, connection and encryption", timing.connected, "network"],
      ["Send", "The request leaves", timing.sent, "network"],
      ["Wait", "The service thinks", timing.answerStarted, "waiting"],
      ["Answer", "The answer arrives", timing.answerEnded, "network"],
    ],
    duration,
  );
}

export function deliveryTimeline(timing: DeliveryTiming, duration: Microseconds | null): Timeline {
  return timeline(
    [
      ["Headers", "Request line and headers arrive", timing.headersComplete, "network"],
      ["Body", "The body arrives", timing.bodyComplete, "network"],
      ["On disk", "Recorded before it is answered", timing.committed, "ours"],
      ["Delay", "Until the answer begins", timing.answerStarted, "waiting"],
      ["Answer", "Our answer leaves", timing.answerEnded, "network"],
    ],
    duration,
  );
}

function timeline(steps: readonly Step[], duration: Microseconds | null): Timeline {
  const phases: Phase[] = [];
  const missing: string[] = [];
  let from = 0;
  for (const [name, hint, until, kind] of steps) {
    if (until === null) {
      missing.push(name);
      continue;
    }
    // Moments are taken by different clocks' ticks: none may end before it begins.
    const end = Math.max(from, until);
    phases.push({ name, hint, from, until: end, kind });
    from = end;
  }
  return { phases, missing, total: Math.max(1, from, duration ?? 0) };
}
