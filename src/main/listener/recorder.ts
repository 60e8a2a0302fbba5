import type { Notice } from "../../shared/notices.ts";
import { type EventId, errorText, type Instant } from "../../shared/primitives.ts";
import type { DeliveryEnd, Journal, NewEvent } from "../journal/index.ts";
import { createOutsiderLimit } from "./outsider-limit.ts";

/**
 * Looks at a delivery before it is recorded, and adds what it found. Mostly at once; a promise for what takes longer,
 * which must not reject.
 */
export type CheckDelivery = (event: NewDelivery) => NewDelivery | Promise<NewDelivery>;

export type NewDelivery = Extract<NewEvent, { kind: "delivery" }>;

/** The part of the journal that the listener writes to. */
export type DeliveryJournal = Pick<Journal, "append" | "finishDelivery">;

/** Told exactly once what became of a delivery that was handed to the journal. */
export interface Receipt {
  /** It is on disk, under this number. */
  kept(id: EventId): void;
  /** It leaves no row, on purpose: too many of its kind came. */
  unrecorded(): void;
  /** It could not be kept. */
  lost(): void;
}

/** Writes to the journal, and keeps track of whether that works. */
export interface Recorder {
  /** With a receipt and not a promise: this is on the way of every request, and each further promise costs. */
  delivery(event: NewDelivery, receipt: Receipt): void;
  /** How the answer to a recorded delivery went. Nothing waits for it. */
  deliveryEnd(id: EventId, end: DeliveryEnd): void;
  /** A request that is not even handed to the journal, because there is no memory left for it. */
  turnedAway(reason: string): void;
  notice(notice: Notice): void;
  /** Deliveries recorded so far. */
  deliveries(): number;
  /** Why deliveries cannot be recorded at present, and since when until when some were lost; null while they can. */
  trouble(): Trouble | null;
  /** Leaves a notice of what was lost, if the journal takes it; called before the end. */
  settle(): void;
}

export interface Trouble {
  readonly reason: string;
  /** Arrival of the first request that was lost, and the moment at which the last one was. */
  readonly from: Instant;
  readonly until: Instant;
  readonly count: number;
}

/**
 * @param onChange called when `deliveries` or `trouble` changed, as often as that happens.
 */
export function createRecorder(
  journal: DeliveryJournal,
  check: CheckDelivery,
  clock: () => Instant,
  onChange: () => void,
): Recorder {
  let deliveries = 0;
  let trouble: Trouble | null = null;
  const outsiders = createOutsiderLimit((notice) => recorder.notice(notice));

  function lose(reason: string, at: Instant): void {
    const until = clock();
    // Told once, as a state: a notice for each lost request would be a flood, and nowhere to put it.
    const isFirst = trouble === null;
    trouble =
      trouble === null ? { reason, from: at, until, count: 1 } : { ...trouble, until, count: trouble.count + 1 };
    if (isFirst) onChange();
  }

  function settle(): void {
    outsiders.settle();
    settleTrouble();
  }

  function settleTrouble(): void {
    if (trouble === null) return;
    const { reason, from, until, count } = trouble;
    trouble = null;
    recorder.notice({ code: "not-recorded", from, until: Math.max(from, until), count, reason });
  }

  function append(event: NewDelivery, receipt: Receipt): void {
    const { at } = event.summary;
    journal.append(event).then(
      (id) => {
        // Neither our own test of the address nor what went to another path is taken for a webhook.
        if (event.summary.onPurpose?.does !== "proof" && event.summary.onPath) deliveries += 1;
        settleTrouble();
        onChange();
        receipt.kept(id);
      },
      (error: unknown) => {
        lose(errorText(error), at);
        receipt.lost();
      },
    );
  }

  const recorder: Recorder = {
    delivery(event, receipt) {
      if (event.request.through !== undefined && !event.summary.onPath && !outsiders.admit(event.summary.at)) {
        receipt.unrecorded();
        return;
      }
      const checked = check(event);
      if (checked instanceof Promise) void checked.then((each) => append(each, receipt));
      else append(checked, receipt);
    },
    deliveryEnd(id, end) {
      // Should this fail, the row stays pending. The delivery itself is safe, and nobody waits to be told.
      journal.finishDelivery(id, end).catch(ignore);
    },
    turnedAway: (reason) => lose(reason, clock()),
    notice(notice) {
      const event: NewEvent = { kind: "notice", summary: { kind: "notice", at: clock(), notice } };
      // A journal that cannot take a notice cannot take deliveries either, and those make it known.
      journal.append(event).catch(ignore);
    },
    deliveries: () => deliveries,
    trouble: () => trouble,
    settle,
  };
  return recorder;
}

function ignore(): void {}
