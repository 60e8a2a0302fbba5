import type { WebhookReading } from "../../shared/reading.ts";
import type { Reason } from "../../shared/run.ts";
import { isFree } from "./candidates.ts";
import { namesNobody } from "./compare.ts";
import type { OpenRuns } from "./open-runs.ts";
import { type Decision, type Delivery, naming, nowhere, type Run, strayReason } from "./run-state.ts";

/** The newest runs that are looked at for a webhook without any value: a list of more of them would help no user. */
const LOOKED_AT = 200;

/** Words of a request by which a sender only tests the address; it belongs to no simulation. */
const SIGN_OF_LIFE = /\b(ping|pong|challenge|heartbeat|health|hello|verification)\b/i;

/**
 * Whether a webhook says nothing that could be held against any run: nobody is named in it. It may be encrypted, in a
 * form that cannot be read, or only an id to ask for the rest by.
 */
export function saysNothing({ format, kind, items, tags }: WebhookReading): boolean {
  return format !== "empty" && tags.length === 0 && !SIGN_OF_LIFE.test(kind) && items.every(namesNobody);
}

/**
 * Such a webhook may be the one that somebody waits for, and so may one that could not be read to its end: none of the
 * runs that have got nothing may be called missing because of it. The earliest gets it, the others are named.
 */
export function decideSilent(delivery: Delivery, reading: WebhookReading, runs: OpenRuns): Decision | null {
  if (!delivery.onPath || delivery.completeness === "malformed") return null;
  const waiting: Run[] = [];
  for (const run of runs.newest(LOOKED_AT)) {
    run.bucket.seenBy = Math.max(run.bucket.seenBy, delivery.id);
    if (mayAwait(run, delivery, reading)) waiting.push(run);
  }
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  const reasons: Reason[] = [];
  if (reading.incomplete !== null) reasons.push(unread(reading.incomplete));
  else if (reading.format === "text") reasons.push({ code: "not-structured" });
  else {
    reasons.push({ code: "no-identity" });
    if (reading.items.every(({ amount }) => amount === null)) reasons.push({ code: "no-amount" });
  }
  if (others.length > 0) reasons.push(naming("contested", new Set(others.map(({ id }) => id))));
  const stray = strayReason(delivery);
  if (stray !== null) reasons.push(stray);
  return { ...nowhere(), runId: first.id, reasons };
}

function mayAwait(run: Run, delivery: Delivery, { items }: WebhookReading): boolean {
  const { awaits, operation } = run.expectation;
  if (awaits === "nothing" || run.call === "refused" || !isFree(run)) return false;
  if (run.id >= delivery.id || delivery.at > run.near) return false;
  if (run.mismatch !== null || run.unconfirmed !== null || run.possible > 0) return false;
  const told = items.flatMap(({ purpose }) => purpose?.means ?? []);
  return items.length === 0 || told.length < items.length || told.includes(operation);
}

export function unread(because: NonNullable<WebhookReading["incomplete"]>): Reason {
  return { code: "not-searched", because };
}
