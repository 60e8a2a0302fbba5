import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventId } from "../../src/shared/primitives.ts";
import type { WebhookReading } from "../../src/shared/reading.ts";
import type { RunDetail } from "../../src/shared/run.ts";
import { createFakeLog, type FakeLog } from "./fake-log.ts";
import { type Played, playFaults, rightVerdict, type Simulation, simulations } from "./faults.ts";
import { matcherAfter } from "./oracle.ts";
import { readingOf } from "./read.ts";
import { START } from "./scenario.ts";
import { ACCEPTED, createHandClock, createRunsSetup } from "./setup.ts";
import { type Calls, startRuns, write } from "./writing.ts";

function detailsOf({ told, runs, end }: Played): readonly (readonly [Simulation, RunDetail])[] {
  const matcher = matcherAfter({ told });
  return [...runs].flatMap(([id, simulation]) => {
    const detail = matcher.detail(id, end);
    return detail === null ? [] : [[simulation, detail] as const];
  });
}

describe("a reading", () => {
  it("that was confirmed gives exactly the right verdict on everything else of its kind", () => {
    fc.assert(
      fc.property(simulations, (list) => {
        for (const [simulation, { summary }] of detailsOf(playFaults(list, true))) {
          const { code, fields } = rightVerdict(simulation);
          const { verdict } = summary;
          expect([simulation.fault, verdict.code]).toEqual([simulation.fault, code]);
          if (verdict.code === "mismatch") expect(verdict.fields.map(({ field }) => field)).toEqual(fields);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("that nobody has confirmed never makes a sure verdict, and keeps nothing from missing that never came", () => {
    fc.assert(
      fc.property(simulations, (list) => {
        for (const [{ fault }, { summary }] of detailsOf(playFaults(list, false))) {
          const { verdict } = summary;
          expect([fault, verdict.code]).toEqual([fault, fault === "dropped" ? "missing" : "unconfirmed"]);
          if (verdict.code !== "unconfirmed") continue;
          const right = fault === "none" || fault === "again" || fault === "new-word";
          expect([fault, verdict.looks]).toEqual([fault, right ? "right" : "wrong"]);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("webhooks that a kill has left unread", () => {
  it.each([1, 5, undefined])(
    "have nothing called missing before they are read and judged, %s at once",
    async (atOnce) => {
      const said = new Map<WebhookReading, WebhookReading>();
      const log = createFakeLog(undefined, ({ requestBody }) => {
        const reading = readingOf(requestBody);
        const unread = { ...reading, items: [], format: "empty" } as const;
        said.set(unread, reading);
        return unread;
      });
      const setup = await createRunsSetup(log);
      const credit = (place: number) =>
        JSON.stringify({ amount: 1_000 + place, currency: "NGN", user_reference: `ref_${place}` });
      const ids: EventId[] = [];
      for (let place = 0; place < 90; place += 1) {
        const id = await setup.simulate("credit", credit(place));
        await setup.end(id, ACCEPTED);
        ids.push(id);
      }
      log.leaveUnread(setup.clock.now());
      for (let place = 0; place < 90; place += 1) await setup.deliver(credit(place));
      await setup.clock.advance(29_000_000);
      const seen = new Set<string>();
      const look = () => setup.told.runs.forEach(({ verdict }) => seen.add(verdict.code));
      look();
      log.reread((reading) => said.get(reading) ?? reading, atOnce);
      for (let turn = 0; turn < 120; turn += 1) {
        // Their time is over while they are judged.
        setup.clock.jump(700_000);
        if (turn % 20 === 19) await new Promise(setImmediate);
        const { summary } = await setup.runs.get(ids[turn % ids.length] ?? 0);
        seen.add(summary.verdict.code);
        look();
      }
      await setup.runs.idle();
      look();
      expect(seen).toEqual(new Set(["waiting", "matched"]));
      expect(ids.map((id) => setup.told.runs.get(id)?.verdict.code)).toEqual(ids.map(() => "matched"));
    },
  );

  it("hold up what did not come only until then", async () => {
    const log = createFakeLog();
    const setup = await createRunsSetup(log);
    const id = await setup.simulate("credit", '{"amount":1000,"currency":"NGN","user_reference":"ref_1"}');
    await setup.end(id, ACCEPTED);
    log.leaveUnread(setup.clock.now());
    await setup.clock.advance(45_000_000);
    expect(setup.told.runs.get(id)?.verdict.code).toBe("waiting");
    log.reread((reading) => reading);
    await setup.runs.idle();
    await setup.clock.advance(10_000_000);
    expect(setup.told.runs.get(id)?.verdict.code).toBe("missing");
  });
});

describe("a reading that is confirmed later", () => {
  const confirm = (log: FakeLog, atOnce?: number) => log.reread((reading) => ({ ...reading, by: "confirmed" }), atOnce);

  async function written(list: readonly Simulation[], log: FakeLog, over = true) {
    const played = playFaults(list, false);
    const clock = createHandClock(START);
    const calls: Calls = new Map();
    const runs = await startRuns(log, clock);
    for (const told of played.told) {
      await write(told, log, clock, calls);
      await runs.idle();
    }
    if (over) clock.jump(played.end - clock.now());
    if (over) await clock.advance(10_000_000);
    return { played, clock, runs };
  }

  it("has the whole log judged anew, to what it would have been from the beginning, whenever it is killed", async () => {
    await fc.assert(
      fc.asyncProperty(simulations, fc.option(fc.nat(6)), async (list, killedAfter) => {
        const log = createFakeLog();
        const before = await written(list, log);
        confirm(log);
        let { runs } = before;
        if (killedAfter === null) await runs.idle();
        else {
          for (let turn = 0; turn < killedAfter; turn += 1) await new Promise(setImmediate);
          const next = log.restarted();
          runs = await startRuns(next, before.clock);
          await runs.idle();
        }
        const found = await Promise.all([...before.played.runs.keys()].map((id) => runs.get(id)));
        const plain = (details: readonly RunDetail[]) =>
          details.map(({ summary, ties }) => [
            summary.id,
            summary.verdict.code,
            ties.map(({ deliveryId, role, certainty }) => [deliveryId, role, certainty]),
          ]);
        const expected = detailsOf(playFaults(list, true)).map(([, detail]) => detail);
        expect(plain(found)).toEqual(plain(expected));
      }),
      { numRuns: 60 },
    );
  });

  it("reaches simulations of days ago, leaves what was tied by hand, and tells each change once", async () => {
    const log = createFakeLog();
    const simulation: Simulation = { operation: "credit", fault: "none", delay: 1_000, gap: 0, stranger: false };
    const { played, clock, runs } = await written(
      [0, 10, 20, 30, 40].map((hours) => ({ ...simulation, gap: hours === 0 ? 0 : 36_000_000_000 })),
      log,
    );
    const ids = [...played.runs.keys()];
    const [first = 0, second = 0] = ids;
    const mine = (await runs.get(second)).ties[0]?.deliveryId ?? 0;
    await runs.untie(mine);
    confirm(log);
    await runs.idle();
    const codes = await Promise.all(ids.map(async (id) => (await runs.get(id)).summary.verdict.code));
    expect(codes).toEqual(["matched", "missing", "matched", "matched", "matched"]);
    expect(log.savedRuns.get(first)?.summary.verdict.code).toBe("matched");
    expect(log.savedTies.get(mine)).toMatchObject({ runId: null, decision: { by: "hand" } });
    // The next start finds nothing to do.
    const stored = JSON.stringify([...log.savedRuns, ...log.savedTies]);
    const again = log.restarted();
    await (await startRuns(again, clock)).idle();
    expect(JSON.stringify([...again.savedRuns, ...again.savedTies])).toBe(stored);
  });

  it("is judged behind the reading, however slowly that goes, and once more when it begins anew", async () => {
    await fc.assert(
      fc.asyncProperty(simulations, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (list, atOnce, twice) => {
        const log = createFakeLog();
        const { played, runs } = await written(list, log);
        if (twice) {
          log.reread((reading) => ({ ...reading, by: "proposed" }));
          await new Promise(setImmediate);
        }
        confirm(log, atOnce);
        await runs.idle();
        const found = await Promise.all([...played.runs.keys()].map((id) => runs.get(id)));
        const expected = detailsOf(playFaults(list, true)).map(([, detail]) => detail);
        expect(found.map(({ summary }) => summary.verdict.code)).toEqual(
          expected.map(({ summary }) => summary.verdict.code),
        );
        expect(log.savedRuns.size).toBe(found.length);
      }),
      { numRuns: 40 },
    );
  });

  it("goes on being told of what comes in the meantime, and of what is decided by hand", async () => {
    const log = createFakeLog();
    const simulation: Simulation = { operation: "credit", fault: "none", delay: 1_000, gap: 5_000, stranger: true };
    const list = Array.from({ length: 25 }, () => simulation);
    const { played, clock, runs } = await written(list, log, false);
    const [first = 0, second = 0] = played.runs.keys();
    const tied = (await runs.get(first)).ties[0]?.deliveryId ?? 0;
    confirm(log);
    await new Promise(setImmediate);
    const untied = runs.untie(tied);
    const last = played.told.findLast(({ input }) => input.type === "delivery");
    if (last === undefined) throw new Error("Nothing was delivered.");
    await write(
      { ...last, at: clock.now(), body: last.body.replace("txn_24", "txn_25").replace("proposed", "confirmed") },
      log,
      clock,
      new Map(),
    );
    await untied;
    await runs.idle();
    expect((await runs.get(first)).ties).toEqual([]);
    expect((await runs.get(second)).summary.verdict.code).toBe("matched");
    expect((await runs.get([...played.runs.keys()].at(-1) ?? 0)).summary.counts.extras).toBe(1);
  });
});
