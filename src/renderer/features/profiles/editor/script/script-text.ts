import {
  type AnswerScript,
  type AnswerStep,
  answerScript,
  DEFAULT_ANSWER_SCRIPT,
  PLAIN_ANSWER,
  stepsOf,
} from "../../../../../shared/answer-script.ts";
import { assertNever } from "../../../../../shared/primitives.ts";
import { type Reading, readText, wholeNumber } from "../../../../ui/form-text.ts";

/** A step as it is typed. What another kind of step needs is kept, so that changing one's mind costs nothing. */
export interface StepText {
  does: AnswerStep["does"];
  status: string;
  delayMs: string;
  /** Empty: all at once. */
  bytesPerSecond: string;
  headers: { name: string; value: string }[];
  body: string;
  limitMs: string;
  text: string;
}

/** A script as it is typed. By chance, the first step is what failing looks like and the second one the rest. */
export interface ScriptText {
  order: AnswerScript["order"];
  steps: StepText[];
  per: "webhook" | "delivery";
  atEnd: "stay" | "again";
  percent: string;
  seed: string;
  scope: AnswerScript["scope"];
}

/** Any form with an answer script in it. */
export interface WithScript {
  answerScript: ScriptText;
}

export const NEW_STEP: StepText = stepText({ ...PLAIN_ANSWER, status: 500 });

function stepText(step: AnswerStep): StepText {
  const text: StepText = {
    does: step.does,
    status: "200",
    delayMs: "0",
    bytesPerSecond: "",
    headers: [],
    body: "",
    limitMs: "60000",
    text: "This is not HTTP.\n",
  };
  switch (step.does) {
    case "answer":
      return {
        ...text,
        status: String(step.status),
        delayMs: String(step.delayMs),
        bytesPerSecond: step.bytesPerSecond === null ? "" : String(step.bytesPerSecond),
        headers: step.headers.map((header) => ({ ...header })),
        body: step.body,
      };
    case "hang":
      return { ...text, limitMs: String(step.limitMs) };
    case "reset":
    case "close":
      return { ...text, delayMs: String(step.delayMs) };
    case "garbage":
      return { ...text, delayMs: String(step.delayMs), text: step.text };
    default:
      return assertNever(step);
  }
}

export function scriptText(script: AnswerScript): ScriptText {
  const text: ScriptText = {
    order: script.order,
    steps: stepsOf(script).map(stepText),
    per: DEFAULT_ANSWER_SCRIPT.per,
    atEnd: DEFAULT_ANSWER_SCRIPT.atEnd,
    percent: "30",
    seed: "1",
    scope: script.scope,
  };
  return script.order === "sequence"
    ? { ...text, per: script.per, atEnd: script.atEnd }
    : { ...text, percent: String(script.percent), seed: String(script.seed) };
}

function stepOf(text: StepText): unknown {
  const { does } = text;
  const delayMs = wholeNumber(text.delayMs);
  switch (does) {
    case "answer": {
      const { headers, body } = text;
      const bytesPerSecond = text.bytesPerSecond.trim() === "" ? null : wholeNumber(text.bytesPerSecond);
      return { does, status: wholeNumber(text.status), headers, body, delayMs, bytesPerSecond };
    }
    case "hang":
      return { does, limitMs: wholeNumber(text.limitMs) };
    case "reset":
    case "close":
      return { does, delayMs };
    case "garbage":
      return { does, text: text.text, delayMs };
    default:
      return assertNever(does);
  }
}

/** What was typed as the schema wants it, unchecked. */
export function scriptOf(text: ScriptText): unknown {
  const { order, per, atEnd, scope } = text;
  const steps = text.steps.map(stepOf);
  return order === "sequence"
    ? { order, steps, per, atEnd, scope }
    : {
        order,
        percent: wholeNumber(text.percent),
        seed: wholeNumber(text.seed),
        failing: steps[0],
        otherwise: steps[1],
        scope,
      };
}

/** Complaints about the two steps of a script by chance, at the fields in which they are typed. */
export function fieldOfComplaint(path: string): string {
  return path.replace(/(^|\.)failing(\.|$)/, "$1steps.0$2").replace(/(^|\.)otherwise(\.|$)/, "$1steps.1$2");
}

export function readScriptText(text: ScriptText): Reading<AnswerScript> {
  const reading = readText<AnswerScript>(answerScript, scriptOf(text));
  if (reading.ok) return reading;
  return {
    ok: false,
    problems: new Map([...reading.problems].map(([path, words]) => [fieldOfComplaint(path), words])),
  };
}
