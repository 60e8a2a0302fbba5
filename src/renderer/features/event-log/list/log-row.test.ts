import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CallSummary } from "../../../../shared/events.ts";
import { NO_UNITS } from "../../../../shared/text/amount-text.ts";
import { LogRow } from "./log-row.tsx";

const FAILED = {
  code: "status",
  status: 500,
  message: null,
  body: "json",
  credentials: "sent",
  errors: {},
  retryAfterSeconds: null,
};

/** What one reads in a row of a call with this state, in its whole form and in its brief one. */
function words(call: "accepted" | "unclear", outcome: unknown): string {
  const event = {
    kind: "call",
    id: 1,
    at: 1_763_647_387_412_305,
    operation: "credit",
    status: 500,
    duration: 20_000,
    facts: { amount: "50000", currency: "NGN", userReference: "ada" },
    outcome,
    run: { id: 1, call, verdict: { code: "missing", call }, startedAt: 0, deadline: 1, counts: {}, certainty: null },
  } as unknown as CallSummary;
  const row = createElement(LogRow, {
    event,
    top: 0,
    selected: false,
    current: false,
    rail: null,
    run: null,
    unitsOf: NO_UNITS,
    onSelect: () => {},
  });
  return renderToStaticMarkup(row).replace(/<[^>]*>/g, " ");
}

it("keeps saying that the service failed beside “missing”, in the brief form too", () => {
  expect(words("unclear", FAILED).match(/service failed/g)).toHaveLength(2);
  // Of an accepted call the chip says enough.
  expect(words("accepted", { code: "success", message: "test complete" }).match(/test complete/g)).toHaveLength(1);
});
