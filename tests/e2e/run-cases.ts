import type { RunSettings, VerdictCode } from "../../src/shared/run.ts";
import type { SandboxBehaviour } from "../../src/shared/sandbox.ts";
import { charge, credit, type Simulation } from "./runs.ts";

/** What the sandbox does to one simulation, and what Linkdesk must say of it. */
export interface Case {
  readonly name: string;
  readonly action: Simulation;
  readonly behaviour?: Partial<SandboxBehaviour>;
  readonly runs?: Partial<RunSettings>;
  readonly verdict: VerdictCode;
  /** Parts that the deliveries have in it, in order. */
  readonly roles: readonly string[];
  readonly certainty?: string | null;
}

const SHORT = { limitMs: 1_000 };

// Each has values of its own, so that all can be on their way at once and none can stand in for another; a webhook with
// a wrong amount could be anybody's whose references are the same.
export const CASES: readonly Case[] = [
  { name: "none", action: credit("1001"), verdict: "matched", roles: ["match"], certainty: "likely" },
  {
    name: "dropped",
    action: credit("1002"),
    behaviour: { webhookFault: "dropped" },
    runs: SHORT,
    verdict: "missing",
    roles: [],
    certainty: null,
  },
  {
    name: "late",
    action: credit("1003"),
    behaviour: { webhookFault: "late", lateDelayMs: 1_500 },
    runs: SHORT,
    verdict: "late",
    roles: ["late"],
  },
  {
    name: "twice",
    action: charge("1004"),
    behaviour: { webhookFault: "twice" },
    verdict: "duplicate",
    roles: ["match", "duplicate"],
  },
  {
    name: "the first of two out of order",
    action: credit("1005"),
    behaviour: { webhookFault: "out-of-order" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "the second of them",
    action: credit("1006"),
    behaviour: { webhookFault: "out-of-order" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "wrong amount of a credit",
    action: credit("1007", "ref_mai"),
    behaviour: { webhookFault: "wrong-amount" },
    verdict: "mismatch",
    roles: ["mismatch"],
  },
  {
    name: "wrong amount of a charge",
    action: charge("2008", "ref_siobhan"),
    behaviour: { webhookFault: "wrong-amount" },
    verdict: "mismatch",
    roles: ["mismatch"],
  },
  {
    name: "wrong signature",
    action: credit("1010"),
    behaviour: { webhookFault: "wrong-signature" },
    verdict: "mismatch",
    roles: ["mismatch"],
  },
  {
    name: "no signature",
    action: credit("1011"),
    behaviour: { webhookFault: "no-signature" },
    verdict: "mismatch",
    roles: ["mismatch"],
  },
  {
    name: "credit as an event",
    action: credit("1012"),
    behaviour: { creditShape: "event" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "charge",
    action: charge("1013"),
    behaviour: { chargeShape: "charge" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "charge with its remark",
    action: charge("1014"),
    behaviour: { chargeShape: "charge-with-remark" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "charge as an event",
    action: charge("1015"),
    behaviour: { chargeShape: "event" },
    verdict: "matched",
    roles: ["match"],
  },
  {
    name: "charge with a tag in its remark",
    action: charge("1016"),
    behaviour: { chargeShape: "charge-with-remark" },
    runs: { tagRemarks: true },
    verdict: "matched",
    roles: ["match"],
    certainty: "certain",
  },
  { name: "an amount beyond every float", action: credit("9007199254740993123"), verdict: "matched", roles: ["match"] },
  {
    name: "refused with 401",
    action: credit("1018"),
    behaviour: { answerFault: "401" },
    verdict: "refused",
    roles: [],
  },
  {
    name: "refused with 422",
    action: charge("1019"),
    behaviour: { answerFault: "422" },
    verdict: "refused",
    roles: [],
  },
  {
    name: "failed with 500, which says nothing of the webhook",
    action: credit("1020"),
    behaviour: { answerFault: "500" },
    runs: SHORT,
    verdict: "missing",
    roles: [],
    certainty: null,
  },
  {
    name: "a webhook where nothing was awaited",
    action: credit("1021"),
    runs: { awaits: "nothing" },
    verdict: "unexpected",
    roles: ["match"],
  },
  {
    name: "nothing awaited, and nothing came",
    action: credit("1022"),
    behaviour: { webhookFault: "dropped" },
    runs: { ...SHORT, awaits: "nothing" },
    verdict: "nothing-came",
    roles: [],
  },
];
