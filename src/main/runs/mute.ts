import type { Roster } from "./roster.ts";
import { arrived, type Decision, type Delivery, type Run } from "./state.ts";
import type { PayloadValues } from "./values.ts";

/** Runs that a webhook which says nothing may be for: more of them cannot be shown to anybody. */
const LOOKED_AT = 200;

/**
 * Whether a payload says nothing that could be held against any run: no amount and nobody's reference. It may be
 * encrypted, in a shape that cannot be read, or only an id to ask for the rest by. A mere sign of life is none.
 */
export function isMute({ byText, partial, tags, amounts, named, purpose }: PayloadValues): boolean {
  return (
    byText.size > 0 &&
    !partial &&
    !purpose.isPing &&
    tags.length === 0 &&
    amounts.every(({ value }) => value.sense.money === "unlikely") &&
    [named.user, named.from, named.to, named.sender, named.recipient, named.currency].every((each) => each.length === 0)
  );
}

/**
 * Such a webhook may be the one that somebody waits for. Of the runs that have got nothing yet the earliest gets it, and
 * no more than one: so none of them is called missing for want of reading it, and a busy stranger does not pile up.
 */
export function decideMute(delivery: Delivery, values: PayloadValues, roster: Roster): Decision | null {
  if (!arrived(delivery)) return null;
  let first: Run | null = null;
  for (const run of roster.newest(LOOKED_AT)) {
    run.bucket.seenBy = Math.max(run.bucket.seenBy, delivery.id);
    if (first === null && waits(run, delivery, values)) first = run;
  }
  if (first === null) return null;
  return {
    runId: first.id,
    by: "value",
    fit: "possible",
    certainty: "unsure",
    fields: [],
    reasons: values.format === "text" ? [{ code: "not-structured" }] : [{ code: "no-identity" }, { code: "no-amount" }],
    twinOf: null,
  };
}

function waits(run: Run, delivery: Delivery, { subject }: PayloadValues): boolean {
  const isEmpty = run.taken === null && run.byHand === 0 && run.mismatch === null && run.possible === 0;
  const isDue = run.id < delivery.id && delivery.at <= run.deadline && run.call !== "refused";
  return isEmpty && isDue && (subject === null || subject === run.expectation.operation);
}
