import { randomUUID } from "node:crypto";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import type { PlaybookRunning } from "../../shared/contract.ts";
import {
  type CallStep,
  callStepOf,
  type ExpectingStep,
  expectedOf,
  filled,
  type PlaybookStep,
  type PlaybookValues,
} from "../../shared/playbook.ts";
import {
  type LineState,
  type PlaybookResult,
  type ResultHead,
  type ResultLine,
  type StepResult,
} from "../../shared/playbook-result.ts";
import type { EventId, Microseconds } from "../../shared/primitives.ts";
import type { SandboxBehaviour } from "../../shared/sandbox.ts";
import { stepText } from "../../shared/text/explain-playbook.ts";
import type { Clock } from "../clock.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service/index.ts";
import { createAttendance } from "./attendance.ts";
import { type CallFacts, type FactSources, factsOfCall } from "./call-facts.ts";
import { evaluate } from "./evaluate.ts";
import type { ResultFile } from "./files.ts";
import { allLines } from "./judged.ts";
import type { RunnerRequest } from "./request.ts";

export interface RunnerDependencies extends FactSources {
  readonly service: Pick<Service, "send" | "cancel">;
  readonly bendSandbox: (behaviour: Partial<SandboxBehaviour> | null) => void;
  /** What the listener answers with instead of the profile's script; null: as the profile says. */
  readonly answerWith: (script: AnswerScript | null) => void;
  readonly clock: Clock;
  /** Nobody is there to be asked. */
  readonly unattended: boolean;
}

/** One run of a playbook, from its first step to its end. */
export type Runner = ReturnType<typeof startRunner>;

const STOPPED = "The run was stopped.";

/** What a step came to, before it is put down. */
interface Done {
  readonly lines: readonly ResultLine[];
  readonly callId?: EventId | null;
  readonly deliveryIds?: readonly EventId[];
  readonly note?: string | null;
}

export function startRunner(
  {
    head,
    bail,
    only,
    units,
  }: { readonly head: ResultHead; readonly units: number | null } & Pick<RunnerRequest, "bail" | "only">,
  file: ResultFile,
  dependencies: RunnerDependencies,
  changed: () => void,
) {
  const { clock, service } = dependencies;
  const steps = new Map<string, StepResult>();
  /** When calls began, by the clock that nobody sets. */
  const began = new Map<EventId, Microseconds>();
  const attendance = createAttendance(changed);
  const { signal, pauseFor } = attendance;
  let now: PlaybookRunning["now"] = null;
  let end: PlaybookResult["end"] = null;

  const keyOf = (row: number, stepId: string): string => `${row} ${stepId}`;
  const all = head.playbook.steps;
  const result = (): PlaybookResult => ({ head, steps: [...steps.values()], end });

  function put(step: StepResult): void {
    steps.set(keyOf(step.row, step.stepId), kept(step));
    changed();
  }

  /** What cannot be kept is no proof, and nothing more is sent then. */
  function kept(step: StepResult): StepResult {
    try {
      file.step(step);
      return step;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (signal.aborted) return step;
      attendance.stop();
      const told = { expected: "the result is kept", got: null, where: null, eventId: null, because: error.message };
      return { ...step, lines: [...step.lines, { state: "could-not-run", ...told }] };
    }
  }

  /** The facts of the last call of the same kind before a step, in its row. */
  async function factsBefore(row: number, { id: stepId, action }: CallStep): Promise<CallFacts | null> {
    const place = all.findIndex(({ id }) => id === stepId);
    const earlier = all
      .slice(0, place)
      .findLast((each) => each.does === "call" && each.action.operation === action.operation && !each.off);
    const id = earlier === undefined ? null : (steps.get(keyOf(row, earlier.id))?.callId ?? null);
    return id === null ? null : factsOfCall(id, Number.POSITIVE_INFINITY, dependencies);
  }

  async function call(row: number, step: CallStep): Promise<Done> {
    const requestId = randomUUID();
    const cancel = (): void => void service.cancel(requestId);
    signal.addEventListener("abort", cancel);
    const started = clock.elapsed();
    try {
      const { summary } = await service.send({ requestId, profileId: head.profile.id, action: step.action });
      began.set(summary.id, started);
      return await watch(row, step, step, summary.id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { lines: allLines(step, "could-not-run", error.message) };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  function until(row: number, step: ExpectingStep): Promise<Done> | Done {
    const of = callStepOf(all, step.id);
    const id = of === null ? null : (steps.get(keyOf(row, of.id))?.callId ?? null);
    return of === null || id === null
      ? { lines: allLines(step, "could-not-run", "No simulation was sent before this step.") }
      : watch(row, step, of, id);
  }

  /** Looks at what comes of a call until everything is known that the step expects of it. */
  async function watch(row: number, step: ExpectingStep, of: CallStep, id: EventId): Promise<Done> {
    const since = (): Microseconds => clock.elapsed() - (began.get(id) ?? 0);
    const before = step.expect.some((each) => "check" in each && each.check.is === "changed")
      ? await factsBefore(row, of)
      : null;
    const listed = expectedOf(all, of.id);
    for (;;) {
      const facts = await factsOfCall(id, since(), dependencies);
      if (facts === null)
        return { lines: allLines(step, "could-not-run", "The call is no longer in the event log."), callId: id };
      const { lines, waitsUntil } = evaluate(step, facts, before, listed);
      const deliveryIds = facts.webhooks.map(({ tie }) => tie.deliveryId);
      if (waitsUntil === null) return { lines, callId: id, deliveryIds };
      if (signal.aborted) return { lines: allLines(step, "could-not-run", STOPPED), callId: id, deliveryIds };
      await pauseFor(waitsUntil - since());
    }
  }

  async function ask(text: string): Promise<Done> {
    const about = { expected: text, where: null, eventId: null };
    if (dependencies.unattended)
      return { lines: [{ ...about, state: "could-not-run", got: null, because: "Nobody is there to be asked." }] };
    const answer = await attendance.ask(text);
    if (answer === null) return { lines: [{ ...about, state: "could-not-run", got: null, because: STOPPED }] };
    const note = answer.note === "" ? null : answer.note;
    const line: ResultLine = answer.yes
      ? { ...about, state: "passed", got: "yes", because: null }
      : { ...about, state: "failed", got: "no", because: note ?? "The answer was no." };
    return { lines: [line], note };
  }

  async function carryOut(row: number, step: PlaybookStep): Promise<Done> {
    switch (step.does) {
      case "call":
        return call(row, step);
      case "until":
        return until(row, step);
      case "wait": {
        const until = clock.elapsed() + step.ms * 1_000;
        while (!signal.aborted && clock.elapsed() < until) await pauseFor(until - clock.elapsed());
        return { lines: [] };
      }
      case "answer":
        dependencies.answerWith(sequenceOf(...step.statuses.map((status) => ({ ...PLAIN_ANSWER, status }))));
        return { lines: [] };
      case "sandbox": {
        if (head.profile.mode !== "sandbox")
          return {
            lines: allLines(step, "could-not-run", "Only the sandbox can be told how to behave; this profile is none."),
          };
        const { answerFault, webhookFault } = step;
        dependencies.bendSandbox({ answerFault, webhookFault });
        return { lines: [] };
      }
      case "ask":
        return ask(step.question);
    }
  }

  async function oneStep(
    row: number,
    values: PlaybookValues,
    plain: PlaybookStep,
    skip: string | null,
  ): Promise<LineState> {
    const step = filled(plain, values);
    const base = { row, stepId: step.id, says: stepText(step, units), amended: false };
    if (skip !== null) {
      put({
        ...base,
        lines: allLines(step, "skipped", skip),
        at: null,
        ms: 0,
        callId: null,
        deliveryIds: [],
        note: null,
      });
      return "skipped";
    }
    now = { row, stepId: step.id };
    changed();
    const at = clock.now();
    const started = clock.elapsed();
    const done = await carryOut(row, step).catch((error: unknown): Done => {
      const reason = error instanceof Refusal ? error.message : "Something went wrong inside Linkdesk.";
      return { lines: allLines(step, "could-not-run", reason) };
    });
    const { lines, callId = null, deliveryIds = [], note = null } = done;
    const ms = Math.round((clock.elapsed() - started) / 1_000);
    put({ ...base, lines: [...lines], at, ms, callId, deliveryIds: [...deliveryIds], note });
    return lines.every(({ state }) => state === "passed") ? "passed" : "failed";
  }

  function reasonToSkip(row: number, step: PlaybookStep, bailed: boolean): string | null {
    if (step.off) return "This step is switched off.";
    if (signal.aborted) return "The run was stopped before.";
    if (bailed) return "A step before it did not pass.";
    const isSetUp = step.does === "answer" || step.does === "sandbox" || step.does === "wait";
    // What waits for a simulation needs one: of a step that is chosen, its call goes with it.
    const isWanted = (stepId: string): boolean => stepId === step.id || callStepOf(all, stepId)?.id === step.id;
    if (only === null || isSetUp || only.some((each) => each.row === row && isWanted(each.stepId))) return null;
    return "It was not chosen for this run.";
  }

  async function run(): Promise<PlaybookResult> {
    let bailed = false;
    // Whoever starts it has it in hand before anything of it is told.
    await Promise.resolve();
    try {
      for (const [row, values] of head.rows.entries()) {
        // Each row begins as the first one did.
        dependencies.bendSandbox(null);
        dependencies.answerWith(null);
        for (const step of all) {
          await attendance.untilResumed();
          const state = await oneStep(row, values, step, reasonToSkip(row, step, bailed));
          if (bail && state === "failed") bailed = true;
        }
      }
    } finally {
      dependencies.bendSandbox(null);
      dependencies.answerWith(null);
      now = null;
      end = { how: signal.aborted ? "stopped" : "finished", at: clock.now() };
    }
    try {
      file.end(end.how, end.at);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // As it will be read again.
      end = { ...end, how: "interrupted" };
    }
    changed();
    return result();
  }

  const ended = run();
  ended.catch(() => changed());
  return {
    head,
    running: (): PlaybookRunning => ({
      result: result(),
      now,
      state: end !== null ? "ended" : attendance.state,
      question: attendance.question,
    }),
    stop: attendance.stop,
    pause: attendance.pause,
    answer: (yes: boolean, note: string): void => attendance.answer({ yes, note }),
    /** Looks again at what came of these calls, for a step that is over. */
    async amend(calls: ReadonlySet<EventId>): Promise<void> {
      attendance.wake();
      for (const step of steps.values()) {
        if (step.callId === null || !calls.has(step.callId)) continue;
        if (now !== null && now.row === step.row && now.stepId === step.stepId) continue;
        const plain = all.find(({ id }) => id === step.stepId);
        const of = callStepOf(all, step.stepId);
        const stopped = step.lines.some(({ because }) => because === STOPPED);
        if (plain === undefined || !("expect" in plain) || of === null || stopped) continue;
        const facts = await factsOfCall(step.callId, Number.POSITIVE_INFINITY, dependencies);
        if (facts === null) continue;
        const own = filled(plain, head.rows[step.row] ?? {});
        const { lines, waitsUntil } = evaluate(own, facts, await factsBefore(step.row, of), expectedOf(all, of.id));
        if (waitsUntil !== null || JSON.stringify(lines) === JSON.stringify(step.lines)) continue;
        const deliveryIds = facts.webhooks.map(({ tie }) => tie.deliveryId);
        put({ ...step, lines: [...lines], deliveryIds, amended: true });
      }
    },
    ended,
  };
}
