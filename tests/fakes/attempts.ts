import type { Attempt, AttemptSeries } from "../../src/shared/attempts.ts";
import type { DeliveryDetail } from "../../src/shared/events.ts";
import type { FakeJournal } from "./journal.ts";
import { deliveryEvent, type SampleEvent } from "./sample-events.ts";

/** Deliveries with the same body, as they stand in the fake log. */
export function fakeAttempts(journal: FakeJournal, id: number): AttemptSeries {
  const { requestBody } = journal.find(id);
  const found = journal
    .all()
    .filter((event) => event.requestBody === requestBody && event.detail.kind === "delivery")
    .map(({ detail }) => detail as DeliveryDetail);
  return {
    attempts: found.slice(-50).map(({ summary }, place, all): Attempt => {
      const { status, answerState, onPurpose, duration } = summary;
      const before = all[place - 1];
      return {
        id: summary.id,
        at: summary.at,
        gap: before === undefined ? null : summary.at - before.summary.at,
        status,
        answerState,
        ...(onPurpose === undefined ? {} : { onPurpose }),
        duration,
        sameBytes: true,
        changedHeaders: place === 2 ? ["x-attempt", "x-request-id"] : [],
        signature: place === 0 ? "same" : "changed",
      };
    }),
    more: 0,
    by: "bytes",
    complete: true,
  };
}

/** One webhook that was sent four times, until it got its 200. */
export function sampleAttempts(now: number): readonly SampleEvent[] {
  const facts = { subject: "credit", amount: "77000", currency: "NGN", userReference: "ref_zainab" } as const;
  const step = (place: number) => ({ by: "step", step: place, of: 4 }) as const;
  return [
    deliveryEvent({
      at: now - 20_000_000,
      facts,
      status: 500,
      onPurpose: { does: "answer", ms: 0, choice: step(1) },
    }),
    deliveryEvent({
      at: now - 18_000_000,
      facts,
      status: null,
      answerState: "withheld",
      onPurpose: { does: "reset", ms: 0, choice: step(2) },
    }),
    deliveryEvent({
      at: now - 14_000_000,
      facts,
      status: null,
      answerState: "failed",
      duration: 3_004_000,
      onPurpose: { does: "hang", ms: 60_000, choice: step(3) },
    }),
    deliveryEvent({ at: now - 5_900_000, facts, onPurpose: { does: "answer", ms: 0, choice: step(4) } }),
  ];
}
