import type { Playbook, PlaybookStep } from "../../../src/shared/playbook.ts";
import { SANDBOX_PROFILE_ID } from "../../../src/shared/profile.ts";
import { startProgram } from "../../support/program.ts";
import type { Bench, Figure, Measured, Measurement } from "../harness/figure.ts";
import { numberText } from "../harness/statistics.ts";

const OVERHEAD: Figure = {
  name: "playbook",
  title: "A playbook of 100 look-ups, with two expectations each: what it takes beyond its calls",
  unit: "ms",
  bare: null,
  target: { atMost: 500 },
};
const STEPS = 100;

const action = { operation: "link", linkId: "lnk_ada_kwame" } as const;

const playbook: Playbook = {
  format: "linkdesk-playbook",
  version: 1,
  name: "Bench",
  about: "",
  parameters: [],
  steps: Array.from(
    { length: STEPS },
    (_, place): PlaybookStep => ({
      does: "call",
      id: `step-${place}`,
      off: false,
      action,
      expect: [
        { about: "status", oneOf: [200] },
        { about: "answer", path: "link.id", check: { is: "equals", value: action.linkId } },
      ],
    }),
  ),
};

/** The same calls by themselves and as a playbook, in turns: what else the machine does meets both. */
async function measure(bench: Bench): Promise<readonly Measured[]> {
  const { parts, run } = await startProgram({ folder: bench.newFolder(), atEnd: bench.atEnd });
  async function alone(): Promise<number> {
    const begun = performance.now();
    for (let place = 0; place < STEPS; place += 1)
      await parts.service.send({ requestId: `bare-${place}`, profileId: SANDBOX_PROFILE_ID, action });
    return performance.now() - begun;
  }
  async function gone(): Promise<number> {
    const begun = performance.now();
    const { steps } = await run(playbook);
    const passed = steps.flatMap(({ lines }) => lines).filter(({ state }) => state === "passed").length;
    if (passed !== 2 * STEPS) throw new Error(`${passed} lines passed.`);
    return performance.now() - begun;
  }
  // Whatever is compiled and opened at first is not what is measured.
  await alone();
  await gone();
  const runs: number[] = [];
  for (let round = 0; round < bench.runs; round += 1) {
    const calls = await alone();
    const whole = await gone();
    bench.say(`${STEPS} calls ${numberText(calls)} ms, as a playbook ${numberText(whole)} ms`);
    runs.push(whole - calls);
  }
  return [{ name: OVERHEAD.name, runs }];
}

export const playbookSteps: Measurement = { figures: [OVERHEAD], measure };
