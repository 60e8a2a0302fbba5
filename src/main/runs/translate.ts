import { assertNever } from "../../shared/primitives.ts";
import { callStateOf } from "./call-state.ts";
import type { Decided, RunInput } from "./inputs.ts";
import type { LogRow, RecalledRow } from "./ports.ts";
import type { Payload } from "./state.ts";

/** What a new row means to the matcher; null when it means nothing. */
export function appendedInput(row: LogRow, payload: Payload, decided?: Decided): RunInput | null {
  switch (row.kind) {
    case "call": {
      const { id, at } = row.summary;
      if (row.expectation === null) return null;
      return { type: "call-started", id, at, expectation: row.expectation, call: "under-way" };
    }
    case "delivery": {
      // Our own request through the public address: nobody's webhook.
      if (row.summary.onPurpose?.does === "proof") return null;
      // What we sent ourselves, once more or changed, is no webhook of the sender's; but who ties it by hand means it.
      if (row.summary.replay !== undefined && decided === undefined) return null;
      const { id, at, path, onPath, completeness, status, answerState } = row.summary;
      const delivery = { id, at, path, onPath, completeness, status, answerState, payload };
      return { type: "delivery", delivery, ...(decided === undefined ? {} : { decided }) };
    }
    case "notice":
      return { type: "notice", at: row.summary.at, notice: row.summary.notice };
    default:
      return assertNever(row);
  }
}

/** What a change of a row means to it. */
export function amendedInput(row: LogRow): RunInput | null {
  if (row.kind === "call") {
    const { id, outcome, status } = row.summary;
    return { type: "call-changed", id, call: callStateOf(outcome, status) };
  }
  if (row.kind === "notice" || row.summary.answerState === "pending") return null;
  return { type: "delivery-answered", id: row.summary.id, answerState: row.summary.answerState };
}

/** A row from before, as far as it went into what was decided then; what has changed since comes as an amendment. */
export function recalledInput(row: RecalledRow, payload: Payload, final: boolean): RunInput | null {
  if (row.kind === "call" && row.saved !== null && row.expectation !== null) {
    const { call, summary } = row.saved;
    const { id, at } = row.summary;
    return { type: "call-started", id, at, expectation: row.expectation, call, told: summary };
  }
  if (row.kind === "delivery" && row.saved !== null) {
    const { decision, role } = row.saved;
    return appendedInput(row, payload, { decision, role, final });
  }
  return appendedInput(row, payload);
}
