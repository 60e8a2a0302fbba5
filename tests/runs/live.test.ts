import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeLog } from "./fake-log.ts";
import { graded, isMarked, matcherAfter, outcome } from "./oracle.ts";
import { KNOWN_SHAPES, type Shape, THIN_SHAPE } from "./payload-shapes.ts";
import { type Pools, plans, play, START } from "./scenario.ts";
import { ACCEPTED, createHandClock, createRunsSetup } from "./setup.ts";
import { type Calls, details, startRuns, write } from "./writing.ts";

const SECOND = 1_000_000;
const CREDIT = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
const webhook = (id: string) => `{"id":"event-${id}","amount":50000,"user_reference":"ref_ada"}`;

const FEW: Pools = {
  amounts: ["50000", "100"],
  people: ["ref_ada", "ref_tunde"],
  remarks: ["Lunch"],
};
const shapes = fc.constantFrom<Shape>(...Object.values(KNOWN_SHAPES), THIN_SHAPE);

describe("a restart", () => {
  it("at any point changes nothing, whether what was found out had been stored or not", async () => {
    const property = fc.asyncProperty(
      plans(FEW, { min: 1, max: 12 }),
      shapes,
      fc.array(fc.record({ at: fc.nat(40), lost: fc.nat(6) }), { minLength: 1, maxLength: 3 }),
      async (list, shape, kills) => {
        const scenario = play(list, shape);
        const expected = outcome(matcherAfter(scenario), scenario);
        const clock = createHandClock(START);
        const calls: Calls = new Map();
        let log = createFakeLog();
        let runs = await startRuns(log, clock);
        for (const [place, told] of scenario.told.entries()) {
          // For some while before a kill nothing could be stored.
          if (kills.some(({ at, lost }) => place < at && place >= at - lost)) log.failSaving(new Error("disk full"));
          await write(told, log, clock, calls);
          await runs.idle();
          if (!kills.some(({ at }) => at === place)) continue;
          log = log.restarted();
          runs = await startRuns(log, clock);
        }
        clock.jump(scenario.end - clock.now());
        // The last timer is not waited for: what is asked is judged at the moment of asking.
        await clock.advance(10 * SECOND);
        expect(await details(runs, scenario)).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 120 });
  });

  it("takes what came while it was down for what it is", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("credit", CREDIT);
    await setup.runs.close();
    await setup.deliver(webhook("1"));
    await setup.end(id, ACCEPTED);
    await setup.clock.advance(3 * SECOND);
    const next = await setup.restart();
    expect(next.told.runs.get(id)).toMatchObject({ verdict: { code: "matched", after: 0 }, call: "accepted" });
  });

  it("tells nothing anew that had been told before", async () => {
    const setup = await createRunsSetup();
    await setup.simulate("credit", CREDIT);
    await setup.deliver(webhook("1"));
    const next = await setup.restart();
    expect([...next.told.runs, ...next.told.ties]).toEqual([]);
  });

  it("keeps what was decided about what is not remembered any more", async () => {
    const setup = await createRunsSetup();
    const old = await setup.simulate("credit", CREDIT);
    await setup.deliver(webhook("1"));
    await setup.clock.advance(10 * 3_600 * SECOND);
    await setup.simulate("credit", CREDIT.replace("50000", "1"));
    const next = await setup.restart();
    const detail = await next.runs.get(old);
    expect(detail).toMatchObject({ summary: { verdict: { code: "matched" } }, ties: [{ role: "match" }] });
    expect(detail).toEqual(await setup.runs.get(old));
  });

  it("remembers the listener's silence from before", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ code: "listener-stopped", url: "u" });
    const id = await setup.simulate("credit", CREDIT);
    const next = await setup.restart();
    await next.clock.advance(31 * SECOND);
    expect(next.told.runs.get(id)).toMatchObject({ verdict: { code: "not-seen" } });
  });
});

describe("what we sent ourselves", () => {
  it("is no webhook of the sender's, now and after a restart, unless it is tied by hand", async () => {
    const setup = await createRunsSetup();
    const [first, second] = [await setup.simulate("credit", CREDIT), await setup.simulate("credit", CREDIT)];
    const webhookId = await setup.deliver(webhook("1"));
    const replay = await setup.deliver(webhook("1"), { replayOf: webhookId });
    const next = await setup.restart();
    for (const each of [setup, next]) {
      expect((await each.runs.get(first)).ties.map(({ deliveryId }) => deliveryId)).toEqual([webhookId]);
      expect((await each.runs.get(second)).ties).toEqual([]);
    }
    await next.runs.tie(replay, second);
    const last = await next.restart();
    expect((await last.runs.get(second)).ties).toMatchObject([{ deliveryId: replay, by: "hand" }]);
  });
});

describe("the profiles that webhooks are awaited for", () => {
  it("are those of calls, expecting one until it came or is long overdue, and none once no late one is tied", async () => {
    const setup = await createRunsSetup();
    expect(setup.runs.awaiting()).toEqual([]);
    const id = await setup.simulate("credit", CREDIT);
    await setup.end(id, ACCEPTED);
    expect(setup.runs.awaiting()).toEqual([{ profileId: "acme", isExpected: true }]);
    const next = await setup.restart();
    expect(next.runs.awaiting()).toEqual([{ profileId: "acme", isExpected: true }]);
    await next.deliver(webhook("1"));
    expect(next.runs.awaiting()).toEqual([{ profileId: "acme", isExpected: false }]);
    await next.simulate("credit", CREDIT);
    await next.clock.advance(61 * SECOND);
    expect(next.runs.awaiting()).toEqual([{ profileId: "acme", isExpected: false }]);
    await next.clock.advance(3 * 3_600 * SECOND);
    expect(next.runs.awaiting()).toEqual([]);
  });
});

describe("ties made by hand", () => {
  it("take the delivery from where it was, and what was there goes where it fits", async () => {
    const setup = await createRunsSetup();
    const one = await setup.simulate("credit", CREDIT);
    const two = await setup.simulate("credit", CREDIT);
    const first = await setup.deliver(webhook("1"));
    const second = await setup.deliver(webhook("2"));
    await setup.runs.tie(second, one);
    expect(setup.told.ties.get(second)).toMatchObject({
      runId: one,
      role: "match",
      certainty: "by-hand",
      byHand: true,
    });
    expect(setup.told.ties.get(first)).toMatchObject({ runId: two, role: "match", byHand: false });
    for (const id of [one, two]) expect(setup.told.runs.get(id)?.verdict.code).toBe("matched");
  });

  it("are never overruled: not by a better one, not by a failed call, not by a restart", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const odd = await setup.deliver('{"something":"else"}');
    await setup.runs.tie(odd, run);
    const right = await setup.deliver(webhook("1"));
    await setup.end(run, { code: "dns", host: "h", detail: "d" }, null);
    const next = await setup.restart();
    await next.simulate("credit", CREDIT);
    const detail = await next.runs.get(run);
    expect(detail.ties.map(({ deliveryId, role, by }) => [deliveryId, role, by])).toEqual([
      [odd, "match", "hand"],
      [right, "extra", "value"],
    ]);
    expect(detail.summary).toMatchObject({ verdict: { code: "unexpected", because: "call-refused" } });
  });

  it("say what differs", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const wrong = await setup.deliver('{"amount":7,"currency":"USD","user_reference":"ref_tunde"}');
    await setup.runs.tie(wrong, run);
    expect(setup.told.runs.get(run)).toMatchObject({
      verdict: { code: "mismatch", fields: [{ field: "amount" }, { field: "currency" }, { field: "user" }] },
      certainty: "by-hand",
    });
  });

  it("draw later copies after them", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const odd = await setup.deliver('{"id":"event-1","sum":1}');
    await setup.runs.tie(odd, run);
    const copy = await setup.deliver('{"id":"event-1","sum":1}');
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: run, role: "duplicate", certainty: "certain" });
  });

  it("untied is untied, for copies and after a restart too, until it is taken back", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const delivery = await setup.deliver(webhook("1"));
    await setup.runs.untie(delivery);
    expect(setup.told.ties.get(delivery)).toEqual({
      deliveryId: delivery,
      runId: null,
      role: null,
      certainty: null,
      after: null,
      byHand: true,
    });
    await setup.deliver(webhook("1"));
    const next = await setup.restart();
    await next.clock.advance(31 * SECOND);
    expect(next.told.runs.get(run)?.verdict.code).toBe("missing");
    await next.runs.decideAgain(delivery);
    expect(next.told.runs.get(run)?.verdict).toMatchObject({ code: "duplicate", after: 0 });
    expect(next.told.ties.get(delivery)).toMatchObject({ runId: run, role: "match", byHand: false });
  });

  it("reach back to what is not remembered any more", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const odd = await setup.deliver('{"something":"else"}');
    await setup.clock.advance(31 * SECOND);
    await setup.clock.advance(10 * 3_600 * SECOND);
    await setup.simulate("credit", CREDIT.replace("50000", "1"));
    const next = await setup.restart();
    await next.runs.tie(odd, run);
    expect(next.told.runs.get(run)?.verdict).toEqual({ code: "matched", after: 0 });
    const last = await next.restart();
    expect((await last.runs.get(run)).ties).toMatchObject([{ deliveryId: odd, by: "hand" }]);
  });

  it("are refused where they cannot be", async () => {
    const setup = await createRunsSetup();
    const early = await setup.deliver(webhook("1"));
    const run = await setup.simulate("credit", CREDIT);
    const refusals = [
      setup.runs.tie(early, run),
      setup.runs.tie(99, run),
      setup.runs.tie(99, 98),
      setup.runs.untie(99),
      setup.runs.get(99),
    ];
    const codes = (await Promise.allSettled(refusals)).map((each) =>
      each.status === "rejected" ? Reflect.get(Object(each.reason), "code") : "accepted",
    );
    expect(codes).toEqual(["tie-order", "no-delivery", "no-run", "no-delivery", "no-run"]);
  });

  it("say so when they cannot be stored, and are stored when they can", async () => {
    const setup = await createRunsSetup();
    const run = await setup.simulate("credit", CREDIT);
    const delivery = await setup.deliver('{"a":1}');
    setup.log.failSaving(new Error("disk full"));
    await expect(setup.runs.tie(delivery, run)).rejects.toThrow("disk full");
    setup.log.failSaving(null);
    await setup.simulate("credit", CREDIT);
    expect(setup.log.savedTies.get(delivery)).toMatchObject({ runId: run, decision: { by: "hand" } });
    expect(setup.logged).toHaveLength(1);
  });

  it("give the same result when the program is killed anywhere between them", async () => {
    const choices = fc.array(fc.record({ at: fc.nat(40), delivery: fc.nat(12), run: fc.option(fc.nat(12)) }), {
      maxLength: 4,
    });
    const property = fc.asyncProperty(
      plans(FEW, { min: 1, max: 12 }),
      shapes,
      choices,
      fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
      async (list, shape, byHand, kills) => {
        const scenario = play(list, shape);
        async function perform(killedAt: readonly number[]) {
          const clock = createHandClock(START);
          const calls: Calls = new Map();
          let log = createFakeLog();
          let runs = await startRuns(log, clock);
          for (const [place, told] of scenario.told.entries()) {
            await write(told, log, clock, calls);
            for (const { delivery, run } of byHand.filter(({ at }) => at === place)) {
              const deliveryId = [...scenario.truth.keys()][delivery] ?? 0;
              const runId = run === null ? null : ([...scenario.runs.keys()][run] ?? 0);
              const choice = runId === null ? runs.untie(deliveryId) : runs.tie(deliveryId, runId);
              await choice.catch((error: unknown) => expect(error).toHaveProperty("code"));
            }
            await runs.idle();
            if (!killedAt.includes(place)) continue;
            log = log.restarted();
            runs = await startRuns(log, clock);
          }
          clock.jump(scenario.end - clock.now());
          await clock.advance(10 * SECOND);
          return details(runs, scenario);
        }
        expect(await perform(kills)).toEqual(await perform([]));
      },
    );
    await fc.assert(property, { numRuns: 80 });
  });
});

describe("the log", () => {
  it("that is cleared takes its runs along", async () => {
    const setup = await createRunsSetup();
    const old = await setup.simulate("credit", CREDIT);
    setup.log.clear();
    const delivery = await setup.deliver(webhook("1"));
    expect(setup.told.ties.has(delivery)).toBe(false);
    await expect(setup.runs.get(old)).rejects.toMatchObject({ code: "no-run" });
    const run = await setup.simulate("credit", CREDIT);
    await setup.deliver(webhook("2"));
    expect(setup.told.runs.get(run)?.verdict.code).toBe("matched");
  });

  it("that cannot be read for a while loses nothing", async () => {
    const setup = await createRunsSetup();
    setup.log.failReading(new Error("thread gone"));
    setup.log.clear();
    const simulating = setup.simulate("credit", CREDIT);
    await setup.clock.advance(3 * SECOND);
    setup.log.failReading(null);
    await setup.clock.advance(3 * SECOND);
    const run = await simulating;
    await setup.deliver(webhook("1"));
    expect(setup.told.runs.get(run)?.verdict.code).toBe("matched");
    expect(setup.logged).toHaveLength(1);
  });

  it("is not asked for rows while there is no run they could belong to", async () => {
    const setup = await createRunsSetup();
    await setup.deliver(webhook("1"));
    expect(setup.log.rowsMade()).toBe(0);
    await setup.simulate("credit", CREDIT);
    await setup.clock.advance(3 * 3_600 * SECOND);
    const before = setup.log.rowsMade();
    await setup.deliver(webhook("2"));
    expect(setup.log.rowsMade()).toBe(before);
  });
});

it("1,000 simulations at 50 a second through the log end as they do in the matcher alone", async () => {
  const [list = []] = fc.sample(plans({ ...FEW, people: ["ref_ada"] }, { min: 1_000, max: 1_000 }), {
    seed: 9,
    numRuns: 1,
  });
  const scenario = play(list, KNOWN_SHAPES["event"] as Shape);
  const clock = createHandClock(START);
  const log = createFakeLog();
  const runs = await startRuns(log, clock);
  const calls: Calls = new Map();
  for (const told of scenario.told) await write(told, log, clock, calls);
  await runs.idle();
  clock.jump(scenario.end - clock.now());
  await clock.advance(10 * SECOND);
  const found = await details(runs, scenario);
  expect(found).toEqual(outcome(matcherAfter(scenario), scenario));
  expect(graded(found, scenario).wrong.filter((tie) => !isMarked(tie))).toEqual([]);
});
