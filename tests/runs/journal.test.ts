import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectationOf } from "../../src/main/runs/index.ts";
import { DEFAULT_RUN_SETTINGS, type Expectation } from "../../src/shared/run.ts";
import { eventSentence } from "../../src/shared/text/sentences.ts";
import { createJournals } from "../journal/samples.ts";
import { matcherAfter, outcome } from "./oracle.ts";
import { KNOWN_SHAPES, type Shape, THIN_SHAPE } from "./payload-shapes.ts";
import { reallyRead } from "./read.ts";
import { type Pools, plans, play, START } from "./scenario.ts";
import { callEvent, createHandClock, deliveryEvent } from "./setup.ts";
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

  it("show of a batch the item that its verdict is about, and find it by what any of them says", async () => {
    const clock = createHandClock(START);
    const journals = createJournals();
    try {
      let log = await journals.open({ now: clock.now });
      const runs = await startRuns({ journal: log, runs: log.runs }, clock);
      const body = '{"amount":1500,"currency":"EUR","user_reference":"ref_adaobi"}';
      await log.append(
        callEvent(
          "credit",
          body,
          clock.now(),
          expectationOf("credit", body, DEFAULT_RUN_SETTINGS, null) as Expectation,
        ),
      );
      clock.jump(SECOND);
      const item = (id: string, amount: number, currency: string, user: string) =>
        ({ event: "wallet.credit", id, amount, currency, user, status: "paid" }) as const;
      const zed = item("TX77aa22bb", 77, "GHS", "ref_zed");
      const tied = await log.append(
        deliveryEvent(JSON.stringify({ events: [zed, item("TX11aa22bb", 1500, "EUR", "ref_adaobi")] }), clock.now()),
      );
      const untied = await log.append(
        deliveryEvent(JSON.stringify({ events: [zed, item("TX22aa22bb", 78, "GHS", "ref_mai")] }), clock.now()),
      );
      await runs.idle();
      await runs.close();
      const check = async () => {
        const found = async (filter: string) => (await log.page({ limit: 9, filter: `kind:webhook ${filter}` })).events;
        const rows = await found("");
        expect(
          rows.map((row) =>
            eventSentence(row)
              .text.replaceAll(/[\u202f\u00a0]/g, " ")
              .replace(/ — .*/, ""),
          ),
        ).toEqual(["Webhook: credit of 1 500 EUR to ref_adaobi, one of 2 items", "Webhook: 2 items"]);
        expect(rows[0]).toMatchObject({ tie: { role: "unconfirmed", item: 1 } });
        for (const filter of [
          "amount:1500",
          "amount:1499..1501",
          "ref:adaobi",
          "ref:=ref_adaobi",
          "ref:ref_zed",
          "currency:eur",
        ])
          expect((await found(filter)).map(({ id }) => id)).toEqual([tied]);
        for (const filter of ["amount:77", "currency:GHS", "about:credit"])
          expect((await found(filter)).map(({ id }) => id)).toEqual([tied, untied]);
        for (const filter of ["amount:1577", "ref:=adaobi", "currency:USD", "about:charge"])
          expect(await found(filter)).toEqual([]);
      };
      await check();
      await log.close();
      log = await journals.open({ now: clock.now });
      await check();
    } finally {
      await journals.dispose();
    }
  });
});
