import type { Journal } from "../../src/main/journal/index.ts";
import { createRuns, type RunsJournal } from "../../src/main/runs/index.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import type { RunDetail } from "../../src/shared/run.ts";
import type { Scenario, Told } from "./scenario.ts";
import { ACCEPTED, callEvent, deliveryEvent, type HandClock } from "./setup.ts";

/** A log that runs follow and that is written to. */
export interface FollowedLog {
  readonly journal: Pick<Journal, "append" | "finishCall" | "finishDelivery">;
  readonly runs: RunsJournal;
}

/** Runs over a log, with nobody watching. */
export async function startRuns(log: FollowedLog, clock: HandClock) {
  const runs = createRuns({
    journal: log.runs,
    clock,
    timers: clock,
    random: () => 0,
    unrecorded: () => null,
    onChange: () => {},
    log: () => {},
  });
  await runs.start();
  return runs;
}

export type Calls = Map<EventId, ReturnType<typeof callEvent>>;

/** What a scenario says, as the service and the listener write it into the log. */
export async function write(
  { at, input, body }: Told,
  log: FollowedLog,
  clock: HandClock,
  calls: Calls,
): Promise<void> {
  clock.jump(at - clock.now());
  if (input.type === "call-started") {
    calls.set(input.id, callEvent("credit", "", at, input.expectation));
    await log.journal.append(callEvent("credit", "", at, input.expectation));
  } else if (input.type === "delivery") {
    const { status, signature } = input.delivery;
    const id = await log.journal.append(
      deliveryEvent(body, at, { status: status ?? 200, ...(signature === null ? {} : { signature }) }),
    );
    await log.journal.finishDelivery(id, {
      answerState: "sent",
      duration: 10,
      committed: 5,
      answerStarted: 6,
      answerEnded: 9,
    });
  } else if (input.type === "call-changed") {
    const started = calls.get(input.id);
    if (started === undefined) throw new Error("A call ends that was not started.");
    const outcomes = {
      accepted: ACCEPTED,
      unclear: { code: "answer-timeout", limitMs: 1 },
      refused: { code: "dns", host: "h", detail: "d" },
      "under-way": null,
    } as const;
    await log.journal.finishCall(
      input.id,
      { ...started, summary: { ...started.summary, outcome: outcomes[input.call] } },
      null,
    );
  }
}

export async function details(
  runs: Awaited<ReturnType<typeof startRuns>>,
  scenario: Scenario,
): Promise<readonly RunDetail[]> {
  return Promise.all([...scenario.runs.keys()].map((id) => runs.get(id)));
}
