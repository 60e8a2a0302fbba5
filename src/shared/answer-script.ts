import { z } from "zod";
import { headerName, headerValue } from "./header-rules.ts";
import { type DeepReadonly, MEBIBYTE } from "./primitives.ts";

const TEN_MINUTES_MS = 600_000;

/** Milliseconds from the moment the delivery is on disk to the first byte of what follows. */
const delayMs = z.int().min(0).max(TEN_MINUTES_MS, "At most ten minutes.");

/**
 * One thing that the listener can do with a delivery. `answer`: an HTTP answer; with `bytesPerSecond` it drips, head
 * and body alike. `hang`: nothing, until the sender gives up or the limit closes the connection. `reset`: the
 * connection is torn down (TCP RST). `close`: it is closed in order, without an answer. `garbage`: a text that is not
 * HTTP, then closed.
 */
export const answerStep = z.discriminatedUnion("does", [
  z.object({
    does: z.literal("answer"),
    status: z.int().min(200, "A final status is 200 to 599.").max(599, "A final status is 200 to 599."),
    headers: z
      .array(z.object({ name: headerName.max(200), value: headerValue.max(8_192) }))
      .max(50, "At most 50 fields."),
    body: z.string().max(MEBIBYTE, "At most a million characters."),
    delayMs,
    bytesPerSecond: z.int().min(1, "At least 1.").max(1_000_000, "At most 1 000 000.").nullable(),
  }),
  z.object({
    does: z.literal("hang"),
    limitMs: z.int().min(100, "At least 100 ms.").max(TEN_MINUTES_MS, "At most ten minutes."),
  }),
  z.object({ does: z.literal("reset"), delayMs }),
  z.object({ does: z.literal("close"), delayMs }),
  z.object({
    does: z.literal("garbage"),
    text: z.string().min(1, "Enter what is to be sent.").max(10_000, "At most 10 000 characters."),
    delayMs,
  }),
]);
export type AnswerStep = DeepReadonly<z.infer<typeof answerStep>>;
export type AnswerOf<Does extends AnswerStep["does"]> = Extract<AnswerStep, { readonly does: Does }>;

/** Which requests a script answers: those on the webhook path, or every one that came whole. */
const scope = z.enum(["path", "all"]);

/**
 * What the listener does with deliveries while a profile is selected. The ordinary case is a sequence of one step, a
 * 2xx at once.
 *
 * `sequence`: the steps in turn. Counted `per` webhook (the same bytes, or the same id, again is the next step) or
 * per delivery, whatever it is. `atEnd`: the last step again and again, or from the first one on.
 *
 * `chance`: of the deliveries, `percent` in a hundred get `failing`, the others `otherwise`. The same seed gives the
 * same sequence, always.
 */
export const answerScript = z.discriminatedUnion("order", [
  z.object({
    order: z.literal("sequence"),
    steps: z.array(answerStep).min(1, "A script has one step at least.").max(20, "At most 20 steps."),
    per: z.enum(["webhook", "delivery"]),
    atEnd: z.enum(["stay", "again"]),
    scope,
  }),
  z.object({
    order: z.literal("chance"),
    percent: z.int().min(0, "0 to 100.").max(100, "0 to 100."),
    seed: z.int().min(0, "0 to 999 999 999.").max(999_999_999, "0 to 999 999 999."),
    failing: answerStep,
    otherwise: answerStep,
    scope,
  }),
]);
export type AnswerScript = DeepReadonly<z.infer<typeof answerScript>>;
export type SequenceScript = Extract<AnswerScript, { readonly order: "sequence" }>;

/** 200 and no body, at once: what a sender takes for success. */
export const PLAIN_ANSWER: AnswerOf<"answer"> = {
  does: "answer",
  status: 200,
  headers: [],
  body: "",
  delayMs: 0,
  bytesPerSecond: null,
};

/** What the listener of a new profile answers. */
export const DEFAULT_ANSWER_SCRIPT: SequenceScript = {
  order: "sequence",
  steps: [PLAIN_ANSWER],
  per: "webhook",
  atEnd: "stay",
  scope: "path",
};

/** A script of these steps, each webhook going through them once. */
export function sequenceOf(...steps: readonly AnswerStep[]): SequenceScript {
  return { ...DEFAULT_ANSWER_SCRIPT, steps };
}

/** The steps of a script, by the numbers under which they are counted. */
export function stepsOf(script: AnswerScript): readonly AnswerStep[] {
  return script.order === "sequence" ? script.steps : [script.failing, script.otherwise];
}

/** Whether a browser would take an answer for a page: by its type, and where it has none by looking at it. */
export function isMarkup({ headers, body }: Pick<AnswerOf<"answer">, "headers" | "body">): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
  return body !== "" && (type.trim() === "" || /html|xml|svg/i.test(type));
}

/** Whether nothing is done on purpose: every webhook gets a 2xx at once. */
export function isOrdinary(script: AnswerScript): boolean {
  const [step, ...more] = stepsOf(script);
  if (step === undefined || more.length > 0 || script.scope !== "path" || step.does !== "answer") return false;
  return step.status < 300 && step.delayMs === 0 && step.bytesPerSecond === null;
}

const stepChoice = z.discriminatedUnion("by", [
  z.object({ by: z.literal("step"), step: z.int().positive(), of: z.int().positive() }),
  z.object({ by: z.literal("chance"), failed: z.boolean(), percent: z.int() }),
]);

/**
 * What was done with one delivery on purpose, recorded with it (`proof`: it was our own request through the public
 * address). A script may be changed or gone when the row is read, so the row says all of it.
 */
export const onPurpose = z.object({
  does: z.enum(["answer", "drip", "hang", "reset", "close", "garbage", "proof"]),
  /** The delay before it; of a hang, the limit. */
  ms: z.int().nonnegative(),
  /** Why this: its step, counted from 1, or the throw of the dice. */
  choice: stepChoice,
});
export type OnPurpose = DeepReadonly<z.infer<typeof onPurpose>>;

/** What a script has decided for one delivery, for somebody else to carry out; `choice` null: the ordinary answer. */
export const answerChoice = z.object({ step: answerStep, choice: stepChoice.nullable() });
export type AnswerChoice = DeepReadonly<z.infer<typeof answerChoice>>;

/** How far the script of the selected profile is. */
export const scriptStatus = z.object({
  profileId: z.string(),
  /** Deliveries it has decided about since it was begun or begun again. */
  decided: z.int().nonnegative(),
  /**
   * What comes next, as places in `stepsOf`: of a script that counts deliveries and of one that throws dice, for the
   * next ten deliveries; of one that counts per webhook, what a new webhook goes through.
   */
  upcoming: z.array(z.int().nonnegative()).max(20),
  /** The webhook that came last, where they are counted one by one: how often it came, and its next step. */
  last: z.object({ times: z.int().positive(), next: z.int().nonnegative() }).nullable(),
});
export type ScriptStatus = DeepReadonly<z.infer<typeof scriptStatus>>;
