import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJournals } from "../journal/samples.ts";
import { matcherAfter, outcome } from "./oracle.ts";
import { KNOWN_SHAPES, type Shape, THIN_SHAPE } from "./payload-shapes.ts";
import { reallyRead } from "./read.ts";
import { type Pools, plans, play, START } from "./scenario.ts";
import { createHandClock } from "./setup.ts";
import { type Calls, details, startRuns, write } from "./writing.ts";

const SECOND = 1_000_000;
const FEW: Pools = {
  amounts: ["50000", "100"],
  people: ["ref_ada", "ref_tunde"],
  remarks: ["Lunch"],
};
const shapes = fc.constantFrom<Shape>(...Object.values(KNOWN_SHAPES), THIN_SHAPE);

describe("runs over the journal itself", () => {
  it("say after any restart what they would have said without one", { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(
      plans(FEW, { min: 10, max: 30 }),
      shapes,
      fc.array(fc.nat(60), { minLength: 1, maxLength: 2 }),
      async (list, shape, restarts) => {
        const scenario = play(list, shape, reallyRead);
        const expected = outcome(matcherAfter(scenario), scenario);
        const clock = createHandClock(START);
        const calls: Calls = new Map();
        const journals = createJournals();
        try {
          let log = await journals.open({ now: clock.now });
          const followed = () => ({ journal: log, runs: log.runs });
          let runs = await startRuns(followed(), clock);
          for (const [place, told] of scenario.told.entries()) {
            await write(told, followed(), clock, calls);
            if (!restarts.includes(place)) continue;
            // Not closed: what it was still thinking about is lost, as in a crash.
            await log.close();
            log = await journals.open({ now: clock.now });
            runs = await startRuns(followed(), clock);
          }
          clock.jump(scenario.end - clock.now());
          // As after a sleep, nothing is called missing for a while: asked first, it begins to count.
          await details(runs, scenario);
          clock.jump(10 * SECOND);
          expect(await details(runs, scenario)).toEqual(expected);
        } finally {
          await journals.dispose();
        }
      },
    );
    await fc.assert(property, { numRuns: 4, endOnFailure: true });
  });

  it("match a hundred and twenty as they come, and the log finds them by it", { timeout: 60_000 }, async () => {
    const [list = []] = fc.sample(plans({ ...FEW, faults: ["none"] }, { min: 120, max: 120 }), { seed: 8, numRuns: 1 });
    const own = list.map((plan, place) => ({
      ...plan,
      movement: { ...plan.movement, amount: `${100_000 + place}`, owner: `ref_${place}`, to: `to_${place}` },
    }));
    const scenario = play(own, KNOWN_SHAPES["event"] as Shape, reallyRead);
    const clock = createHandClock(START);
    const journals = createJournals();
    const log = await journals.open({ now: clock.now });
    try {
      const runs = await startRuns({ journal: log, runs: log.runs }, clock);
      const calls: Calls = new Map();
      for (const told of scenario.told) await write(told, { journal: log, runs: log.runs }, clock, calls);
      await runs.idle();
      clock.jump(scenario.end - clock.now());
      expect(await details(runs, scenario)).toEqual(outcome(matcherAfter(scenario), scenario));
      await runs.close();
      const { events } = await log.page({ limit: 500, filter: "match:matched kind:call" });
      expect(events).toHaveLength(120);
    } finally {
      await journals.dispose();
    }
  });
});
