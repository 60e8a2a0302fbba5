import { z } from "zod";
import { callAction } from "./contract/calls.ts";
import type { DeepReadonly } from "./primitives.ts";
import { faultOf, type Verdict } from "./run.ts";
import { sandboxFaults } from "./sandbox.ts";
import { signatureState } from "./signature-check.ts";

/**
 * A playbook: steps that are gone through again, with what is expected of each. Plain data without host and without
 * secret, so that it can be handed on. Amounts, ids and whatever is compared are text.
 */

export const PLAYBOOK_EXTENSION = "linkdesk-playbook";
export const PLAYBOOK_VERSION = 1;
/** Characters of a playbook's file. */
export const PLAYBOOK_FILE_LIMIT = 2_000_000;

/** Characters of one text in it. */
export const PLAYBOOK_TEXT_AT_MOST = 10_000;
/** Milliseconds that something may take; a day is longer than anybody waits. */
export const LONGEST_WAIT_MS = 86_400_000;

const text = z.string().max(PLAYBOOK_TEXT_AT_MOST, "At most 10 000 characters.");
/** Names a parameter wherever a text of the playbook has it in braces. */
export const parameterName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, "A name begins with a small letter and has small letters, digits and _ only.");

const withinMs = z.int().min(100, "At least 0.1 seconds.").max(LONGEST_WAIT_MS, "At most one day.");

/** What is asked of one value. `changed`: another than in the step of the same kind before; `any`: it is there. */
export const valueCheck = z
  .discriminatedUnion("is", [
    z.object({ is: z.literal("any") }),
    z.object({ is: z.literal("equals"), value: text }),
    z.object({ is: z.literal("contains"), value: text.min(1, "Enter what it contains.") }),
    z.object({ is: z.literal("one-of"), values: z.array(text).min(1, "Enter one value at least.").max(50) }),
    /** `*` stands for any text, `?` for one character. */
    z.object({ is: z.literal("matches"), pattern: text.min(1, "Enter a pattern, for example ref_*.") }),
    z.object({ is: z.literal("changed") }),
    z.object({ is: z.literal("absent") }),
  ])
  .meta({ id: "check" });
export type ValueCheck = DeepReadonly<z.infer<typeof valueCheck>>;

/** What the webhook says, wherever it says it: found by the reading of its kind, and compared by value. */
export const saidValue = z.enum(["amount", "currency", "user", "from", "to", "remark", "outcome"]);
export type SaidValue = z.infer<typeof saidValue>;

/**
 * Verdicts of a simulation that may be expected; the others say that nobody is sure. `mismatch` is any, `failed` and the
 * two of signatures are those in nothing else.
 */
export const expectedVerdict = z.enum([
  "matched",
  "late",
  "duplicate",
  "mismatch",
  "failed",
  "bad-signature",
  "no-signature",
  "missing",
  "unexpected",
  "nothing-came",
  "refused",
]);

export type ExpectedVerdict = z.infer<typeof expectedVerdict>;

/** A verdict as it may be expected; null for one that says that nobody is sure. */
export function expectableVerdict(verdict: Verdict): ExpectedVerdict | null {
  if (verdict.code !== "mismatch") return expectedVerdict.safeParse(verdict.code).data ?? null;
  const { wrongSignature, differing = [] } = faultOf("mismatch", verdict.fields);
  if (wrongSignature === "invalid") return "bad-signature";
  if (wrongSignature === "missing") return "no-signature";
  return differing.length === 1 && differing[0]?.field === "outcome" ? "failed" : "mismatch";
}

const path = z.string().min(1, "Enter a path, for example link.id.").max(500);

/** One thing that is expected of a call, its answer or its webhooks. Times count from the start of the call. */
export const playbookExpectation = z
  .discriminatedUnion("about", [
    z.object({ about: z.literal("outcome"), is: z.enum(["success", "failure"]) }),
    z.object({ about: z.literal("status"), oneOf: z.array(z.int().min(100).max(599)).min(1).max(20) }),
    z.object({ about: z.literal("answer"), path, check: valueCheck }),
    z.object({ about: z.literal("verdict"), is: expectedVerdict }),
    /** With `exactly` the whole time is waited for: one more may come at its end. */
    z.object({
      about: z.literal("webhooks"),
      how: z.enum(["exactly", "at-least"]),
      count: z.int().min(0).max(100),
      withinMs,
    }),
    z.object({ about: z.literal("said"), value: saidValue, check: valueCheck }),
    z.object({ about: z.literal("field"), path, check: valueCheck }),
    z.object({ about: z.literal("signature"), is: signatureState.exclude(["unchecked"]) }),
    /** The sender tried again so often, each time so long after the time before. */
    z.object({
      about: z.literal("retries"),
      count: z.int().min(1).max(20),
      afterMs: z.int().min(0).max(LONGEST_WAIT_MS),
      withinMs,
    }),
    /** Nothing more came of a webhook once it was answered 2xx. */
    z.object({ about: z.literal("stopped"), withinMs }),
  ])
  .meta({ id: "expectation" });
export type PlaybookExpectation = DeepReadonly<z.infer<typeof playbookExpectation>>;

const SPEAKS_OF: Readonly<Record<PlaybookExpectation["about"], "call" | "webhooks">> = {
  outcome: "call",
  status: "call",
  answer: "call",
  verdict: "webhooks",
  webhooks: "webhooks",
  said: "webhooks",
  field: "webhooks",
  signature: "webhooks",
  retries: "webhooks",
  stopped: "webhooks",
};

/** Whether it speaks of webhooks, which come after the call, or not at all. */
export function isOfWebhooks({ about }: PlaybookExpectation): boolean {
  return SPEAKS_OF[about] === "webhooks";
}

const base = {
  /** Names the step within the playbook, also after it was moved. */
  id: z.string().min(1).max(60),
  /** Left out when the playbook runs. */
  off: z.boolean(),
};

export const playbookStep = z.discriminatedUnion("does", [
  z.object({ does: z.literal("call"), ...base, action: callAction, expect: z.array(playbookExpectation).max(50) }),
  z.object({
    does: z.literal("wait"),
    ...base,
    ms: z.int().min(100, "At least 0.1 seconds.").max(3_600_000, "At most one hour."),
  }),
  /** Held against the simulation before it, which went on meanwhile; times count from the start of that call. */
  z.object({ does: z.literal("until"), ...base, expect: z.array(playbookExpectation).max(50) }),
  /** From here on each webhook gets these statuses in turn, the last one for ever; until the end of the run. */
  z.object({ does: z.literal("answer"), ...base, statuses: z.array(z.int().min(200).max(599)).min(1).max(20) }),
  /** From here on the sandbox behaves so, until the end of the run; for sandbox profiles only. */
  z.object({
    does: z.literal("sandbox"),
    ...base,
    ...sandboxFaults.shape,
  }),
  z.object({ does: z.literal("ask"), ...base, question: text.min(1, "Enter a question.") }),
]);
export type PlaybookStep = DeepReadonly<z.infer<typeof playbookStep>>;
export type CallStep = Extract<PlaybookStep, { readonly does: "call" }>;
/** A step of which something is expected of a call. */
export type ExpectingStep = Extract<PlaybookStep, { readonly expect: unknown }>;

/** The call that a step is about: its own, or, of one that waits, that of the simulation before it. */
export function callStepOf(steps: readonly PlaybookStep[], id: string): CallStep | null {
  const place = steps.findIndex((each) => each.id === id);
  const step = steps[place];
  if (step?.does === "call") return step;
  if (step?.does !== "until") return null;
  return (
    steps
      .slice(0, place)
      .findLast((each): each is CallStep => each.does === "call" && !each.off && each.action.operation !== "link") ??
    null
  );
}

/** All that is expected of a call, by its own step and by those that wait for what comes of it. */
export function expectedOf(steps: readonly PlaybookStep[], callStepId: string): readonly PlaybookExpectation[] {
  return steps.flatMap((each) =>
    "expect" in each && !each.off && callStepOf(steps, each.id)?.id === callStepId ? each.expect : [],
  );
}

const parameters = z
  .array(z.object({ name: parameterName, default: text }))
  .max(30, "At most 30 parameters.")
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "Two parameters have the same name.");

/** The members of the file stand in this order, always: one changed value is one changed line. */
export const playbook = z
  .object({
    format: z.literal("linkdesk-playbook"),
    version: z.literal(PLAYBOOK_VERSION),
    name: z.string().trim().min(1, "Give the playbook a name.").max(120, "A name has at most 120 characters."),
    about: text,
    parameters,
    steps: z
      .array(playbookStep)
      .max(200, "At most 200 steps.")
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "Two steps have the same id."),
  })
  .superRefine((value, context) => {
    const known = new Set(value.parameters.map(({ name }) => name));
    const unknown = namesIn(value.steps).find((name) => !known.has(name));
    if (unknown !== undefined)
      context.addIssue({ code: "custom", path: ["parameters"], message: `{${unknown}} is not among the parameters.` });
  });
export type Playbook = DeepReadonly<z.infer<typeof playbook>>;

/** Parameters, each with its value. */
export const playbookValues = z.record(parameterName, text);
export type PlaybookValues = Readonly<Record<string, string>>;

const BRACES = /\{([a-z][a-z0-9_]{0,39})\}/g;

/** The names in braces anywhere in the texts of a value. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(BRACES)].map(([, name = ""]) => name);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}

/** The same with every name in braces replaced by its value; a name that has none stays as it is. */
export function filled<Value>(value: Value, values: PlaybookValues): Value {
  if (typeof value === "string")
    return value.replaceAll(BRACES, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
    ) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, values)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, values)])) as Value;
}

/** The text of a playbook's file. */
export function playbookText(value: Playbook): string {
  return `${JSON.stringify(playbook.parse(value), null, 2)}\n`;
}
