import {
  type AnswerChoice,
  type AnswerScript,
  isOrdinary,
  type OnPurpose,
  type ScriptStatus,
  stepsOf,
} from "../../shared/answer-script.ts";
import { type AnsweredRequest, type PlannedAnswer, planAnswer } from "./answer.ts";
import { KEPT_WEBHOOKS, type ScriptProgress, scriptName } from "./script-progress.ts";
import { createWebhookMemory, type FindIds, type KnownWebhook, type WebhookMemory } from "./webhook-memory.ts";

/** Whose script counts, and the script. The same script should be the same object. */
export interface ScriptSource {
  readonly id: string;
  readonly answerScript: AnswerScript;
}

/** A webhook that came elsewhere, as far as an answer may depend on it. */
export type AnsweredElsewhere = Pick<AnsweredRequest, "method" | "target" | "headers"> & { readonly body: Uint8Array };

/** How far one profile's script is. */
interface ScriptState {
  /** The object it was made from, so that nearly always one comparison is all. */
  source: AnswerScript;
  readonly text: string;
  readonly script: AnswerScript;
  readonly choices: readonly AnswerChoice[];
  readonly plans: readonly PlannedAnswer[];
  /** A script with one step: there is nothing to decide, and nothing to count. */
  readonly hasOne: boolean;
  readonly webhooks: WebhookMemory;
  decided: number;
  last: KnownWebhook | null;
}

/** Deliveries that are foretold. */
const FORETOLD = 10;

/**
 * Carries out the scripts of profiles: decides what each delivery gets, and remembers how far each script is.
 *
 * @param former how far scripts were when the program ended: one that is still the same goes on there
 * @param changed called whenever `status` is another than before
 */
export function createScriptRunner(
  source: () => ScriptSource,
  findIds: FindIds,
  former: ReadonlyMap<string, ScriptProgress>,
  changed: () => void,
) {
  const states = new Map<string, ScriptState>();

  function stateOf({ id, answerScript }: ScriptSource): ScriptState {
    const known = states.get(id);
    if (known?.source === answerScript) return known;
    const text = JSON.stringify(answerScript);
    if (known?.text === text) {
      // The profile was saved anew with the same script: it goes on where it was.
      known.source = answerScript;
      return known;
    }
    const before = known === undefined ? former.get(id) : undefined;
    const state = begin(answerScript, text, before?.script === scriptName(answerScript) ? before : null);
    states.set(id, state);
    return state;
  }

  function begin(script: AnswerScript, text: string, before: ScriptProgress | null): ScriptState {
    const choices = choicesOf(script);
    return {
      source: script,
      text,
      script,
      choices,
      plans: choices.map(planChoice),
      hasOne: choices.length === 1,
      webhooks: createWebhookMemory(findIds, before?.webhooks),
      decided: before?.decided ?? 0,
      last: null,
    };
  }

  /** The step that a request gets; -1 for one that is none of the script's business. */
  function next(state: ScriptState, request: AnsweredRequest): number {
    if (!request.onPath && state.script.scope === "path") return -1;
    if (state.hasOne) return 0;
    const number = state.decided;
    state.decided += 1;
    const place = placeOf(state, request, number);
    changed();
    return place;
  }

  return {
    /** null for a request that is none of the script's business. */
    decide(request: AnsweredRequest): PlannedAnswer | null {
      const state = stateOf(source());
      return state.plans[next(state, request)] ?? null;
    },
    /**
     * The same for a request that a relay answers: by the script of `from`, which need not be the selected profile's.
     */
    choose(request: AnsweredRequest, from: ScriptSource): AnswerChoice | null {
      const state = stateOf(from);
      return state.choices[next(state, request)] ?? null;
    },
    status(): ScriptStatus {
      const now = source();
      const state = stateOf(now);
      const { script, last } = state;
      const perWebhook = script.order === "sequence" && script.per === "webhook";
      return {
        profileId: now.id,
        decided: state.decided,
        upcoming: state.hasOne
          ? [0]
          : perWebhook
            ? script.steps.map((_, place) => place)
            : Array.from({ length: FORETOLD }, (_, ahead) => numbered(script, state.decided + ahead)),
        last: perWebhook && last !== null ? { times: last.times, next: numbered(script, last.times) } : null,
      };
    },
    /** From the first step on, every webhook anew. */
    restart(): void {
      const now = source();
      states.set(now.id, begin(now.answerScript, JSON.stringify(now.answerScript), null));
      changed();
    },
    /** How far each profile's script is, for the next start. Scripts that count nothing are left out. */
    progress(): ReadonlyMap<string, ScriptProgress> {
      const found = new Map(former);
      for (const [id, { script, hasOne, decided, webhooks }] of states) {
        // Again at the end, so that what was used last is kept longest.
        found.delete(id);
        if (!hasOne && decided > 0)
          found.set(id, { script: scriptName(script), decided, webhooks: [...webhooks.newest(KEPT_WEBHOOKS)] });
      }
      return found;
    },
  };
}

/** Which step a delivery gets, as its place in `stepsOf`. */
function placeOf(state: ScriptState, request: AnsweredRequest, number: number): number {
  const { script } = state;
  if (script.order === "chance" || script.per === "delivery") return numbered(script, number);
  const webhook = state.webhooks.of(request);
  const place = numbered(script, webhook.times);
  webhook.times += 1;
  state.last = webhook;
  return place;
}

/** The step of the delivery with this number, counted from 0. */
function numbered(script: AnswerScript, number: number): number {
  if (script.order === "chance") return draw(script.seed, number) * 100 < script.percent ? 0 : 1;
  const { length } = script.steps;
  return script.atEnd === "again" ? number % length : Math.min(number, length - 1);
}

/**
 * A number from 0 to 1, the same for the same seed and place: the SplitMix32 generator, which can be asked for any
 * place of its sequence at once.
 */
function draw(seed: number, place: number): number {
  let mixed = (Math.imul(seed, 0x85eb_ca6b) + Math.imul(place + 1, 0x9e37_79b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

function choicesOf(script: AnswerScript): readonly AnswerChoice[] {
  const steps = stepsOf(script);
  const ordinary = isOrdinary(script);
  return steps.map((step, place) => {
    const choice: OnPurpose["choice"] =
      script.order === "chance"
        ? { by: "chance", failed: place === 0, percent: script.percent }
        : { by: "step", step: place + 1, of: steps.length };
    return { step, choice: ordinary ? null : choice };
  });
}

/** How a step is carried out; the ordinary answer has no choice, since the row need not speak of it. */
export function planChoice({ step, choice }: AnswerChoice): PlannedAnswer {
  const purpose = (does: OnPurpose["does"], ms: number) => (choice === null ? null : { does, ms, choice });
  const silent = { status: 0, headers: [], body: "", close: true };
  switch (step.does) {
    case "answer":
      return planAnswer(step, purpose(step.bytesPerSecond === null ? "answer" : "drip", step.delayMs));
    case "hang":
      return {
        ...silent,
        delayMs: 0,
        manner: { does: "hang", limitMs: step.limitMs },
        purpose: purpose("hang", step.limitMs),
      };
    case "reset":
    case "close":
      return {
        ...silent,
        delayMs: step.delayMs,
        manner: { does: step.does },
        purpose: purpose(step.does, step.delayMs),
      };
    case "garbage":
      return {
        ...silent,
        delayMs: step.delayMs,
        manner: { does: "garbage", bytes: Buffer.from(step.text) },
        purpose: purpose("garbage", step.delayMs),
      };
  }
}
