import type { Outcome } from "../../src/shared/outcomes.ts";
import { ACCEPTED, type RunsSetup } from "./setup.ts";

// One user's credit and charge, the webhook that follows, and what else the service may say: for tests of verdicts.

export const SECOND = 1_000_000;
export const CREDIT = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
export const CHARGE = '{"amount":50000,"currency":"NGN","from":"ref_ada","to":"ref_tunde","remark":"Lunch"}';

export function webhook(changes: Readonly<Record<string, string>> = {}): string {
  const parts = { amount: "50000", currency: '"NGN"', reference: '"ref_ada"', id: '"evt_000001"', ...changes };
  return `{"type":"transaction","transaction":{"id":${parts.id},"amount":${parts.amount},"currency":${parts.currency},
    "mode":"credit","user":{"reference":${parts.reference}},"created_at":"2026-11-20T10:00:00.000000Z"}}`;
}

export const refused: Outcome = {
  code: "status",
  status: 422,
  message: "no",
  body: "json",
  credentials: "sent",
  errors: {},
  retryAfterSeconds: null,
};
export const noAnswer: Outcome = { code: "answer-timeout", limitMs: 1_000 };

export async function accepted(setup: RunsSetup, body = CREDIT): Promise<number> {
  const id = await setup.simulate("credit", body);
  await setup.end(id, ACCEPTED);
  return id;
}

export function verdict(setup: RunsSetup, id: number) {
  return setup.told.runs.get(id)?.verdict;
}
