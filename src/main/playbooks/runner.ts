import { randomUUID } from "node:crypto";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import { simulationProblem } from "../../shared/call-fields.ts";
import type { PlaybookRunning } from "../../shared/contract.ts";
import {
  type CallStep,
  filled,
  type LineState,
  type Playbook,
  type PlaybookResult,
  type PlaybookStep,
  type PlaybookValues,
  type ResultHead,
  type ResultLine,
  type StepResult,
} from "../../shared/playbook.ts";
import type { EventId } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { SandboxBehaviour } from "../../shared/sandbox.ts";
import { expectationText, stepText } from "../../shared/text/explain-playbook.ts";
import type { Clock } from "../clock.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service/index.ts";
import { evaluate } from "./evaluate.ts";
import { type CallFacts, type FactSources, factsOfCall } from "./facts.ts";
import type { ResultFile } from "./files.ts";

export interface RunnerDependencies extends FactSources {
  readonly service: Pick<Service, "send" | "cancel">;
  readonly bendSandbox: (behaviour: Partial<SandboxBehaviour> | null) => void;
  /** What the listener answers with instead of the profile's script; null: as the profile says. */
  readonly answerWith: (script: AnswerScript | null) => void;
  readonly clock: Clock;
  /** Nobody is there to be asked. */
  readonly unattended: boolean;
}

export interface RunnerRequest {
  readonly playbookId: string | null;
  readonly playbook: Playbook;
  readonly profile: Profile;
  readonly rows: readonly PlaybookValues[];
  readonly only: readonly { readonly row: number; readonly stepId: string }[] | null;
  readonly bail: boolean;
}

/** One run of a playbook, from its first step to its end. */
export interface Runner {
  readonly head: ResultHead;
  running(): PlaybookRunning;
  stop(): void;
  pause(paused: boolean): void;
  answer(yes: boolean, note: string): void;
  /** Looks again at what came of these calls, for a step that is over. */
  amend(calls: ReadonlySet<EventId>): Promise<void>;
  readonly ended: Promise<PlaybookResult>;
}

/** What a step came to, before it is put down. */
interface Done {
  readonly lines: readonly ResultLine[];
  readonly callId?: EventId | null;
  readonly deliveryIds?: readonly EventId[];
  readonly note?: string | null;
}

/** @throws Refusal `mode`, `parameters` */
export function headOf(request: RunnerRequest, at: number): ResultHead {
  const { playbook, profile, rows } = request;
  const problem = simulationProblem(profile.mode);
  if (problem !== null) throw new Refusal("mode", problem.replace("Simulations are off", "Playbooks are off"));
  const known = new Set(playbook.parameters.map(({ name }) => name));
  const stranger = rows.flatMap((row) => Object.keys(row)).find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new Refusal(
      "parameters",
      `“${stranger}” is no parameter of this playbook. It has: ${[...known].join(", ") || "none"}.`,
    );
  const defaults = Object.fromEntries(playbook.parameters.map(({ name, default: value }) => [name, value]));
  return {
    id: randomUUID(),
    playbookId: request.playbookId,
    playbook,
    profile: { id: profile.id, name: profile.name, mode: profile.mode },
    startedAt: at,
    rows: rows.map((row) => ({ ...defaults, ...row })),
  };
}

export function startRunner(
  { head, bail, only }: { readonly head: ResultHead } & Pick<RunnerRequest, "bail" | "only">,
  file: ResultFile,
  dependencies: RunnerDependencies,
  changed: () => void,
): Runner {
  const { clock, service } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const steps = new Map<string, StepResult>();
  const wakers = new Set<() => void>();
  let now: PlaybookRunning["now"] = null;
  let question: { readonly text: string; readonly answered: (answer: { yes: boolean; note: string }) => void } | null =
    null;
  let paused = false;
  let end: PlaybookResult["end"] = null;
  signal.addEventListener("abort", () => wake());

  const keyOf = (row: number, stepId: string): string => `${row} ${stepId}`;
  const result = (): PlaybookResult => ({ head, steps: [...steps.values()], end });

  function wake(): void {
    for (const each of [...wakers]) each();
  }

  /** Until the time is over, something came, or the run is stopped. */
  function pauseFor(microseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        wakers.delete(over);
        resolve();
      };
      const timer = setTimeout(over, Math.max(1, Math.ceil(microseconds / 1_000)));
      wakers.add(over);
    });
  }

  function put(step: StepResult): void {
    steps.set(keyOf(step.row, step.stepId), step);
    file.step(step);
    changed();
  }

  async function untilResumed(): Promise<void> {
    while (paused && !signal.aborted) await pauseFor(60_000_000);
  }

  /** The facts of the last call of the same kind before a step, in its row. */
  async function factsBefore(row: number, step: CallStep): Promise<CallFacts | null> {
    const place = head.playbook.steps.findIndex(({ id }) => id === step.id);
    const earlier = head.playbook.steps
      .slice(0, place)
      .findLast((each) => each.does === "call" && each.action.operation === step.action.operation && !each.off);
    const id = earlier === undefined ? null : (steps.get(keyOf(row, earlier.id))?.callId ?? null);
    return id === null ? null : factsOfCall(id, Number.POSITIVE_INFINITY, dependencies);
  }

  async function call(row: number, step: CallStep): Promise<Done> {
    const requestId = randomUUID();
    const cancel = (): void => void service.cancel(requestId);
    signal.addEventListener("abort", cancel);
    const started = clock.elapsed();
    let id: EventId;
    try {
      const event = await service.send({ requestId, profileId: head.profile.id, action: step.action });
      id = event.summary.id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { lines: allLines(step, "could-not-run", error.message) };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    const before = step.expect.some((each) => "check" in each && each.check.is === "changed")
      ? await factsBefore(row, step)
      : null;
    for (;;) {
      const facts = await factsOfCall(id, clock.elapsed() - started, dependencies);
      if (facts === null)
        return { lines: allLines(step, "could-not-run", "The call is no longer in the event log."), callId: id };
      const { lines, waitsUntil } = evaluate(step, facts, before);
      const deliveryIds = facts.webhooks.map(({ tie }) => tie.deliveryId);
      if (waitsUntil === null) return { lines, callId: id, deliveryIds };
      if (signal.aborted)
        return { lines: allLines(step, "could-not-run", "The run was stopped."), callId: id, deliveryIds };
      await pauseFor(waitsUntil - (clock.elapsed() - started));
    }
  }

  async function ask(text: string): Promise<Done> {
    const about = { expected: text, where: null, eventId: null };
    if (dependencies.unattended)
      return { lines: [{ ...about, state: "could-not-run", got: null, because: "Nobody is there to be asked." }] };
    const { promise, resolve } = Promise.withResolvers<{ yes: boolean; note: string } | null>();
    question = { text, answered: resolve };
    const give = (): void => resolve(null);
    signal.addEventListener("abort", give);
    changed();
    const answer = signal.aborted ? null : await promise;
    signal.removeEventListener("abort", give);
    question = null;
    if (answer === null)
      return { lines: [{ ...about, state: "could-not-run", got: null, because: "The run was stopped." }] };
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
    const base = { row, stepId: step.id, says: stepText(step), amended: false };
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
    if (only === null || isSetUp || only.some((each) => each.row === row && each.stepId === step.id)) return null;
    return "It was not chosen for this run.";
  }

  async function run(): Promise<PlaybookResult> {
    let bailed = false;
    try {
      for (const [row, values] of head.rows.entries()) {
        // Each row begins as the first one did.
        dependencies.bendSandbox(null);
        dependencies.answerWith(null);
        for (const step of head.playbook.steps) {
          await untilResumed();
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
    file.end(end.how, end.at);
    changed();
    return result();
  }

  const ended = run();
  ended.catch(() => changed());
  return {
    head,
    running: () => ({
      result: result(),
      now,
      state: end !== null ? "ended" : question !== null ? "asking" : paused ? "paused" : "running",
      question: question?.text ?? null,
    }),
    stop: () => stopping.abort(),
    pause(wanted) {
      paused = wanted;
      wake();
      changed();
    },
    answer: (yes, note) => question?.answered({ yes, note }),
    async amend(calls) {
      wake();
      for (const step of steps.values()) {
        if (step.callId === null || !calls.has(step.callId)) continue;
        if (now !== null && now.row === step.row && now.stepId === step.stepId) continue;
        const plain = head.playbook.steps.find(({ id }) => id === step.stepId);
        const stopped = step.lines.some(({ because }) => because === "The run was stopped.");
        if (plain?.does !== "call" || stopped) continue;
        const facts = await factsOfCall(step.callId, Number.POSITIVE_INFINITY, dependencies);
        if (facts === null) continue;
        const own = filled(plain, head.rows[step.row] ?? {});
        const { lines, waitsUntil } = evaluate(own, facts, await factsBefore(step.row, plain));
        if (waitsUntil !== null || JSON.stringify(lines) === JSON.stringify(step.lines)) continue;
        const deliveryIds = facts.webhooks.map(({ tie }) => tie.deliveryId);
        put({ ...step, lines: [...lines], deliveryIds, amended: true });
      }
    },
    ended,
  };
}

/** The same said of every expectation of a step, of one line at least. */
export function allLines(step: PlaybookStep, state: LineState, because: string): ResultLine[] {
  const expected =
    step.does === "call" && step.expect.length > 0
      ? step.expect.map(expectationText)
      : step.does === "ask"
        ? [step.question]
        : [];
  const isSilent = step.does !== "call" && step.does !== "ask" && state === "skipped";
  if (isSilent) return [];
  const all = expected.length > 0 ? expected : ["this step is carried out"];
  return all.map((each) => ({ state, expected: each, got: null, where: null, eventId: null, because }));
}
