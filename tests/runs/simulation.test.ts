import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunInput } from "../../src/main/runs/log-inputs.ts";
import type { Verdict } from "../../src/shared/run.ts";
import { graded, isMarked, matcherAfter, outcome, outcomeOf } from "./oracle.ts";
import { KNOWN_SHAPES, type Shape, THIN_SHAPE } from "./payload-shapes.ts";
import { type Fault, type Plan, type Pools, plans, play } from "./scenario.ts";

const FEW: Pools = {
  amounts: ["50000", "100", "2500"],
  people: ["ref_ada", "ref_tunde", "ref_mai"],
  remarks: ["Lunch", "Rent"],
};
const EQUAL: Pools = { amounts: ["50000"], people: ["ref_ada"], remarks: ["Lunch"], operations: ["credit"] };
const knownShape = fc.constantFrom(...Object.entries(KNOWN_SHAPES));

/** A thousand of them, the same for the same seed. */
function thousand(pools: Pools, seed: number): readonly Plan[] {
  const [list = []] = fc.sample(plans(pools, { min: 1_000, max: 1_000 }), { seed, numRuns: 1 });
  return list;
}

/** Everybody has their own reference and every simulation its own amount. */
function allDifferent(list: readonly Plan[]): readonly Plan[] {
  return list.map((plan, place) => ({
    ...plan,
    movement: { ...plan.movement, amount: `${100_000 + place * 7}`, owner: `ref_${place}`, to: `to_${place}` },
  }));
}

function expected({ fault, answered }: Plan): Verdict["code"] {
  const codes: Readonly<Record<Fault, Verdict["code"]>> = {
    none: "matched",
    unanswered: "matched",
    dropped: "missing",
    late: "late",
    twice: answered === 500 ? "matched" : "duplicate",
    "wrong-amount": "mismatch",
    refused: "refused",
  };
  return codes[fault];
}

describe("1,000 simulations at 50 a second", () => {
  it.each(Object.keys(KNOWN_SHAPES))("with different values each get the right verdict, none in doubt: %s", (name) => {
    const scenario = play(allDifferent(thousand(FEW, 1)), KNOWN_SHAPES[name] as Shape);
    const details = outcome(matcherAfter(scenario), scenario);
    expect(details.map(({ summary }) => [summary.id, summary.verdict.code])).toEqual(
      [...scenario.runs].map(([id, plan]) => [id, expected(plan)]),
    );
    const { right, wrong, possible } = graded(details, scenario);
    expect({ wrong, possible, doubtful: right.filter(isMarked) }).toEqual({ wrong: [], possible: [], doubtful: [] });
    expect(right).toHaveLength(scenario.truth.size);
  });

  it.each([1, 2, 3])("with equal values: every tie that may be wrong is marked (seed %i)", (seed) => {
    const scenario = play(thousand(EQUAL, seed), KNOWN_SHAPES["event"] as Shape);
    const { right, wrong } = graded(outcome(matcherAfter(scenario), scenario), scenario);
    expect(wrong.filter((tie) => !isMarked(tie))).toEqual([]);
    expect(right.length + wrong.length).toBe(scenario.truth.size);
  });

  it("with equal values, but one after the other, are not marked without need", () => {
    const apart = thousand(EQUAL, 7).map((plan) => ({ ...plan, gap: 5_000_000 }));
    const scenario = play(apart, KNOWN_SHAPES["event"] as Shape);
    const details = outcome(matcherAfter(scenario), scenario);
    const { right, wrong } = graded(details, scenario);
    expect({ wrong, doubtful: right.filter(isMarked) }).toEqual({ wrong: [], doubtful: [] });
    expect(details.map(({ summary }) => summary.verdict.code)).toEqual([...scenario.runs.values()].map(expected));
  });

  it("with equal values, when none is lost, are all matched", () => {
    const list = thousand({ ...EQUAL, faults: ["none"] }, 4);
    const scenario = play(list, KNOWN_SHAPES["transaction"] as Shape);
    const codes = outcome(matcherAfter(scenario), scenario).map(({ summary }) => summary.verdict.code);
    expect(new Set(codes)).toEqual(new Set(["matched"]));
  });

  it("with equal values and a tag each are told apart beyond doubt", () => {
    const pools: Pools = { ...EQUAL, operations: ["charge"], tagged: true };
    const scenario = play(thousand(pools, 5), KNOWN_SHAPES["event"] as Shape);
    const details = outcome(matcherAfter(scenario), scenario);
    const { right, wrong } = graded(details, scenario);
    expect(wrong).toEqual([]);
    expect(new Set(right.map(({ certainty }) => certainty))).toEqual(new Set(["certain"]));
    expect(details.map(({ summary }) => summary.verdict.code)).toEqual([...scenario.runs.values()].map(expected));
  });
});

describe("values that are sometimes equal, in any order, with any delay and fault", () => {
  it("no tie is wrong without a mark, in the shapes that are known", () => {
    fc.assert(
      fc.property(plans(FEW, { min: 1, max: 60 }), knownShape, (list, [, shape]) => {
        const scenario = play(list, shape);
        const { wrong } = graded(outcome(matcherAfter(scenario), scenario), scenario);
        expect(wrong.filter((tie) => !isMarked(tie))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the same events", () => {
  const proposed: Shape = (...of) => (KNOWN_SHAPES["event"]?.(...of) ?? "").replace("{", '{"reading":"proposed",');
  const anyShape = fc.oneof(
    knownShape.map(([, shape]) => shape),
    fc.constant(proposed),
    fc.constant(THIN_SHAPE),
  );

  it("give the same result, one by one or all at once", () => {
    fc.assert(
      fc.property(plans(FEW, { min: 1, max: 40 }), anyShape, (list, shape) => {
        const scenario = play(list, shape);
        const inputs = scenario.told.map(({ input }) => input);
        expect(outcomeOf(inputs, scenario)).toEqual(outcome(matcherAfter(scenario), scenario));
      }),
      { numRuns: 200 },
    );
  });

  it("give the same result whenever it becomes known how a call ended", () => {
    fc.assert(
      fc.property(plans(FEW, { min: 1, max: 30 }), anyShape, fc.infiniteStream(fc.nat(200)), (list, shape, waits) => {
        const scenario = play(list, shape);
        const inputs = scenario.told.map(({ input }) => input);
        const order = inputs.map((input, place) => {
          const wait = waits.next().value ?? 0;
          return { input, place: place + (input.type === "call-changed" ? wait : 0) };
        });
        const delayed: readonly RunInput[] = order
          .toSorted((one, two) => one.place - two.place)
          .map(({ input }) => input);
        expect(outcomeOf(delayed, scenario)).toEqual(outcomeOf(inputs, scenario));
      }),
      { numRuns: 200 },
    );
  });
});
