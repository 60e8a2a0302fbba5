import { onPurpose } from "../../../shared/answer-script.ts";
import { type Facts, facts as factsSchema, profileStamp } from "../../../shared/events.ts";
import { notice } from "../../../shared/notices.ts";
import { outcome } from "../../../shared/outcomes.ts";
import { forwardSummary, replayMark } from "../../../shared/replay.ts";
import { expectation } from "../../../shared/run.ts";
import { signatureSettings } from "../../../shared/signature.ts";
import { type SignatureCheck, stateOf } from "../../../shared/signature-check.ts";
import type { DeliveryEnd } from "../api.ts";
import {
  ANSWER_STATES,
  COMPLETENESSES,
  type Codec,
  flag,
  integer,
  json,
  KINDS,
  OPERATIONS,
  optional,
  orNull,
  remembered,
  SIGNATURE_STATES,
  text,
  type Values,
  word,
  writtenOnce,
} from "./codec.ts";
import { defineColumns, field, written } from "./column.ts";
import { callRest, checkResult, deliveryRest } from "./packed-detail.ts";

/** The facts that have no column of their own, in the order they are kept in. */
export const KEPT_FACTS = [
  "subject",
  "eventName",
  "linkId",
  "userReference",
  "from",
  "to",
  "remark",
  "reading",
  "amountMeant",
  "begins",
  "ended",
  "others",
] as const;
export type KeptFact = Exclude<(typeof KEPT_FACTS)[number], "others">;

/** Of all facts, those without a column of their own: an array, short because most rows end soon. */
export const keptFacts: Codec<Facts, string | null> = {
  type: "TEXT",
  mayBeNull: true,
  write(found) {
    const kept = KEPT_FACTS.map((name) => found[name] ?? null);
    while (kept.length > 0 && kept.at(-1) === null) kept.pop();
    return kept.length === 0 ? null : JSON.stringify(kept);
  },
  read(stored) {
    const kept: unknown = typeof stored === "string" ? JSON.parse(stored) : [];
    if (!Array.isArray(kept)) return {};
    const found = KEPT_FACTS.flatMap((name, place) => (kept[place] == null ? [] : [[name, kept[place]]]));
    return factsSchema.parse(Object.fromEntries(found));
  },
};

/** One of them, of each item of a batch, without making the whole. */
export function keptFact(column: string, name: KeptFact): readonly string[] {
  const kept: unknown = JSON.parse(column);
  if (!Array.isArray(kept)) return [];
  const others: unknown = kept[KEPT_FACTS.indexOf("others")] ?? [];
  const found = [
    kept[KEPT_FACTS.indexOf(name)],
    ...(Array.isArray(others) ? others.map((other) => other?.[name]) : []),
  ];
  return found.filter((text) => typeof text === "string");
}

const BOTH = ["call", "delivery"] as const;

/**
 * The columns of an event, each stated once: its name, how its value stands in the file, and whose field it is or what
 * is written there. The schema, what crosses to the writer's thread, the statements and the rows that are shown all
 * follow from this. `events` is narrow: it is what is scanned, and what completing a delivery writes again.
 */
export const eventColumns = defineColumns({
  kind: field("summary", KINDS, word(KINDS)),
  at: field("summary", KINDS, integer),
  /** Not completed yet: found at once after a kill. */
  open: written("events", flag, {
    call: ({ summary }) => summary.outcome === null,
    delivery: ({ summary }) => summary.answerState === "pending",
    notice: () => false,
  }),
  /** As it was at the time of the event: a profile that was renamed since is another text. */
  profile: field("summary", BOTH, orNull(remembered(json(profileStamp))), "profiles"),
  method: field("summary", BOTH, text),
  path: field("summary", BOTH, text),
  status: field("summary", BOTH, orNull(integer)),
  duration: field("summary", BOTH, orNull(integer)),
  operation: field("summary", ["call"], word(OPERATIONS)),
  // What cannot be understood is evidence all the same: it is shown as it is stored.
  outcome: field("summary", ["call"], orNull(json(outcome, (detail) => ({ code: "internal" as const, detail })))),
  repeatOf: field("summary", ["call"], optional(integer)),
  replay: field("summary", BOTH, optional(json(replayMark))),
  onPath: field("summary", ["delivery"], flag),
  completeness: field("summary", ["delivery"], word(COMPLETENESSES)),
  answerState: field("summary", ["delivery"], word(ANSWER_STATES)),
  size: field("summary", ["delivery"], integer),
  signature: field("summary", ["delivery"], optional(word(SIGNATURE_STATES))),
  onPurpose: field("summary", ["delivery"], optional(json(onPurpose))),
  forward: field("summary", ["delivery"], optional(json(forwardSummary))),
  notice: field(
    "summary",
    ["notice"],
    json(notice, (reason) => ({ code: "internal-error" as const, reason })),
  ),
  committed: field("timing", ["delivery"], orNull(integer)),
  answerStarted: field("timing", BOTH, orNull(integer)),
  answerEnded: field("timing", BOTH, orNull(integer)),
  // A call says these itself; of a delivery the thread finds them out.
  amount: written("events", optional(text), { call: ({ summary }) => summary.facts.amount }),
  currency: written("events", optional(text), { call: ({ summary }) => summary.facts.currency }),
  facts: written("events", optional(keptFacts), { call: ({ summary }) => summary.facts }),
  /** Everything else but the bodies. */
  rest: written("contents", text, {
    call: (event) => JSON.stringify(callRest.write(event)),
    delivery: (event) => JSON.stringify(deliveryRest.write(event)),
  }),
  checkResult: written("contents", optional(text), {
    delivery: ({ signature }) => signature && resultText(signature),
  }),
  checkSettings: written(
    "contents",
    optional(writtenOnce(remembered(json(signatureSettings)))),
    { delivery: ({ signature }) => signature?.settings },
    "signature_settings",
  ),
  /** What a simulation's webhook is to carry, kept as of the start. */
  expectation: written("runs", optional(json(expectation)), { call: (event) => event.expectation }),
});

/** The columns that completing a delivery writes. */
export const END_NAMES = ["answerState", "duration", "committed", "answerStarted", "answerEnded"] as const;

export type EndRow = Values<typeof END_NAMES>;

export function endRow(end: DeliveryEnd): EndRow {
  return eventColumns.writeSome(END_NAMES, end);
}

/** The columns of what an event says of money and people: the bare summary has none of them. */
export const FACT_NAMES = ["amount", "currency", "facts"] as const;

/** What a delivery's body says, for the columns that a call fills itself. */
export function factColumns(facts: Facts) {
  return eventColumns.writeRecord({ amount: facts.amount, currency: facts.currency, facts });
}

function resultText(check: SignatureCheck): string {
  return JSON.stringify(checkResult.write(check));
}

/** A later check of a delivery's signature, for the columns of the first one. */
export function checkRow(check: SignatureCheck) {
  const values = { signature: stateOf(check.result), checkResult: resultText(check), checkSettings: check.settings };
  return eventColumns.writeRecord(values);
}
